"""What servers must look after: clocks that run out, bots that have to move, times in which no server ran.

A server says every half second or so that it is there (`beat`). When it starts and no other runs, the time since the
last beat of any was without a server: it is charged to nobody, by an `Outage` for every match in `running`.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update

from parlour.store.database import Database
from parlour.store.tables import entries, matches, servers

ALIVE = 2_000
"""A server that has not been heard of for so many milliseconds does not run. A restart may cost a player so much."""
DAY = 24 * 60 * 60 * 1000
UNPLAYED = 7 * DAY
"""For so long a match without a move is kept."""


class Watch:
    """All matches, as servers look after them. Lists hold the ids of matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- Servers --------------------------------------------------------------------------------------------------

    async def beat(self, server: str, now: int) -> None:
        """Says that a server runs."""
        await self._say(server, now, runs=True)

    async def leave(self, server: str, now: int) -> None:
        """Says that a server stops now."""
        await self._say(server, now, runs=False)

    async def outage(self, server: str, now: int, *, alone: bool = False) -> tuple[int, int] | None:
        """From when to when no server ran, as one that just starts sees it.

        None if another one runs, or none ever did. One that is `alone` knows that no other can run.
        """
        if not alone and set(await self.alive(now)) - {server}:
            return None
        async with self._database.read() as connection:
            last = await connection.scalar(select(func.max(servers.c.beat)).where(servers.c.beat <= now))
        return None if last is None else (last, now)

    async def alive(self, now: int) -> list[str]:
        """The servers that run."""
        wanted = select(servers.c.id).where(servers.c.runs, servers.c.beat > now - ALIVE).order_by(servers.c.id)
        async with self._database.read() as connection:
            return list(await connection.scalars(wanted))

    async def _say(self, server: str, now: int, *, runs: bool) -> None:
        async with self._database.write() as connection:
            told = update(servers).where(servers.c.id == server).values(beat=now, runs=runs)
            if not (await connection.execute(told)).rowcount:
                await connection.execute(insert(servers).values(id=server, beat=now, runs=runs))

    # ---- Matches --------------------------------------------------------------------------------------------------

    async def flags_due(self, now: int, limit: int = 100) -> list[str]:
        """Matches in which the time of the seat to move has run out: they want a `Flag`."""
        return await self._ids(matches.c.flag_at <= now, matches.c.flag_at, limit)

    async def next_flag(self) -> int | None:
        """When the next clock will run out, if nobody moves."""
        wanted = select(matches.c.flag_at).where(matches.c.flag_at.is_not(None)).order_by(matches.c.flag_at).limit(1)
        async with self._database.read() as connection:
            return await connection.scalar(wanted)

    async def bots_to_move(self, limit: int = 1000) -> list[str]:
        """Running matches in which a bot has to move, the longest waiting first."""
        return await self._ids(matches.c.bot_to_move, matches.c.updated, limit)

    async def running(self, limit: int = 100_000) -> list[str]:
        """Matches with a clock that runs."""
        return await self._ids(matches.c.ticking, matches.c.updated, limit)

    async def idle(self, before: int, limit: int = 100) -> list[str]:
        """Network matches that are not over and in which nothing has happened since."""
        old = matches.c.ended.is_(None) & (matches.c.updated < before) & (matches.c.kind == "network")
        return await self._ids(old, matches.c.updated, limit)

    async def _ids(self, which: ColumnElement[bool], order: ColumnElement[int], limit: int) -> list[str]:
        wanted = select(matches.c.id).where(which).order_by(order, matches.c.id).limit(limit)
        async with self._database.read() as connection:
            return list(await connection.scalars(wanted))

    async def purge(self, now: int) -> int:
        """Removes matches without a move that nobody has touched for `UNPLAYED`, and servers long gone.

        How many matches.
        """
        unplayed = (matches.c.plies == 0) & (matches.c.updated < now - UNPLAYED) & ~matches.c.tournament
        titled = exists().where(entries.c.match_id == matches.c.id, entries.c.title != "")
        async with self._database.write() as connection:
            await connection.execute(delete(servers).where(servers.c.beat < now - 30 * DAY))
            return (await connection.execute(delete(matches).where(unplayed, ~titled))).rowcount
