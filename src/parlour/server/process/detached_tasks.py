"""Background tasks that are awaited only when the server stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from parlour.errors import NotFound, StoreUnavailable

log = logging.getLogger("parlour.server")


async def repeat(work: Callable[[], Awaitable[object]], seconds: float, fault_text: str) -> None:
    """Call a function periodically and log its errors. An unavailable database is not logged as an error."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except StoreUnavailable as fault:
            log.debug("%s: %s", fault_text, fault)
        except Exception:
            log.exception(fault_text)


class DetachedTasks:
    """Run tasks in the background and log their errors, with a text that says what failed.

    An unavailable database, or data deleted in the meantime, is not logged as an error.
    """

    def __init__(self, fault_text: str) -> None:
        self._fault_text = fault_text
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()

    async def finish(self) -> None:
        """Wait for all running tasks."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, NotFound | StoreUnavailable):
            log.debug("%s: %s", self._fault_text, fault)
        elif fault is not None:
            log.error(self._fault_text, exc_info=fault)
