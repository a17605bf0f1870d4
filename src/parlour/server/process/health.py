"""Whether the server can do its work, for programs that watch it."""

from __future__ import annotations

import asyncio

from parlour.errors import StoreUnavailable
from parlour.i18n.errors import localized_error
from parlour.store import Store
from parlour.store.database.deadlines import ends_within

MAX_SECONDS = 5.0
"""Time for the database to answer."""


class HealthCheck:
    """Checks the database once for all who ask at the same time, because they are never refused."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._running: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise `StoreUnavailable` if the database cannot be read, or if the last write has failed."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._check())
        await asyncio.shield(self._running)

    async def _check(self) -> None:
        if not await ends_within(MAX_SECONDS, self._store.watch.next_flag()):
            raise localized_error(StoreUnavailable, "store.database.unavailable")
        if self._store.database.availability.fault is not None:
            raise self._store.database.availability.fault
