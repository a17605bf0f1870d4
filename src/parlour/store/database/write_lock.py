"""The lock that lets one SQLite transaction write at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum


class Urgency(IntEnum):
    """The order in which transactions that wait are let in."""

    MOVE = 0
    """Moves and outages, many in one short transaction."""
    COMMAND = 1
    """New matches, and all other commands of players, one in each transaction."""
    OTHER = 2
    """Everything that no other player waits for."""


class WriteLock:
    """The lock of the only SQLite writer. The most urgent waiters come first; those of a kind in order of arrival."""

    def __init__(self) -> None:
        self._held = False
        self._waiters: tuple[deque[asyncio.Future[None]], ...] = tuple(deque() for _ in Urgency)

    @asynccontextmanager
    async def hold(self, urgency: Urgency = Urgency.OTHER) -> AsyncIterator[None]:
        """Hold the lock in a block."""
        await self.acquire(urgency)
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

    def waiting(self, urgency: Urgency) -> int:
        """Return how many of a kind wait."""
        return len(self._waiters[urgency])

    async def acquire(self, urgency: Urgency = Urgency.OTHER) -> None:
        """Wait for the lock and take it."""
        if self.take_if_free():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters[urgency].append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # the lock was passed on to this waiter
            raise

    def release(self) -> None:
        """Pass the lock on."""
        for waiters in self._waiters:
            while waiters:
                turn = waiters.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._held = False
