"""Publish messages between server processes: in memory for one process, through PostgreSQL for several."""

from __future__ import annotations

from collections.abc import Callable

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

MAX_QUEUED_MESSAGES = 200
"""Messages queued per subscriber. The oldest are dropped first: a message only announces that something is new."""


def make_channels(database_url: str | None, after_gap: Callable[[str], bytes | None]) -> ChannelsPlugin:
    """Return the channels of matches and people.

    `after_gap` returns the message for the subscribers of a channel on which messages may have been lost, if they need
    one.
    """
    if database_url is not None and database_url.startswith("postgres"):
        # Imported here: the driver of PostgreSQL need not be installed.
        from parlour.server.postgresql_channels import PostgreSQLChannels

        backend: ChannelsBackend = PostgreSQLChannels(database_url, after_gap)
    else:
        backend = MemoryChannelsBackend()
    return ChannelsPlugin(
        backend,
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=MAX_QUEUED_MESSAGES,
        subscriber_backlog_strategy="dropleft",
    )
