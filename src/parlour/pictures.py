"""SVG pictures of positions, for cards, diagrams, notebooks and print, and of whole games.

>>> from parlour import game, pictures
>>> pictures.svg(game("surakarta").start())[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from parlour.games.contract.argument_checks import check_seat, check_site, instance, number, record_of, whole_number
from parlour.games.contract.display import Effect, Mark, sites_of
from parlour.games.contract.position import Position
from parlour.games.drawing.animated_svg import AnimatedBoard, animated_svg
from parlour.games.drawing.canvas import DARK, PRINT, WOOD, Theme
from parlour.games.drawing.overlays import Arrow
from parlour.games.drawing.svg import render
from parlour.i18n.catalogue import ENGLISH

__all__ = ["DARK", "PRINT", "WOOD", "Arrow", "SvgText", "Theme", "animation", "svg"]

Item = TypeVar("Item")

DEFAULT_SIZE = 480
MAX_SIZE = 100_000


class SvgText(str):
    """An SVG element as text, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    position: Position,
    size: int = DEFAULT_SIZE,
    *,
    theme: Theme = WOOD,
    marks: Iterable[Mark] | None = None,
    arrows: Iterable[Arrow] = (),
    effects: Iterable[Effect] = (),
    colours: Mapping[int, str] | None = None,
    turned: float = 0,
    coordinates: bool = True,
    trays: bool = True,
    title: str = "",
    language: str = ENGLISH,
) -> SvgText:
    """Return the picture of a position, with a text description in a language.

    `size` is the longer side in pixels; `marks` are the position's own unless others are given; `colours` are those of
    the seats; `turned` is the angle by which the board is turned, anticlockwise; `trays` are the pieces beside it.
    """
    instance(position, Position, "position")
    size = whole_number(size, 1, MAX_SIZE, "size")
    turned = number(turned, -360, 360, "turned")
    for name, value in (("title", title), ("language", language)):
        instance(value, str, name)
    drawn = render(
        position,
        size=size,
        theme=record_of(theme, Theme, "theme"),
        marks=None if marks is None else [_checked_mark(position, one) for one in _listed(marks, Mark, "marks")],
        arrows=[_checked_arrow(position, one) for one in _listed(arrows, Arrow, "arrows")],
        effects=[_checked_effect(position, one) for one in _listed(effects, Effect, "effects")],
        colours=None if colours is None else instance(colours, Mapping, "colours"),
        turned=turned,
        coordinates=coordinates,
        trays=trays,
        title=title,
        language=language,
    )
    return SvgText(drawn)


def _listed(values: Iterable[Item], kind: type[Item], name: str) -> list[Item]:
    return [record_of(value, kind, name) for value in instance(values, Iterable, name)]


def _checked_mark(position: Position, mark: Mark) -> Mark:
    for site in (*mark.sites, *(mark.beam.path if mark.beam is not None else ())):
        check_site(position, site)
    return mark


def _checked_arrow(position: Position, arrow: Arrow) -> Arrow:
    for site in (arrow.start, arrow.end):
        check_site(position, site)
    return arrow


def _checked_effect(position: Position, effect: Effect) -> Effect:
    for site in (*effect.path, *(effect.beam.path if effect.beam is not None else ())):
        if isinstance(site, int):
            check_site(position, site)
    for piece in (effect.before, effect.after):
        if piece is not None:
            position.game.kind(piece.kind)
            if piece.owner is not None:
                check_seat(position, piece.owner)
            for site in sites_of(piece.place):
                check_site(position, site)
    return effect


def animation(position: Position, size: int = DEFAULT_SIZE) -> SvgText:
    """Return the game played on a position, from its first move on, as an animated picture."""
    size = whole_number(size, 1, MAX_SIZE, "size")
    moves = instance(position, Position, "position").played
    walker = position.copy()
    for _ in moves:
        walker.undo()
    board = AnimatedBoard(walker)
    frames = [board.frame(walker.pieces(), walker.marks())]
    for move in moves:
        walker.play(move)
        frames.append(board.frame(walker.pieces(), walker.marks()))
    return SvgText(animated_svg(board, frames, size))
