"""Serve the browser client: the built files in `static/`, and one page for all paths inside the client.

The files are listed once at the start, so that no path can lead out of the folder. Files with a content hash in their
name are cached forever; browsers revalidate all others.
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

from parlour.server.http.limits.slow_clients import MAX_PART_BYTES

CLIENT_FOLDER = Path(__file__).parents[1] / "static"
"""The folder into which the build writes the client."""
INDEX = "index.html"
HASHED_NAME = re.compile(r"(^|/)_app/immutable/|[.-][A-Za-z0-9_-]{8,}\.(js|css|woff2|png|svg|webp|wasm)$")
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)

FALLBACK_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parlour</title>
<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>Parlour</h1>
<p>The server runs, but the page to play on was not built into this copy. <code>make sync</code> builds it from
<code>web/</code>; start Parlour again afterwards.</p>
<p>Programs find the interface at <a href="/schema/openapi.json">/schema/openapi.json</a>;
<code>parlour --terminal</code> plays in a terminal.</p></body></html>
"""


class StaticSite:
    """The files of the browser client."""

    def __init__(self, folder: Path = CLIENT_FOLDER) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): path
            for path in (folder.rglob("*") if folder.is_dir() else ())
            if path.is_file() and not path.name.startswith(".")
        }
        index = self.files.get(INDEX)
        self.page = FALLBACK_PAGE if index is None else index.read_text(encoding="utf-8")

    def script_hashes(self) -> tuple[str, ...]:
        """Return the hashes of inline scripts, for the content security policy."""
        return tuple(
            "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            for script in INLINE_SCRIPT.findall(self.page)
        )

    def respond(self, path: str, encodings: str) -> Response[str] | File:
        """Return a file, or the page for a path inside the client; raise `NotFoundException` for a missing file."""
        path = path.lstrip("/")
        file = self.files.get(path)
        if file is None or path == INDEX:
            if path.startswith(("api/", "schema/")) or ("." in path.rpartition("/")[2] and path != INDEX):
                raise NotFoundException
            return Response(self.page, media_type="text/html", headers={"cache-control": "no-cache"})
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        headers = {"vary": "accept-encoding"}
        headers["cache-control"] = "public, max-age=31536000, immutable" if HASHED_NAME.search(path) else "no-cache"
        for encoding, ending in (("br", ".br"), ("gzip", ".gz")):
            packed = self.files.get(path + ending)
            if packed is not None and encoding in encodings:
                file = packed
                headers["content-encoding"] = encoding
                break
        return File(
            file, media_type=kind, headers=headers, content_disposition_type="inline", chunk_size=MAX_PART_BYTES
        )


def site_handler(site: StaticSite) -> HTTPRouteHandler:
    """Return the handler of all paths outside the API."""

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def show_site(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[str] | File:
        return site.respond(path, request.headers.get("accept-encoding", ""))

    return show_site
