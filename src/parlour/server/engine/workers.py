"""Run searches in a few threads (the engine releases the interpreter lock), with a fair queue in front.

Bots that have to move come before analysis; within each, owners take turns, so that one with many requests does not
block the others. If there are several threads, at least one is not available to analysis. The queue is the same for
searches that run in other processes.
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
from parlour.thread_priority import lower_priority

log = logging.getLogger("parlour.server")

T = TypeVar("T")

MAX_QUEUED_STUDIES = 200
MAX_QUEUED_STUDIES_PER_OWNER = 4


class _Ticket:
    """A queued search."""

    def __init__(self, owner: str, study: bool, on_wait: Callable[[int], None] | None) -> None:
        self.owner = owner
        self.study = study
        self.on_wait = on_wait
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class _FairQueue:
    """A queue that alternates between owners and keeps the order of each owner."""

    def __init__(self) -> None:
        self._by_owner: OrderedDict[str, deque[_Ticket]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(tickets) for tickets in self._by_owner.values())

    def count(self, owner: str) -> int:
        """Return how many tickets of an owner are queued."""
        return len(self._by_owner.get(owner, ()))

    def join(self, ticket: _Ticket) -> None:
        self._by_owner.setdefault(ticket.owner, deque()).append(ticket)

    def leave(self, ticket: _Ticket) -> None:
        tickets = self._by_owner.get(ticket.owner)
        if tickets is not None and ticket in tickets:
            tickets.remove(ticket)
            if not tickets:
                del self._by_owner[ticket.owner]

    def next(self) -> _Ticket | None:
        """Remove and return the next ticket."""
        if not self._by_owner:
            return None
        owner, tickets = self._by_owner.popitem(last=False)
        ticket = tickets.popleft()
        if tickets:
            self._by_owner[owner] = tickets
        return ticket

    def order(self) -> list[_Ticket]:
        """Return all tickets in the order in which they will be served."""
        rows = [list(tickets) for tickets in self._by_owner.values()]
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
        study: bool = False,
        on_wait: Callable[[int], None] | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> T:
        """Run a search when its turn comes, and return its result.

        `on_wait` is called with the number of searches ahead, `on_start` when it begins. If the caller is cancelled
        while the search runs, the thread stays busy until the search ends, so the caller must stop it. Raise `Busy` for
        an analysis if too many are queued; bots that have to move are never refused.
        """
        await self._wait_for_place(owner, study, on_wait)
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
        self, owner: str, *, study: bool = False, on_wait: Callable[[int], None] | None = None
    ) -> AsyncIterator[None]:
        """Hold a place, when its turn comes, for a search that runs in another process."""
        await self._wait_for_place(owner, study, on_wait)
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

    async def _wait_for_place(self, owner: str, study: bool, on_wait: Callable[[int], None] | None) -> None:
        ticket = _Ticket(owner, study, on_wait)
        line = self._study if study else self._play
        if study and (len(line) >= MAX_QUEUED_STUDIES or line.count(owner) >= MAX_QUEUED_STUDIES_PER_OWNER):
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
