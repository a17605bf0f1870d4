"""Sentences about a Pylos position: what to do now, and why a move is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.contract.display import Picks
from parlour.games.pylos.tables import CELL, FROM_SHIFT, KIND_SHIFT, MORE, PASS, PLAY, RAISE, TAKING
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.pylos.position import PylosPosition


def prompt(position: PylosPosition) -> Message:
    """Return what the seat to move must do now."""
    if position.is_over():
        return Message("shared.over")
    seat = position.seat
    both = position.options["take"] == "two"
    if position.stage == TAKING:
        optional = position.options["take"] == "optional"
        return position.message("prompt.take-two" if both else "prompt.take-optional" if optional else "prompt.take")
    if position.stage == MORE:
        return position.message("prompt.second" if both else "prompt.more")
    kinds = {move >> KIND_SHIFT for move in position.moves()}
    if PASS in kinds:
        return Message("shared.pass", {"seat": seat})
    if not position.in_reserve(seat):
        return position.message("prompt.raise")
    return position.message("prompt.play" if RAISE in kinds else "prompt.place")


def explain(position: PylosPosition, picks: Picks) -> Message:
    """Return why these picks make no move, what is missing to make one, or what the move does."""
    if position.is_over() or not picks:
        return prompt(position)
    for move in position.moves():
        if position.picks(move) == [picks]:
            return position.describe(move)
    cells = range(len(position.shape_of_board.cells))
    if isinstance(picks[0], str):
        return _verb(position, picks[0])
    if not all(isinstance(pick, int) and pick in cells for pick in picks):
        return Message("shared.no-such-site")
    chosen = [int(pick) for pick in picks]
    if position.stage != PLAY:
        return _take(position, chosen)
    if position.automatic() is not None:
        return position.message("explain.must-pass")
    if position.owner(chosen[0]) is None:
        return _place(position, chosen)
    return _raise(position, chosen)


def no_such_cell(position: PylosPosition, label: str) -> Message:
    """Return why a label names no cell of this board."""
    size = position.shape_of_board.size
    level = int(label[0]) if label[:1].isdigit() else 0
    if 1 <= level <= size and label[1:2].isalpha():
        return position.message("explain.no-cell", site=label[:12], level=level, width=size - level + 1)
    return position.message("explain.no-level", site=label[:12], most=size)


def missing_below(position: PylosPosition, cell: int) -> list[int]:
    """Return the empty cells on which a ball on this cell would have to rest."""
    return [below for below in position.shape_of_board.below[cell] if position.owner(below) is None]


# ---- One kind of click each ----------------------------------------------------------------------------------------


def _verb(position: PylosPosition, verb: str) -> Message:
    if verb == "pass":
        return position.message("explain.no-pass")
    if verb != "done":
        return Message("shared.no-such-site")
    if position.stage == PLAY:
        return position.message("explain.nothing-to-end")
    return position.message("explain.take-first" if position.stage == TAKING else "explain.take-second")


def _take(position: PylosPosition, chosen: list[int]) -> Message:
    labels = position.shape_of_board.labels
    cell = chosen[0]
    owner = position.owner(cell)
    if owner is None:
        return position.message("explain.take-empty", site=labels[cell])
    if owner != position.seat:
        return position.message("explain.take-theirs", site=labels[cell], owner_seat=owner)
    if carried := _carried(position, cell):
        return _carrying(position, "explain.take-carrying", cell, carried)
    return position.message("explain.one-at-a-time")


def _place(position: PylosPosition, chosen: list[int]) -> Message:
    cell = chosen[0]
    if len(chosen) > 1:
        return position.message("explain.raise-empty", site=position.shape_of_board.labels[cell])
    if missing_below(position, cell):
        return _unsupported(position, cell)
    label = position.shape_of_board.labels[cell]
    return position.message("explain.reserve-empty", site=label, choices=_raisable(position))


def _raise(position: PylosPosition, chosen: list[int]) -> Message:
    shape = position.shape_of_board
    labels = shape.labels
    start = chosen[0]
    owner = position.owner(start)
    if owner != position.seat:
        return position.message("explain.theirs", site=labels[start], owner_seat=owner)
    if carried := _carried(position, start):
        return _carrying(position, "explain.carrying", start, carried)
    if len(chosen) == 1:
        targets = [
            labels[move & CELL]
            for move in position.moves()
            if move >> KIND_SHIFT == RAISE and move >> FROM_SHIFT & CELL == start
        ]
        if targets:
            return position.message("explain.choose-target", choices=", ".join(targets), **{"from": labels[start]})
        return position.message("explain.nothing-higher", **{"from": labels[start]})
    if len(chosen) > 2:
        return position.message("explain.raise-is-two")
    target = chosen[1]
    ends: dict[str, str | int] = {"from": labels[start], "to": labels[target]}
    if target == start:
        return position.message("explain.same", **ends)
    if position.owner(target) is not None:
        return position.message("explain.occupied", **ends)
    if shape.cells[target][0] <= shape.cells[start][0]:
        return position.message("explain.not-higher", **ends)
    if missing_below(position, target):
        return _unsupported(position, target)
    return position.message("explain.own-support", **ends)


# ---- Parts of sentences --------------------------------------------------------------------------------------------


def _carried(position: PylosPosition, cell: int) -> list[int]:
    return [above for above in position.shape_of_board.above[cell] if position.owner(above) is not None]


def _carrying(position: PylosPosition, key: str, cell: int, carried: list[int]) -> Message:
    labels = position.shape_of_board.labels
    names = ", ".join(labels[above] for above in carried)
    return position.message(key, site=labels[cell], carried=names, n=len(carried))


def _unsupported(position: PylosPosition, cell: int) -> Message:
    labels = position.shape_of_board.labels
    missing = missing_below(position, cell)
    names = ", ".join(labels[below] for below in missing)
    return position.message("explain.unsupported", site=labels[cell], below=names, n=len(missing))


def _raisable(position: PylosPosition) -> str:
    labels = position.shape_of_board.labels
    balls = {move >> FROM_SHIFT & CELL for move in position.moves() if move >> KIND_SHIFT == RAISE}
    return ", ".join(labels[ball] for ball in sorted(balls))
