"""How news travel between server processes: in memory for one process, by PostgreSQL where several share a database."""

from __future__ import annotations

from collections.abc import Iterable

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

BACKLOG = 200
"""So many notes may wait for one listener; then the oldest go, for every note only says that there is something new."""


def make_channels(database_url: str | None) -> ChannelsPlugin:
    """The channels on which matches and people get their notes."""
    if database_url is not None and database_url.startswith("postgres"):
        backend: ChannelsBackend = _postgresql(database_url)
    else:
        backend = MemoryChannelsBackend()
    return ChannelsPlugin(
        backend,
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=BACKLOG,
        subscriber_backlog_strategy="dropleft",
    )


def _postgresql(url: str) -> ChannelsBackend:
    import asyncpg
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    class Backend(AsyncPgChannelsBackend):
        """Litestar's, but it keeps its connections: a new one for each note would cost more than the note."""

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

    return Backend(dsn=url)
