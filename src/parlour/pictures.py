"""SVG pictures of positions, for cards, diagrams, notebooks and print, and of whole games.

>>> from parlour import game, pictures
>>> pictures.svg(game("surakarta").start())[:4]
'<svg'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.games.drawing.animated_svg import AnimatedBoard, animated_svg
from parlour.games.drawing.canvas import DARK, PRINT, WOOD, Theme
from parlour.games.drawing.overlays import Arrow
from parlour.games.drawing.svg import render

if TYPE_CHECKING:
    from parlour.games.contract.position import Position

__all__ = ["DARK", "PRINT", "WOOD", "Arrow", "SvgText", "Theme", "animation", "svg"]


class SvgText(str):
    """An SVG element as text, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(position: Position, **settings: Any) -> SvgText:
    """Return the picture of a position; the settings are those of `games.drawing.svg.render`."""
    return SvgText(render(position, **settings))


def animation(position: Position, size: int = 480) -> SvgText:
    """Return the game played on a position, from its first move on, as a picture that animates itself."""
    moves = position.played
    walker = position.copy()
    for _ in moves:
        walker.undo()
    board = AnimatedBoard(walker)
    frames = [board.frame(walker.pieces(), walker.marks())]
    for move in moves:
        walker.play(move)
        frames.append(board.frame(walker.pieces(), walker.marks()))
    return SvgText(animated_svg(board, frames, size))
