"""Channels through PostgreSQL's NOTIFY."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg

from parlour.server.channels.reconnecting_channels import (
    CONNECT_TIMEOUT_SECONDS,
    RECONNECT_SECONDS,
    ReconnectingChannels,
)

log = logging.getLogger("parlour.server")

CONNECTION_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What asyncpg raises when a connection is lost. It raises the last one if that happens between two steps of a
statement.
"""


class PostgreSQLChannels(ReconnectingChannels):
    """A backend with a pool of connections that publish, and one connection that listens."""

    connection_errors = CONNECTION_ERRORS
    _pool: asyncpg.Pool
    _listener: asyncpg.Connection
    _connected = False
    """Whether `_listener` can be used."""
    _closing = False

    def __init__(self, url: str, after_gap: Callable[[str], bytes | None]) -> None:
        super().__init__(after_gap)
        self._url = url
        self._reconnecting: asyncio.Task[None] | None = None

    async def on_startup(self) -> None:
        await super().on_startup()
        self._pool = await asyncpg.create_pool(dsn=self._url, min_size=0, max_size=2, timeout=CONNECT_TIMEOUT_SECONDS)
        self._closing = False
        try:
            await self._open_listener()
        except CONNECTION_ERRORS:
            self._on_loss()

    async def on_shutdown(self) -> None:
        self._closing = True
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        self._subscribed.clear()
        self._pool.terminate()
        if self._connected:
            self._connected = False
            await self._listener.close()

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

    # ---- Subscribing ------------------------------------------------------------------------------------------------

    async def _set_listening(self, channels: set[str], wanted: bool) -> None:
        if self._connected:
            change = self._listener.add_listener if wanted else self._listener.remove_listener
            for channel in channels:
                await change(channel, self._on_notification)

    def _on_notification(self, _connection: object, _pid: int, channel: str, payload: Any) -> None:
        self._deliver(channel, str(payload).encode())

    async def _open_listener(self) -> None:
        """Open the connection that listens to all subscribed channels."""
        connection = await asyncpg.connect(dsn=self._url, timeout=CONNECT_TIMEOUT_SECONDS)
        async with self._listener_lock:
            for channel in self._subscribed:
                await connection.add_listener(channel, self._on_notification)
            self._listener, self._connected = connection, True
        connection.add_termination_listener(self._on_loss)
        if connection.is_closed():
            self._on_loss()

    def _on_loss(self, _: object = None) -> None:
        if self._connected:
            log.warning("Messages between servers are interrupted")
        self._connected = False
        if not self._closing and (self._reconnecting is None or self._reconnecting.done()):
            self._reconnecting = asyncio.create_task(self._reconnect())

    async def _reconnect(self) -> None:
        """Reconnect as soon as possible, and notify all subscribers that they may have missed something."""
        while not self._connected:
            await asyncio.sleep(RECONNECT_SECONDS)
            try:
                await self._open_listener()
                if self._connected:
                    log.warning("Messages between servers are sent again")
                    await self._announce_gap()  # the connection may be lost again meanwhile
            except CONNECTION_ERRORS as wrong:
                log.debug("Messages between servers are still interrupted: %s", wrong)
            except Exception:
                log.exception("Messages between servers are still interrupted")
