"""End work for a request whose client has closed the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from litestar import Request

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy

T = TypeVar("T")


async def run_while_connected(
    request: Request[Any, Any, Any], work: Awaitable[T], stop: Callable[[], object] | None = None
) -> T:
    """Return the result of some work; if the client disconnects before, call `stop`, cancel the work and raise `Busy`.

    A body of the request must have been read.
    """
    running = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait([running, watching], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            return running.result()
        raise localized_error(Busy, "server.http.503")
    finally:
        watching.cancel()
        if not running.done():
            if stop is not None:
                stop()
            running.cancel()
        await asyncio.gather(running, watching, return_exceptions=True)


async def _disconnected(request: Request[Any, Any, Any]) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        continue
