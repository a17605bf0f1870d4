"""The keeper: looks after matches whether anybody watches them or not.

Twice a second it says that this server runs, and ends the matches whose time is up. When a server starts and no other
was running, it takes the time without a server off all running clocks, and lets the bots go on that have to move. Now
and then it looks for bots that nobody cares for, and throws away what may go.
"""

from __future__ import annotations

import asyncio
import logging

from parlour.errors import NotFound, ParlourError, Refused
from parlour.match.commands import Flag, Outage, Sender
from parlour.server.http.auth import now
from parlour.server.matches.bots import Bots
from parlour.server.matches.live import LiveMatches, WhoIsThere
from parlour.store import Store

log = logging.getLogger("parlour.server")

BEAT = 0.5
SWEEP = 10
"""Every so many beats: bots that nobody cares for."""
PURGE = 7200
"""Every so many beats: what may go."""
ORPHANED = 5000
"""A bot that has not moved for so many milliseconds, and for which nobody thinks, is one."""
GUESTS = 90 * 24 * 60 * 60 * 1000
"""Guests without games are forgotten after so many milliseconds."""


class Keeper:
    """Runs in the background from the server's start to its end."""

    def __init__(self, store: Store, matches: LiveMatches, bots: Bots, server: str) -> None:
        self._store = store
        self._matches = matches
        self._bots = bots
        self._server = server
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Takes up what an earlier server left, and goes on from there."""
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
                log.info("no server ran for %.1f s; that time is charged to nobody", (ended - begun) / 1000)
        if alone or len(await self._store.watch.alive(now())) <= 1:
            await self._wake_bots()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Ends, and says so to the other servers."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._store.watch.leave(self._server, now())

    async def _run(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(BEAT)
            count += 1
            try:
                await self._beat(count)
            except Exception:
                # The database may be away for a moment; the next beat tries again.
                log.exception("the keeper stumbled")

    async def _beat(self, count: int) -> None:
        await self._store.watch.beat(self._server, now())
        for id in await self._store.watch.flags_due(now()):
            await self._flag(id)
        if count % SWEEP == 0:
            await self._wake_bots(orphans=True)
            await self._forget_dead_servers()
        if count % PURGE == 0:
            await self._purge()

    async def _flag(self, id: str) -> None:
        """Ends a match by the clock; but a bot does not lose because it had to wait for its place."""
        if self._bots.is_left_alone(id):
            return
        live = await self._matches.get(id)
        await self._command(id, Flag(ply=live.match.ply))

    async def _command(self, id: str, command: Flag | Outage) -> None:
        try:
            await self._matches.do(id, command, lambda _: Sender(host=True))
        except (Refused, NotFound):
            log.debug("match %s: another server was faster", id)
        except ParlourError:
            log.exception("match %s cannot be looked after", id)

    async def _wake_bots(self, *, orphans: bool = False) -> None:
        """Lets bots think that have to move; orphans are those for whom another server should, and does not."""
        for id in await self._store.watch.bots_to_move():
            if self._bots.is_left_alone(id):
                continue
            try:
                live = await self._matches.get(id)
            except ParlourError:
                log.exception("match %s cannot be looked after", id)
                continue
            if not orphans or now() - live.kept > ORPHANED:
                self._bots.wake(live)

    async def _forget_dead_servers(self) -> None:
        """Takes away the pages of servers that are gone."""
        alive = set(await self._store.watch.alive(now()))
        for live in self._matches.in_memory():
            for server in set(live.pages) - alive - {self._server}:
                live.pages.pop(server)
                self._matches.publish(live.id, WhoIsThere(self._server))

    async def _purge(self) -> None:
        moment = now()
        await self._store.watch.purge(moment)
        await self._store.library.purge(moment)
        await self._store.logins.purge(moment)
        await self._store.people.forget_guests(moment - GUESTS)
