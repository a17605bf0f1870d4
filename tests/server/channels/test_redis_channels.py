"""Channels through Redis: messages reach all subscribers, and a lost connection is announced."""

import asyncio
from pathlib import Path

import pytest

from parlour.server.channels.channels import make_channels
from tests.server.redis_server import RedisServer

pytestmark = pytest.mark.anyio
PATIENCE = 60.0


@pytest.mark.parametrize("scheme", ["redis", "unix"])
async def test_messages_reach_the_subscribers_of_their_channel(redis: RedisServer, scheme: str) -> None:
    url = redis.url if scheme == "redis" else f"unix://{redis.socket}"
    received: asyncio.Queue[bytes] = asyncio.Queue()
    async with make_channels(url, lambda _: None) as here, make_channels(url, lambda _: None) as there:
        async with here.start_subscription(["one", "two"]) as subscriber, subscriber.run_in_background(received.put):
            for n in range(100):
                there.publish(str(n), "one" if n % 3 else "two")
                there.publish("for others", "three")
            found = [await asyncio.wait_for(received.get(), PATIENCE) for _ in range(100)]
        assert [int(message) for message in found] == list(range(100))
        assert received.empty()


async def test_a_gap_is_announced_to_all_subscribers(tmp_path: Path) -> None:
    received: asyncio.Queue[bytes] = asyncio.Queue()
    with RedisServer(tmp_path) as redis:
        async with (
            make_channels(redis.url, lambda channel: f"gap in {channel}".encode()) as channels,
            channels.start_subscription("news") as subscriber,
            subscriber.run_in_background(received.put),
        ):
            redis.kill()
            channels.publish("sent meanwhile", "news")
            assert await asyncio.wait_for(received.get(), PATIENCE) == b"sent meanwhile"  # here at least
            redis.start()
            assert await asyncio.wait_for(received.get(), PATIENCE) == b"gap in news"
