"""Periodic work of a server: heartbeat, clocks, bots to move, and deleting what has expired.

Twice a second this server records that it runs, and ends the matches whose time has run out. When a server starts and
no other was running, the outage is not charged to any clock, and bots that have to move are started. An outage during
its run is not charged either: `LiveMatches` stores it in a match before it decides anything else there, and this module
stores it in all other matches before the next heartbeat. From time to time a server starts bots that no server runs,
and deletes expired data.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from parlour.errors import BrokenMatch, NotFound, ParlourError, Refused, StoreUnavailable, UnknownGame
from parlour.match.clock import DAY_MS
from parlour.match.commands import Flag, Outage, Sender
from parlour.server.lobby.lobby import Lobby
from parlour.server.matches.live.bots import Bots
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.notices import OpenPagesQuery
from parlour.server.process.detached_tasks import repeat
from parlour.server.process.match_time import system_clock
from parlour.server.process.open_sockets import OpenSockets
from parlour.store import Store

log = logging.getLogger("parlour.server")

HEARTBEAT_SECONDS = 0.5
TICK_SECONDS = 0.25
"""How often this server notes that its event loop runs."""
HEARTBEATS_PER_SWEEP = 10
"""Heartbeats between sweeps for bots that no server runs."""
HEARTBEATS_PER_SESSION_CHECK = 120
"""Heartbeats between checks for WebSockets of ended logins. Most are closed earlier, when the end is announced."""
PURGE_INTERVAL_SECONDS = 3600.0
"""Time between deletions of expired data. They may take long, and heartbeats do not wait for them."""
ORPHANED_BOT_MS = 5000
"""Time after which a bot that should move is started by any server."""
CONCURRENT_COMMANDS = 50
"""Matches in which an outage is stored at the same time."""
MAX_FLAGS = 100
MAX_BOTS = 1000
"""Matches per heartbeat that are ended on time, or whose bots are started."""
MAX_STEP_BACK_MS = DAY_MS
"""If the last heartbeat is further in the future, the system clock is assumed to have been wrong then."""
GUEST_LIFETIME_MS = 90 * DAY_MS
"""Time after which guests without games are deleted."""


@dataclass
class BackgroundTasks:
    """The periodic work, from the start of the server to its end."""

    _store: Store
    _matches: LiveMatches
    _bots: Bots
    _sockets: OpenSockets
    _lobby: Lobby
    _server: str
    _tasks: tuple[asyncio.Task[None], ...] = ()

    def __post_init__(self) -> None:
        self._time = self._matches.time
        self._last_heartbeat = self._time.now()

    async def start(self) -> None:
        """Account for the time without a server, start bots that have to move, and begin the periodic work."""
        await self._set_time()
        moment = self._time.now()
        alone = self._store.database.sqlite
        outage = await self._store.watch.outage(self._server, moment, alone=alone)
        if outage is not None:
            begun, ended = outage
            self._matches.outages.add(Outage(begun=begun, ended=ended))
            await self._store_outages()
        await self._beat()
        if alone or len(await self._store.watch.alive(self._time.now())) <= 1:
            await self._start_bots()
        purge = repeat(self._purge, PURGE_INTERVAL_SECONDS, "Expired data could not be deleted")
        periodic = self._tick(), self._run(), purge
        self._tasks = tuple(asyncio.create_task(work) for work in periodic)

    async def stop(self) -> None:
        """Stop, and notify the other servers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._store.watch.leave(self._server, self._time.now())
        except StoreUnavailable as fault:
            log.warning("The other servers could not be notified that this one has stopped: %s", fault)

    # ---- Time -----------------------------------------------------------------------------------------------------

    async def _set_time(self) -> None:
        """Adopt the time of running servers; if there are none, do not go back beyond the last heartbeat."""
        shared = await self._store.watch.shared_time(self._server)
        if shared is not None:
            self._time.set(shared)
            return
        last = await self._store.watch.last_beat()
        if last is not None and 0 < last - self._time.now() < MAX_STEP_BACK_MS:
            self._time.set(last)

    async def _tick(self) -> None:
        while True:
            self._time.tick()
            await asyncio.sleep(TICK_SECONDS)

    async def _beat(self) -> None:
        """Record a heartbeat, and catch up with the time of other servers."""
        moment = self._time.tick()
        await self._store.watch.beat(self._server, moment, resumed=self._time.resumed)
        self._time.mark_stored()
        self._last_heartbeat = moment
        shared = await self._store.watch.shared_time(self._server)
        if shared is not None:
            self._time.catch_up(shared)

    async def _store_outages(self) -> None:
        """Store the outages that were noticed in all matches, before a heartbeat records that this server runs."""
        outage = await self._matches.outages.latest()
        if outage is not None:
            await self._store_in_all_matches(outage)
            self._matches.outages.set_stored(outage)

    async def _store_in_all_matches(self, outage: Outage) -> None:
        """Store an outage in all matches with a running clock."""
        running = self._loadable(await self._store.watch.running())
        for first in range(0, len(running), CONCURRENT_COMMANDS):
            batch = running[first : first + CONCURRENT_COMMANDS]
            # Wait for all of them, even if one fails: a server that stops then closes the store.
            results = await asyncio.gather(*(self._command(id, outage) for id in batch), return_exceptions=True)
            for fault in filter(None, results):
                raise fault
        if running:
            seconds = (outage.ended - outage.begun) / 1000
            log.info("No server ran for %.1f s; that time is not charged to any clock", seconds)

    async def _run(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            count += 1
            try:
                await self._heartbeat(count)
            except StoreUnavailable as fault:
                log.debug("A heartbeat could not be stored: %s", fault)  # the next one tries again
                self._time.mark_failed_since(self._last_heartbeat)
            except Exception:
                log.exception("A heartbeat failed")

    async def _heartbeat(self, count: int) -> None:
        self._time.tick()
        await self._store_outages()
        await self._beat()
        due = await self._store.watch.flags_due(self._time.now(), MAX_FLAGS + len(self._matches.set_aside))
        for id in self._loadable(due):
            await self._flag(id)
        if count % HEARTBEATS_PER_SWEEP == 0:
            await self._start_bots(orphans=True)
            await self._forget_dead_servers()
        if self._sockets.check_is_due or count % HEARTBEATS_PER_SESSION_CHECK == 0:
            await self._sockets.end_unknown_logins(self._store.logins)

    async def _flag(self, id: str) -> None:
        """End a match on time, unless the bot to move is queued or waits for its players."""
        live = await self._idle(id)
        if live is not None:
            await self._command(id, Flag(ply=live.match.ply))

    async def _idle(self, id: str) -> LiveMatch | None:
        """Return a match if it can be loaded and no bot in it searches or waits for its players."""
        if self._bots.is_searching_or_unattended(id):
            return None
        try:
            return await self._matches.get(id)
        except (BrokenMatch, NotFound, UnknownGame):
            return None

    def _loadable(self, ids: list[str]) -> list[str]:
        """Return the matches that are not set aside."""
        return [id for id in ids if id not in self._matches.set_aside]

    async def _command(self, id: str, command: Flag | Outage) -> None:
        try:
            await self._matches.do(id, command, lambda _: Sender(host=True))
        except (Refused, NotFound):
            log.debug("Match %s: another server was faster", id)
        except (BrokenMatch, UnknownGame) as fault:
            log.debug("Match %s is set aside: %s", id, fault)
        except StoreUnavailable:
            raise
        except ParlourError:
            log.exception("Match %s cannot be continued", id)

    async def _start_bots(self, *, orphans: bool = False) -> None:
        """Start the bots that have to move; with `orphans` only those that no other server has started in time."""
        waiting = await self._store.watch.bots_to_move(MAX_BOTS + len(self._matches.set_aside))
        for id in self._loadable(waiting):
            live = await self._idle(id)
            if live is not None and (not orphans or self._time.now() - live.saved_at > ORPHANED_BOT_MS):
                self._bots.wake(live)

    async def _forget_dead_servers(self) -> None:
        """Remove the open pages of servers that no longer run."""
        alive = set(await self._store.watch.alive(self._time.now()))
        self._lobby.forget_servers(alive)
        for live in self._matches.in_memory():
            for server in set(live.pages) - alive - {self._server}:
                live.pages.pop(server)
                self._matches.publish(live.id, OpenPagesQuery(self._server))

    async def _purge(self) -> None:
        await self._store.watch.purge(self._time.now())
        moment = system_clock()
        await self._store.library.purge(moment)
        await self._store.logins.purge(moment)
        await self._store.owner_logins.purge(moment)
        await self._store.people.forget_guests(moment - GUEST_LIFETIME_MS)
