"""Text forms of YINSH: positions, moves and turns in the official notation (see docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from parlour.errors import TextError
from parlour.games.contract.display import Piece
from parlour.games.contract.draft import Draft
from parlour.games.contract.options import Options
from parlour.games.yinsh import tables
from parlour.i18n.errors import localized_error

if TYPE_CHECKING:
    from parlour.games.yinsh.position import YinshPosition

SIGNS = {"W": ("ring", 0), "B": ("ring", 1), "w": ("marker", 0), "b": ("marker", 1)}
"""Letters of position texts: kind and owner."""
SEATS = "wb"

_PART = re.compile(r"[\s;]*(?:(pass)|(x)?\s*([a-z]\d+)(?:\s*-\s*([a-z]\d+))?)[\s;]*")


_SHAPE = {"place": (False, 1), "move": (False, 2), "row": (True, 2), "ring": (True, 1)}
"""Whether pieces are removed, and the number of points that are named."""


class Part(NamedTuple):
    """One part of a written turn: a pass, or one or two points, whose pieces may be removed."""

    text: str
    passed: bool
    taken: bool
    points: tuple[int, ...]


def row_text(row: int) -> str:
    """Return a row by its ends.

    >>> row_text(tables.ROW_NUMBER[tables.NAMED["c2"], tables.NAMED["g6"]])
    'c2-g6'
    """
    return f"{tables.LABELS[tables.ROWS[row][0]]}-{tables.LABELS[tables.ROWS[row][-1]]}"


def sign(position: YinshPosition, site: int) -> str:
    """Return the contents of a point as position texts write it."""
    ring, marker = position.ring_on(site), position.marker_on(site)
    return "WB"[ring] if ring is not None else "wb"[marker] if marker is not None else "."


def write_text(position: YinshPosition) -> str:
    """Return the position in one line."""
    lines = ("".join(sign(position, site) for site in tables.ON_LINE[line]) for line in range(len(tables.LETTERS)))
    return f"{'/'.join(lines)} {'wb'[position.seat]} {tables.STAGES[position.stage_now()]}"


def parse(text: str, options: Options) -> Draft:
    """Return the draft that a text describes; raise `TextError` with the column of an error."""
    fields = text.strip().split(" ")
    if len(fields) != 3:
        raise localized_error(TextError, "yinsh.text.fields")
    lines = fields[0].split("/")
    column = 1
    pieces = []
    for n, line in enumerate(lines):
        if n >= len(tables.LETTERS):
            raise localized_error(TextError, "yinsh.text.lines", column, has=len(lines), size=len(tables.LETTERS))
        points = tables.ON_LINE[n]
        wanted: dict[str, str | int] = {"letter": tables.LETTERS[n], "size": len(points), "has": len(line)}
        for k, sign in enumerate(line):
            if k >= len(points):
                raise localized_error(TextError, "yinsh.text.line", column + k, **wanted)
            if sign in SIGNS:
                pieces.append(Piece(0, *SIGNS[sign], points[k]))
            elif sign != ".":
                raise localized_error(TextError, "yinsh.text.piece", column + k, sign=sign)
        if len(line) < len(points):
            raise localized_error(TextError, "yinsh.text.line", column + len(line), **wanted)
        column += len(line) + 1
    if len(lines) < len(tables.LETTERS):
        raise localized_error(TextError, "yinsh.text.lines", column - 1, has=len(lines), size=len(tables.LETTERS))
    if fields[1] not in ("w", "b"):
        raise localized_error(TextError, "yinsh.text.seat", column, given=fields[1][:20])
    if fields[2] not in tables.STAGES:
        raise localized_error(
            TextError, "yinsh.text.stage", column + 2, given=fields[2][:20], stages=", ".join(tables.STAGES)
        )
    return Draft(tuple(pieces), SEATS.index(fields[1]), fields[2])


def write_move(position: YinshPosition, move: int) -> str:
    """Return a move in official notation."""
    kind, site = move >> tables.KIND_SHIFT, move & tables.SITE_MASK
    if kind == tables.PASS:
        return "pass"
    if kind == tables.MOVE:
        return f"{tables.LABELS[site]}-{tables.LABELS[move >> tables.TARGET_SHIFT & tables.SITE_MASK]}"
    if kind == tables.TAKE_ROW:
        return f"x{row_text(site)}"
    return f"x{tables.LABELS[site]}" if kind == tables.TAKE_RING else tables.LABELS[site]


def write_turn(position: YinshPosition, moves: Sequence[int]) -> str:
    """Return a turn in official notation: a row and its ring are one part; semicolons separate the parts."""
    text = ""
    last = None
    for move in moves:
        joined = last is None or (last == tables.TAKE_ROW and move >> tables.KIND_SHIFT == tables.TAKE_RING)
        text += ("" if joined else ";") + write_move(position, move)
        last = move >> tables.KIND_SHIFT
    return text


def read_move(position: YinshPosition, text: str) -> int:
    """Return the legal move that a text means."""
    parts = _parts(position, text)
    if len(parts) > 1:
        raise position.refusal(position.message("refuse.several", text=_short(text)))
    return _meant(position, parts[0])


def read_turn(position: YinshPosition, text: str) -> list[int]:
    """Return the moves of the turn that a text means; a row that leaves no choice may be left out."""
    walker = position.copy()
    assert isinstance(walker, type(position))
    moves: list[int] = []
    last = ""
    for part in _parts(position, text):
        if last:
            raise walker.refusal(walker.message("refuse.too-much", text=last))
        found = []
        if part.taken and len(part.points) == 1 and walker.stage_now() in (tables.ROW_BEFORE, tables.ROW_AFTER):
            rows = walker.rows(walker.seat)
            if len(rows) > 1:
                raise walker.refusal(walker.message("refuse.which-row", text=part.text, choices=_choices(rows)))
            found.append(tables.TAKE_ROW << tables.KIND_SHIFT | rows[0])
            walker.play(found[0])
        found.append(_meant(walker, part))
        if walker.turn_over(found[-1]):
            last = part.text
        walker.play(found[-1])
        moves += found
    if not last:
        raise walker.refusal(walker.prompt())
    return moves


def _short(text: str) -> str:
    return text.strip()[:40]


def _choices(rows: list[int]) -> str:
    return ", ".join(f"x{row_text(row)}" for row in rows)


def _parts(position: YinshPosition, text: str) -> list[Part]:
    parts = []
    lower = text.lower()
    at = 0
    while at < len(lower):
        match = _PART.match(lower, at)
        if match is None:
            break
        points = []
        for label in filter(None, match.group(3, 4)):
            if label not in tables.NAMED:
                raise position.refusal(position.message("refuse.no-point", point=label[:10]))
            points.append(tables.NAMED[label])
        parts.append(Part(match[0].strip(" ;"), bool(match[1]), bool(match[2]), tuple(points)))
        at = match.end()
    if at < len(lower) or not parts:
        raise position.refusal(position.message("refuse.no-notation", text=_short(text)))
    return parts


def _meant(position: YinshPosition, part: Part) -> int:
    """Return the legal move that a part means; raise `IllegalMove` with the reason if there is none."""
    if position.is_over():
        raise position.refusal(position.explain(()))
    stage = position.stage_now()
    if part.passed:
        if position.automatic() is None:
            raise position.refusal(position.explain(("pass",)))
        return tables.PASS << tables.KIND_SHIFT
    if position.automatic() is not None:
        raise position.refusal(position.explain(part.points))
    rows = position.rows(position.seat) if stage in (tables.ROW_BEFORE, tables.ROW_AFTER) else []
    key = "place" if stage == tables.PLACING else "move" if stage == tables.MOVING else "row" if rows else "ring"
    if (part.taken, len(part.points)) != _SHAPE[key]:
        raise position.refusal(position.message(f"refuse.misfit-{key}", text=part.text, choices=_choices(rows)))
    if rows:
        first, last = sorted(part.points)
        row = tables.ROW_NUMBER.get((first, last))
        if row is None or row not in rows:
            ends = {"first": tables.LABELS[first], "last": tables.LABELS[last]}
            raise position.refusal(
                position.message("refuse.no-row", seat=position.seat, choices=_choices(rows), **ends)
            )
        return tables.TAKE_ROW << tables.KIND_SHIFT | row
    if stage == tables.MOVING:
        for move in position.moves():
            if (move & tables.SITE_MASK, move >> tables.TARGET_SHIFT & tables.SITE_MASK) == part.points:
                return move
        raise position.refusal(position.explain(part.points))
    move = (tables.PLACE if stage == tables.PLACING else tables.TAKE_RING) << tables.KIND_SHIFT | part.points[0]
    if not position.is_legal(move):
        raise position.refusal(position.explain(part.points))
    return move
