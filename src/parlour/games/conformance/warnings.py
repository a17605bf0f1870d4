"""What a game declares that boards do not know: no violation of the contract, but probably a slip of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.games.contract.board import CELL_SHADES, CELL_SHAPES, INLAYS, MATERIALS, OUTLINES, SITE_LOOKS, Board
from parlour.games.contract.declarations import PIECE_MATERIALS, PIECE_SHAPES
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import catalogue_of

SEAT_NAME = re.compile(r"(?:seat|reserved) (\d)")


def warnings_of(game: Game) -> list[str]:
    """Return a sentence for each declared value that boards do not know, with the default options."""
    options = game.check()
    sides = game.sides(options)
    found = [*_of_pieces(game), *_of_board(game.board(options), len(sides))]
    for side in sides:
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", side.colour):
            found.append(f"The colour “{side.colour}” of {side.name} must be written as #rrggbb.")
    templates = catalogue_of(game)
    for kind, names in (("score", game.start(options).scores()), ("mark", game.start(options).marks())):
        for name in {str(getattr(one, "key", "") or getattr(one, "kind", "")) for one in names}:
            if f"{game.key}.{kind}.{name}" not in templates:
                found.append(f"There is no text {kind}.{name}; the page shows “{name}”.")
    return found


def _of_pieces(game: Game) -> Iterator[str]:
    for kind in game.kinds:
        if kind.shape not in PIECE_SHAPES:
            yield _unknown(f"shape of the kind {kind.name}", kind.shape, PIECE_SHAPES)
        if kind.material not in PIECE_MATERIALS:
            yield _unknown(f"material of the kind {kind.name}", kind.material, PIECE_MATERIALS)


def _of_board(board: Board, seats: int) -> Iterator[str]:
    look = board.appearance
    for what, value, known in (
        ("outline of the board", board.outline, OUTLINES),
        ("material of the slab", look.slab, MATERIALS),
        ("material of the frame", look.frame, ("", *MATERIALS)),
        ("inlay", look.inlay, INLAYS),
        ("look of the sites", look.sites, SITE_LOOKS),
    ):
        if value not in known:
            yield _unknown(what, value, known)
    for shade in sorted({cell.shade for cell in board.cells}):
        if shade not in CELL_SHADES and not _is_seat(shade, seats):
            yield _unknown("shade of cells", shade, (*CELL_SHADES, "seat 0", "reserved 0"))
    for shape in sorted({cell.shape for cell in board.cells} - set(CELL_SHAPES)):
        yield _unknown("shape of cells", shape, CELL_SHAPES)
    for style in sorted({line.style for line in board.lines}):
        if style.startswith(("seat ", "reserved ")) and not _is_seat(style, seats):
            yield f"The style of lines “{style}” names no seat: there are {seats}, counted from 0."


def _is_seat(name: str, seats: int) -> bool:
    named = SEAT_NAME.fullmatch(name)
    return named is not None and int(named[1]) < seats


def _unknown(what: str, value: str, known: tuple[str, ...]) -> str:
    return f"The {what}, “{value}”, is unknown. Known: {', '.join(known).removeprefix(', ')}."
