"""Text forms of Sim: positions, and strokes as `A-E`; `0-4`, the form of older records, is read too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parlour.errors import TextError
from parlour.games.contract.display import Piece
from parlour.games.contract.draft import Draft
from parlour.games.contract.options import Options
from parlour.games.sim.setup_check import RESIGNED
from parlour.games.sim.tables import ENDS, NAMES, STROKES, stroke, strokes
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.sim.position import SimPosition

OUT = "out"
"""The move of a seat that resigns while the others play on."""
DOT = r"(?:[a-z]|[0-9]{1,9})"
"""A dot in a written move."""
JOIN = r"(?:\s*[-–,]\s*|\s+)"
"""The separator between two dots."""


def write_text(position: SimPosition) -> str:
    """Return the position in one line."""
    signs = [
        "." if (owner := position.owner(move)) is None else str(owner + 1) for move in range(strokes(position.size()))
    ]
    rows = ["".join(signs[stroke(0, dot) : stroke(0, dot) + dot]) for dot in range(1, position.size())]
    gone = [str(seat + 1) for seat in range(int(position.options["players"])) if position.has_resigned(seat)]
    return f"{'/'.join(rows)} {position.seat + 1}" + (f" x{''.join(gone)}" if gone else "")


def parse(text: str, options: Options) -> Draft:
    """Return the draft that a text describes; raise `TextError` with the column of an error."""
    dots, players = int(options["vertices"]), int(options["players"])
    fields = text.strip().split(" ")
    if len(fields) not in (2, 3) or not all(fields) or (len(fields) == 3 and fields[2][0] not in "xX"):
        raise localized_error(TextError, "sim.text.fields")
    rows = fields[0].split("/")
    seats = "".join(str(seat + 1) for seat in range(players))
    pieces = []
    column = 1
    for dot, row in enumerate(rows, 1):
        if dot >= dots:
            raise localized_error(TextError, "sim.text.rows", column, has=len(rows), dots=dots, size=dots - 1)
        for other, sign in enumerate(row):
            if other >= dot:
                raise localized_error(TextError, "sim.text.row", column + other, row=dot, has=len(row))
            if sign not in "." + seats:
                raise localized_error(TextError, "sim.text.stroke", column + other, sign=sign, players=players)
            if sign != ".":
                pieces.append(Piece(0, "stroke", int(sign) - 1, (other, dot)))
        if len(row) < dot:
            raise localized_error(TextError, "sim.text.row", column + len(row), row=dot, has=len(row))
        column += dot + 1
    if len(rows) < dots - 1:
        raise localized_error(TextError, "sim.text.rows", column - 1, has=len(rows), dots=dots, size=dots - 1)
    if len(fields[1]) != 1 or fields[1] not in seats:
        raise localized_error(TextError, "sim.text.seat", column, given=fields[1][:20], players=players)
    resigned = 0
    if len(fields) == 3:
        match = re.fullmatch(rf"x([{seats}]+)", fields[2])
        if match is None or [*match[1]] != sorted(set(match[1])):
            raise localized_error(TextError, "sim.text.resigned", column + 2, given=fields[2][:20])
        resigned = sum(1 << int(seat) - 1 for seat in match[1])
    return Draft(tuple(pieces), int(fields[1]) - 1, counters={RESIGNED: resigned} if resigned else {})


def write_move(position: SimPosition, move: int) -> str:
    """Return a legal move in notation."""
    if move >= STROKES:
        return OUT
    low, high = ENDS[move]
    return f"{NAMES[low]}-{NAMES[high]}"


def read_move(position: SimPosition, text: str) -> int:
    """Return the legal move that a text means."""
    if position.is_over():
        raise position.refusal(Message("shared.over"))
    if text.strip().lower() == OUT and (gone := position.withdrawal()) is not None:
        return gone
    picks = _read_dots(position, text)
    if len(set(picks)) == 2 and max(picks) < position.size() and position.owner(stroke(*picks)) is None:
        return stroke(*picks)
    raise position.refusal(position.explain(picks))


def _read_dots(position: SimPosition, text: str) -> tuple[int, int]:
    """Return the two dots that a text names, by letters or by numbers from 0; they need not exist or differ."""
    given = text.strip().lower()
    match = re.fullmatch(rf"([0-9]){JOIN}?([0-9])|([0-9]{{1,9}}){JOIN}([0-9]{{1,9}})", given)
    if match is not None:
        one, other = (int(number) for number in match.groups() if number is not None)
        return one, other
    match = re.fullmatch(rf"([a-z]){JOIN}?([a-z])", given)
    if match is not None:
        return ord(match[1]) - ord("a"), ord(match[2]) - ord("a")
    last = position.size() - 1
    example = {"low": NAMES[last - 1], "high": NAMES[last]}
    if not given:
        raise position.refusal(position.message("read.none", **example))
    if re.fullmatch(DOT, given):
        raise position.refusal(position.message("read.one", text=given, **example))
    if re.fullmatch(rf"{DOT}(?:{JOIN}{DOT}){{2,}}", given):
        raise position.refusal(position.message("read.many", text=given[:40], **example))
    raise position.refusal(position.message("read.nonsense", text=given[:40], **example))
