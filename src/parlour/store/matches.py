"""Matches: set-ups, moves and events, and the one place where races between servers are decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.match.events import AnyEvent, Helped
from parlour.match.match import Match, Result, Status
from parlour.match.seats import Player, Setup
from parlour.store.database import Database

Origin = Literal["played", "imported"]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as lists show it; `used` is the time thought, in milliseconds."""

    player: Player
    result: Result
    helped: Helped
    used: int


class MatchInfo(msgspec.Struct, frozen=True):
    """What is known of a match without replaying it."""

    id: str
    game: str
    options: str
    """As `write_options` writes them."""
    kind: Literal["local", "network", "bots"]
    status: Status
    version: int
    """The number of the last event."""
    plies: int
    created: int
    updated: int
    ended: int | None
    reason: str
    seats: tuple[SeatInfo, ...]
    host: str | None
    """The person who set it up, and who commands the seats of mere names in a local match."""
    code: str | None
    """What one types to join; gone when the match is over."""
    public: bool
    """Whether the lobby lists it."""
    rated: bool
    tournament: bool
    origin: Origin
    follows: str | None
    """The match of which this is the restart or rematch."""
    followed_by: str | None


class Kept(msgspec.Struct, frozen=True):
    """A match as it is stored."""

    info: MatchInfo
    setup: Setup
    events: tuple[AnyEvent, ...]

    def match(self) -> Match:
        """The live match; raises `BrokenMatch` if what is stored does not fit together."""
        return Match.load(self.setup, self.events)


class Appended(msgspec.Struct, frozen=True):
    """What storing led to: the match after the events, and the match that follows if one was agreed on."""

    match: Match
    next: Kept | None = None


class Matches:
    """Matches of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        match: Match,
        events: Sequence[AnyEvent],
        now: int,
        *,
        host: str | None = None,
        public: bool = False,
        code: bool = False,
        origin: Origin = "played",
    ) -> MatchInfo:
        """Keeps a new match, as `Match.new` gives it. With `code`, one can join by typing a short code.

        It stands in the library of everybody who sits in it, and of its host.
        """
        raise NotImplementedError

    async def append(self, id: str, match: Match, events: Sequence[AnyEvent]) -> Appended:
        """Stores what a command led to: all of it or nothing. `match` is as it was when the command was decided.

        Raises `Conflict` if another process was faster: load the match and decide again. A restart or rematch among
        the events is created in the same transaction.
        """
        raise NotImplementedError

    async def load(self, id: str) -> Kept:
        """All that is needed to go on with a match; raises `NotFound`."""
        raise NotImplementedError

    async def events_after(self, id: str, seq: int) -> tuple[AnyEvent, ...]:
        """The events after one that is known: what a process or a page has missed. Raises `NotFound`."""
        raise NotImplementedError

    async def info(self, id: str) -> MatchInfo:
        """What is known of a match without replaying it; raises `NotFound`."""
        raise NotImplementedError

    async def by_code(self, code: str) -> MatchInfo:
        """The match one joins with a code (case and blanks do not matter); raises `NotFound`."""
        raise NotImplementedError

    async def lobby(self, *, waiting: bool, limit: int = 50) -> list[MatchInfo]:
        """Public matches, the latest first: those that wait for somebody, or those that can be watched."""
        raise NotImplementedError
