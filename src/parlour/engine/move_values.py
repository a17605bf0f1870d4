"""The explorer: what every move of a position is worth, exactly where the game or the position is solved.

Where a game declares that its options can be solved (`Game.exact`), every move has its value and its distance.
Elsewhere a search over all moves proves what it can in the time it has: wins, losses and draws that rest on no
evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Timer
from typing import TypeVar

import msgspec

from parlour.engine.analysis import analyse
from parlour.engine.coach import expected
from parlour.engine.report import Limits, PrincipalVariation, Report, Stop
from parlour.engine.solve.perfect_play import PerfectPlay, perfect_play
from parlour.engine.solve.solvers import SolveProgress
from parlour.games.contract.position import Position

T = TypeVar("T")

MAX_LINE_MOVES = 8
"""So many moves an exact line is shown ahead, as far as they are known without more work."""


class MoveValue(msgspec.Struct, frozen=True):
    """What a legal move is worth to its player: the expected result (1 is a win), and where it is proven the result
    (1, 0, -1) and in how many turns of both sides the game is over then."""

    move: int
    worth: float
    result: int | None = None
    turns: int | None = None
    replies: int | None = None
    """Where all moves lose: how many replies win."""


class MoveValues(msgspec.Struct, frozen=True):
    """The moves that were looked at, the best first. `exact`: all of them are proven."""

    moves: tuple[MoveValue, ...]
    exact: bool


Tell = Callable[[SolveProgress], None]


def explore(position: Position, limits: Limits, stop: Stop, tell: Tell | None = None) -> MoveValues:
    """What every move is worth, as far as the limits allow; `tell` hears how far solving is."""
    solver = perfect_play(position)
    if solver is not None:
        found = _in_time(limits, stop, lambda until: solver.verdicts(position, stop=until, on_progress=tell))
        if found is not None:
            values = (MoveValue(one.move, (one.result + 1) / 2, one.result, one.turns, one.replies) for one in found)
            return MoveValues(tuple(values), True)
    report = analyse(position, limits, lines=len(position.moves()), stop=stop)
    values = (_searched(position, line) for line in report.lines)
    moves = tuple(sorted(values, key=lambda value: -value.worth))
    return MoveValues(moves, all(value.result is not None for value in moves))


def _searched(position: Position, line: PrincipalVariation) -> MoveValue:
    return MoveValue(line.moves[0], expected(line, position, position.seat), line.proven, line.turns)


def solved_report(
    position: Position, limits: Limits, lines: int, stop: Stop, tell: Tell | None = None
) -> Report | None:
    """The best lines of a position that can be solved; None if it cannot be, or not within the limits."""
    solver = perfect_play(position)
    if solver is None:
        return None
    found = _in_time(limits, stop, lambda until: solver.report(position, stop=until, on_progress=tell))
    if found is None:
        return None
    best = tuple(_continued(solver, position, line, stop) for line in found.lines[:lines])
    return msgspec.structs.replace(found, lines=best)


def _continued(solver: PerfectPlay, position: Position, line: PrincipalVariation, stop: Stop) -> PrincipalVariation:
    """A line that begins with a move: to the end of the turn, and on as far as it is known."""
    walker, moves, whole = position.copy(), list(line.moves), False
    for move in moves:
        walker.play(move)
    while not walker.is_over() and not stop.is_set():
        whole = whole or walker.seat != position.seat
        if whole and (len(moves) >= MAX_LINE_MOVES or not solver.is_ready(walker)):
            break
        best = solver.best(walker, stop=stop)
        if best is None:
            break
        moves.append(best[0].move)
        walker.play(moves[-1])
    return msgspec.structs.replace(line, moves=tuple(moves))


def _in_time(limits: Limits, stop: Stop, ask: Callable[[Stop], T]) -> T:
    """Asks something that only a stop ends; the limit of time sets one."""
    until = Stop(cause=stop)
    if limits.seconds is None:
        return ask(until)
    timer = Timer(limits.seconds, until.set)
    timer.daemon = True
    timer.start()
    try:
        return ask(until)
    finally:
        timer.cancel()
