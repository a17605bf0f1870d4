"""What a person has played: won, drawn, lost, unfinished; against whom; in which time; in what row.

Games that count for nobody (aborted, abandoned, left before each side had moved, imported) are not counted; a win with
help (take-backs, hints, analysis) is a win and is also counted apart, and no level is beaten by it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.store.database import Database

Opponent = Literal["people", "bots", "mixed"]


class Tally(msgspec.Struct, frozen=True):
    """Numbers of games. `assisted` of the wins were won with help; `used` is the time thought, in milliseconds."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    unfinished: int = 0
    assisted: int = 0
    used: int = 0


class Against(msgspec.Struct, frozen=True):
    """What was played in one game against one kind of opponent."""

    game: str
    opponent: Opponent
    level: int | Literal["perfect", "custom"] | None
    """The bots' level, where all opponents are bots of one level."""
    tally: Tally


class Streak(msgspec.Struct, frozen=True):
    """Games of the same result in a row, and when the last of them ended."""

    result: Literal["won", "drawn", "lost"]
    length: int
    ended: int


class Profile(msgspec.Struct, frozen=True):
    """A person's statistics."""

    total: Tally
    games: dict[str, Tally]
    against: tuple[Against, ...]
    beaten: dict[str, tuple[int | Literal["perfect"], ...]]
    """By game: the levels of bots that were beaten without help."""
    now: Streak | None
    """The row that is still going on."""
    best: Streak | None
    """The longest row of wins."""
    first: int | None
    last: int | None
    """When the first and the last game were set up."""


class Statistics:
    """The statistics of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def profile(self, person: str, game: str | None = None) -> Profile:
        """A person's statistics, in all games or in one."""
        raise NotImplementedError
