"""Computations for visitors that may take long: in a thread, in short slices, one at a time for each visitor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from litestar import MediaType, Response
from litestar.connection import ASGIConnection

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.rate_limits import ConcurrencyCounter, host_of, visitor_key
from parlour.store.database.time_slices import MAX_SIZE_IN_LOOP, Steps, TimeSlices, run_steps

MAX_WAITING_COMPUTATIONS = 4
"""Computations of a visitor that may wait for an earlier one; a page rarely asks for two at once."""
MAX_COMPUTATIONS = 100
"""Computations of all visitors, including those that wait; an address can have half of them."""

LONG_COMPUTATION_SIZE = MAX_SIZE_IN_LOOP + 1
"""Size of computations that take long even with few moves."""

T = TypeVar("T")
AnyRequest = ASGIConnection[Any, Any, Any, Any]
"""An HTTP request or a WebSocket."""


class LongComputations:
    """The computations of all visitors. Computations on few moves run directly in the event loop."""

    def __init__(self, slices: TimeSlices) -> None:
        self._slices = slices
        self._visitors: dict[str, _Queue] = {}
        self._all = ConcurrencyCounter()

    async def compute(self, request: AnyRequest, steps: Steps[T], size: int = LONG_COMPUTATION_SIZE) -> T:
        """Return the result of a computation on a number of moves; raise `Busy` if there are too many."""
        if size <= MAX_SIZE_IN_LOOP:
            return run_steps(steps)
        async with self._place(request):
            return await self._slices.compute(steps, size)

    async def call(self, request: AnyRequest, function: Callable[[], T], size: int = LONG_COMPUTATION_SIZE) -> T:
        """Return the result of a function that cannot be divided into steps; raise as `compute`."""
        if size <= MAX_SIZE_IN_LOOP:
            return function()
        async with self._place(request):
            return await self._slices.call(function, size)

    async def response(self, request: AnyRequest, steps: Steps[T], size: int) -> Response[T]:
        """Return the result of a computation as a response, whose JSON is written in the thread, too; raise as
        `compute`.
        """
        encoded: Any = await self.compute(request, _encoded(steps), size)
        return Response(encoded, media_type=MediaType.JSON)

    @asynccontextmanager
    async def _place(self, request: AnyRequest) -> AsyncIterator[None]:
        visitor, host = visitor_key(request), host_of(request)
        queue = self._visitors.get(visitor) or _Queue()
        if queue.length > MAX_WAITING_COMPUTATIONS or self._all.is_full(host, MAX_COMPUTATIONS):
            raise localized_error(Busy, "server.refusal.computing")
        self._visitors[visitor] = queue
        queue.length += 1
        self._all.begin(host)
        try:
            async with queue.turn:
                yield
        finally:
            self._all.end(host)
            queue.length -= 1
            if not queue.length:
                del self._visitors[visitor]


class _Queue:
    """The computations of a visitor that run or wait."""

    def __init__(self) -> None:
        self.length = 0
        self.turn = asyncio.Lock()


def _encoded(steps: Steps[Any]) -> Steps[bytes]:
    result = yield from steps
    return msgspec.json.encode(result)
