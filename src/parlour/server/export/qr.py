"""QR codes, drawn by the server so that the page needs no external service."""

from __future__ import annotations

import io
from functools import partial
from typing import Annotated

import segno
from litestar import Response, get
from litestar.params import QueryParameter

from parlour.server.games.pictures import CACHE_FOREVER
from parlour.server.http.auth import PageRequest
from parlour.server.services import InjectedServices

MAX_TEXT_LENGTH = 200
"""Links are shorter. This many characters take 8 ms, in a thread."""


@get("/qr.svg", media_type="image/svg+xml")
async def draw_qr(
    text: Annotated[str, QueryParameter(min_length=1, max_length=MAX_TEXT_LENGTH)],
    request: PageRequest,
    services: InjectedServices,
) -> Response[str]:
    """Return a text as a QR code: black on white in every theme, as cameras need it."""
    drawn = await services.computations.call(request, partial(_draw, text))
    return Response(drawn, headers=CACHE_FOREVER)


def _draw(text: str) -> str:
    drawn = io.BytesIO()
    segno.make(text, micro=False).save(
        drawn, kind="svg", border=3, light="#fff", dark="#000", xmldecl=False, omitsize=True
    )
    return drawn.getvalue().decode()
