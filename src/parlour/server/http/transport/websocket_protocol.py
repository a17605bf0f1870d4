"""Uvicorn's WebSocket connection with less memory, an orderly shutdown and bounded buffers."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

MAX_FRAGMENTS = 1000
"""Pieces of one message; its size is limited as well, but pieces may be empty."""
EXTENSION = "parlour.websocket"
"""The extension of the ASGI scope that has the protocol."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection. Thousands may be open and idle, so every kilobyte counts."""

    deadline: float | None = None
    """None: the headers were complete before this protocol took over."""
    stalled: int | None = None
    """Bytes that waited for the client when `ConnectionWatch` last looked."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = _EventQueue()  # type: ignore[assignment]  # has all that uvicorn uses of a queue

    def shutdown(self) -> None:
        # Uvicorn would send a second close frame while the client is closing. `websockets` refuses it, and the shutdown
        # would fail.
        if not self.transport.is_closing():
            super().shutdown()

    @property
    def paused(self) -> bool:
        """Return whether the client has to read before more is sent."""
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stalled = None

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # closing would wait until the client has read

    def handle_ping(self) -> None:
        if self.paused:
            self.conn.data_to_send()  # the pong; a client that does not read does not miss it
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(1009, "too many fragments")
            self.handle_parser_exception()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"protocol": self}

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        del self.scope["extensions"][EXTENSION]  # a reference cycle would last until a full garbage collection

    def write_texts(self, *texts: bytes) -> None:
        """Send messages in one write, which is most of their cost; do nothing if the connection is closed.

        The caller waits before, while the connection is `paused`.
        """
        if self.conn.state is not State.OPEN or self.close_sent or self.transport.is_closing():
            return
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response  # not read any more
        elif message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # otherwise uvicorn reports the refusal as a defect of the application


class _EventQueue:
    """A queue with one reader. `asyncio.Queue` has three deques and an event, more than two kilobytes."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[ASGIReceiveEvent] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._events.pop(0)

    def empty(self) -> bool:
        return not self._events
