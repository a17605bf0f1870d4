"""Write an exported page: one HTML file with board, moves and comments that opens without a server.

The page contains a small script (`web/src/viewer/`, built into `static/viewer/`) and the study as JSON. Its content
security policy allows that script only and no requests. Text that people wrote is inserted as text, never as markup.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from html import escape
from pathlib import Path

import msgspec

from parlour.i18n.errors import localized_error
from parlour.server.export.messages import ExportPageView
from parlour.server.http.error_responses import Busy
from parlour.server.http.static_site import CLIENT_FOLDER

SCRIPT, STYLE = "viewer/viewer.js", "viewer/viewer.css"


def write_page(data: ExportPageView) -> str:
    """Return a page as HTML; raise `Busy` if the viewer script has not been built."""
    script, style = _viewer_files()
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'; base-uri 'none'"
    # Escape "<" so that no text can close the script element.
    encoded = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    title = data.title or " – ".join(seat.name for seat in data.seats)
    return (
        f'<!doctype html>\n<html lang="{escape(data.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} · {escape(data.game)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<script id="game" type="application/json">{encoded}</script>\n<main id="viewer"></main>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


@cache
def _viewer_files(folder: Path = CLIENT_FOLDER) -> tuple[str, str]:
    try:
        return (folder / SCRIPT).read_text(encoding="utf-8"), (folder / STYLE).read_text(encoding="utf-8")
    except FileNotFoundError as missing:
        raise localized_error(Busy, "server.page.not-built") from missing
