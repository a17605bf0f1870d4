"""Base class of the channels through PostgreSQL and Redis, which survive the loss of their connections.

Messages published without a connection are lost. After reconnecting, the subscribers of every channel get a message
about the gap, and read from the store what they have missed.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import ClassVar

from litestar.channels.backends.base import ChannelsBackend

log = logging.getLogger("parlour.server")

RECONNECT_SECONDS = 0.5
CONNECT_TIMEOUT_SECONDS = 10


class ReconnectingChannels(ChannelsBackend, ABC):
    """A backend that delivers messages at this server, and announces gaps."""

    connection_errors: ClassVar[tuple[type[Exception], ...]]
    """What the driver raises when a connection is lost."""

    def __init__(self, after_gap: Callable[[str], bytes | None]) -> None:
        self._after_gap = after_gap
        self._subscribed: set[str] = set()
        self._unpublished: set[str] = set()
        """Channels whose messages did not reach the other servers."""

    async def on_startup(self) -> None:
        self._received: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._listener_lock = asyncio.Lock()

    async def subscribe(self, channels: Iterable[str]) -> None:
        async with self._listener_lock:
            new = set(channels) - self._subscribed
            self._subscribed |= new
            await self._try_listening(new, True)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        async with self._listener_lock:
            old = set(channels) & self._subscribed
            self._subscribed -= old
            await self._try_listening(old, False)

    async def _try_listening(self, channels: set[str], wanted: bool) -> None:
        try:
            if channels:
                await self._set_listening(channels, wanted)
        except self.connection_errors as wrong:
            log.debug("The next connection will listen to the right channels again: %s", wrong)

    @abstractmethod
    async def _set_listening(self, channels: set[str], wanted: bool) -> None:
        """Listen to more or fewer channels, if there is a connection."""

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
        """Notify all subscribers that they may have missed something."""
        for channel in self._subscribed:
            if (message := self._after_gap(channel)) is not None:
                self._deliver(channel, message)
        unpublished, self._unpublished = self._unpublished, set()
        for channel in unpublished:
            if (message := self._after_gap(channel)) is not None:
                await self.publish(message, [channel])
