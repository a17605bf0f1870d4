"""Messages about profiles: statistics, openings, ratings and achievements."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from parlour.games.contract.options import Value
from parlour.server.messages import View
from parlour.store.people.statistics import Day, NamedResults, Profile, ResultTally

MINUTES_PER_DAY = 24 * 60

MinutesAheadOfUtc = Annotated[
    int,
    QueryParameter(
        ge=-MINUTES_PER_DAY, le=MINUTES_PER_DAY, description="Minutes by which the reader's clock is ahead of UTC."
    ),
]


class OpeningView(View):
    """An opening up to the first turn of the person, and the results of those games. `share` is the position it leads
    to.
    """

    side: str
    turns: tuple[str, ...]
    options: dict[str, Value]
    share: str
    tally: ResultTally


class ProfileView(Profile, frozen=True):
    """A person's statistics, in total and by day; favourite openings if one game is requested.

    `opponents` are the results against people, by their names. `names` are the results of people who played on this
    person's screen without an account.
    """

    days: tuple[Day, ...]
    openings: tuple[OpeningView, ...]
    opponents: tuple[NamedResults, ...]
    names: tuple[NamedResults, ...]


class AchievementView(View):
    """An achievement and the progress towards it. `finish` is the piece finish that it unlocks, or empty."""

    key: str
    title: str
    how: str
    value: int
    goal: int
    reached: int | None
    finish: str


class StrengthView(View):
    """A person's strength after a game, in levels."""

    ended: int
    strength: float


class PlayerRatingView(View):
    """A person's strength in a game, and the number of games it is based on: those against bots without help.

    `level` is the level of a bot against which they are expected to win a little more than half of their games, and
    `suggestion` the nearest whole level.
    """

    game: str
    strength: float
    games: int
    level: float
    suggestion: int
    history: tuple[StrengthView, ...]
