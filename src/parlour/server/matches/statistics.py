"""One game in numbers, and a person's strength over many."""

from __future__ import annotations

import math
from collections import Counter

from parlour.engine.analysis import odds
from parlour.engine.player_rating import MyLevel
from parlour.games import game as find_game
from parlour.games import write_share
from parlour.games.contract.position import Position
from parlour.i18n.catalogue import format_message
from parlour.i18n.message import Message
from parlour.match.achievements import Progress
from parlour.match.match import Match
from parlour.server.games.views import turns
from parlour.server.localizer import Speech, feat_text, plain_catalogue
from parlour.server.matches.statistics_messages import (
    ActionCountView,
    MatchStatisticsView,
    PlayerRatingView,
    ScoreHistoryView,
    SeatStatisticsView,
    StrengthView,
    TurnTimeView,
)
from parlour.server.matches.views import turn_starts
from parlour.server.people.profile_messages import AchievementView, OpeningView, ProfileView
from parlour.store.openings import Opening
from parlour.store.statistics import Day, Encounter, Profile

POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def match_statistics(match: Match, speech: Speech) -> MatchStatisticsView:
    """A match in numbers: times, what was done, scores, and who was ahead."""
    walker = match.position.copy()
    while walker.played:
        walker.undo()
    walker.pieces()
    starts = {*turn_starts(match)[1:], match.ply}
    deeds = [Counter[str]() for _ in match.players]
    boards = [walker.copy()]
    for ply, move in enumerate(match.position.played, 1):
        deeds[walker.seat].update(walker.deeds(move))
        walker.play(move)
        if ply in starts:
            boards.append(walker.copy())
    times = _turn_times(match)
    secret = match.state.ended is None and bool(match.persons)
    return MatchStatisticsView(
        turns=times,
        seats=tuple(_seat(match, seat, times, deeds[seat], speech) for seat in range(len(match.players))),
        scores=_score_lines(boards, speech),
        lead=() if secret else tuple(_shares(board) for board in boards),
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
    match: Match, seat: int, times: tuple[TurnTimeView, ...], deeds: Counter[str], speech: Speech
) -> SeatStatisticsView:
    own = [(turn.spent, n) for n, turn in enumerate(times) if turn.seat == seat]
    total = sum(spent for spent, _ in own)
    return SeatStatisticsView(
        turns=len(own),
        moves=sum(move.seat == seat for move in match.state.moves),
        time=total,
        mean=total // len(own) if own else 0,
        longest=max(own, key=lambda turn: turn[0])[1] if own else None,
        deeds=tuple(
            ActionCountView(key, label, deeds[key])
            for key in speech.keys("deed")
            if (label := speech.label(match.position, f"deed.{key}", ""))
        ),
    )


def _score_lines(boards: list[Position], speech: Speech) -> tuple[ScoreHistoryView, ...]:
    values: dict[tuple[str, int | None], list[int]] = {}
    for board in boards:
        for score in board.scores():
            values.setdefault((score.key, score.seat), []).append(score.value)
    return tuple(
        ScoreHistoryView(key, speech.label(boards[0], f"score.{key}", key), seat, tuple(line))
        for (key, seat), line in values.items()
    )


def _shares(position: Position) -> tuple[float, ...]:
    """The result each seat can expect by how the board looks; what is decided is certain."""
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


def my_level(game: str, encounters: tuple[Encounter, ...]) -> PlayerRatingView:
    """How strong somebody is, by their games against bots."""
    known = MyLevel()
    history = []
    for one in encounters:
        known = known.after(one.level, POINTS[one.result])
        history.append(StrengthView(one.ended, round(known.strength, 2)))
    return PlayerRatingView(
        game, round(known.strength, 2), known.games, known.level(), known.suggestion(), tuple(history)
    )


def profile_view(profile: Profile, days: tuple[Day, ...], openings: tuple[OpeningView, ...]) -> ProfileView:
    """A person's statistics with more."""
    known = {name: getattr(profile, name) for name in profile.__struct_fields__}
    return ProfileView(**known, days=days, openings=openings)


def opening_view(opening: Opening) -> OpeningView:
    """A way to begin, with the position it leads to."""
    game = find_game(opening.game)
    options = game.check(opening.options)
    position = game.read(opening.start, options)
    for text in opening.moves:
        position.play(position.read_move(text))
    written = tuple(text for _, text, _, _ in turns(position))
    side = game.sides(options)[opening.seat].name
    return OpeningView(side, written, dict(options), write_share(position), opening.tally)


def achievement_view(progress: Progress, language: str) -> AchievementView:
    """An achievement in words."""
    one = progress.achievement
    params: dict[str, str | int] = {"n": one.goal, "level": one.level, "game": one.game.title if one.game else ""}
    name, how = (
        format_message(Message(f"match.{table}.{one.words}", params), plain_catalogue(language), ())
        for table in ("achievement", "achievement-how")
    )
    if one.game is not None and one.feat:
        how += " " + feat_text(one.game, one.feat, language)
    return AchievementView(one.key, name, how, progress.value, one.goal, progress.reached, one.finish)
