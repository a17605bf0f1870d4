"""Messages are delivered while they are published, in order, and a handler that waits holds up only its subscriber."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from parlour.server.channels import channels as channels_module
from parlour.server.channels.channels import Channels, IdleSubscriber, MessageHandler, make_channels

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def listening(handler: MessageHandler) -> AsyncIterator[ChannelsPlugin]:
    """Deliver the messages of a channel to a handler."""
    async with (
        make_channels(None, lambda _: None) as channels,
        channels.start_subscription(["a"]) as subscriber,
        subscriber.run_in_background(handler),  # type: ignore[arg-type]  # need not wait
    ):
        yield channels


async def test_a_message_is_delivered_immediately_to_a_handler_that_does_not_wait() -> None:
    received: list[bytes] = []
    async with make_channels(None, lambda _: None) as channels:
        async with channels.start_subscription(["a"]) as subscriber:
            channels.publish(b"before", "a")
            async with subscriber.run_in_background(received.append):  # type: ignore[arg-type]  # need not wait
                channels.publish(b"one", "a")
                assert received == [b"before", b"one"]
        channels.publish(b"after", "a")
    assert received == [b"before", b"one"]


async def test_messages_stay_in_order_behind_a_handler_that_waits() -> None:
    received: list[bytes] = []
    free, done = asyncio.Event(), asyncio.Event()

    def handle(message: bytes) -> Coroutine[Any, Any, None] | None:
        if message == b"wait":
            return free.wait()  # type: ignore[return-value]  # its result is not used
        received.append(message)
        if message == b"last":
            done.set()
        return None

    async with listening(handle) as channels:
        for message in (b"first", b"wait", b"then", b"last"):
            channels.publish(message, "a")
        assert received == [b"first"]
        free.set()
        await asyncio.wait_for(done.wait(), 60)
    assert received == [b"first", b"then", b"last"]


async def test_a_message_published_by_a_handler_comes_after_the_current_one() -> None:
    received: list[bytes] = []

    def handle(message: bytes) -> None:
        if message == b"first":
            channels.publish(b"second", "a")
        received.append(message)

    async with listening(handle) as channels:
        channels.publish(b"first", "a")
    assert received == [b"first", b"second"]


async def test_a_fault_in_a_handler_concerns_one_message(caplog: pytest.LogCaptureFixture) -> None:
    received: list[bytes] = []

    async def fail_later() -> None:
        raise ValueError("later")

    def handle(message: bytes) -> Coroutine[Any, Any, None] | None:
        if message == b"now":
            raise ValueError("now")
        if message == b"later":
            return fail_later()
        received.append(message)
        return None

    async with listening(handle) as channels:
        for message in (b"now", b"one", b"later", b"two"):
            channels.publish(message, "a")
        while len(received) < 2:
            await asyncio.sleep(0)
    assert received == [b"one", b"two"]
    assert len([record for record in caplog.records if record.module == "channels"]) == 2


class FaultyBackend(MemoryChannelsBackend):
    """A backend with defects: each operation named in `defects` fails or hangs once."""

    def __init__(self, *defects: str) -> None:
        super().__init__()
        self.defects = set(defects)

    async def _meet(self, operation: str) -> None:
        for kind in ("fails", "hangs"):
            if (defect := f"{operation} {kind}") in self.defects:
                self.defects.remove(defect)
                if kind == "fails":
                    raise ZeroDivisionError(operation)
                await asyncio.Event().wait()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        await self._meet("publish")
        await super().publish(data, channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        await self._meet("receive")
        async for event in super().stream_events():
            yield event

    async def on_shutdown(self) -> None:
        await self._meet("shutdown")
        await super().on_shutdown()


def channels_with(*defects: str) -> Channels:
    backend = FaultyBackend(*defects)
    return Channels(backend, arbitrary_channels_allowed=True, subscriber_class=IdleSubscriber)


@pytest.mark.parametrize("defect", ["publish fails", "receive fails"])
async def test_messages_are_delivered_after_a_defect_of_the_backend(
    defect: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels_module, "RETRY_SECONDS", 0)
    received: asyncio.Queue[bytes] = asyncio.Queue()
    async with (
        channels_with(defect) as channels,
        channels.start_subscription(["a"]) as subscriber,
        subscriber.run_in_background(received.put),
    ):
        for message in (b"first", b"second"):
            channels.publish(message, "a")
            assert await asyncio.wait_for(received.get(), 60) == message
    assert [record.exc_info is not None for record in caplog.records if record.module == "channels"] == [True]


@pytest.mark.parametrize("defect", ["publish hangs", "shutdown hangs"])
async def test_channels_close_although_the_backend_hangs(
    defect: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("WARNING", logger="parlour.server")  # servers of other tests may have set another
    monkeypatch.setattr(channels_module, "SHUTDOWN_SECONDS", 0.1)
    async with asyncio.timeout(60), channels_with(defect) as channels:
        channels.publish(b"first", "a")
    assert [record.levelname for record in caplog.records if record.module == "channels"] == ["WARNING"]
