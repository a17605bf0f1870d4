"""How people write YINSH: points, ring moves, rows, rings and whole turns; the table stands in docs/positions.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from parlour.errors import IllegalMove
from parlour.games.yinsh.tables import (
    KIND,
    LABELS,
    MASK,
    MOVE,
    MOVING,
    NAMED,
    PASS,
    PLACE,
    PLACING,
    ROW_AFTER,
    ROW_BEFORE,
    ROW_NUMBER,
    ROWS,
    TAKE_RING,
    TAKE_ROW,
    TO,
)

if TYPE_CHECKING:
    from parlour.games.yinsh.position import YinshPosition

_PART = re.compile(r"[\s;]*(?:(pass)|(x)?\s*([a-z]\d+)(?:\s*-\s*([a-z]\d+))?)[\s;]*")


class Part(NamedTuple):
    """One part of a written turn: a pass, or one or two points, perhaps taken off."""

    text: str
    passed: bool
    taken: bool
    points: tuple[int, ...]


def row_text(row: int) -> str:
    """A row by its ends.

    >>> row_text(ROW_NUMBER[NAMED["c2"], NAMED["g6"]])
    'c2-g6'
    """
    return f"{LABELS[ROWS[row][0]]}-{LABELS[ROWS[row][-1]]}"


def write_move(move: int) -> str:
    """A move in official notation."""
    kind, site = move >> KIND, move & MASK
    if kind == PASS:
        return "pass"
    if kind == MOVE:
        return f"{LABELS[site]}-{LABELS[move >> TO & MASK]}"
    if kind == TAKE_ROW:
        return f"x{row_text(site)}"
    return f"x{LABELS[site]}" if kind == TAKE_RING else LABELS[site]


def write_turn(moves: Sequence[int]) -> str:
    """A turn in official notation: a row and its ring are one part, parts are separated by semicolons."""
    text = ""
    last = None
    for move in moves:
        joined = last is None or (last == TAKE_ROW and move >> KIND == TAKE_RING)
        text += ("" if joined else ";") + write_move(move)
        last = move >> KIND
    return text


def read_move(position: YinshPosition, text: str) -> int:
    """The legal move that a text means."""
    parts = _parts(text)
    if len(parts) > 1:
        raise IllegalMove(f"“{text.strip()[:40]}” is more than one move.")
    return _meant(position, parts[0])


def read_turn(position: YinshPosition, text: str) -> list[int]:
    """The moves of the turn that a text means; a row that leaves no choice may be left out."""
    walker = position.copy()
    assert isinstance(walker, type(position))
    moves: list[int] = []
    last = ""
    for part in _parts(text):
        if last:
            raise IllegalMove(f"The turn ends with “{last}”; what follows it is too much.")
        found = []
        if part.taken and len(part.points) == 1 and walker.stage_now() in (ROW_BEFORE, ROW_AFTER):
            rows = walker.rows(walker.seat)
            if len(rows) > 1:
                choices = ", ".join(f"x{row_text(row)}" for row in rows)
                raise IllegalMove(f"Say which row is removed before “{part.text}”: {choices}.")
            found.append(TAKE_ROW << KIND | rows[0])
            walker.play(found[0])
        found.append(_meant(walker, part))
        if walker.turn_over(found[-1]):
            last = part.text
        walker.play(found[-1])
        moves += found
    if not last:
        raise IllegalMove(f"The turn is not finished. {walker.game.speak(walker.prompt(), walker.options)}")
    return moves


def _parts(text: str) -> list[Part]:
    parts = []
    lower = text.lower()
    at = 0
    while at < len(lower):
        match = _PART.match(lower, at)
        if match is None:
            break
        points = []
        for label in filter(None, match.group(3, 4)):
            if label not in NAMED:
                raise IllegalMove(f"There is no point {label[:10]} on this board.")
            points.append(NAMED[label])
        parts.append(Part(match[0].strip(" ;"), bool(match[1]), bool(match[2]), tuple(points)))
        at = match.end()
    if at < len(lower) or not parts:
        raise IllegalMove(
            f"“{text.strip()[:40]}” is no move: write e3 to place a ring, h7-g7 to move one, xg5-g9 to remove a row, "
            "xa5 to remove a ring, or pass."
        )
    return parts


def _meant(position: YinshPosition, part: Part) -> int:
    """The legal move that a part means, or the reason why there is none."""

    def refuse(picks: tuple[int | str, ...]) -> IllegalMove:
        return IllegalMove(position.game.speak(position.explain(picks), position.options))

    if position.is_over():
        raise refuse(())
    stage = position.stage_now()
    if part.passed:
        if position.automatic() is None:
            raise refuse(("pass",))
        return PASS << KIND
    if position.automatic() is not None:
        raise refuse(part.points)
    speak = position.game.speak
    wanted = {PLACING: (False, 1), MOVING: (False, 2), ROW_BEFORE: (True, 2), ROW_AFTER: (True, 2)}.get(
        stage, (True, 1)
    )
    if (part.taken, len(part.points)) != wanted:
        raise IllegalMove(f"“{part.text}” does not fit here. {speak(position.prompt(), position.options)}")
    if stage in (ROW_BEFORE, ROW_AFTER):
        first, last = sorted(part.points)
        rows = position.rows(position.seat)
        row = ROW_NUMBER.get((first, last))
        if row not in rows:
            choices = ", ".join(f"x{row_text(row)}" for row in rows)
            name = position.game.sides(position.options)[position.seat].name
            raise IllegalMove(f"{LABELS[first]}-{LABELS[last]} is no row of {name}. There are: {choices}.")
        return TAKE_ROW << KIND | row
    if stage == MOVING:
        for move in position.moves():
            if (move & MASK, move >> TO & MASK) == part.points:
                return move
        raise refuse(part.points)
    move = (PLACE if stage == PLACING else TAKE_RING) << KIND | part.points[0]
    if not position.is_legal(move):
        raise refuse(part.points)
    return move
