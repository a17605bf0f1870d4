"""QR codes, made here: a page must not ask anybody else for one."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from litestar import Response, get
from litestar.params import QueryParameter

from parlour.server.games.position_routes import FOR_GOOD

MOST_TEXT = 300


@get("/qr.svg", media_type="image/svg+xml", sync_to_thread=False)
def draw_qr(text: Annotated[str, QueryParameter(min_length=1, max_length=MOST_TEXT)]) -> Response[str]:
    """A text as a QR code, black on white whatever the theme: cameras want it so."""
    drawn = io.BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", border=3, light="#fff", dark="#000", xmldecl=False, omitsize=True
    )
    return Response(drawn.getvalue().decode(), headers=FOR_GOOD)
