"""Statistics of one match: times, what was done, scores, and who was ahead."""

from __future__ import annotations

import math
from collections import Counter

from parlour.engine.analysis import odds
from parlour.games.contract.history import at_ply
from parlour.games.contract.position import Position
from parlour.match.match import Match
from parlour.server.games.turn_notation import turns
from parlour.server.localizer import Localizer
from parlour.server.matches.statistics_messages import (
    ActionCountView,
    MatchStatisticsView,
    ScoreHistoryView,
    SeatStatisticsView,
    TurnTimeView,
)
from parlour.store.database.time_slices import Steps


def match_statistics(match: Match, localizer: Localizer) -> Steps[MatchStatisticsView]:
    """Return the statistics of a match, computed move by move."""
    walker = at_ply(match.position, 0)
    walker.pieces()
    starts = {0, *match.turn_starts(), match.ply}
    counts = [Counter[str]() for _ in match.players]
    scores: dict[tuple[str, int | None], list[int]] = {}
    lead: list[tuple[float, ...]] = []
    hide_lead = match.state.ended is None and bool(match.persons)
    for ply, move in enumerate((*match.position.played, None)):
        if ply in starts:
            for score in walker.scores():
                scores.setdefault((score.key, score.seat), []).append(score.value)
            if not hide_lead:
                lead.append(_expected_results(walker))
        if move is not None:
            counts[walker.seat].update(walker.move_counts(move))
            walker.play(move)
        yield
    times = _turn_times(match)
    return MatchStatisticsView(
        turns=times,
        seats=tuple(_seat(match, seat, times, counts[seat], localizer) for seat in range(len(match.players))),
        scores=tuple(
            ScoreHistoryView(key, localizer.label(walker, f"score.{key}", key), seat, tuple(line))
            for (key, seat), line in scores.items()
        ),
        lead=tuple(lead),
        time=sum(turn.spent for turn in times),
    )


def _turn_times(match: Match) -> tuple[TurnTimeView, ...]:
    found = []
    ply = 0
    for seat, text, count, _ in turns(match.position):
        spent = sum(move.spent for move in match.state.moves[ply : ply + count])
        found.append(TurnTimeView(seat, text, spent))
        ply += count
    return tuple(found)


def _seat(
    match: Match, seat: int, times: tuple[TurnTimeView, ...], counts: Counter[str], localizer: Localizer
) -> SeatStatisticsView:
    own = [(turn.spent, n) for n, turn in enumerate(times) if turn.seat == seat]
    total = sum(spent for spent, _ in own)
    return SeatStatisticsView(
        turns=len(own),
        moves=sum(move.seat == seat for move in match.state.moves),
        time=total,
        mean=total // len(own) if own else 0,
        longest=max(own, key=lambda turn: turn[0])[1] if own else None,
        counts=tuple(
            ActionCountView(key, label, counts[key])
            for key in localizer.catalogue_keys("count")
            if (label := localizer.label(match.position, f"count.{key}", ""))
        ),
    )


def _expected_results(position: Position) -> tuple[float, ...]:
    """Return the expected result of each seat by static evaluation, or the result if the game is over."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.results
    seats = range(len(position.game.sides(position.options)))
    if len(seats) == 2:
        first = odds(position.static(0), position.game)
        share = first.win + first.draw / 2
        return (round(share, 3), round(1 - share, 3))
    weights = [math.exp(position.static(seat) / position.game.score_scale) for seat in seats]
    return tuple(round(weight / sum(weights), 3) for weight in weights)
