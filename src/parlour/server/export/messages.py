"""A page to give away: the data that its script shows."""

from __future__ import annotations

import msgspec


class ExportSeatView(msgspec.Struct, frozen=True):
    """Who played a side."""

    name: str
    side: str
    colour: str
    symbol: str


class ExportNodeView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in the tree of turns. What lies there is told by what is different from its parent."""

    parent: int
    text: str = ""
    seat: int = 0
    comment: str = ""
    name: str = ""
    mark: str = ""
    put: tuple[tuple[int, int, float, float, float], ...] = ()
    """Pieces that are new, elsewhere, or look different: id, drawing, x, y, and what lies over what."""
    gone: tuple[int, ...] = ()
    """The ids of pieces that are no more."""
    below: tuple[int, ...] = ()
    above: tuple[int, ...] = ()
    """Drawings under and over the pieces."""


class ExportPageView(msgspec.Struct, frozen=True):
    """A game, study or puzzle with all its drawings, each of them once."""

    title: str
    game: str
    about: str
    date: str
    result: str
    language: str
    seats: tuple[ExportSeatView, ...]
    box: str
    definitions: str
    ground: str
    dots: str
    drawings: tuple[str, ...]
    nodes: tuple[ExportNodeView, ...]
    """The first is the start, each other stands after its parent; the first child goes on with the line."""
    words: dict[str, str]
    asks: bool = False
    """Whether it asks for what follows the start, and shows it only to those who want to see it."""
