"""Teaching aids for Pylos: what to highlight in a position, why a turn is good, and traits of playing styles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from parlour.games.contract.display import Mark
from parlour.games.pylos.tables import ANOTHER, CELL, KIND_SHIFT, LINE, PLACE, PLAY, RAISE, SQUARE, TAKE, lines
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.pylos.position import PylosPosition


def aids(position: PylosPosition) -> list[Mark]:
    """Return for both sides the free balls, the balls that can be raised, and the patterns that lack one ball."""
    if position.is_over():
        return []
    found: list[Mark] = []
    for seat in (0, 1):
        for kind, cells in (
            ("free", free_balls(position, seat)),
            ("raise", raisable(position, seat) if position.stage == PLAY else ()),
            ("bonus", gain_cells(position, seat)),
        ):
            if cells:
                found.append(Mark(kind, cells, seat))
        short = one_short(position, seat)
        found += [Mark("short", cells, seat, n, len(short)) for n, cells in enumerate(short, 1)]
    return found


def free_balls(position: PylosPosition, seat: int) -> tuple[int, ...]:
    """Return the balls of a seat on which nothing rests."""
    cells = range(len(position.shape_of_board.cells))
    return tuple(cell for cell in cells if position.owner(cell) == seat and position.is_free(cell))


def raisable(position: PylosPosition, seat: int) -> tuple[int, ...]:
    """Return the balls that a seat could raise if it were to move."""
    shape = position.shape_of_board
    opened = [cell for cell in range(len(shape.cells)) if position.is_open(cell)]

    def climbs(ball: int) -> bool:
        higher = (cell for cell in opened if shape.cells[cell][0] > shape.cells[ball][0])
        return any(ball not in shape.below[cell] for cell in higher)

    return tuple(ball for ball in free_balls(position, seat) if climbs(ball))


def gain_cells(position: PylosPosition, seat: int) -> tuple[int, ...]:
    """Return the open cells on which a seat's ball would complete a square or line."""
    cells = range(len(position.shape_of_board.cells))
    return tuple(cell for cell in cells if position.is_open(cell) and position.completes(seat, cell))


def one_short(position: PylosPosition, seat: int) -> list[tuple[int, ...]]:
    """Return the balls of each square and line of a seat that lacks one ball only, on an open cell."""
    found = []
    for pattern in all_patterns(position):
        own = tuple(cell for cell in pattern if position.owner(cell) == seat)
        missing = [cell for cell in pattern if cell not in own]
        if len(missing) == 1 and position.is_open(missing[0]):
            found.append(own)
    return found


def all_patterns(position: PylosPosition) -> list[tuple[int, ...]]:
    """Return the squares and lines that count in this game."""
    shape, line = position.shape_of_board, str(position.options["line"])
    squares = [cells for cells in shape.below if cells] if position.options["square"] else []
    return squares + ([] if line == "off" else list(lines(shape.size, line)))


# ---- Why a turn is good --------------------------------------------------------------------------------------------


def turn_reasons(position: PylosPosition, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
    """Return the reasons for a turn or the rest of one: its effects, and what the line after it achieves."""
    if not moves:
        return []
    me = position.seat
    walker = cast("PylosPosition", position.copy())
    found: list[Message] = []
    taken = 0
    for move in moves:
        kind = move >> KIND_SHIFT
        if kind in (PLACE, RAISE):
            made = walker.completes(me, move & CELL)
            found += [walker.message(key) for key in _merits(walker, move, made)]
        taken += kind in (TAKE, ANOTHER)
        walker.play(move)
    if taken:
        found.append(position.message("turn-reason.takes", n=taken))
    outcome = walker.outcome()
    if outcome is not None:
        if outcome.results[me] == 1:
            found.append(position.message(f"turn-reason.{outcome.reason}", other_seat=1 - me))
        return found
    if moves[0] >> KIND_SHIFT in (PLACE, RAISE):
        found += _changes(position, walker)
    if _has_later_bonus(walker, me, line[len(moves) :]):
        found.append(position.message("turn-reason.later"))
    return found


def _merits(position: PylosPosition, move: int, made: int) -> list[str]:
    """Return what placing or raising a ball achieves."""
    keys = []
    if made & SQUARE:
        keys.append("turn-reason.square")
    if made & LINE:
        keys.append("turn-reason.line")
    if move >> KIND_SHIFT == RAISE:
        keys.append("turn-reason.raises")
    elif not made and len(position.shape_of_board.above[move & CELL]) == 4:
        keys.append("turn-reason.centre")
    return keys


def _changes(before: PylosPosition, after: PylosPosition) -> list[Message]:
    """Return the opponent's blocked patterns and newly held balls, and the mover's new threats."""
    me, you = before.seat, 1 - before.seat
    labels = before.shape_of_board.labels
    found = []
    dangers, left = set(gain_cells(before, you)), set(gain_cells(after, you))
    if stopped := dangers - left:
        names = ", ".join(labels[cell] for cell in sorted(stopped))
        found.append(before.message("turn-reason.blocks", sites=names, n=len(stopped), other_seat=you))
    if fresh := set(gain_cells(after, me)) - set(gain_cells(before, me)):
        names = ", ".join(labels[cell] for cell in sorted(fresh))
        found.append(before.message("turn-reason.threatens", sites=names, n=len(fresh)))
    held = set(free_balls(before, you)) - set(free_balls(after, you))
    if held:
        found.append(before.message("turn-reason.holds", n=len(held), other_seat=you))
    return found


def _has_later_bonus(position: PylosPosition, seat: int, line: Sequence[int]) -> bool:
    """Return whether a seat takes balls back in the line that follows."""
    walker = cast("PylosPosition", position.copy())
    for move in line:
        if walker.seat == seat and move >> KIND_SHIFT in (TAKE, ANOTHER):
            return True
        walker.play(move)
    return False


# ---- Traits --------------------------------------------------------------------------------------------------------


def climbing(position: PylosPosition, seat: int) -> float:
    """Return the balls that a seat has kept and can raise instead of spending one."""
    return float(len(raisable(position, seat)))


def building(position: PylosPosition, seat: int) -> float:
    """Return the squares with two or three balls of a seat and none of the other."""
    return float(sum(own in (2, 3) and theirs == 0 for own, theirs in _squares(position, seat)))


def blocking(position: PylosPosition, seat: int) -> float:
    """Return the squares in which a seat's only ball stops two or three of the other."""
    return float(sum(own == 1 and theirs in (2, 3) for own, theirs in _squares(position, seat)))


def _squares(position: PylosPosition, seat: int) -> list[tuple[int, int]]:
    """Return for every square the number of balls of a seat and of its opponent."""
    owners = [[position.owner(cell) for cell in cells] for cells in position.shape_of_board.below if cells]
    return [(held.count(seat), held.count(1 - seat)) for held in owners]


TRAITS: Mapping[str, Callable[[PylosPosition, int], float]] = {
    "climbing": climbing,
    "building": building,
    "blocking": blocking,
}
