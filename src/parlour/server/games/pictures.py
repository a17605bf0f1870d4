"""Pictures of positions as SVG responses, and the query parameters of their appearance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from litestar import Response
from litestar.di import Provide
from litestar.params import FromQuery, QueryParameter

from parlour.errors import TextError
from parlour.games.contract.display import Effect
from parlour.games.contract.position import Position
from parlour.games.drawing.materials import natural_theme
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import choose_language
from parlour.match.colours import need_marks
from parlour.pictures import DARK, PRINT, WOOD, Arrow, Theme, svg

ThemeName = Literal["natural", "wood", "dark", "print"]
THEMES = {"wood": WOOD, "dark": DARK, "print": PRINT}
PictureSize = Annotated[int, QueryParameter(ge=40, le=2000)]
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


@dataclass(frozen=True)
class PictureStyle:
    """How a picture looks, bound from the query string. Its description is in `language` or else in the reader's.

    Without `signs`, pieces have the marks of their seats if two colours are close.
    """

    size: PictureSize = 480
    turned: Annotated[float, QueryParameter(ge=-360, le=360)] = 0
    theme: FromQuery[ThemeName] = "natural"
    signs: FromQuery[bool | None] = None
    coordinates: FromQuery[bool] = True
    trays: FromQuery[bool] = True
    language: FromQuery[str | None] = None

    def response(
        self,
        position: Position,
        reader_language: str,
        headers: dict[str, str],
        *,
        colours: dict[int, str] | None = None,
        effects: Sequence[Effect] = (),
        arrows: Sequence[Arrow] = (),
    ) -> Response[str]:
        """Return a picture as a response. If it shows a move, beams from before the move are left out."""
        marks = [mark for mark in position.marks() if mark.beam is None] if effects else None
        language = choose_language(self.language, reader_language)
        drawn = svg(
            position,
            marks=marks,
            size=self.size,
            turned=self.turned,
            theme=self._theme(position, list((colours or {}).values())),
            coordinates=self.coordinates,
            trays=self.trays,
            colours=colours,
            effects=effects,
            arrows=arrows,
            language=language,
        )
        return Response(drawn, media_type="image/svg+xml", headers={**headers, "vary": "accept-language"})

    def _theme(self, position: Position, colours: Sequence[str]) -> Theme:
        if self.theme == "natural":
            signs = need_marks(colours) if self.signs is None else self.signs
            return natural_theme(position.game.board(position.options).appearance, signs=signs)
        return THEMES[self.theme]


PICTURE_DEPENDENCIES = {"style": Provide(PictureStyle, sync_to_thread=False)}
