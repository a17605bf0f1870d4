"""Run searches in a few threads (the engine releases the interpreter lock), with a fair queue in front.

Bots that have to move come before analysis; within each, addresses take turns, and the owners at each address, so that
one with many requests does not block the others. If there are several threads, at least one is not available to
analysis. The queue is the same for searches that run in other processes.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy
from parlour.server.http.rate_limits import SHARE_OF_ADDRESS, network_of
from parlour.server.settings import is_loopback
from parlour.thread_priority import lower_priority

log = logging.getLogger("parlour.server")

T = TypeVar("T")

MAX_QUEUED_STUDIES = 200
MAX_QUEUED_STUDIES_PER_OWNER = 4
MAX_QUEUED_STUDIES_PER_ADDRESS = int(MAX_QUEUED_STUDIES * SHARE_OF_ADDRESS)
"""A visitor can be many guests. Searches that the server itself begins, and those of this machine, are not limited."""


class _Ticket:
    """A queued search."""

    def __init__(self, owner: str, host: str, study: bool, on_wait: Callable[[int], None] | None) -> None:
        self.owner = owner
        self.address = network_of(host)
        self.study = study
        self.on_wait = on_wait
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class _FairQueue:
    """A queue that alternates between addresses, and between the owners at each, and keeps the order of each owner."""

    def __init__(self) -> None:
        self._by_address: OrderedDict[str, OrderedDict[str, deque[_Ticket]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(self.count_at, self._by_address))

    def count_at(self, address: str) -> int:
        """Return how many tickets of an address are queued."""
        return sum(map(len, self._by_address.get(address, {}).values()))

    def count_of(self, owner: str) -> int:
        """Return how many tickets of an owner are queued."""
        return sum(len(owners.get(owner, ())) for owners in self._by_address.values())

    def join(self, ticket: _Ticket) -> None:
        owners = self._by_address.setdefault(ticket.address, OrderedDict())
        owners.setdefault(ticket.owner, deque()).append(ticket)

    def leave(self, ticket: _Ticket) -> None:
        owners = self._by_address.get(ticket.address, OrderedDict())
        tickets = owners.get(ticket.owner, deque())
        if ticket in tickets:
            tickets.remove(ticket)
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
        if tickets:
            owners[owner] = tickets
        if owners:
            self._by_address[address] = owners
        return ticket

    def order(self) -> list[_Ticket]:
        """Return all tickets in the order in which they will be served."""
        return _in_turn([_in_turn(list(map(list, owners.values()))) for owners in self._by_address.values()])


def _in_turn(rows: list[list[T]]) -> list[T]:
    """Return the first item of each row, then the second of each, and so on."""
    longest = max(map(len, rows), default=0)
    return [row[n] for n in range(longest) for row in rows if n < len(row)]


class Workers:
    """Runs a bounded number of searches at a time."""

    def __init__(self, places: int, niceness: int = 0) -> None:
        self.places = places
        self.running = 0
        self._studies = 0
        self._study_places = max(1, places - 1)
        self._play, self._study = _FairQueue(), _FairQueue()
        self._threads = ThreadPoolExecutor(
            places, thread_name_prefix="search", initializer=partial(lower_priority, niceness)
        )
        self._closed = False

    @property
    def waiting(self) -> int:
        """Return the number of queued searches."""
        return len(self._play) + len(self._study)

    async def run(
        self,
        owner: str,
        work: Callable[[], T],
        *,
        host: str = "",
        study: bool = False,
        on_wait: Callable[[int], None] | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> T:
        """Run a search when its turn comes, and return its result.

        `host` is the address of the visitor who asked for it, if it was one. `on_wait` is called with the number of
        searches ahead, `on_start` when it begins. If the caller is cancelled while the search runs, the thread stays
        busy until the search ends, so the caller must stop it. Raise `Busy` for an analysis if too many are queued;
        bots that have to move are never refused.
        """
        await self._wait_for_place(owner, host, study, on_wait)
        if on_start is not None:
            on_start()
        loop = asyncio.get_running_loop()
        done = self._threads.submit(work)

        def release(_: object) -> None:
            if not self._closed:  # otherwise nothing waits for the place, and the loop may be closed
                loop.call_soon_threadsafe(self._release, study)

        done.add_done_callback(release)
        return await asyncio.wrap_future(done)

    @asynccontextmanager
    async def place(
        self, owner: str, *, host: str = "", study: bool = False, on_wait: Callable[[int], None] | None = None
    ) -> AsyncIterator[None]:
        """Hold a place, when its turn comes, for a search that runs in another process."""
        await self._wait_for_place(owner, host, study, on_wait)
        try:
            yield
        finally:
            self._release(study)

    def resize(self, places: int) -> None:
        """Change the number of searches that run at a time."""
        self.places, self._study_places = places, max(1, places - 1)
        self._serve()

    def close(self) -> None:
        """Accept no more searches. Running searches must be stopped by their callers."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wait_for_place(self, owner: str, host: str, study: bool, on_wait: Callable[[int], None] | None) -> None:
        ticket = _Ticket(owner, host, study, on_wait)
        line = self._study if study else self._play
        if study and (
            len(line) >= MAX_QUEUED_STUDIES
            or line.count_of(owner) >= MAX_QUEUED_STUDIES_PER_OWNER
            or (host and not is_loopback(host) and line.count_at(ticket.address) >= MAX_QUEUED_STUDIES_PER_ADDRESS)
        ):
            raise localized_error(Busy, "server.refusal.searches")
        line.join(ticket)
        self._serve()
        try:
            await ticket.granted
        except asyncio.CancelledError:
            line.leave(ticket)
            if ticket.granted.done() and not ticket.granted.cancelled():
                self._release(study)
            raise
        if self._closed:
            self._release(study)
            raise asyncio.CancelledError

    def _serve(self) -> None:
        while self.running < self.places:
            ticket = self._play.next()
            if ticket is None and self._studies < self._study_places:
                ticket = self._study.next()
            if ticket is None:
                break
            if ticket.granted.done():  # cancelled in the meantime
                continue
            self.running += 1
            self._studies += ticket.study
            ticket.granted.set_result(None)
        for ahead, ticket in enumerate([*self._play.order(), *self._study.order()], 1):
            if ticket.on_wait is not None:
                ticket.on_wait(ahead)

    def _release(self, study: bool) -> None:
        self.running -= 1
        self._studies -= study
        self._serve()
