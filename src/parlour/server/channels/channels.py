"""Publish messages between server processes: in memory for one process, through PostgreSQL or Redis for several."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.channels.subscriber import Subscriber

from parlour.i18n.errors import localized_error
from parlour.server.settings import SettingError, check_redis_url
from parlour.store.database.deadlines import ends_within

log = logging.getLogger("parlour.server")

MAX_QUEUED_MESSAGES = 200
"""Messages queued per subscriber. The oldest are dropped first: a message only announces that something is new."""
RETRY_SECONDS = 0.5
"""Time until messages are received again after an unexpected error."""
SHUTDOWN_SECONDS = 3.0
"""Time for the last messages, and for closing the connections, when a server stops."""


def make_channels(url: str | None, after_gap: Callable[[str], bytes | None]) -> ChannelsPlugin:
    """Return the channels through the PostgreSQL or Redis at a URL, or in memory; raise `SettingError`.

    `after_gap` returns the message for the subscribers of a channel on which messages may have been lost, if they need
    one.
    """
    if url is None:
        return LocalChannels(MemoryChannelsBackend(), arbitrary_channels_allowed=True, subscriber_class=IdleSubscriber)
    backend = _make_backend(url, after_gap)
    return Channels(backend, arbitrary_channels_allowed=True, subscriber_class=IdleSubscriber)


def _make_backend(url: str, after_gap: Callable[[str], bytes | None]) -> ChannelsBackend:
    # Imported here: the drivers of PostgreSQL and Redis need not be installed.
    try:
        if url.startswith("postgres"):
            from parlour.server.channels.postgresql_channels import PostgreSQLChannels

            return PostgreSQLChannels(url, after_gap)
        check_redis_url(url, "PARLOUR_CHANNELS_URL")
        from parlour.server.channels.redis_channels import RedisChannels

        return RedisChannels(url, after_gap)
    except ModuleNotFoundError as wrong:
        raise localized_error(SettingError, "server.serve.no-package", package=str(wrong.name)) from wrong


class Channels(ChannelsPlugin):
    """Channels that are removed when nobody is subscribed, and whose tasks survive errors of the backend.

    Litestar keeps each channel forever and searches all of them whenever a page closes. Its tasks end with the
    first error, after which nothing is published any more and the server cannot stop.
    """

    async def _pub_worker(self) -> None:
        while (queue := self._pub_queue) is not None:
            data, channels = await queue.get()
            try:
                await self._backend.publish(data, channels)
            except Exception:
                log.exception("A message could not be sent to other servers")
                self._deliver(data, channels)
            finally:
                queue.task_done()

    async def _sub_worker(self) -> None:
        while True:
            try:
                async for channel, data in self._backend.stream_events():
                    self._deliver(data, (channel,))
                return
            except Exception:
                log.exception("Messages could not be received")
                await asyncio.sleep(RETRY_SECONDS)

    def _deliver(self, data: Any, channels: Iterable[str]) -> None:
        """Deliver a message to the subscribers at this server."""
        for channel in channels:
            for subscriber in tuple(self._channels.get(channel, ())):
                subscriber.put_nowait(data)

    async def _on_shutdown(self) -> None:
        """Publish the remaining messages and close the connections, unless that takes too long."""
        queue, closing = self._pub_queue, super()._on_shutdown
        if queue is not None and not await ends_within(SHUTDOWN_SECONDS, queue.join()):
            log.warning("The last messages did not reach the other servers")
        self._pub_queue = None  # otherwise Litestar waits for it again, without a limit
        if not await ends_within(SHUTDOWN_SECONDS, closing()):
            log.warning("The connections for messages could not be closed")

    async def unsubscribe(self, subscriber: Subscriber, channels: str | Iterable[str] | None = None) -> None:
        """End subscriptions, to all channels unless some are given."""
        left = []
        for name in list(self._channels if channels is None else [channels] if isinstance(channels, str) else channels):
            subscribers = self._channels.get(name, set())
            if subscriber in subscribers:
                subscribers.remove(subscriber)
                if not subscribers:
                    del self._channels[name]
                    left.append(name)
        if left:
            await self._backend.unsubscribe(left)


class LocalChannels(Channels):
    """Channels within one process, without the queues and tasks between publishing and delivery."""

    def publish(self, data: Any, channels: str | Iterable[str]) -> None:
        self._deliver(data, (channels,) if isinstance(channels, str) else channels)


MessageHandler = Callable[[bytes], Coroutine[Any, Any, None] | None]
"""Handles a message; returns what remains to be awaited, or None if nothing does."""


class IdleSubscriber(Subscriber):
    """A subscriber without a queue or a task of its own, because most open pages are idle.

    Messages are delivered while they are published. Only a handler that has to wait is continued in a task.
    """

    def __init__(self, plugin: ChannelsPlugin, max_backlog: int | None = None, backlog_strategy: str = "") -> None:
        self._plugin = plugin
        self._backend = plugin._backend
        self._task: asyncio.Task[None] | None = None
        self._on_event: MessageHandler | None = None
        self._waiting: list[bytes] = []
        self._delivering = False
        """Whether a handler runs, in `_task` or further up the stack."""

    def put_nowait(self, item: bytes | None) -> bool:
        if item is None:
            return False
        self._waiting.append(item)
        del self._waiting[:-MAX_QUEUED_MESSAGES]
        self._deliver()
        return True

    async def put(self, item: bytes | None) -> None:
        self.put_nowait(item)

    async def stop(self, join: bool = False) -> None:
        """Deliver nothing more."""
        self._on_event = None
        if self._task is not None:
            self._task.cancel()

    @asynccontextmanager
    async def run_in_background(self, on_event: MessageHandler, join: bool = True) -> AsyncIterator[None]:  # type: ignore[override]  # handlers need not be coroutines
        """Call a function with each message, in order, while the block runs."""
        self._on_event = on_event
        self._deliver()
        try:
            yield
        finally:
            await self.stop()

    def _deliver(self) -> None:
        while self._waiting and self._on_event is not None and not self._delivering:
            self._delivering = True
            try:
                rest = self._on_event(self._waiting.pop(0))
            except Exception:
                log.exception("A message could not be delivered to a page")
                rest = None
            if rest is None:
                self._delivering = False
            else:
                self._task = asyncio.create_task(rest)
                self._task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._task, self._delivering = None, False
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("A message could not be delivered to a page", exc_info=fault)
        self._deliver()


def receive_messages(subscriber: Subscriber, handler: MessageHandler) -> AbstractAsyncContextManager[None]:
    """Call a function with each message of a subscription, in order, while the block runs."""
    return subscriber.run_in_background(handler, join=False)  # type: ignore[arg-type]  # Litestar expects a coroutine
