"""What channels through PostgreSQL and Redis have in common: they survive the loss of their connections.

What was published while there was no connection is lost. Afterwards the subscribers of every channel get a message that
tells them so, and read from the store what they have missed.
"""

from __future__ import annotations

import asyncio
from abc import ABC
from collections.abc import AsyncGenerator, Callable

from litestar.channels.backends.base import ChannelsBackend

RECONNECT_SECONDS = 0.5
CONNECT_TIMEOUT_SECONDS = 10


class ReconnectingChannels(ChannelsBackend, ABC):
    """A backend that delivers messages at this server, and announces gaps."""

    def __init__(self, after_gap: Callable[[str], bytes | None]) -> None:
        self._after_gap = after_gap
        self._subscribed: set[str] = set()
        self._unpublished: set[str] = set()
        """Channels whose messages did not reach the other servers."""

    async def on_startup(self) -> None:
        self._received: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            channel, data = await self._received.get()
            if channel in self._subscribed:
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        return []  # subscribers read the state from the store

    def _deliver(self, channel: str, data: bytes) -> None:
        """Deliver a message to the subscribers at this server."""
        self._received.put_nowait((channel, data))

    async def _announce_gap(self) -> None:
        """Tell all subscribers that they may have missed something."""
        for channel in self._subscribed:
            if (message := self._after_gap(channel)) is not None:
                self._deliver(channel, message)
        unpublished, self._unpublished = self._unpublished, set()
        for channel in unpublished:
            if (message := self._after_gap(channel)) is not None:
                await self.publish(message, [channel])
