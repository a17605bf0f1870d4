"""Whole games, analysed: position by position through the workers, so that nobody waits for a long game to end."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from parlour.engine.analysis import line_odds, score_text, search_for
from parlour.engine.coach import expected
from parlour.engine.report import Limits, PrincipalVariation, Stop
from parlour.engine.review import Fault, PositionReview, TurnJudgement, accuracy, judge_turn, review_position
from parlour.games.contract.position import Position
from parlour.match.match import Match
from parlour.server.engine.review_messages import (
    EvaluationView,
    GameReviewView,
    LineView,
    ReviewedSeatView,
    ReviewedTurnView,
)
from parlour.server.games.views import effects_of, first_turn, read_moves, turns, written, written_turns
from parlour.server.localizer import Speech
from parlour.server.matches.views import speech_of, turn_starts
from parlour.server.messages import SentenceView
from parlour.server.services import Parts
from parlour.store import StoredAnalysis

Step = Callable[[int, int, PositionReview], None]
"""Told how many positions are done, how many there are, and how the last one stands."""


def boards_of(match: Match) -> list[Position]:
    """The positions before every turn, and the last one."""
    walker = match.position.copy()
    moves = list(walker.played)
    while walker.played:
        walker.undo()
    walker.pieces()
    starts, found = {0, *turn_starts(match), len(moves)}, []
    for ply in range(len(moves) + 1):
        if ply in starts:
            found.append(walker.copy())
        if ply < len(moves):
            walker.play(moves[ply])
    return found


async def review_match(
    parts: Parts,
    owner: str,
    match: Match,
    seconds: float,
    stop: Stop,
    on_step: Step,
    on_wait: Callable[[int], None] | None = None,
) -> tuple[PositionReview, ...] | None:
    """How a game stood before every turn; None if it was stopped.

    It is looked at from its end, with one memory: so what decides the game later is known where it could still be
    helped. Every position stands in line by itself.
    """
    boards = boards_of(match)
    memory, limits = search_for(boards[0]), Limits(seconds=seconds)
    found: list[PositionReview] = []
    for position in reversed(boards):

        def work(position: Position = position) -> PositionReview:
            return review_position(position, limits, memory, stop)

        found.append(await parts.workers.run(owner, work, study=True, on_wait=on_wait))
        if stop.is_set():
            return None
        on_step(len(found), len(boards), found[-1])
    return tuple(reversed(found))


# ---- Views -----------------------------------------------------------------------------------------------------------


def line_view(position: Position, line: PrincipalVariation, language: str) -> LineView:
    """A line in notation; what its first turn visibly does."""
    first = first_turn(position, line.moves)
    return LineView(
        turns=written_turns(position, line.moves),
        moves=written(position, line.moves),
        score=score_text(position, line, language),
        odds=line_odds(line, position.game),
        proven=line.proven,
        effects=effects_of(position, first),
        results=tuple(expected(line, position, seat) for seat in range(len(position.game.sides(position.options)))),
    )


def standing_view(position: Position, standing: PositionReview, language: str) -> EvaluationView:
    """How a position stands, with its best line."""
    line = None
    if standing.moves:
        moves = tuple(read_moves(position, standing.moves))
        known = standing.line()
        line = line_view(
            position,
            PrincipalVariation(moves, known.score, known.proven, None, known.turns, 0, known.results),
            language,
        )
    return EvaluationView(standing.ply, standing.seat, standing.results, standing.depth, line)


def analysis_view(id: str, match: Match, found: StoredAnalysis, language: str) -> GameReviewView:
    """The whole analysis of a game, in words."""
    boards, speech = boards_of(match), speech_of(match, language)
    standings = tuple(
        standing_view(position, standing, language) for position, standing in zip(boards, found.standings, strict=True)
    )
    reviews: list[ReviewedTurnView] = []
    losses: list[list[float]] = [[] for _ in match.players]
    for n, (seat, text, count, _) in enumerate(turns(match.position)):
        before, after = found.standings[n], found.standings[n + 1]
        played = written(boards[n], match.position.played[before.ply : before.ply + count])
        judged, forced = judge_turn(before, after, played), before.choices == 1 and count == 1
        if not forced:
            losses[seat].append(judged.loss)
        better = _better(boards[n], before) if judged.fault else []
        reviews.append(
            ReviewedTurnView(
                first=before.ply,
                ply=before.ply + count,
                seat=seat,
                text=text,
                loss=round(judged.loss, 4),
                best=judged.best,
                forced=forced,
                fault=judged.fault,
                says=_says(judged, before, after, standings[n], standings[n + 1], forced, speech),
                reasons=tuple(speech.say(reason) for reason in boards[n].motives(better, better)) if better else (),
            )
        )
    seats = tuple(
        ReviewedSeatView(accuracy(losses[seat]), {fault: _count(reviews, seat, fault) for fault in get_args(Fault)})
        for seat in range(len(match.players))
    )
    return GameReviewView(id, found.effort, found.created, standings, tuple(reviews), seats)


def _count(reviews: list[ReviewedTurnView], seat: int, fault: Fault) -> int:
    return sum(review.seat == seat and review.fault == fault for review in reviews)


def _better(position: Position, before: PositionReview) -> list[int]:
    return first_turn(position, read_moves(position, before.moves))


def _says(
    judged: TurnJudgement,
    before: PositionReview,
    after: PositionReview,
    then: EvaluationView,
    now: EvaluationView,
    forced: bool,
    speech: Speech,
) -> SentenceView:
    """What a turn was, in a sentence, and what would have been better."""
    if judged.fault is None:
        return speech.tell("review.forced" if forced else "review.best" if judged.best else "review.fine")
    assert then.line is not None
    better, fault = then.line.turns[0], speech.tell(f"review.fault.{judged.fault}").text
    if before.proven == 1:
        return speech.tell("review.missed", fault=fault, better=better)
    if after.results[before.seat] == 0 and (after.proven is not None or now.line is None):
        if now.line is not None and after.seat != before.seat:
            return speech.tell("review.refuted", fault=fault, better=better, reply=now.line.turns[0])
        return speech.tell("review.loses", fault=fault, better=better)
    return speech.tell("review.better", fault=fault, better=better)
