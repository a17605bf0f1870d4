"""Teaching aids for Sim: strokes that decide for each seat, and why a stroke is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from parlour.games.contract.display import Mark
from parlour.games.sim.tables import ENDS, ends
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.sim.position import SimPosition


def aids(position: SimPosition) -> list[Mark]:
    """Return the free strokes that would complete a figure: the mover's, then those of the others still in the game."""
    if position.is_over():
        return []
    mine, theirs = ("losing", "their losing") if position.options["goal"] == "avoid" else ("winning", "their winning")
    found = [Mark(mine, ENDS[move], position.seat) for move in position.completes(position.seat)]
    for seat in range(int(position.options["players"])):
        if seat != position.seat and not position.is_out(seat):
            found += [Mark(theirs, ENDS[move], seat) for move in position.completes(seat)]
    return found


def turn_reasons(position: SimPosition, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
    """Return the reasons for a stroke: what it avoids, leaves, forces, completes or blocks."""
    if not moves:
        return []
    move = moves[0]
    return _avoiding(position, move) if position.options["goal"] == "avoid" else _making(position, move)


def _avoiding(position: SimPosition, move: int) -> list[Message]:
    losing = position.completes(position.seat)
    if move in losing:
        return []
    found = []
    safe = len(position.moves()) - len(losing)
    if safe == 1:
        found.append(position.message("turn-reason.last-safe"))
    elif losing:
        found.append(position.message("turn-reason.avoids", n=len(losing)))
    after = cast("SimPosition", position.after(move))
    if after.is_over():
        return found
    follows = after.seat
    left = sorted(set(after.moves()) - set(after.completes(follows)))
    if not left:
        found.append(position.message("turn-reason.no-safe", other_seat=follows))
    elif len(left) == 1:
        found.append(position.message("turn-reason.forces", other_seat=follows, **ends(left[0])))
    else:
        # Strokes that are safe for both sides run out; strokes that only one side can draw are its reserve.
        reserve = set(position.completes(follows)) - set(losing)
        if reserve and move not in reserve:
            found.append(position.message("turn-reason.reserve", other_seat=follows, n=len(reserve)))
    return found


def _making(position: SimPosition, move: int) -> list[Message]:
    if move in position.completes(position.seat):
        return [position.message("turn-reason.completes")]
    found = []
    others = (seat for seat in range(int(position.options["players"])) if seat != position.seat)
    blocked = [seat for seat in others if move in position.completes(seat)]
    found += [position.message("turn-reason.blocks", other_seat=seat) for seat in blocked]
    after = cast("SimPosition", position.after(move))
    fresh = set(after.completes(position.seat)) - set(position.completes(position.seat))
    if fresh and not after.is_over():
        found.append(position.message("turn-reason.threatens", n=len(fresh)))
    return found
