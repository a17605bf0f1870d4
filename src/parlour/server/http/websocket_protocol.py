"""Uvicorn's WebSocket connection, with less memory while nothing happens and an orderly shutdown."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket connection. Thousands may be open and idle, so that every kilobyte counts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = _EventQueue()  # type: ignore[assignment]

    def shutdown(self) -> None:
        # Uvicorn would send a second close frame while the client is closing. `websockets` refuses it, and the shutdown
        # would fail.
        if not self.transport.is_closing():
            super().shutdown()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response  # not read any more


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
