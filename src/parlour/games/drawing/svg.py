"""SVG pictures of positions, made from the description of the board.

    render(position)                                            a position with its marks
    render(position, effects=position.effects(move))            a hint: what a move would do
    render(position, arrows=[Arrow(3, 9)], marks=[], size=200)  a diagram

Cards, rule pages, notebooks, print and pages without WebGL use them. Boards with height (z) are seen from the front and
above, so that higher pieces do not hide lower ones; others from directly above.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from parlour.games.contract.display import Effect, Mark
from parlour.games.drawing.canvas import WOOD, Theme
from parlour.games.drawing.overlays import Arrow, OverlayCanvas
from parlour.games.drawing.piece_shapes import number, tag
from parlour.i18n.catalogue import ENGLISH

if TYPE_CHECKING:
    from parlour.games.contract.position import Position


def render(
    position: Position,
    *,
    marks: Iterable[Mark] | None = None,
    arrows: Iterable[Arrow] = (),
    effects: Iterable[Effect] = (),
    size: int = 480,
    colours: Mapping[int, str] | None = None,
    turned: float = 0,
    coordinates: bool = True,
    trays: bool = True,
    theme: Theme = WOOD,
    title: str = "",
    language: str = ENGLISH,
) -> str:
    """Return the picture of a position as one SVG element, with a text description in a language.

    `marks` are the position's own unless others are given; `colours` are those that players chose for their seats;
    `turned` is the angle by which the board is turned, anticlockwise; `size` is the longer side in pixels.
    """
    return Picture(position, colours or {}, turned, theme).draw(
        position.marks() if marks is None else marks, arrows, effects, size, coordinates, trays, title, language
    )


class Picture(OverlayCanvas):
    """Draws the parts of a position; `render` combines them."""

    def draw(
        self,
        marks: Iterable[Mark],
        arrows: Iterable[Arrow],
        effects: Iterable[Effect],
        size: int,
        coordinates: bool,
        trays: bool,
        title: str,
        language: str,
    ) -> str:
        marks, arrows, effects = list(marks), list(arrows), list(effects)
        pieces = self.position.placement()
        strokes = [piece for piece in pieces if isinstance(piece.place, tuple)]
        placed = [piece for piece in pieces if isinstance(piece.place, int)]
        placed.sort(key=self.depth)
        ground = self.ground(coordinates)
        # Marks below the pieces highlight their sites; numbers and beams are above.
        layers = [
            ground,
            *([self.tray(tray, pieces) for tray in self.board.trays] if trays else []),
            *(self.mark_below(mark) for mark in marks),
            *(self.piece(piece) for piece in strokes),
            self.dots(),
            *(self.piece(piece) for piece in placed),
            *(self.mark_above(mark) for mark in marks),
            *(self._effect(effect) for effect in effects),
            *(self.arrow(arrow) for arrow in arrows),
        ]
        left, top, width, height = self.extent()
        scale = size / max(width, height)
        title = title or f"{self.game.title}"
        inner = (
            tag("title", escape(title), id=f"{self.id}-title")
            + tag("desc", escape(self.describe(language)), id=f"{self.id}-desc")
            + self.definitions()
            + (
                tag("rect", x=left, y=top, width=width, height=height, fill=self.theme.background)
                if self.theme.background
                else ""
            )
            + "".join(layers)
        )
        return tag(
            "svg",
            inner,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
            width=round(width * scale),
            height=round(height * scale),
            role="img",
            aria_labelledby=f"{self.id}-title {self.id}-desc",
            font_family="system-ui, sans-serif",
        )

    def extent(self) -> tuple[float, float, float, float]:
        """Return left, top, width and height of the drawn area."""
        left, top = min(x for x, _ in self.box), min(y for _, y in self.box)
        return left, top, max(x for x, _ in self.box) - left, max(y for _, y in self.box) - top

    def describe(self, language: str = ENGLISH) -> str:
        """Return the position in words, for screen readers."""
        sentences, localized = [], self.game.localized(language)
        sides = localized.sides(self.position.options)
        placed: dict[tuple[int | None, str], list[str]] = {}
        for piece in self.position.placement():
            if isinstance(piece.place, int):
                where = self.board.sites[piece.place].label
            elif isinstance(piece.place, tuple):
                where = "–".join(self.board.sites[n].label for n in piece.place)
            else:
                continue
            placed.setdefault((piece.owner, piece.kind), []).append(where)
        for (owner, kind), places in placed.items():
            whose = "" if owner is None else f"{sides[owner].name}, "
            sentences.append(f"{whose}{localized.kind(kind)}: {', '.join(places)}.")
        sentences.append(self.game.sentence(self.position.prompt(), self.position.options, language=language))
        return " ".join(sentences)

    def definitions(self) -> str:
        """Return the gradients and arrow heads that the parts refer to."""
        shine = tag("stop", offset="0", stop_color="#fff", stop_opacity=0.38) + tag(
            "stop", offset="1", stop_color="#fff", stop_opacity=0
        )
        ball = (
            tag("stop", offset="0", stop_color="#fff", stop_opacity=0.55)
            + tag("stop", offset="0.45", stop_color="#fff", stop_opacity=0.05)
            + tag("stop", offset="0.75", stop_color="#000", stop_opacity=0.1)
            + tag("stop", offset="1", stop_color="#000", stop_opacity=0.5)
        )
        head = tag("path", d="M0 0L10 5L0 10L2.5 5Z", fill="context-stroke")
        heads = "".join(
            tag(
                "marker",
                head.replace("context-stroke", colour),
                id=f"{self.id}-head{n}",
                viewBox="0 0 10 10",
                refX=6,
                refY=5,
                markerWidth=3.2,
                markerHeight=3.2,
                orient="auto-start-reverse",
            )
            for n, colour in enumerate([self.theme.arrow, *self.colours])
        )
        return tag(
            "defs",
            tag("radialGradient", shine, id=self.id, cx="0.35", cy="0.3", r="0.75")
            + tag("radialGradient", ball, id=f"{self.id}-ball", cx="0.36", cy="0.3", r="0.72")
            + heads,
        )
