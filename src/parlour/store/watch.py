"""What servers must look after: clocks that run out, bots that have to move, times in which no server ran.

A server says every second or so that it is there (`beat`). When it starts and no other runs, the time since the last
beat of any was without a server: it is charged to nobody, by an `Outage` for every match in `running`.
"""

from __future__ import annotations

from parlour.store.database import Database

ALIVE = 10_000
"""A server that has not been heard of for so many milliseconds does not run."""


class Watch:
    """All matches, as servers look after them. Lists hold the ids of matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, server: str, now: int) -> None:
        """Says that a server runs."""
        raise NotImplementedError

    async def leave(self, server: str, now: int) -> None:
        """Says that a server stops now."""
        raise NotImplementedError

    async def outage(self, server: str, now: int) -> tuple[int, int] | None:
        """From when to when no server ran, as one that just starts sees it; None if another one runs or none ever did."""
        raise NotImplementedError

    async def alive(self, now: int) -> list[str]:
        """The servers that run."""
        raise NotImplementedError

    async def flags_due(self, now: int, limit: int = 100) -> list[str]:
        """Matches in which the time of the seat to move has run out: they want a `Flag`."""
        raise NotImplementedError

    async def next_flag(self) -> int | None:
        """When the next clock will run out, if nobody moves."""
        raise NotImplementedError

    async def bots_to_move(self, limit: int = 1000) -> list[str]:
        """Running matches in which a bot has to move, the longest waiting first."""
        raise NotImplementedError

    async def running(self, limit: int = 100_000) -> list[str]:
        """Matches with a clock that runs."""
        raise NotImplementedError

    async def idle(self, before: int, limit: int = 100) -> list[str]:
        """Matches between people that are not over and in which nothing has happened since."""
        raise NotImplementedError

    async def purge(self, now: int) -> int:
        """Removes matches without a move that nobody has touched for a day, and servers long gone; how many matches."""
        raise NotImplementedError
