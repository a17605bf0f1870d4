"""The coach: checks a turn before it is played, and finds moves that decide the game immediately.

A warning shows the refuting reply, but never the better turn.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from parlour.engine.analysis import line_odds, search_for
from parlour.engine.report import Limits, PrincipalVariation, Stop
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.games.contract.position import Position

BLUNDER_LOSS = 0.3
"""Loss of expected result (a win is 1, a draw 0.5) from which a turn is a blunder."""
DECISION_LIMITS = Limits(depth=4, nodes=3000)
"""Limits of the search after each move that checks whether it decides the game immediately."""

Verdict = Literal["wins", "loses", "safe"]


class TurnCheck(msgspec.Struct, frozen=True):
    """The coach's verdict on a turn: whether to warn, whether it loses by force, and the refuting reply.

    `before` and `after` are the expected results of the mover. The reply is a line from the position after the turn;
    None if the turn ends the game.
    """

    again: bool
    loses: bool
    before: float
    after: float
    reply: PrincipalVariation | None


def check_turn(position: Position, moves: Sequence[int], limits: Limits, stop: Stop | None = None) -> TurnCheck:
    """Return the coach's verdict on some moves; the limits apply to all searches together.

    The turn is compared with the best one. Both are searched from the positions they lead to, so that both are
    evaluated at the same depth.
    """
    third = msgspec.structs.replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds / 3,
        nodes=None if limits.nodes is None else limits.nodes // 3,
    )
    best = search_for(position).search(position, third, stop=stop).lines[0]
    turn = _ahead(position, moves, third, stop)
    instead = best.moves[: len(moves)]
    other = turn if tuple(moves) == instead else _ahead(position, instead, third, stop)
    # Warn of an immediate loss even if the position is lost anyway.
    again = other.worth - turn.worth >= BLUNDER_LOSS or (turn.at_once and not other.at_once)
    return TurnCheck(again, turn.loses, other.worth, turn.worth, turn.reply)


class _Ahead(NamedTuple):
    """Evaluation of the position after some moves: the mover's expected result, whether the loss is forced, whether it
    comes before the mover's next turn, and the best line of the next seat.
    """

    worth: float
    loses: bool
    at_once: bool
    reply: PrincipalVariation | None


def _ahead(position: Position, moves: Sequence[int], limits: Limits, stop: Stop | None) -> _Ahead:
    seat, walker = position.seat, position.copy()
    for move in moves:
        walker.play(move)
    outcome = walker.outcome()
    if outcome is not None:
        lost = outcome.results[seat] == 0
        return _Ahead(outcome.results[seat], lost, lost, None)
    line = search_for(walker).search(walker, limits, stop=stop).lines[0]
    worth = expected(line, walker, seat)
    loses = line.proven is not None and worth == 0
    theirs = walker.seat != seat
    return _Ahead(worth, loses, loses and theirs and _is_one_turn(walker, line.moves), line if theirs else None)


def expected(line: PrincipalVariation, position: Position, seat: int) -> float:
    """Return the expected result of a seat, 0 to 1, from a line of a position."""
    if len(line.results) > 2:
        return line.results[seat]
    odds = line_odds(line, position.game)
    worth = odds.win + odds.draw / 2
    return worth if position.seat == seat else 1 - worth


def verdicts(position: Position, seconds: float, stop: Stop | None = None) -> dict[int, Verdict]:
    """Return for the legal moves whether they decide the game immediately; moves not reached in time are missing.

    A move loses if it ends the game with a loss, or if the next seat can then win in its turn. With more than two seats
    only moves that end the game are considered.
    """
    until = time.monotonic() + seconds
    search = AlphaBeta(1)
    found: dict[int, Verdict] = {}
    for move in position.moves():
        if time.monotonic() > until or (stop is not None and stop.is_set()):
            break
        found[move] = _verdict(position, move, search)
    return found


def _verdict(position: Position, move: int, search: AlphaBeta) -> Verdict:
    seat, after = position.seat, position.after(move)
    outcome = after.outcome()
    if outcome is not None:
        return "wins" if outcome.results[seat] == 1 else "loses" if outcome.results[seat] == 0 else "safe"
    if len(position.game.sides(position.options)) > 2:
        return "safe"
    line = search.search(after, DECISION_LIMITS).lines[0]
    if line.proven == 1 and _is_one_turn(after, line.moves):
        return "wins" if after.seat == seat else "loses"
    return "safe"


def _is_one_turn(position: Position, moves: Sequence[int]) -> bool:
    """Return whether the seat to move ends the game with these moves before another seat is to move."""
    walker = position.copy()
    for move in moves:
        if walker.seat != position.seat:
            return False
        walker.play(move)
    return bool(walker.is_over())
