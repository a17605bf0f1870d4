"""QR codes, drawn by the server so that the page needs no external service."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from litestar import Response, get
from litestar.params import QueryParameter

from parlour.server.games.pictures import CACHE_FOREVER

MAX_TEXT_LENGTH = 300


@get("/qr.svg", media_type="image/svg+xml", sync_to_thread=False)
def draw_qr(text: Annotated[str, QueryParameter(min_length=1, max_length=MAX_TEXT_LENGTH)]) -> Response[str]:
    """Return a text as a QR code: black on white in every theme, as cameras need it."""
    drawn = io.BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", border=3, light="#fff", dark="#000", xmldecl=False, omitsize=True
    )
    return Response(drawn.getvalue().decode(), headers=CACHE_FOREVER)
