"""Channels through Redis. Messages are sent in batches, so that many of them cost one round trip."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from parlour.server.channels.reconnecting_channels import (
    CONNECT_TIMEOUT_SECONDS,
    RECONNECT_SECONDS,
    ReconnectingChannels,
)

log = logging.getLogger("parlour.server")

HEALTH_CHECK_SECONDS = 10
CONNECTION_ERRORS = (OSError, RedisError)
PREFIX = "parlour:"
_KEPT_OPEN = "open"
"""A channel that never has messages. A connection without any subscription cannot be awaited."""


def connect(url: str) -> Redis:
    """Return a Redis client that reports a lost connection instead of silently opening another."""
    tcp: dict[str, Any] = {"socket_keepalive": True, "socket_keepalive_options": _keepalive_options()}
    return Redis.from_url(
        url,
        retry=Retry(NoBackoff(), 0),
        socket_connect_timeout=CONNECT_TIMEOUT_SECONDS,
        health_check_interval=HEALTH_CHECK_SECONDS,
        **({} if url.startswith("unix:") else tcp),
    )


def _keepalive_options() -> dict[int, int]:
    """Return socket options that detect within half a minute that the other machine is unreachable."""
    wanted = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 25_000}
    return {getattr(socket, name): value for name, value in wanted.items() if hasattr(socket, name)}


class RedisChannels(ReconnectingChannels):
    """A backend that uses the publish and subscribe commands of Redis."""

    connection_errors = CONNECTION_ERRORS

    def __init__(self, url: str, after_gap: Callable[[str], bytes | None]) -> None:
        super().__init__(after_gap)
        self._url = url
        self._subscribed = {_KEPT_OPEN}
        self._listener: PubSub | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    async def on_startup(self) -> None:
        await super().on_startup()
        self._redis = connect(self._url)
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        try:
            await self._open_listener()
        except CONNECTION_ERRORS as wrong:
            log.warning("Messages between servers are interrupted: %s", wrong)
        self._tasks = (asyncio.create_task(self._listen()), asyncio.create_task(self._send()))

    async def on_shutdown(self) -> None:
        try:
            await asyncio.wait_for(self._outgoing.join(), RECONNECT_SECONDS)
        except TimeoutError:
            log.debug("The last messages to other servers were not sent")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._close_listener()
        await self._redis.aclose()

    # ---- Publishing -------------------------------------------------------------------------------------------------

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for channel in channels:
            self._outgoing.put_nowait((channel, data))

    async def _send(self) -> None:
        while True:
            batch = [await self._outgoing.get()]
            while not self._outgoing.empty():
                batch.append(self._outgoing.get_nowait())
            if not await self._send_batch(batch):
                for channel, data in batch:
                    self._unpublished.add(channel)
                    self._deliver(channel, data)
            for _ in batch:
                self._outgoing.task_done()

    async def _send_batch(self, batch: list[tuple[str, bytes]]) -> bool:
        """Send messages to all servers; return False if there is no connection."""
        for _ in range(2):  # the connection from the pool may have been lost meanwhile
            try:
                pipeline = self._redis.pipeline(transaction=False)
                for channel, data in batch:
                    pipeline.publish(PREFIX + channel, data)
                await pipeline.execute()
            except CONNECTION_ERRORS as wrong:
                log.debug("Messages could not be sent to other servers: %s", wrong)
            except Exception:
                log.exception("Messages could not be sent to other servers")
            else:
                return True
        return False

    # ---- Subscribing ------------------------------------------------------------------------------------------------

    async def _set_listening(self, channels: set[str], wanted: bool) -> None:
        if self._listener is not None:
            change = self._listener.subscribe if wanted else self._listener.unsubscribe
            await change(*(PREFIX + channel for channel in channels))

    async def _open_listener(self) -> None:
        """Open the connection that listens to all subscribed channels."""
        listener = self._redis.pubsub(ignore_subscribe_messages=True)
        async with self._listener_lock:
            try:
                await listener.subscribe(*(PREFIX + channel for channel in self._subscribed))
            except CONNECTION_ERRORS:
                await listener.aclose()
                raise
            self._listener = listener

    async def _close_listener(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            try:
                await listener.aclose()
            except Exception as wrong:  # noqa: BLE001  # whatever it is, another connection is opened
                log.debug("The connection to Redis was lost already: %s", wrong)

    async def _listen(self) -> None:
        """Receive messages, and reconnect as soon as possible after a loss."""
        interrupted = self._listener is None
        while True:
            try:
                if self._listener is None:
                    await self._open_listener()
                if interrupted:
                    interrupted = False
                    log.warning("Messages between servers are sent again")
                    await self._announce_gap()
                await self._receive()
            except Exception as wrong:
                if not isinstance(wrong, CONNECTION_ERRORS):
                    log.exception("Messages between servers are interrupted")
                elif not interrupted:
                    log.warning("Messages between servers are interrupted: %s", wrong)
                interrupted = True
                await self._close_listener()
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _receive(self) -> None:
        while self._listener is not None:
            message = await self._listener.get_message(timeout=HEALTH_CHECK_SECONDS)
            if message is not None and message["type"] == "message":
                self._deliver(message["channel"].decode().removeprefix(PREFIX), message["data"])
