"""The state of one page that uses the engine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from parlour.engine.report import Limits, Stop
from parlour.server.engine.messages import EngineSocketMessage, SearchQueuedMessage
from parlour.server.engine.tasks import SearchTask
from parlour.server.http.auth import PageSocket
from parlour.server.http.limits.rate_limits import host_of
from parlour.server.http.page_socket import encode, send
from parlour.server.services import Services

T = TypeVar("T")

MAX_DEPTH = 60
REPORT_INTERVAL_S = 0.2


class EngineSession:
    """One open engine socket. One search runs at a time."""

    def __init__(self, socket: PageSocket, services: Services, language: str) -> None:
        self.socket = socket
        self.services = services
        self.language = language
        self.stop = Stop()
        self.request_id = 0
        self._task: asyncio.Task[None] | None = None
        self._report: asyncio.Task[None] | None = None

    @property
    def owner(self) -> str:
        """Return the owner of these searches, for the fair queue of the workers."""
        return self.socket.user.id or self.host

    @property
    def host(self) -> str:
        """Return the address of the visitor."""
        return host_of(self.socket)

    def limits(self, seconds: float, depth: int | None = None) -> Limits:
        """Return the limits of a search, reduced to what the server allows."""
        return Limits(
            seconds=min(max(seconds, 0.05), self.services.settings.search_ceiling),
            depth=None if depth is None else min(max(depth, 1), MAX_DEPTH),
        )

    async def start(self, request_id: int, search: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """End the running search and start another."""
        await self.end()
        self.stop, self.request_id = Stop(), request_id
        self._task = asyncio.create_task(search())

    async def end(self) -> None:
        """End the running search."""
        self.stop.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def run(self, task: SearchTask[T]) -> T:
        """Run a search; notify the page while it is queued, and of its progress."""
        request_id, stop = self.request_id, self.stop

        def report(message: EngineSocketMessage) -> None:
            if self.request_id == request_id and not stop.is_set():
                self.report(message)

        return await self.services.searches.run(
            self.owner,
            task,
            stop=stop,
            host=self.host,
            priority="study",
            on_wait=self.report_queued,
            on_report=report,
        )

    async def send(self, message: EngineSocketMessage) -> None:
        """Send a message to the page."""
        await send(self.socket, encode(message))

    def report_queued(self, ahead: int) -> None:
        """Notify the page how many searches are ahead of its own."""
        self.report(SearchQueuedMessage(id=self.request_id, ahead=ahead))

    def report(self, message: EngineSocketMessage) -> None:
        """Send the progress of a search, unless the page has not accepted the last report yet."""
        if self._report is None or self._report.done():
            self._report = asyncio.get_running_loop().create_task(self.send(message))
