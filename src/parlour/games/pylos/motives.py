"""Why a turn of Pylos is good, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from parlour.games.pylos.sight import free_balls, gain_cells
from parlour.games.pylos.tables import ANOTHER, CELL, KIND_SHIFT, LINE, PLACE, RAISE, SQUARE, TAKE
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.pylos.position import PylosPosition


def motives(position: PylosPosition, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
    """What a turn, or the rest of one, does for the seat to move, and what the line after it brings."""
    me = position.seat
    walker = cast("PylosPosition", position.copy())
    found: list[Message] = []
    taken = 0
    for move in moves:
        kind = move >> KIND_SHIFT
        if kind in (PLACE, RAISE):
            made = walker.completes(me, move & CELL)
            found += [walker.word(key) for key in _merits(walker, move, made)]
        taken += kind in (TAKE, ANOTHER)
        walker.play(move)
    if taken:
        found.append(position.word("motive.takes", n=taken))
    outcome = walker.outcome()
    if outcome is not None:
        if outcome.results[me] == 1:
            found.append(position.word(f"motive.{outcome.reason}", other_seat=1 - me))
        return found
    if moves[0] >> KIND_SHIFT in (PLACE, RAISE):
        found += _changes(position, walker)
    if _has_later_bonus(walker, me, line[len(moves) :]):
        found.append(position.word("motive.later"))
    return found


def _merits(position: PylosPosition, move: int, made: int) -> list[str]:
    """What a ball that is placed or raised does by itself."""
    keys = []
    if made & SQUARE:
        keys.append("motive.square")
    if made & LINE:
        keys.append("motive.line")
    if move >> KIND_SHIFT == RAISE:
        keys.append("motive.raises")
    elif not made and len(position.shape_of_board.above[move & CELL]) == 4:
        keys.append("motive.centre")
    return keys


def _changes(before: PylosPosition, after: PylosPosition) -> list[Message]:
    """What the other side could have completed and now cannot, what one can complete next oneself, and the balls of
    the other side that are held down."""
    me, you = before.seat, 1 - before.seat
    labels = before.shape_of_board.labels
    found = []
    dangers, left = set(gain_cells(before, you)), set(gain_cells(after, you))
    if stopped := dangers - left:
        names = ", ".join(labels[cell] for cell in sorted(stopped))
        found.append(before.word("motive.blocks", sites=names, n=len(stopped), other_seat=you))
    if fresh := set(gain_cells(after, me)) - set(gain_cells(before, me)):
        names = ", ".join(labels[cell] for cell in sorted(fresh))
        found.append(before.word("motive.threatens", sites=names, n=len(fresh)))
    held = set(free_balls(before, you)) - set(free_balls(after, you))
    if held:
        found.append(before.word("motive.holds", n=len(held), other_seat=you))
    return found


def _has_later_bonus(position: PylosPosition, seat: int, line: Sequence[int]) -> bool:
    """Whether a seat takes balls back in the line that follows."""
    walker = cast("PylosPosition", position.copy())
    for move in line:
        if walker.seat == seat and move >> KIND_SHIFT in (TAKE, ANOTHER):
            return True
        walker.play(move)
    return False
