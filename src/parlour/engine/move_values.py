"""The explorer: the value of every move of a position, exact where the game or the position is solved.

If a game declares that its options can be solved (`Game.exact`), every move has its exact value. Otherwise
a search over all moves proves wins, losses and draws as far as its time allows.
"""

from __future__ import annotations

import msgspec

from parlour.engine.analysis import analyse
from parlour.engine.coach import expected
from parlour.engine.report import Limits, PrincipalVariation, Report, Stop, stop_after
from parlour.engine.solve.perfect_play import PerfectPlay, perfect_play
from parlour.engine.solve.solvers import OnProgress, SolvedMove
from parlour.games.contract.position import Position

MAX_LINE_MOVES = 8
"""Maximum length of an exact line, in moves; only values that are already known extend it."""


class MoveValue(msgspec.Struct, frozen=True):
    """The value of a legal move for its player: the expected result (1 is a win) and, if proven, the result (1, 0, -1)
    and the number of turns of both sides that a win or a loss takes: at most `turns`, or exactly if `turns_exact`.
    """

    move: int
    worth: float
    result: int | None = None
    turns: int | None = None
    replies: int | None = None
    """If all moves lose: the number of winning replies."""
    turns_exact: bool = False


class MoveValues(msgspec.Struct, frozen=True):
    """The values of the searched moves, best first. `exact`: all of them are proven."""

    moves: tuple[MoveValue, ...]
    exact: bool


def explore(position: Position, limits: Limits, stop: Stop, on_progress: OnProgress | None = None) -> MoveValues:
    """Return the value of every move, as far as the limits allow; call `on_progress` with the progress of solving."""
    solver = perfect_play(position)
    if solver is not None:
        with stop_after(limits.seconds, stop) as timeout:
            found = solver.verdicts(position, stop=timeout, on_progress=on_progress)
        if found is not None:
            return MoveValues(tuple(map(_solved, found)), True)
    report = analyse(position, limits, lines=len(position.moves()), stop=stop)
    values = (_searched(position, line) for line in report.lines)
    moves = tuple(sorted(values, key=lambda value: -value.worth))
    return MoveValues(moves, all(value.result is not None for value in moves))


def _solved(one: SolvedMove) -> MoveValue:
    return MoveValue(one.move, (one.result + 1) / 2, one.result, one.turns, one.replies, one.turns_exact)


def _searched(position: Position, line: PrincipalVariation) -> MoveValue:
    worth = expected(line, position, position.seat)
    return MoveValue(line.moves[0], worth, line.proven, line.turns, turns_exact=line.turns_exact)


def solved_report(
    position: Position, limits: Limits, lines: int, stop: Stop, on_progress: OnProgress | None = None
) -> Report | None:
    """Return the best lines of a solved position; None if it cannot be solved, or not within the limits."""
    solver = perfect_play(position)
    if solver is None:
        return None
    with stop_after(limits.seconds, stop) as timeout:
        found = solver.report(position, stop=timeout, on_progress=on_progress)
    if found is None:
        return None
    best = tuple(_continued(solver, position, line, stop) for line in found.lines[:lines])
    return msgspec.structs.replace(found, lines=best)


def _continued(solver: PerfectPlay, position: Position, line: PrincipalVariation, stop: Stop) -> PrincipalVariation:
    """Return a line that begins with a move: to the end of the turn, and further as far as values are known."""
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
