"""Review of a whole game: the evaluation before every turn, which turns lost something, how well each seat played.

    reviews = [review_position(position, limits, memory, stop) for position in …]     # best from last to first
    judgement = judge_turn(before, after, played)
    accuracy([judgement.loss for …])

Everything is measured in expected results: a win is 1, a draw 0.5, a loss 0, so the same thresholds fit every game. A
turn is compared with the best turn found, both evaluated at the position they lead to; the best turn found loses
nothing, even if the scores of the two searches differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.engine.analysis import Search, analyse
from parlour.engine.coach import BLUNDER_LOSS, expected
from parlour.engine.move_values import solved_report
from parlour.engine.report import WIN, Limits, PrincipalVariation, Stop
from parlour.games.contract.position import Position

INACCURACY = 0.07
MISTAKE = 0.15
BLUNDER = BLUNDER_LOSS
"""Loss of expected result from which a turn is an inaccuracy, a mistake, a blunder."""

Fault = Literal["inaccuracy", "mistake", "blunder"]


class PositionReview(msgspec.Struct, frozen=True):
    """The evaluation before a turn: the expected result of every seat, and the best line found, in notation.

    A finished game has no line. `choices` is the number of legal moves. `turns` is an upper bound unless `turns_exact`.
    """

    ply: int
    seat: int
    results: tuple[float, ...]
    moves: tuple[str, ...] = ()
    score: int = 0
    proven: int | None = None
    turns: int | None = None
    depth: int = 0
    choices: int = 0
    turns_exact: bool = False

    def line(self, moves: tuple[int, ...]) -> PrincipalVariation:
        """Return the best line, given its moves as numbers."""
        # In reviews stored by earlier versions `turns` may be less than the bound; the score contains the distance.
        distance = WIN - abs(self.score) if self.proven else 0
        turns = self.turns if self.turns_exact else distance or None
        return PrincipalVariation(
            moves, self.score, self.proven, None, turns, 0, self.results, turns_exact=self.turns_exact
        )


class TurnJudgement(msgspec.Struct, frozen=True):
    """The loss of expected result by a turn, for its player, and the kind of error, if it is one."""

    loss: float
    best: bool
    """Whether it is the best turn found."""
    fault: Fault | None = None


def review_position(
    position: Position, limits: Limits, memory: Search | None = None, stop: Stop | None = None
) -> PositionReview:
    """Return the evaluation of a position within the limits; exact where it can be solved within them."""
    ply, seats = len(position.played), range(len(position.game.sides(position.options)))
    outcome = position.outcome()
    if outcome is not None:
        return PositionReview(ply, position.seat, outcome.results)
    stop = stop or Stop()
    report = solved_report(position, limits, 1, stop) or analyse(position, limits, 1, stop, memory=memory)
    best = report.lines[0]
    walker, written = position.copy(), []
    for move in best.moves:
        written.append(walker.write_move(move))
        walker.play(move)
    return PositionReview(
        ply,
        position.seat,
        tuple(round(expected(best, position, seat), 4) for seat in seats),
        tuple(written),
        best.score,
        best.proven,
        best.turns,
        report.depth,
        len(position.moves()),
        best.turns_exact,
    )


def judge_turn(before: PositionReview, after: PositionReview, played: Sequence[str]) -> TurnJudgement:
    """Judge a turn by the evaluations before and after it."""
    best = tuple(played) == before.moves[: len(played)]
    loss = 0.0 if best else max(0.0, before.results[before.seat] - after.results[before.seat])
    return TurnJudgement(loss, best, _fault(loss))


def _fault(loss: float) -> Fault | None:
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    return "inaccuracy" if loss >= INACCURACY else None


def turn_accuracy(loss: float) -> float:
    """Return the accuracy of a turn, from 0 to 100.

    >>> turn_accuracy(0), round(turn_accuracy(0.1)), round(turn_accuracy(0.3)), turn_accuracy(1)
    (100.0, 64, 25, 0.0)
    """
    return min(100.0, max(0.0, 103.2 * math.exp(-4.35 * loss) - 3.2))


def accuracy(losses: Sequence[float]) -> float | None:
    """Return the accuracy of a player from the losses of the turns in which they had a choice; None for none."""
    return sum(map(turn_accuracy, losses)) / len(losses) if losses else None
