"""A thread for blocking calls of the event loop, with less work per call than an executor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
_Done = Callable[[Any, BaseException | None], None]
_Call = tuple[asyncio.AbstractEventLoop, _Done, Callable[..., Any], tuple[Any, ...]]


class WorkerThread:
    """A thread that runs functions one after the other; it starts with the first call."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._started = False

    def call(self, function: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Return the future result of a function that runs in the thread, even if the future is cancelled."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.start(partial(_settle, future), function, *args)
        return future

    def start(self, done: _Done, function: Callable[..., Any], *args: Any) -> None:
        """Run a function in the thread, and then `done` in the event loop, with the result or the error."""
        if not self._started:
            self._started = True
            self._thread.start()
        self._calls.put((asyncio.get_running_loop(), done, function, args))

    def close(self) -> None:
        """Wait until all calls have run, and end the thread."""
        self._calls.put(None)
        if self._started:
            self._thread.join()

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            loop, done, function, args = call
            result, fault = None, None
            try:
                result = function(*args)
            except BaseException as wrong:  # noqa: BLE001  # the caller gets it
                fault = wrong
            loop.call_soon_threadsafe(done, result, fault)
            del call, loop, done, function, args, result, fault  # nothing is kept while the thread waits


def _settle(future: asyncio.Future[Any], result: Any, fault: BaseException | None) -> None:
    if future.done():  # its caller was cancelled
        return
    if fault is None:
        future.set_result(result)
    else:
        future.set_exception(fault)
