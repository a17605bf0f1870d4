"""Run searches in a few threads (the engine releases the interpreter lock), with a fair queue in front.

Bots that play people come before matches between bots and analysis; within each, addresses take turns, and the owners
at each address, so that one with many requests does not block the others. If there are several threads, at least one is
available only to bots that play people. One more thread runs only quick searches of such bots, of about a second at
most: they never wait for long ones. A long search of a bot ends early if others wait. The queue is the same for
searches that run in other processes.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from parlour.i18n.errors import localized_error
from parlour.server.engine.tasks import Priority
from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.rate_limits import SHARE_OF_ADDRESS, network_of
from parlour.server.settings import is_loopback
from parlour.thread_priority import lower_priority

log = logging.getLogger("parlour.server")

T = TypeVar("T")

MAX_QUEUED_STUDIES = 200
MAX_QUEUED_STUDIES_PER_OWNER = 4
MAX_QUEUED_STUDIES_PER_ADDRESS = int(MAX_QUEUED_STUDIES * SHARE_OF_ADDRESS)
"""A visitor can be many guests. Searches that the server itself begins, and those of this machine, are not limited."""
MAX_QUEUED_PLAY_PER_ADDRESS = 100
"""Searches of bots that play people of an address, beyond which these begin no more matches with bots."""
PLACES_SECONDS = 0.5
"""Shortest time between two announcements of the places in the queue."""
FAIR_SECONDS = 5.0
"""Time after which a bot plays the best move found so far if others wait: the time of the highest level."""


class _Ticket:
    """A queued search."""

    def __init__(
        self,
        owner: str,
        host: str,
        priority: Priority,
        on_wait: Callable[[int], None] | None,
        on_crowded: Callable[[], None] | None,
    ) -> None:
        self.owner = owner
        self.host = host
        self.address = network_of(host)
        self.priority: Priority = priority
        self.on_wait = on_wait
        self.on_crowded = on_crowded
        self.ahead = 0
        """Its place in the queue when it was last announced; 0 before that."""
        self.started = 0.0
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class _FairQueue:
    """A queue that alternates between addresses, and between the owners at each, and keeps the order of each owner."""

    def __init__(self) -> None:
        self._by_address: OrderedDict[str, OrderedDict[str, deque[_Ticket]]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[_Ticket]:
        """Iterate over the tickets, by address and owner."""
        return (ticket for owners in self._by_address.values() for tickets in owners.values() for ticket in tickets)

    def join(self, ticket: _Ticket) -> None:
        owners = self._by_address.setdefault(ticket.address, OrderedDict())
        owners.setdefault(ticket.owner, deque()).append(ticket)
        self._length += 1

    def leave(self, ticket: _Ticket) -> None:
        owners = self._by_address.get(ticket.address, OrderedDict())
        tickets = owners.get(ticket.owner, deque())
        if ticket in tickets:
            tickets.remove(ticket)
            self._length -= 1
            if not tickets:
                del owners[ticket.owner]
            if not owners:
                del self._by_address[ticket.address]

    def next(self) -> _Ticket | None:
        """Remove and return the next ticket."""
        if not self._by_address:
            return None
        address, owners = self._by_address.popitem(last=False)
        owner, tickets = owners.popitem(last=False)
        ticket = tickets.popleft()
        self._length -= 1
        if tickets:
            owners[owner] = tickets
        if owners:
            self._by_address[address] = owners
        return ticket

    def at(self, address: str) -> int:
        """Return the number of tickets of an address."""
        return sum(map(len, self._by_address.get(address, {}).values()))

    def order(self) -> list[_Ticket]:
        """Return all tickets in the order in which they will be served."""
        return _in_turn([_in_turn(list(map(list, owners.values()))) for owners in self._by_address.values()])


def _in_turn(rows: list[list[T]]) -> list[T]:
    """Return the first item of each row, then the second of each, and so on."""
    found: list[T] = []
    n = 0
    while rows := [row for row in rows if n < len(row)]:
        found += [row[n] for row in rows]
        n += 1
    return found


class Workers:
    """Runs a bounded number of searches at a time."""

    def __init__(self, places: int, niceness: int = 0) -> None:
        self.places = places
        self._running: set[_Ticket] = set()
        self._quick, self._play, self._background = _FairQueue(), _FairQueue(), _FairQueue()
        self._queues: dict[Priority, _FairQueue] = {
            "quick": self._quick,
            "play": self._play,
            "bots": self._background,
            "study": self._background,
        }
        self._threads = ThreadPoolExecutor(
            places + 1, thread_name_prefix="search", initializer=partial(lower_priority, niceness)
        )
        self._crowded_timer: asyncio.TimerHandle | None = None
        self._places_timer: asyncio.TimerHandle | None = None
        self._places_announced = -math.inf
        """When the places were last announced."""
        self._closed = False

    @property
    def running(self) -> int:
        """Return the number of searches that run."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Return the number of queued searches."""
        return len(self._quick) + len(self._play) + len(self._background)

    async def run(
        self,
        owner: str,
        work: Callable[[], T],
        *,
        host: str = "",
        priority: Priority = "play",
        on_wait: Callable[[int], None] | None = None,
        on_start: Callable[[], None] | None = None,
        on_crowded: Callable[[], None] | None = None,
    ) -> T:
        """Run a search when its turn comes, and return its result.

        `host` is the address of the visitor who asked for it, if it was one. `on_wait` is called with the number of
        searches ahead, `on_start` when it begins, `on_crowded` when it has run for `FAIR_SECONDS` and others wait. If
        the caller is cancelled while the search runs, the thread stays busy until the search ends, so the caller must
        stop it. Raise `Busy` for an analysis if too many are queued; bots that have to move are never refused, only new
        matches with them (`check_new_match`).
        """
        ticket = await self._wait_for_place(_Ticket(owner, host, priority, on_wait, on_crowded))
        if on_start is not None:
            on_start()
        loop = asyncio.get_running_loop()
        done = self._threads.submit(work)

        def release(_: object) -> None:
            if not self._closed:  # otherwise nothing waits for the place, and the loop may be closed
                loop.call_soon_threadsafe(self._release, ticket)

        done.add_done_callback(release)
        return await asyncio.wrap_future(done)

    @asynccontextmanager
    async def place(
        self,
        owner: str,
        *,
        host: str = "",
        priority: Priority = "play",
        on_wait: Callable[[int], None] | None = None,
        on_crowded: Callable[[], None] | None = None,
    ) -> AsyncIterator[None]:
        """Hold a place, when its turn comes, for a search that runs in another process."""
        ticket = await self._wait_for_place(_Ticket(owner, host, priority, on_wait, on_crowded))
        try:
            yield
        finally:
            self._release(ticket)

    def check_new_match(self, host: str) -> None:
        """Raise `Busy` if too many searches of bots that play people of an address wait to begin one more match."""
        waiting = self._quick.at(network_of(host)) + self._play.at(network_of(host))
        if waiting >= MAX_QUEUED_PLAY_PER_ADDRESS and not is_loopback(host):
            raise localized_error(Busy, "server.refusal.searches")

    def resize(self, places: int) -> None:
        """Change the number of searches that run at a time."""
        self.places = places
        self._serve()

    def close(self) -> None:
        """Accept no more searches. Running searches must be stopped by their callers."""
        self._closed = True
        for timer in filter(None, (self._crowded_timer, self._places_timer)):
            timer.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    # ---- The queue --------------------------------------------------------------------------------------------------

    async def _wait_for_place(self, ticket: _Ticket) -> _Ticket:
        if ticket.priority == "study":
            self._check_studies(ticket)
        queue = self._queues[ticket.priority]
        queue.join(ticket)
        self._serve()
        try:
            await ticket.granted
        except asyncio.CancelledError:
            queue.leave(ticket)
            if ticket.granted.done() and not ticket.granted.cancelled():
                self._release(ticket)
            raise
        if self._closed:
            self._release(ticket)
            raise asyncio.CancelledError
        return ticket

    def _check_studies(self, ticket: _Ticket) -> None:
        """Raise `Busy` if too many analyses are queued."""
        studies = [one for one in self._background if one.priority == "study"]
        at_address = sum(one.address == ticket.address for one in studies)
        limited = ticket.host != "" and not is_loopback(ticket.host)
        if (
            len(studies) >= MAX_QUEUED_STUDIES
            or sum(one.owner == ticket.owner for one in studies) >= MAX_QUEUED_STUDIES_PER_OWNER
            or (limited and at_address >= MAX_QUEUED_STUDIES_PER_ADDRESS)
        ):
            raise localized_error(Busy, "server.refusal.searches")

    def _serve(self) -> None:
        while (ticket := self._next()) is not None:
            if ticket.granted.done():  # cancelled in the meantime
                continue
            ticket.started = time.monotonic()
            self._running.add(ticket)
            ticket.granted.set_result(None)
        if self.waiting and self._places_timer is None and not self._closed:
            loop = asyncio.get_running_loop()
            wait = self._places_announced + PLACES_SECONDS - loop.time()
            self._places_timer = loop.call_later(max(0.0, wait), self._announce_places)
        self._limit_long_searches()

    def _announce_places(self) -> None:
        """Tell the searches that wait how many are ahead of them, if that has changed."""
        self._places_timer = None
        self._places_announced = asyncio.get_running_loop().time()
        order = [*self._quick.order(), *self._play.order(), *self._background.order()]
        for ahead, ticket in enumerate(order, 1):
            if ticket.on_wait is not None and ticket.ahead != ahead:
                ticket.ahead = ahead
                ticket.on_wait(ahead)

    def _next(self) -> _Ticket | None:
        """Remove and return the next search that there is a place for."""
        if self.running > self.places:
            return None
        ticket = self._quick.next()
        slow = [one for one in self._running if one.priority != "quick"]
        if ticket is None and len(slow) < self.places:
            ticket = self._play.next()
            in_background = sum(one.priority in ("bots", "study") for one in slow)
            if ticket is None and in_background < max(1, self.places - 1):
                ticket = self._background.next()
        return ticket

    def _release(self, ticket: _Ticket) -> None:
        self._running.discard(ticket)
        self._serve()

    def _limit_long_searches(self) -> None:
        """End searches that run for `FAIR_SECONDS` while others wait, now or as soon as they have."""
        if self._crowded_timer is not None:
            self._crowded_timer.cancel()
            self._crowded_timer = None
        yielding = [one for one in self._running if one.on_crowded is not None]
        if not yielding or self._closed or not self.waiting:
            return
        due = min(one.started for one in yielding) + FAIR_SECONDS - time.monotonic()
        self._crowded_timer = asyncio.get_running_loop().call_later(max(0.0, due), self._end_long_searches)

    def _end_long_searches(self) -> None:
        for ticket in self._running:
            if ticket.on_crowded is not None and time.monotonic() - ticket.started >= FAIR_SECONDS:
                ticket.on_crowded()
                ticket.on_crowded = None
        self._limit_long_searches()
