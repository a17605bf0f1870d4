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
