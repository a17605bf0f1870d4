"""Convert ratings into views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from parlour.club.bot_ratings import bot_rating
from parlour.club.ratings import Rating, RatingList
from parlour.engine.levels import LOWEST, Bot, bot_name
from parlour.games import Game
from parlour.games import game as find_game
from parlour.match.names import distinct_names
from parlour.server.ratings.messages import (
    LeaderboardRowView,
    LeaderboardView,
    RatingHistoryView,
    RatingPointView,
    RatingView,
)
from parlour.store.club.ratings import RatedPlayer, RatingPoint

MAX_POINTS = 400
"""Latest ratings in a history."""
MAX_ROWS = 200
"""Players in a leaderboard."""


def rating_view(rating: Rating) -> RatingView:
    """Return a rating as it is shown."""
    return RatingView(rating.points, rating.uncertainty, rating.provisional, rating.games)


def history_view(rating_list: RatingList, points: Sequence[RatingPoint]) -> RatingHistoryView:
    """Return a rating with its history."""
    return RatingHistoryView(
        rating_list.game,
        find_game(rating_list.game).title,
        rating_list.time_class,
        rating_view(points[-1].rating),
        tuple(RatingPointView(point.ended, point.rating.points) for point in points[-MAX_POINTS:]),
    )


def leaderboard_view(
    rating_list: RatingList, players: Sequence[RatedPlayer], reader: str | None, language: str
) -> LeaderboardView:
    """Return everybody with a rating, the strongest first: people, those with provisional ratings last, then bots.

    Guests with the same name have a number after it.
    """
    game = find_game(rating_list.game)
    names = distinct_names([(player.name, player.account) for player in players])
    players = [msgspec.structs.replace(player, name=name) for player, name in zip(players, names, strict=True)]
    people = sorted((one for one in players if not one.bot), key=lambda one: one.rating.provisional)[:MAX_ROWS]
    ranked = [(None if one.rating.provisional else rank, one) for rank, one in enumerate(people, 1)]
    programs = [_row(one, None, reader) for one in players if one.bot][:MAX_ROWS]
    bots = [*programs, *_level_rows(game, language)]
    bots.sort(key=lambda row: -row.rating.points)
    rows = (*(_row(one, rank, reader) for rank, one in ranked), *bots)
    return LeaderboardView(game.key, game.title, rating_list.time_class, rows)


def _level_rows(game: Game, language: str) -> Iterator[LeaderboardRowView]:
    for level in range(LOWEST, LOWEST + len(game.level_ratings)):
        measured = bot_rating(game.key, level)
        if measured is not None:
            name = bot_name(Bot(level), game, language)
            yield LeaderboardRowView(None, name, False, True, False, rating_view(measured))


def _row(player: RatedPlayer, rank: int | None, reader: str | None) -> LeaderboardRowView:
    rating = rating_view(player.rating)
    return LeaderboardRowView(rank, player.name, player.account, player.bot, player.id == reader, rating)
