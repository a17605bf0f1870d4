"""Figures of the club, which all readers share. Those of many games are kept for some seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec

from parlour.store.club.club_games import ClubFilter, ClubGames, ClubPlayer, GameCount
from parlour.store.people.statistics import ResultTally

MAX_PLAYERS = 24
"""People in the tables."""
MIN_GAMES = 2_000
"""Figures of fewer games are read quickly, and are always current."""
KEPT_SECONDS = 10.0
MAX_KEPT = 50
"""Figures that are kept, each of a period, a game and a time zone."""

TallyKey = tuple[str, str | None, int]
"""A period, a game, and the offset of a time zone from UTC in milliseconds."""


class ClubFigures(msgspec.Struct, frozen=True):
    """What was played in a period."""

    games: Mapping[tuple[str, int], GameCount]
    hours: tuple[int, ...]
    days: Mapping[int, int]
    players: tuple[ClubPlayer, ...]
    meetings: Mapping[tuple[str, str], ResultTally]


class SharedClubFigures:
    """The figures that were read last."""

    def __init__(self, club: ClubGames, clock: Callable[[], float] = time.monotonic) -> None:
        self._club = club
        self._clock = clock
        self._kept: dict[TallyKey, tuple[float, ClubFigures]] = {}

    def kept(self, key: TallyKey) -> ClubFigures | None:
        """Return figures that were read some seconds ago."""
        until, figures = self._kept.get(key, (0.0, None))
        return figures if self._clock() < until else None

    async def read(self, key: TallyKey, which: ClubFilter) -> ClubFigures:
        """Return figures, unless they have just been read from the database."""
        if (known := self.kept(key)) is not None:  # by a request that was answered first
            return known
        _, game, ahead = key
        players = await self._club.players(which, game, MAX_PLAYERS)
        figures = ClubFigures(
            await self._club.by_game(which),
            await self._club.by_hour(which, game, ahead),
            await self._club.by_day(which, game, ahead),
            players,
            await self._club.meetings([player.id for player in players], which, game),
        )
        self._kept.pop(key, None)
        if sum(count.games for count in figures.games.values()) >= MIN_GAMES:
            self._kept[key] = self._clock() + KEPT_SECONDS, figures
            while len(self._kept) > MAX_KEPT:
                del self._kept[next(iter(self._kept))]
        return figures
