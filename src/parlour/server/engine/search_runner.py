"""Run search tasks: in threads of this process, or through a queue in worker processes (`queued_searches`)."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from parlour.engine.report import Stop
from parlour.i18n.errors import localized_error
from parlour.server.engine.tasks import EngineMemory, Priority, SearchTask, TaskContext
from parlour.server.engine.workers import Workers
from parlour.server.settings import SettingError, check_redis_url

T = TypeVar("T")


@dataclass(frozen=True)
class SearchRequest(Generic[T]):
    """The arguments of `SearchRunner.run`."""

    owner: str
    host: str
    task: SearchTask[T]
    stop: Stop
    priority: Priority
    on_wait: Callable[[int], None] | None
    on_start: Callable[[], None] | None
    on_report: Callable[[Any], None] | None
    on_crowded: Callable[[], None] | None


class SearchRunner(ABC):
    """Runs the searches of a server."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        """Decides which search is next, and which is refused."""

    async def start(self) -> None:
        """Accept searches."""
        return

    async def run(
        self,
        owner: str,
        task: SearchTask[T],
        *,
        stop: Stop,
        host: str = "",
        priority: Priority = "play",
        on_wait: Callable[[int], None] | None = None,
        on_start: Callable[[], None] | None = None,
        on_report: Callable[[Any], None] | None = None,
        on_crowded: Callable[[], None] | None = None,
    ) -> T:
        """Run a task when its turn comes, and return its result.

        Setting `stop` makes it return early; a cancelled caller must set it. `host` is the address of the visitor who
        asked for it, if it was one. `on_wait`, `on_start`, `on_report` and `on_crowded` (see `Workers.run`) are called
        in the event loop. Raise `Busy` for an analysis if too many are queued.
        """
        request = SearchRequest(owner, host, task, stop, priority, on_wait, on_start, on_report, on_crowded)
        return await self._run(request)

    @abstractmethod
    async def _run(self, request: SearchRequest[T]) -> T:
        """Run a requested task when its turn comes."""

    async def close(self) -> None:
        """Accept no more searches. Running searches must be stopped by their callers."""
        self.workers.close()


class LocalSearches(SearchRunner):
    """Runs searches in threads of this process."""

    def __init__(self, workers: Workers) -> None:
        super().__init__(workers)
        self._memory = EngineMemory()

    async def _run(self, request: SearchRequest[T]) -> T:
        loop = asyncio.get_running_loop()

        def report(found: object) -> None:
            if request.on_report is not None:
                loop.call_soon_threadsafe(request.on_report, found)

        work = partial(request.task.run, TaskContext(request.stop, report, self._memory))
        return await self.workers.run(
            request.owner,
            work,
            host=request.host,
            priority=request.priority,
            on_wait=request.on_wait,
            on_start=request.on_start,
            on_crowded=request.on_crowded,
        )


def make_runner(workers: Workers, queue_url: str | None, server: str) -> SearchRunner:
    """Return the search runner of a server: worker processes with a queue, or threads. Raise `SettingError`."""
    if queue_url is None:
        return LocalSearches(workers)
    check_redis_url(queue_url, "PARLOUR_QUEUE_URL")
    try:
        from parlour.server.engine.queued_searches import QueuedSearches  # the queue need not be installed
    except ModuleNotFoundError as wrong:
        raise localized_error(SettingError, "server.serve.no-package", package=str(wrong.name)) from wrong
    return QueuedSearches(workers, queue_url, server)
