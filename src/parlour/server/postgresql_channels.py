"""Channels through PostgreSQL's NOTIFY that survive the loss of their connections.

What was published while there was no connection is lost. Afterwards the subscribers of every channel get a message that
tells them so, and read from the store what they have missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

import asyncpg
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

log = logging.getLogger("parlour.server")

RECONNECT_SECONDS = 0.5
CONNECT_TIMEOUT_SECONDS = 10
CONNECTION_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What asyncpg raises when a connection is lost. It raises the last if that happens between two steps of a statement.
"""


class PostgreSQLChannels(AsyncPgChannelsBackend):
    """Litestar's backend with a connection pool, because a connection per message would be slow."""

    _pool: asyncpg.Pool
    _connected = False

    def __init__(self, url: str, after_gap: Callable[[str], bytes | None]) -> None:
        super().__init__(dsn=url)
        self._url = url
        self._after_gap = after_gap
        self._reconnecting: asyncio.Task[None] | None = None
        self._unpublished: set[str] = set()
        """Channels whose messages did not reach the other servers."""

    async def on_startup(self) -> None:
        self._pool = await asyncpg.create_pool(dsn=self._url, min_size=0, max_size=2, timeout=CONNECT_TIMEOUT_SECONDS)
        self._listener_lock = asyncio.Lock()
        self._queue = asyncio.Queue()
        try:
            await self._open_listener()
        except CONNECTION_ERRORS:
            self._on_loss()

    async def on_shutdown(self) -> None:
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        self._queue = None
        self._subscribed_channels.clear()
        if self._connected:
            self._connected = False
            await self._listener_conn.close()
        self._pool.terminate()

    # ---- Publishing -------------------------------------------------------------------------------------------------

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for channel in channels:
            if not await self._notify(channel, data):
                self._unpublished.add(channel)
                self._deliver(channel, data)

    async def _notify(self, channel: str, data: bytes) -> bool:
        """Send a message to all servers; return False if there is no connection."""
        for _ in range(2):  # the connection from the pool may have been lost meanwhile
            try:
                await self._pool.execute("SELECT pg_notify($1, $2)", channel, data.decode())
            except CONNECTION_ERRORS as wrong:
                log.debug("A message could not be sent to other servers: %s", wrong)
            else:
                return True
        return False

    def _deliver(self, channel: str, data: bytes) -> None:
        """Deliver a message to the subscribers at this server."""
        if self._queue is not None:
            self._queue.put_nowait((channel, data))

    # ---- Subscribing ------------------------------------------------------------------------------------------------

    async def subscribe(self, channels: Iterable[str]) -> None:
        async with self._listener_lock:
            for channel in set(channels) - self._subscribed_channels:
                self._subscribed_channels.add(channel)
                try:
                    if self._connected:
                        await self._listener_conn.add_listener(channel, self._listener)
                except CONNECTION_ERRORS as wrong:
                    log.debug("%s will be listened to with the next connection: %s", channel, wrong)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        async with self._listener_lock:
            for channel in set(channels) & self._subscribed_channels:
                self._subscribed_channels.remove(channel)
                try:
                    if self._connected:
                        await self._listener_conn.remove_listener(channel, self._listener)
                except CONNECTION_ERRORS as wrong:
                    log.debug("%s will not be listened to with the next connection: %s", channel, wrong)

    async def _open_listener(self) -> None:
        """Open the connection that listens to all subscribed channels."""
        connection = await asyncpg.connect(dsn=self._url, timeout=CONNECT_TIMEOUT_SECONDS)
        async with self._listener_lock:
            for channel in self._subscribed_channels:
                await connection.add_listener(channel, self._listener)
            self._listener_conn, self._connected = connection, True
        connection.add_termination_listener(self._on_loss)
        if connection.is_closed():
            self._on_loss()

    def _on_loss(self, _: object = None) -> None:
        if self._connected:
            log.warning("Messages between servers are interrupted")
        self._connected = False
        if self._queue is not None and (self._reconnecting is None or self._reconnecting.done()):
            self._reconnecting = asyncio.create_task(self._reconnect())

    async def _reconnect(self) -> None:
        """Connect again as soon as possible, and tell all subscribers that they may have missed something."""
        while not self._connected:
            await asyncio.sleep(RECONNECT_SECONDS)
            try:
                await self._open_listener()
            except CONNECTION_ERRORS as wrong:
                log.debug("Messages between servers are still interrupted: %s", wrong)
            if self._connected:
                log.warning("Messages between servers are sent again")
                await self._announce_gap()  # the connection may be lost again meanwhile

    async def _announce_gap(self) -> None:
        """Tell all subscribers that they may have missed something."""
        for channel in self._subscribed_channels:
            if (message := self._after_gap(channel)) is not None:
                self._deliver(channel, message)
        unpublished, self._unpublished = self._unpublished, set()
        for channel in unpublished:
            if (message := self._after_gap(channel)) is not None:
                await self.publish(message, [channel])
