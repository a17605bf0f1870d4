"""Background work of servers: clocks that run out, bots to move, outages.

A server records a heartbeat (`beat`) every half second. When one starts and no other runs, the time since the last
heartbeat is an outage: an `Outage` command for every match in `running` keeps it from being charged to a player. The
same applies to a gap in the run of a server during which no other server ran.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, cast, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.match.clock import DAY_MS
from parlour.store.database.database import Repository
from parlour.store.matches.match_batches import write_matches_in_batches
from parlour.store.tables import entries, matches, servers

HEARTBEAT_TIMEOUT_MS = 2_000
"""A server without a heartbeat for this long is dead. A restart costs a player at most this much."""
JULIAN_DAY_OF_1970 = 2440587.5
UNPLAYED_LIFETIME_MS = 7 * DAY_MS
"""How long a match without a move is kept."""


_UPSERT_HEARTBEAT = f"""
    INSERT INTO servers (id, beat, runs, resumed, heard)
    VALUES (:id, :beat, :runs, coalesce(:resumed, :beat),
        CAST((julianday('now') - {JULIAN_DAY_OF_1970}) * {DAY_MS} AS INTEGER))
    ON CONFLICT (id) DO UPDATE SET
        beat = excluded.beat, runs = excluded.runs, resumed = coalesce(:resumed, resumed), heard = excluded.heard
"""
"""Heartbeats are written in one call in the writer's thread: moves wait for them."""


