"""Publish messages between server processes: in memory for one process, through PostgreSQL for several."""

from __future__ import annotations

from collections.abc import Iterable

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

MAX_QUEUED_MESSAGES = 200
"""Messages queued per subscriber. The oldest are dropped first: a message only announces that something is new."""


def make_channels(database_url: str | None) -> ChannelsPlugin:
    """Return the channels of matches and people."""
    if database_url is not None and database_url.startswith("postgres"):
        backend: ChannelsBackend = _postgresql(database_url)
    else:
        backend = MemoryChannelsBackend()
    return ChannelsPlugin(
        backend,
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=MAX_QUEUED_MESSAGES,
        subscriber_backlog_strategy="dropleft",
    )


def _postgresql(url: str) -> ChannelsBackend:
    import asyncpg
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    class PooledBackend(AsyncPgChannelsBackend):
        """Litestar's backend with a connection pool, because a connection per message would be slow."""

        _pool: asyncpg.Pool

        async def on_startup(self) -> None:
            self._pool = await asyncpg.create_pool(dsn=url, min_size=1, max_size=2)
            await super().on_startup()

        async def on_shutdown(self) -> None:
            await super().on_shutdown()
            await self._pool.close()

        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            text = data.decode()
            async with self._pool.acquire() as connection:
                for channel in channels:
                    await connection.execute("SELECT pg_notify($1, $2)", channel, text)

    return PooledBackend(dsn=url)
