"""The library: every person's list of games.

A game stands in the library of everybody who sat in it and of its host, in each with the title its owner gave it. To
delete it is to take it out of one's own library; the match itself goes when it stands in none.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Literal

import msgspec

from parlour.games.options import Value
from parlour.match.match import Result
from parlour.match.record import Record
from parlour.store.database import Database
from parlour.store.matches import MatchInfo

DAY = 24 * 60 * 60 * 1000
UNDO_WINDOW = 30 * DAY
"""For so long a deleted game can be brought back."""
MOST = 200
"""No page is longer."""

Sort = Literal["updated", "created", "ended", "game", "opponent", "level", "result", "plies", "used", "title"]


class Query(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What of a library is asked for. Filters that are not given let everything through."""

    game: str | None = None
    options: dict[str, Value] = {}
    """Values that the game's options must have; needs `game`."""
    opponent: str | None = None
    """Another player's name, compared as names are."""
    against: Literal["people", "bots"] | None = None
    level: int | Literal["perfect", "custom"] | None = None
    results: tuple[Result, ...] = ()
    finished: bool | None = None
    since: int | None = None
    until: int | None = None
    """When the game was set up: `since` inclusive, `until` exclusive."""
    text: str = ""
    """Part of a title or of any player's name, without case."""
    assisted: bool | None = None
    deleted: bool = False
    """What was deleted and can be brought back, instead of what stands there."""
    unplayed: bool = False
    """Also games without a move."""
    sort: Sort = "updated"
    descending: bool = True
    offset: int = 0
    limit: int = 50


class Entry(msgspec.Struct, frozen=True):
    """A game in a library: its match, and what it is to the library's owner."""

    match: MatchInfo
    title: str
    seat: int | None
    """Where the owner sat; None for the host of others' game."""
    result: Result
    opponent: str
    """The other players' names."""
    assisted: bool
    deleted: int | None


class Page(msgspec.Struct, frozen=True):
    """Some entries, and how many there are in all."""

    entries: tuple[Entry, ...]
    total: int


class Library:
    """The libraries of all people; every method speaks of one person's and raises `NotFound` for what is not in it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, person: str, query: Query | None = None) -> Page:
        """A part of a library; raises `QueryError` for what cannot be asked."""
        raise NotImplementedError

    async def unfinished(self, person: str, limit: int = 50) -> tuple[Entry, ...]:
        """Games to go on with, the last played first."""
        raise NotImplementedError

    async def entry(self, person: str, match: str) -> Entry:
        """One game."""
        raise NotImplementedError

    async def rename(self, person: str, match: str, title: str) -> Entry:
        """Gives a game a title (empty: none)."""
        raise NotImplementedError

    async def delete(self, person: str, matches: Iterable[str], now: int) -> int:
        """Takes games out of a library, for `UNDO_WINDOW` with a way back; how many were there to take out."""
        raise NotImplementedError

    async def undelete(self, person: str, matches: Iterable[str]) -> int:
        """Puts deleted games back; how many there were."""
        raise NotImplementedError

    def records(self, person: str, query: Query | None = None) -> AsyncIterator[Record]:
        """The records of all games that a query finds, whatever its page, in its order."""
        raise NotImplementedError

    async def purge(self, now: int) -> int:
        """Removes what was deleted longer ago than `UNDO_WINDOW`; how many matches are gone for good."""
        raise NotImplementedError
