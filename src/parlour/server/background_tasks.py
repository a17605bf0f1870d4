"""Periodic work of a server: heartbeat, clocks, bots to move, and deleting what has expired.

Twice a second this server records that it runs, and ends the matches whose time has run out. When a server starts and
no other was running, the outage is not charged to any clock, and bots that have to move are started. From time to time
it starts bots that no server runs, and deletes expired data.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from parlour.errors import NotFound, ParlourError, Refused, StoreUnavailable
from parlour.match.commands import Flag, Outage, Sender
from parlour.server.http.auth import now
from parlour.server.matches.bots import Bots
from parlour.server.matches.live import LiveMatches
from parlour.server.matches.notices import OpenPagesQuery
from parlour.store import Store

log = logging.getLogger("parlour.server")

HEARTBEAT_SECONDS = 0.5
HEARTBEATS_PER_SWEEP = 10
"""How often bots without a server are looked for."""
HEARTBEATS_PER_PURGE = 7200
"""How often expired data is deleted."""
ORPHANED_BOT_MS = 5000
"""Time after which a bot that should move is started by any server."""
GUEST_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000
"""Time after which guests without games are deleted."""


@dataclass
class BackgroundTasks:
    """The periodic work, from the start of the server to its end."""

    _store: Store
    _matches: LiveMatches
    _bots: Bots
    _server: str
    _task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Account for the time without a server, start bots that have to move, and begin the periodic work."""
        moment = now()
        alone = self._store.database.sqlite
        outage = await self._store.watch.outage(self._server, moment, alone=alone)
        await self._store.watch.beat(self._server, moment)
        if outage is not None:
            begun, ended = outage
            running = await self._store.watch.running()
            for id in running:
                await self._command(id, Outage(begun=begun, ended=ended))
            if running:
                log.info("No server ran for %.1f s; that time is not charged to any clock", (ended - begun) / 1000)
        if alone or len(await self._store.watch.alive(now())) <= 1:
            await self._start_bots()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, and tell the other servers."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._store.watch.leave(self._server, now())
        except StoreUnavailable as fault:
            log.warning("The other servers do not know yet that this one has stopped: %s", fault)

    async def _run(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            count += 1
            try:
                await self._heartbeat(count)
            except StoreUnavailable as fault:
                log.debug("A heartbeat could not be stored: %s", fault)  # the next one tries again
            except Exception:
                log.exception("A heartbeat failed")

    async def _heartbeat(self, count: int) -> None:
        await self._store.watch.beat(self._server, now())
        for id in await self._store.watch.flags_due(now()):
            await self._flag(id)
        if count % HEARTBEATS_PER_SWEEP == 0:
            await self._start_bots(orphans=True)
            await self._forget_dead_servers()
        if count % HEARTBEATS_PER_PURGE == 0:
            await self._purge()

    async def _flag(self, id: str) -> None:
        """End a match on time, unless a bot is to move that waits for a place or for its players."""
        if self._bots.is_searching_or_unattended(id):
            return
        live = await self._matches.get(id)
        await self._command(id, Flag(ply=live.match.ply))

    async def _command(self, id: str, command: Flag | Outage) -> None:
        try:
            await self._matches.do(id, command, lambda _: Sender(host=True))
        except (Refused, NotFound):
            log.debug("Match %s: another server was faster", id)
        except ParlourError:
            log.exception("Match %s cannot be loaded or continued", id)

    async def _start_bots(self, *, orphans: bool = False) -> None:
        """Start the bots that have to move; with `orphans` only those that no other server has started in time."""
        for id in await self._store.watch.bots_to_move():
            if self._bots.is_searching_or_unattended(id):
                continue
            try:
                live = await self._matches.get(id)
            except ParlourError:
                log.exception("Match %s cannot be loaded or continued", id)
                continue
            if not orphans or now() - live.kept > ORPHANED_BOT_MS:
                self._bots.wake(live)

    async def _forget_dead_servers(self) -> None:
        """Remove the open pages of servers that no longer run."""
        alive = set(await self._store.watch.alive(now()))
        for live in self._matches.in_memory():
            for server in set(live.pages) - alive - {self._server}:
                live.pages.pop(server)
                self._matches.publish(live.id, OpenPagesQuery(self._server))

    async def _purge(self) -> None:
        moment = now()
        await self._store.watch.purge(moment)
        await self._store.library.purge(moment)
        await self._store.logins.purge(moment)
        await self._store.people.forget_guests(moment - GUEST_LIFETIME_MS)
