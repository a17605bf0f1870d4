"""Limit the number of concurrent queries that read many rows.

Otherwise, all other requests would wait for a database connection and for the processor.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar.connection import ASGIConnection

from parlour.server.http.limits.rate_limits import ConcurrencyCounter, host_of

MAX_RUNNING = 2
MAX_QUERIES = 20
"""Requests whose queries run or wait. One address can use half of it."""


class HeavyQueries:
    """The heavy queries of all visitors."""

    def __init__(self) -> None:
        self._requests = ConcurrencyCounter()
        self._running = asyncio.Semaphore(MAX_RUNNING)

    @asynccontextmanager
    async def turn(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AsyncIterator[None]:
        """Wait until the queries in this block may run; raise `Busy` if too many others wait."""
        with self._requests.counted(host_of(connection), MAX_QUERIES):
            async with self._running:
                yield