class ServerWatch(Repository):
    """Matches that need a server. Methods return match ids."""

    @property
    def _database_time(self) -> ColumnElement[int]:
        """Return the clock of the database, in milliseconds since 1970."""
        if self._database.sqlite:
            return cast((func.julianday("now") - JULIAN_DAY_OF_1970) * DAY_MS, BigInteger)
        return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)

    # ---- Servers --------------------------------------------------------------------------------------------------

    async def beat(self, server: str, now: int, *, resumed: int | None = None) -> None:
        """Record a heartbeat. `resumed` is when the server last began to run without a gap, at first now."""
        await self._store_heartbeat(server, now, runs=True, resumed=resumed)

    async def leave(self, server: str, now: int) -> None:
        """Record that a server stops."""
        await self._store_heartbeat(server, now, runs=False)

    async def last_beat(self) -> int | None:
        """Return the time of the last heartbeat."""
        async with self._database.read() as connection:
            last: int | None = await connection.scalar(select(func.max(servers.c.beat)))
        return last

    async def shared_time(self, server: str) -> int | None:
        """Return the match time of the other running servers, or None if there is none.

        The clock of PostgreSQL only measures how long ago a heartbeat was. So the result is never ahead of the others.
        """
        if self._database.sqlite:
            return None
        age = self._database_time - servers.c.heard
        query = select(func.max(servers.c.beat + age)).where(
            servers.c.runs, servers.c.id != server, age >= 0, age < HEARTBEAT_TIMEOUT_MS
        )
        async with self._database.read() as connection:
            shared: int | None = await connection.scalar(query)
        return shared

    async def unattended(self, server: str, begun: int, ended: int) -> list[tuple[int, int]]:
        """Return the parts of a gap in the run of a server in which no other server ran."""
        if self._database.sqlite:
            return [(begun, ended)]
        others = (servers.c.id != server) & (servers.c.beat > begun) & (servers.c.resumed < ended)
        query = select(servers.c.resumed, servers.c.beat).where(others).order_by(servers.c.resumed)
        async with self._database.read() as connection:
            runs = (await connection.execute(query)).all()
        found = []
        for resumed, beat in runs:
            if resumed > begun:
                found.append((begun, resumed))
            begun = max(begun, ended if beat > ended - HEARTBEAT_TIMEOUT_MS else beat)
        return [*found, (begun, ended)] if begun < ended else found

    async def outage(self, server: str, now: int, *, alone: bool = False) -> tuple[int, int] | None:
        """Return the start and end of the time without a server, as a starting server sees it.

        Return None if another server runs or none ever did. With `alone` no other server can run.
        """
        if not alone and set(await self.alive(now)) - {server}:
            return None
        async with self._database.read() as connection:
            last = await connection.scalar(select(func.max(servers.c.beat)).where(servers.c.beat <= now))
        return None if last is None else (last, now)

    async def alive(self, now: int | None = None) -> list[str]:
        """Return the running servers by match time; without that, by the clock of the database."""
        age = self._database_time - servers.c.heard if now is None else now - servers.c.beat
        query = select(servers.c.id).where(servers.c.runs, age < HEARTBEAT_TIMEOUT_MS).order_by(servers.c.id)
        async with self._database.read() as connection:
            return list(await connection.scalars(query))

    async def _store_heartbeat(self, server: str, now: int, *, runs: bool, resumed: int | None = None) -> None:
        if self._database.group_commit is not None:
            row = {"id": server, "beat": now, "runs": runs, "resumed": resumed}
            await self._database.group_commit.run(lambda cursor: cursor.execute(_UPSERT_HEARTBEAT, row))
            return
        values: dict[str, Any] = {"beat": now, "runs": runs, "heard": self._database_time}
        if resumed is not None:
            values["resumed"] = resumed
        async with self._database.write() as connection:
            heartbeat = update(servers).where(servers.c.id == server).values(values)
            if not (await connection.execute(heartbeat)).rowcount:
                await connection.execute(insert(servers).values({"id": server, "resumed": now, **values}))

    # ---- Matches --------------------------------------------------------------------------------------------------

    async def flags_due(self, now: int, limit: int = 100) -> list[str]:
        """Return matches in which the time of the seat to move has run out."""
        return await self._ids(matches.c.flag_at <= now, matches.c.flag_at, limit=limit)

    async def next_flag(self) -> int | None:
        """Return when the next clock runs out, or None."""
        query = select(matches.c.flag_at).where(matches.c.flag_at.is_not(None)).order_by(matches.c.flag_at).limit(1)
        async with self._database.read() as connection:
            return await connection.scalar(query)

    async def bots_to_move(self, limit: int = 1000) -> list[str]:
        """Return running matches in which a bot is to move: those with people first, each the longest waiting first."""
        return await self._ids(matches.c.bot_to_move, matches.c.kind == "bots", matches.c.updated, limit=limit)

    async def running(self, limit: int = 100_000) -> list[str]:
        """Return matches with a running clock."""
        return await self._ids(matches.c.ticking, matches.c.updated, limit=limit)

    async def idle(self, before: int, limit: int = 100) -> list[str]:
        """Return unfinished network matches without activity since a time."""
        old = matches.c.ended.is_(None) & (matches.c.updated < before) & (matches.c.kind == "network")
        return await self._ids(old, matches.c.updated, limit=limit)

    async def _ids(self, which: ColumnElement[bool], *order: ColumnElement[Any], limit: int) -> list[str]:
        query = select(matches.c.id).where(which).order_by(*order, matches.c.id).limit(limit)
        async with self._database.read() as connection:
            return list(await connection.scalars(query))

    async def purge(self, now: int) -> int:
        """Remove matches without a move that were not touched for `UNPLAYED_LIFETIME_MS`, and dead servers; return the
        number of matches. Matches with a running deadline end by it.
        """
        old = (matches.c.plies == 0) & (matches.c.updated < now - UNPLAYED_LIFETIME_MS)
        unplayed = old & matches.c.flag_at.is_(None) & ~matches.c.tournament
        titled = exists().where(entries.c.match_id == matches.c.id, entries.c.title != "")
        async with self._database.read() as connection:
            found = (await connection.scalars(select(matches.c.id).where(unplayed, ~titled))).all()

        async def remove(connection: AsyncConnection, ids: Sequence[str]) -> int:
            # A move may have been played since.
            return (await connection.execute(delete(matches).where(matches.c.id.in_(ids), unplayed, ~titled))).rowcount

        async with self._database.write() as connection:
            await connection.execute(delete(servers).where(servers.c.beat < now - 30 * DAY_MS))
        return await write_matches_in_batches(self._database, found, remove)
