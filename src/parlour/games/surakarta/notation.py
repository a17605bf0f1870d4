"""Text forms of Surakarta: positions, and moves as steps `4,0-3,0` and captures `4,1x1,1`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parlour.errors import TextError
from parlour.games.contract.display import Piece
from parlour.games.contract.draft import Draft
from parlour.games.contract.options import Options
from parlour.games.surakarta.tables import CAPTURE, POINT_MASK, POINTS, SIZE, label, point
from parlour.i18n.errors import localized_error

if TYPE_CHECKING:
    from parlour.games.surakarta.position import SurakartaPosition

MOVE_PATTERN = re.compile(r"\s*([0-9])\s*,?\s*([0-9])\s*[-x]?\s*([0-9])\s*,?\s*([0-9])\s*")
"""Two points, with or without commas, blanks and a sign; any sign is accepted."""


def write_text(position: SurakartaPosition) -> str:
    """Return the position in one line."""
    signs = ["." if (owner := position.owner(site)) is None else str(owner + 1) for site in range(POINTS)]
    rows = ["".join(signs[SIZE * row : SIZE * row + SIZE]) for row in range(SIZE)]
    return f"{'/'.join(rows)} {position.seat + 1} {position.quiet_moves()}"


def parse(text: str, options: Options) -> Draft:
    """Return the draft that a text describes; raise `TextError` with the column of an error."""
    column = len(text) - len(text.lstrip()) + 1
    fields = text.strip().split(" ")
    if len(fields) != 3:
        raise localized_error(TextError, "surakarta.text.fields")
    rows = fields[0].split("/")
    pieces = []
    for n, row in enumerate(rows):
        if n >= SIZE:
            raise localized_error(TextError, "surakarta.text.rows", column, has=len(rows), size=SIZE)
        for k, sign in enumerate(row):
            if k >= SIZE:
                raise localized_error(TextError, "surakarta.text.row", column + k, row=n, has=len(row), size=SIZE)
            if sign not in ".12":
                raise localized_error(TextError, "surakarta.text.piece", column + k, sign=sign)
            if sign != ".":
                pieces.append(Piece(0, "disc", int(sign) - 1, point(n, k)))
        if len(row) < SIZE:
            raise localized_error(TextError, "surakarta.text.row", column + len(row), row=n, has=len(row), size=SIZE)
        column += len(row) + 1
    if len(rows) < SIZE:
        raise localized_error(TextError, "surakarta.text.rows", column - 1, has=len(rows), size=SIZE)
    if fields[1] not in ("1", "2"):
        raise localized_error(TextError, "surakarta.text.seat", column, given=fields[1][:20])
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", fields[2]):
        raise localized_error(TextError, "surakarta.text.quiet", column + 2, given=fields[2][:20])
    return Draft(tuple(pieces), int(fields[1]) - 1, counters={"captureless": int(fields[2])})


def write_move(position: SurakartaPosition, move: int) -> str:
    """Return a legal move in notation."""
    return f"{label(move & POINT_MASK)}{'x' if move & CAPTURE else '-'}{label(move >> 6 & POINT_MASK)}"


def read_move(position: SurakartaPosition, text: str) -> int:
    """Return the legal move that a text means."""
    match = MOVE_PATTERN.fullmatch(text.lower())
    if match is None:
        raise position.refusal(position.message("read.no-move", text=text.strip()[:40]))
    numbers = [int(digit) for digit in match.groups()]
    if max(numbers) >= SIZE:
        raise position.refusal(position.message("read.no-point"))
    start, target = point(numbers[0], numbers[1]), point(numbers[2], numbers[3])
    for move in position.moves():
        if (move & POINT_MASK, move >> 6 & POINT_MASK) == (start, target):
            return move
    raise position.refusal(position.explain((start, target)))
