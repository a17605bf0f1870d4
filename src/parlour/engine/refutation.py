"""Find the reply that refutes a wrong puzzle turn; proven whenever the solution is."""

from __future__ import annotations

import msgspec

from parlour.engine.hint import hint
from parlour.engine.puzzles import turns_of
from parlour.engine.report import Limits, Stop
from parlour.engine.solve.forced_wins import ForcedWinSearch
from parlour.games.contract.position import Position
from parlour.games.learning.puzzles import Goal, played

REPLY_LIMITS = Limits(nodes=40_000)
"""Limits of the search for the reply."""
MAX_PROOF_VISITS = 200_000
"""Node limit of one query for a forced win; beyond it the reply remains unproven."""


class Refutation(msgspec.Struct, frozen=True):
    """The reply that refutes a wrong turn. `wins`: it wins by force, in at most `turns` turns of both sides if known,
    or in exactly that many if `turns_exact`.
    """

    moves: tuple[int, ...]
    wins: bool = False
    turns: int | None = None
    turns_exact: bool = False


def refute(goal: Goal, reached: Position, turns: int, stop: Stop | None = None) -> Refutation | None:
    """Return the reply to a wrong turn, in the position after it; None if the game is over there.

    `turns` is the number of turns the solver had for a win, or the number of the opponent's turns after which the game
    is lost. If `stop` is set meanwhile, the reply need not be the best one.
    """
    if reached.is_over():
        return None
    found = hint(reached, REPLY_LIMITS, stop)
    line = found.report.lines[0]
    if line.proven == 1 or goal == "gain":
        return Refutation(found.moves, line.proven == 1, line.turns, line.turns_exact)
    forced = ForcedWinSearch(reached, memory_mb=4)
    for moves in (found.moves, *(tuple(reached.read_turn(turn)) for turn in turns_of(reached))):
        if stop is not None and stop.is_set():
            break
        replied = played(reached, moves)
        if goal == "save" and _wins(forced, replied, turns - 1, reached.seat, stop):
            return Refutation(moves, True)
        if goal == "win" and _wins(forced, replied, turns - 1, 1 - reached.seat, stop) is False:
            return Refutation(moves)
    return Refutation(found.moves)


def _wins(forced: ForcedWinSearch, position: Position, turns: int, seat: int, stop: Stop | None) -> bool | None:
    """Return whether a seat wins within a number of turns; None if unknown."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.results[seat] == 1
    return forced.wins(position, turns, seat=seat, limit=MAX_PROOF_VISITS, stop=stop)
