"""Convert search results and game reviews into views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from parlour.engine.analysis import line_odds, score_message, score_text
from parlour.engine.coach import expected
from parlour.engine.move_values import MoveValue
from parlour.engine.report import PrincipalVariation, Report
from parlour.engine.review import Fault, PositionReview, TurnJudgement, accuracy, judge_turn
from parlour.games.contract.defaults import write_moves
from parlour.games.contract.history import at_ply
from parlour.games.contract.position import Position
from parlour.match.match import Match
from parlour.server.engine.messages import AnalysisMessage, MoveValueView
from parlour.server.engine.review_messages import (
    EvaluationView,
    GameReviewView,
    LineView,
    ReviewedSeatView,
    ReviewedTurnView,
)
from parlour.server.games.turn_notation import turns
from parlour.server.games.views import effects_of, first_turn, read_moves, write_turns
from parlour.server.localizer import Localizer, match_localizer, server_text
from parlour.server.messages import SentenceView
from parlour.store import StoredAnalysis
from parlour.store.database.time_slices import Steps


def analysis_message(id: int, position: Position, report: Report, language: str, *, done: bool) -> AnalysisMessage:
    """Return a report of an analysis as a message."""
    return AnalysisMessage(
        id=id,
        seat=position.seat,
        lines=tuple(line_view(position, line, language) for line in report.lines if line.moves),
        depth=report.depth,
        nodes=report.nodes,
        seconds=report.seconds,
        stats=report.stats,
        done=done,
    )


def move_value_view(position: Position, value: MoveValue, index: int, language: str) -> MoveValueView:
    """Return the value of a move with its text: “wins in 3 moves”, or the chances in percent."""
    if value.result is None:
        says = server_text("review.chances", language, n=round(100 * value.worth))
    else:
        known = PrincipalVariation((value.move,), 0, value.result, turns=value.turns, turns_exact=value.turns_exact)
        says = position.game.sentence(score_message(known), position.options, language=language)
    return MoveValueView(
        index=index,
        text=position.write_move(value.move),
        worth=value.worth,
        result=value.result,
        turns=value.turns,
        turns_exact=value.turns_exact,
        says=says,
        replies=value.replies,
    )


def line_view(position: Position, line: PrincipalVariation, language: str) -> LineView:
    """Return a line in notation, with the effects of its first turn."""
    first = first_turn(position, line.moves)
    return LineView(
        turns=write_turns(position, line.moves),
        moves=tuple(write_moves(position, line.moves)),
        score=score_text(position, line, language),
        odds=line_odds(line, position.game),
        proven=line.proven,
        effects=effects_of(position, first),
        results=tuple(expected(line, position, seat) for seat in range(len(position.game.sides(position.options)))),
    )


def evaluation_view(position: Position, review: PositionReview, language: str) -> EvaluationView:
    """Return the evaluation of a position, with its best line."""
    line = None
    if review.moves:
        line = line_view(position, review.line(tuple(read_moves(position, review.moves))), language)
    return EvaluationView(review.ply, review.seat, review.results, review.depth, line)


def reviewed_plies(match: Match) -> list[int]:
    """Return the plies at which a review evaluates the position: before every turn, and at the end."""
    return sorted({0, *match.turn_starts(), match.ply})


def reviewed_positions(match: Match) -> Iterator[Position]:
    """Yield the positions that a review evaluates, each a copy: all together would need memory that grows with the
    square of the length of the game.
    """
    walker, moves = at_ply(match.position, 0), match.position.played
    walker.pieces()
    for ply in reviewed_plies(match):
        for move in moves[len(walker.played) : ply]:
            walker.play(move)
        yield walker.copy()


def game_review_view(id: str, match: Match, found: StoredAnalysis, language: str) -> Steps[GameReviewView]:
    """Return the review of a whole game, with texts."""
    localizer, boards = match_localizer(match, language), reviewed_positions(match)
    board = next(boards)
    evaluations = [evaluation_view(board, found.evaluations[0], language)]
    reviews: list[ReviewedTurnView] = []
    losses: list[list[float]] = [[] for _ in match.players]
    for n, (seat, text, count, _) in enumerate(turns(match.position)):
        yield
        following = next(boards)
        before, after = found.evaluations[n], found.evaluations[n + 1]
        evaluations.append(evaluation_view(following, after, language))
        played = tuple(write_moves(board, match.position.played[before.ply : before.ply + count]))
        judged, forced = judge_turn(before, after, played), before.choices == 1 and count == 1
        if not forced:
            losses[seat].append(judged.loss)
        better = _better_turn(board, before) if judged.fault else []
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
                says=_verdict_text(judged, before, after, evaluations[n], evaluations[n + 1], forced, localizer),
                reasons=tuple(localizer.sentence(reason) for reason in board.turn_reasons(better, better))
                if better
                else (),
            )
        )
        board = following
    seats = tuple(
        ReviewedSeatView(accuracy(losses[seat]), {fault: _count(reviews, seat, fault) for fault in get_args(Fault)})
        for seat in range(len(match.players))
    )
    return GameReviewView(id, found.effort, found.created, tuple(evaluations), tuple(reviews), seats)


def _count(reviews: list[ReviewedTurnView], seat: int, fault: Fault) -> int:
    return sum(review.seat == seat and review.fault == fault for review in reviews)


def _better_turn(position: Position, before: PositionReview) -> list[int]:
    return first_turn(position, read_moves(position, before.moves))


def _verdict_text(
    judged: TurnJudgement,
    before: PositionReview,
    after: PositionReview,
    then: EvaluationView,
    now: EvaluationView,
    forced: bool,
    localizer: Localizer,
) -> SentenceView:
    """Return the verdict on a turn as a sentence, with the better turn after a mistake."""
    if judged.fault is None:
        return localizer.server_sentence("review.forced" if forced else "review.best" if judged.best else "review.fine")
    assert then.line is not None
    better, fault = then.line.turns[0], localizer.server_sentence(f"review.fault.{judged.fault}").text
    if before.proven == 1:
        return localizer.server_sentence("review.missed", fault=fault, better=better)
    if after.results[before.seat] == 0 and (after.proven is not None or now.line is None):
        if now.line is not None and after.seat != before.seat:
            return localizer.server_sentence("review.refuted", fault=fault, better=better, reply=now.line.turns[0])
        return localizer.server_sentence("review.loses", fault=fault, better=better)
    return localizer.server_sentence("review.better", fault=fault, better=better)
