"""Text forms of Pylos: positions, moves `1b2`, `1d4>2a1`, `-1a1`, `=`, `pass`, and turns `1d4>2a1-1a1-1b1`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from parlour.errors import TextError
from parlour.games.contract.display import Picks, Piece
from parlour.games.contract.draft import Draft
from parlour.games.contract.options import Options
from parlour.games.pylos.explain import no_such_cell
from parlour.games.pylos.tables import (
    CELL,
    DONE,
    FROM_SHIFT,
    KEEP,
    KIND_SHIFT,
    MORE,
    PASS,
    PLACE,
    PLAY,
    RAISE,
    TAKING,
    Pyramid,
    pyramid,
)
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.pylos.position import PylosPosition


def write_text(position: PylosPosition) -> str:
    """Return the position in one line."""
    shape = position.shape_of_board
    number = {cell: n for n, cell in enumerate(shape.cells)}
    levels = []
    for level in range(shape.size):
        width = shape.size - level
        rows = [
            "".join(
                "." if (owner := position.owner(number[level, x, y])) is None else str(owner + 1) for x in range(width)
            )
            for y in range(width - 1, -1, -1)
        ]
        levels.append("/".join(rows))
    stage = {PLAY: "play", TAKING: "take", MORE: "more"}[position.stage]
    if position.stage == TAKING:
        stage += f":{shape.labels[position.latest]}"
    return f"{'|'.join(levels)} {position.seat + 1} {stage} {position.turns}"


def parse(text: str, options: Options) -> Draft:
    """Return the draft that a text describes; raise `TextError` with the column of an error."""
    text = text.strip()
    fields = text.split(" ")
    if len(fields) != 4:
        raise localized_error(TextError, "pylos.text.fields")
    pieces = _parse_levels(fields[0], pyramid(int(options["size"])))
    columns = [1 + sum(len(field) + 1 for field in fields[:n]) for n in range(4)]
    if fields[1] not in ("1", "2"):
        raise localized_error(TextError, "pylos.text.seat", columns[1], given=fields[1][:20])
    if not re.fullmatch(r"play|more|take:[0-9a-z]{1,8}", fields[2]):
        raise localized_error(TextError, "pylos.text.stage", columns[2], given=fields[2][:20])
    if fields[2].startswith("take:") and pyramid(int(options["size"])).cell(fields[2][5:]) is None:
        raise localized_error(TextError, "pylos.text.no-cell", columns[2] + 5, cell=fields[2][5:])
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", fields[3]):
        raise localized_error(TextError, "pylos.text.turns", columns[3], given=fields[3][:20])
    return Draft(tuple(pieces), int(fields[1]) - 1, fields[2], {"turns": int(fields[3])})


def _parse_levels(text: str, shape: Pyramid) -> list[Piece]:
    number = {cell: n for n, cell in enumerate(shape.cells)}
    pieces = []
    column = 1
    levels = text.split("|")
    for level, part in enumerate(levels):
        width = shape.size - level
        if width <= 0:
            raise localized_error(TextError, "pylos.text.levels", column, has=len(levels), size=shape.size)
        rows = part.split("/")
        for n, row in enumerate(rows):
            if n >= width:
                raise localized_error(TextError, "pylos.text.rows", column, level=level + 1, has=len(rows), width=width)
            y = width - 1 - n
            where = {"row": y + 1, "level": level + 1, "width": width}
            for x, sign in enumerate(row):
                if x >= width:
                    raise localized_error(TextError, "pylos.text.row", column + x, has=len(row), **where)
                if sign not in ".12":
                    raise localized_error(TextError, "pylos.text.ball", column + x, sign=sign)
                if sign != ".":
                    pieces.append(Piece(0, "ball", int(sign) - 1, number[level, x, y]))
            if len(row) < width:
                raise localized_error(TextError, "pylos.text.row", column + len(row), has=len(row), **where)
            column += len(row) + 1
        if len(rows) < width:
            raise localized_error(TextError, "pylos.text.rows", column - 1, level=level + 1, has=len(rows), width=width)
    if len(levels) < shape.size:
        raise localized_error(TextError, "pylos.text.levels", column - 1, has=len(levels), size=shape.size)
    return pieces


def write_move(position: PylosPosition, move: int) -> str:
    """Return a legal move in notation."""
    labels = position.shape_of_board.labels
    kind = move >> KIND_SHIFT
    if kind in (DONE, KEEP):
        return "="
    if kind == PASS:
        return "pass"
    target = labels[move & CELL]
    if kind == RAISE:
        return f"{labels[move >> FROM_SHIFT & CELL]}>{target}"
    return target if kind == PLACE else f"-{target}"


def read_move(position: PylosPosition, text: str) -> int:
    """Return the legal move that a text means."""
    parts = _parts(position, text)
    if len(parts) != 1:
        raise position.refusal(position.message("read.several", text=text.strip()[:40]))
    return _legal(position, parts[0])


def write_turn(position: PylosPosition, moves: Sequence[int]) -> str:
    """Return the moves of a turn in notation; a final “done” is left out."""
    return "".join(write_move(position, move) for move in moves if move >> KIND_SHIFT not in (DONE, KEEP)) or "="


def read_turn(position: PylosPosition, text: str) -> list[int]:
    """Return the moves of the turn that a text means."""
    walker = cast("PylosPosition", position.copy())
    moves: list[int] = []
    last = False
    for part in _parts(position, text):
        if last:
            raise position.refusal(position.message("read.too-much", part=part))
        moves.append(_legal(walker, part))
        last = walker.turn_over(moves[-1])
        walker.play(moves[-1])
    ends = [move for move in walker.moves() if move >> KIND_SHIFT in (DONE, KEEP)] if not last else []
    if ends:
        moves.append(ends[0])
        last = True
    if not last:
        raise position.refusal(Message("shared.move.unfinished"), walker.prompt())
    return moves


def _parts(position: PylosPosition, text: str) -> list[str]:
    """Return the moves in a text, each as it is written."""
    plain = "".join(text.lower().split()).replace("–", "-").replace("−", "-")
    plain = re.sub("done$", "=", plain)
    match = re.fullmatch(r"pass|([0-9]+[a-z][0-9]+(?:>[0-9]+[a-z][0-9]+)?)?((?:-[0-9]+[a-z][0-9]+)*)(=?)", plain)
    if match is None or not plain:
        raise position.refusal(position.message("read.no-turn", text=text.strip()[:40]))
    if plain == "pass":
        return [plain]
    taken = [f"-{cell}" for cell in match[2].split("-")[1:]]
    return [part for part in (match[1], *taken, match[3]) if part]


def _legal(position: PylosPosition, part: str) -> int:
    """Return the legal move that a part of a turn means."""
    picks = _picks_of(position, part)
    for move in position.moves():
        if position.picks(move) == [picks] and position.write_move(move) == part:
            return move
    if part.startswith("-") and position.stage == PLAY and not position.is_over():
        raise position.refusal(position.message("explain.no-bonus-now"))
    if part[0].isdigit() and position.stage != PLAY:
        raise position.refusal(position.message("explain.bonus-first"))
    raise position.refusal(position.explain(picks))


def _picks_of(position: PylosPosition, part: str) -> Picks:
    if part in ("=", "pass"):
        return ("done" if part == "=" else part,)
    shape = position.shape_of_board
    picks = []
    for label in part.removeprefix("-").split(">"):
        cell = shape.cell(label)
        if cell is None:
            raise position.refusal(no_such_cell(position, label))
        picks.append(cell)
    return tuple(picks)
