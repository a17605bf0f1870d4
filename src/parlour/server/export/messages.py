"""Data that the script of an exported page shows."""

from __future__ import annotations

from parlour.server.messages import View


class ExportSeatView(View):
    """The player of a side."""

    name: str
    side: str
    colour: str
    symbol: str


class ExportNodeView(View, omit_defaults=True):
    """A node of the tree of turns. Pieces are stored as changes relative to the parent."""

    parent: int
    text: str = ""
    seat: int = 0
    comment: str = ""
    name: str = ""
    mark: str = ""
    put: tuple[tuple[int, int, float, float, float], ...] = ()
    """Pieces that are new, moved or changed: id, drawing, x, y, z-order."""
    gone: tuple[int, ...] = ()
    """Ids of removed pieces."""
    below: tuple[int, ...] = ()
    above: tuple[int, ...] = ()
    """Drawings below and above the pieces."""


class ExportPageView(View):
    """A game, study or puzzle with all its drawings, each stored once."""

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
    """The first is the start; each other node follows its parent; the first child continues the line."""
    words: dict[str, str]
    asks: bool = False
    """Whether the moves are hidden until the reader asks for them."""
