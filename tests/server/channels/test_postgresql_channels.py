"""Channels through PostgreSQL continue after every kind of lost connection."""

import asyncio
from typing import Any

import asyncpg
import pytest

from parlour.server.channels import postgresql_channels
from parlour.server.channels.postgresql_channels import PostgreSQLChannels
from tests.store.conftest import PostgreSQL

pytestmark = pytest.mark.anyio
PATIENCE = 60.0


async def next_message(backend: PostgreSQLChannels) -> tuple[str, bytes]:
    return await asyncio.wait_for(anext(backend.stream_events()), PATIENCE)


async def test_a_message_is_delivered_here_when_its_statement_fails_between_two_steps(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = PostgreSQLChannels(postgresql.create(), lambda _: None)
    await backend.on_startup()
    await backend.subscribe(["news"])

    async def fail(*_: Any) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")

    with monkeypatch.context() as failing:
        failing.setattr(asyncpg.pool.Pool, "execute", fail)
        await backend.publish(b"first", ["news"])
    await backend.publish(b"second", ["news"])
    assert [await next_message(backend), await next_message(backend)] == [("news", b"first"), ("news", b"second")]
    await backend.on_shutdown()


async def test_a_connection_lost_while_the_gap_is_announced_is_replaced(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_channels, "RECONNECT_SECONDS", 0)
    backend = PostgreSQLChannels(postgresql.create(), lambda _: b"gap")
    await backend.on_startup()
    await backend.subscribe(["news"])
    losses = 3

    async def publish(data: bytes, channels: list[str]) -> None:
        nonlocal losses
        if losses:
            losses -= 1
            backend._unpublished.add("news")
            await backend._listener.close()
            while backend._connected:
                await asyncio.sleep(0)

    monkeypatch.setattr(backend, "publish", publish)
    backend._unpublished.add("news")
    await backend._listener.close()
    assert [await next_message(backend) for _ in range(4)] == [("news", b"gap")] * 4
    monkeypatch.undo()
    await backend.publish(b"afterwards", ["news"])
    assert await next_message(backend) == ("news", b"afterwards")
    await backend.on_shutdown()
