"""Searches off the event loop: a few threads (the engine works without the interpreter lock), and a fair line before.

Bots that have to move come before people who study; within each, whoever has been served longest ago is next, so that
one who asks for much does not hold up the others. One place at least is kept from studies, if there are several.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

log = logging.getLogger("parlour.server")

T = TypeVar("T")


class _Ticket:
    """A place in the line."""

    def __init__(self, owner: str, study: bool, on_wait: Callable[[int], None] | None) -> None:
        self.owner = owner
        self.study = study
        self.on_wait = on_wait
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class _Line:
    """Those who wait: in turn by owner, and for each owner in order."""

    def __init__(self) -> None:
        self._by_owner: OrderedDict[str, deque[_Ticket]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(tickets) for tickets in self._by_owner.values())

    def join(self, ticket: _Ticket) -> None:
        self._by_owner.setdefault(ticket.owner, deque()).append(ticket)

    def leave(self, ticket: _Ticket) -> None:
        tickets = self._by_owner.get(ticket.owner)
        if tickets is not None and ticket in tickets:
            tickets.remove(ticket)
            if not tickets:
                del self._by_owner[ticket.owner]

    def next(self) -> _Ticket | None:
        """Takes out who is next."""
        if not self._by_owner:
            return None
        owner, tickets = self._by_owner.popitem(last=False)
        ticket = tickets.popleft()
        if tickets:
            self._by_owner[owner] = tickets
        return ticket

    def order(self) -> list[_Ticket]:
        """All who wait, in the order in which they will be served."""
        rows = [list(tickets) for tickets in self._by_owner.values()]
        longest = max(map(len, rows), default=0)
        return [row[n] for n in range(longest) for row in rows if n < len(row)]


class Workers:
    """Runs searches, so many at a time."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.running = 0
        self._studies = 0
        self._study_places = max(1, places - 1)
        self._play, self._study = _Line(), _Line()
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="search")
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many stand in line."""
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
        """Runs a search when its turn comes, and returns what it found.

        `on_wait` hears how many are before it, `on_start` that it begins. If the caller is cancelled while the search
        runs, its place is taken until the search has noticed: tell it to stop.
        """
        ticket = _Ticket(owner, study, on_wait)
        line = self._study if study else self._play
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
        if on_start is not None:
            on_start()
        loop = asyncio.get_running_loop()
        done = self._threads.submit(work)
        done.add_done_callback(lambda _: loop.call_soon_threadsafe(self._release, study))
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        """Lets nobody in any more. Searches that run must be told to stop by those who began them."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _serve(self) -> None:
        while self.running < self.places:
            ticket = self._play.next()
            if ticket is None and self._studies < self._study_places:
                ticket = self._study.next()
            if ticket is None:
                break
            if ticket.granted.done():  # cancelled meanwhile
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
