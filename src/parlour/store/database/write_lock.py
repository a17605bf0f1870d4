"""The lock that lets one SQLite transaction write at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class WriteLock:
    """The lock of the only SQLite writer. Urgent waiters come first; each kind in order of arrival."""

    def __init__(self) -> None:
        self._held = False
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def hold(self, *, urgent: bool = False) -> AsyncIterator[None]:
        """Hold the lock in a block."""
        await self.acquire(urgent=urgent)
        try:
            yield
        finally:
            self.release()

    def take_if_free(self) -> bool:
        """Take the lock and return True, or return False if it is held."""
        if self._held:
            return False
        self._held = True
        return True

    async def acquire(self, *, urgent: bool = False) -> None:
        """Wait for the lock and take it."""
        if self.take_if_free():
            return
        waiters = self._urgent if urgent else self._others
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiters.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # the lock was passed on to this waiter
            raise

    def release(self) -> None:
        """Pass the lock on."""
        for waiters in (self._urgent, self._others):
            while waiters:
                turn = waiters.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._held = False
