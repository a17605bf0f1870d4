"""The browser client: files that the build put into `static/`, and one page for all addresses inside the client.

What is served is listed once at the start, so that no path can lead out of the folder. Files whose name has a hash of
their content may be kept by browsers for good; everything else is asked for again each time.
"""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import File

CLIENT = Path(__file__).parents[1] / "static"
"""Where the build puts the client."""
INDEX = "index.html"
HASHED = re.compile(r"(^|/)_app/immutable/|[.-][A-Za-z0-9_-]{8,}\.(js|css|woff2|png|svg|webp|wasm)$")
SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)

PLAIN_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parlour</title>
<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>Parlour</h1>
<p>The server runs, but the page to play on was not built into this copy. <code>make sync</code> builds it from
<code>web/</code>; start Parlour again afterwards.</p>
<p>Programs find the interface at <a href="/schema/openapi.json">/schema/openapi.json</a>;
<code>parlour --terminal</code> plays in a terminal.</p></body></html>
"""


class Site:
    """The files of the client."""

    def __init__(self, folder: Path = CLIENT) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): path
            for path in (folder.rglob("*") if folder.is_dir() else ())
            if path.is_file() and not path.name.startswith(".")
        }
        index = self.files.get(INDEX)
        self.page = PLAIN_PAGE if index is None else index.read_text(encoding="utf-8")

    def script_hashes(self) -> tuple[str, ...]:
        """The hashes of the scripts that stand in the page itself, for the content security policy."""
        return tuple(
            "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            for script in SCRIPT.findall(self.page)
        )

    def answer(self, path: str, encodings: str) -> Response[str] | File:
        """A file, or the page for an address inside the client; raises `NotFoundException` for a file not there."""
        path = path.lstrip("/")
        file = self.files.get(path)
        if file is None or path == INDEX:
            if path.startswith(("api/", "schema/")) or ("." in path.rpartition("/")[2] and path != INDEX):
                raise NotFoundException
            return Response(self.page, media_type="text/html", headers={"cache-control": "no-cache"})
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        headers = {"vary": "accept-encoding"}
        headers["cache-control"] = "public, max-age=31536000, immutable" if HASHED.search(path) else "no-cache"
        for encoding, ending in (("br", ".br"), ("gzip", ".gz")):
            packed = self.files.get(path + ending)
            if packed is not None and encoding in encodings:
                file = packed
                headers["content-encoding"] = encoding
                break
        return File(file, media_type=kind, headers=headers, content_disposition_type="inline")


def site_handler(site: Site) -> HTTPRouteHandler:
    """The route that answers everything the interface does not."""

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def show_site(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[str] | File:
        return site.answer(path, request.headers.get("accept-encoding", ""))

    return show_site
