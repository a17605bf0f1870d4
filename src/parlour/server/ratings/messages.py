"""Messages about ratings."""

from __future__ import annotations

from parlour.club.ratings import TimeClass
from parlour.server.messages import View


class RatingView(View):
    """A rating: points, their standard deviation, and the number of rated games. A provisional one is uncertain."""

    points: int
    uncertainty: int
    provisional: bool
    games: int


class RatingPointView(View):
    """The points after a game."""

    ended: int
    points: int


class RatingHistoryView(View):
    """A person's rating in one game and time class, and its history."""

    game: str
    title: str
    time_class: TimeClass
    rating: RatingView
    history: tuple[RatingPointView, ...]


class LeaderboardRowView(View):
    """A player of a leaderboard. Only people whose rating is no longer provisional have a rank. A bot is a bot account,
    or a level whose strength was measured.
    """

    rank: int | None
    name: str
    account: bool
    bot: bool
    yours: bool
    rating: RatingView


class LeaderboardView(View):
    """Everybody with a rating in one game and time class: people, those with provisional ratings last, then bots."""

    game: str
    title: str
    time_class: TimeClass
    rows: tuple[LeaderboardRowView, ...]


class RatingChangeView(View):
    """What a game changed for a seat."""

    seat: int
    before: RatingView
    after: RatingView
