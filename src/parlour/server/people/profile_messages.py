"""What somebody has played and reached."""

from __future__ import annotations

import msgspec

from parlour.games.contract.options import Value
from parlour.store.statistics import Day, Profile, ResultTally


class OpeningView(msgspec.Struct, frozen=True):
    """How somebody began, up to their first turn, and how those games went. `share` is where it led."""

    side: str
    turns: tuple[str, ...]
    options: dict[str, Value]
    share: str
    tally: ResultTally


class ProfileView(Profile, frozen=True):
    """A person's statistics, day by day as well; favourite openings where one game is asked for."""

    days: tuple[Day, ...]
    openings: tuple[OpeningView, ...]


class AchievementView(msgspec.Struct, frozen=True):
    """Something to reach, and how far one is. `finish` is the finish of pieces that it unlocks, or empty."""

    key: str
    title: str
    how: str
    value: int
    goal: int
    reached: int | None
    finish: str


class StrengthView(msgspec.Struct, frozen=True):
    """How strong somebody was after a game, counted in levels."""

    ended: int
    strength: float


class PlayerRatingView(msgspec.Struct, frozen=True):
    """How strong somebody is in a game, after so many games against bots without help.

    `level` is that of a bot against which they would win a little more than half of their games: a bot of this level
    fits. `suggestion` is the whole level nearest to it.
    """

    game: str
    strength: float
    games: int
    level: float
    suggestion: int
    history: tuple[StrengthView, ...]
