"""Pictures of positions as SVG responses, and the query parameters of their appearance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from litestar import Response
from litestar.params import QueryParameter

from parlour.errors import TextError
from parlour.games.contract.display import Effect
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.svg import DARK, PRINT, WOOD, Arrow, render

ThemeName = Literal["wood", "dark", "print"]
THEMES = {"wood": WOOD, "dark": DARK, "print": PRINT}
PictureSize = Annotated[int, QueryParameter(ge=40, le=2000)]
Angle = Annotated[float, QueryParameter(ge=-360, le=360)]
CACHE_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}


def refused_arrow(position: Position, tried: str) -> Arrow:
    """Return the crossed-out arrow for picks that are not a move, given as site labels with spaces between."""
    labels = [site.label for site in position.game.board(position.options).sites]
    sites = []
    for label in tried.split(" "):
        if label not in labels:
            raise localized_error(TextError, "server.position.site", label=label[:20])
        sites.append(labels.index(label))
    return Arrow(sites[0], sites[-1], refused=True)


def picture_response(
    position: Position,
    size: int,
    turned: float,
    theme: ThemeName,
    coordinates: bool,
    headers: dict[str, str],
    language: str,
    *,
    colours: dict[int, str] | None = None,
    trays: bool = True,
    effects: Sequence[Effect] = (),
    arrows: Sequence[Arrow] = (),
) -> Response[str]:
    """Return a picture as a response. If it shows a move, beams from before the move are left out."""
    drawn = render(
        position,
        marks=[mark for mark in position.marks() if mark.beam is None] if effects else None,
        size=size,
        turned=turned,
        theme=THEMES[theme],
        coordinates=coordinates,
        colours=colours,
        trays=trays,
        effects=effects,
        arrows=arrows,
        language=language,
    )
    return Response(drawn, media_type="image/svg+xml", headers={**headers, "vary": "accept-language"})
