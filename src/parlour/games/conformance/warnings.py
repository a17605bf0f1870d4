"""Warnings about declared values that boards do not support. They are allowed, but are probably errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.games.contract.board import CELL_SHADES, CELL_SHAPES, INLAYS, MATERIALS, OUTLINES, SITE_LOOKS, Board
from parlour.games.contract.declarations import PIECE_MATERIALS, PIECE_SHAPES
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.position import Position
from parlour.i18n.message import Message

MAX_SAMPLED_MOVES = 500
"""Number of moves of the random game in which scores and marks are looked at."""
SEAT_NAME = re.compile(r"(?:seat|reserved) (\d)")


def warnings_of(game: Game) -> list[Message]:
    """Return a message for each declared value that boards do not support, with the default options."""
    options = game.check()
    sides = game.sides(options)
    found = [*_of_pieces(game), *_of_board(game.board(options), len(sides))]
    for side in sides:
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", side.colour):
            found.append(_warning("colour", colour=side.colour, side=side.name))
    templates = catalogue_of(game)
    for table, name in _labels(game.start(options)):
        if f"{game.key}.{table}.{name}" not in templates:
            found.append(_warning("no-text", key=f"{table}.{name}", name=name))
    return found


def _labels(position: Position) -> list[tuple[str, str]]:
    """Return which texts the scores and marks of a random game need: the table and the key of each."""
    position.play_random(1, MAX_SAMPLED_MOVES)
    found: set[tuple[str, str]] = set()
    while True:
        found |= {("score", score.key) for score in position.scores()}
        found |= {("mark", mark.kind) for mark in position.marks()}
        if not position.played:
            return sorted(found)
        position.undo()


def _of_pieces(game: Game) -> Iterator[Message]:
    for kind in game.kinds:
        if kind.shape not in PIECE_SHAPES:
            yield _unknown("kind-shape", kind.shape, PIECE_SHAPES, kind=kind.name)
        if kind.material not in PIECE_MATERIALS:
            yield _unknown("kind-material", kind.material, PIECE_MATERIALS, kind=kind.name)


def _of_board(board: Board, seats: int) -> Iterator[Message]:
    look = board.appearance
    for what, value, known in (
        ("outline", board.outline, OUTLINES),
        ("slab", look.slab, MATERIALS),
        ("frame", look.frame, ("", *MATERIALS)),
        ("inlay", look.inlay, INLAYS),
        ("sites", look.sites, SITE_LOOKS),
    ):
        if value not in known:
            yield _unknown(what, value, known)
    for shade in sorted({cell.shade for cell in board.cells}):
        if shade not in CELL_SHADES and not _is_seat(shade, seats):
            yield _unknown("cell-shade", shade, (*CELL_SHADES, "seat 0", "reserved 0"))
    for shape in sorted({cell.shape for cell in board.cells} - set(CELL_SHAPES)):
        yield _unknown("cell-shape", shape, CELL_SHAPES)
    for style in sorted({line.style for line in board.lines}):
        if style.startswith(("seat ", "reserved ")) and not _is_seat(style, seats):
            yield _warning("line-style", style=style, seats=seats)


def _is_seat(name: str, seats: int) -> bool:
    named = SEAT_NAME.fullmatch(name)
    return named is not None and int(named[1]) < seats


def _unknown(what: str, value: str, known: tuple[str, ...], **params: str) -> Message:
    return _warning(what, value=value, known=", ".join(known).removeprefix(", "), **params)


def _warning(key: str, /, **params: str | int) -> Message:
    return Message(f"conformance.warning.{key}", params)
