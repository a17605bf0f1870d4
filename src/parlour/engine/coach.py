"""The coach: checks a turn before it is played, and every move for whether it decides the game at once.

It warns without telling what to play: a warning comes with the refuting reply, never with the better turn.
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
"""Limits of the search after each move that checks whether it decides the game at once."""

Verdict = Literal["wins", "loses", "safe"]


class TurnCheck(msgspec.Struct, frozen=True):
    """The coach's verdict on a turn: whether to warn, whether it loses by force, and the refuting reply.

    `before` and `after` are the results that the mover could expect. The reply is a line of the position after the
    turn; there is none where the turn itself ends the game.
    """

    again: bool
    loses: bool
    before: float
    after: float
    reply: PrincipalVariation | None


def check_turn(position: Position, moves: Sequence[int], limits: Limits, stop: Stop | None = None) -> TurnCheck:
    """Return the coach's verdict on some moves; the limits hold for all searches together.

    The turn is compared with the best one, both looked at from where they lead to: so what lies as deep behind either
    of them is seen behind both.
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
    # Also who is lost in the end should not lose at once.
    again = other.worth - turn.worth >= BLUNDER_LOSS or (turn.at_once and not other.at_once)
    return TurnCheck(again, turn.loses, other.worth, turn.worth, turn.reply)


class _Ahead(NamedTuple):
    """What lies behind some moves: the result their player can expect, whether it is a forced loss, and whether that
    comes before the player's next turn; and the line of whoever is next."""

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
    """The result that a seat can expect from a line of a position, 0 to 1."""
    if len(line.results) > 2:
        return line.results[seat]
    odds = line_odds(line, position.game)
    worth = odds.win + odds.draw / 2
    return worth if position.seat == seat else 1 - worth


def verdicts(position: Position, seconds: float, stop: Stop | None = None) -> dict[int, Verdict]:
    """For every legal move whether it decides the game at once, as far as the time reaches.

    A move loses if it ends the game so, or if the next seat can then win in its turn; with more than two seats only
    what ends the game is looked at.
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
    """Whether the seat to move ends the game with these moves before another seat is to move."""
    walker = position.copy()
    for move in moves:
        if walker.seat != position.seat:
            return False
        walker.play(move)
    return bool(walker.is_over())
