"""Bound what clients that send slowly, or do not read, keep in memory.

`LoadShedding` does not count requests that wait for their client, because they cost no time. But the part of a body
that has arrived, and the whole response, stay in memory until the client is done or is cut off. So their number and
their size are limited, in all and for each address. Small bodies and responses are not refused because of their size.
"""

from __future__ import annotations

from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy, send_error
from parlour.server.http.limits.rate_limits import ConcurrencyCounter

MAX_OPEN_REQUESTS = 1000
"""Requests that have begun and whose response is not sent yet, for whatever reason."""
MAX_HELD_BYTES = 100_000_000
"""Bodies of these requests and of their responses."""
MAX_PART_BYTES = 64 * 1024
"""Largest part of a response that is sent at once, and size up to which no body is refused."""
HEALTH_PATH = "/health"
"""Always answered, so that monitoring does not take a busy server for a dead one."""


class SlowClientLimits:
    """ASGI middleware around `LoadShedding`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._requests = ConcurrencyCounter()
        self._held = ConcurrencyCounter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["path"] == HEALTH_PATH:
            await self._app(scope, receive, send)
            return
        host = scope["client"][0] if scope["client"] else ""
        if self._requests.is_full(host, MAX_OPEN_REQUESTS):
            await send_error(scope, send, localized_error(Busy, "server.http.503"))
            return
        exchange = _Exchange(scope, receive, send, self._held, host)
        self._requests.begin(host)
        try:
            await self._app(scope, exchange.receive, exchange.send)
        finally:
            self._requests.end(host)
            exchange.release()


class _Exchange:
    """A request and its response. What is held for it counts until its end."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, held: ConcurrencyCounter, host: str) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._held = held
        self._host = host
        self._bytes = 0
        self._refused = False

    async def receive(self) -> Any:
        """Return the next message; raise `Busy` if the body becomes large and too much is held already."""
        message = await self._receive()
        if message["type"] == "http.request" and (body := message["body"]):
            if self._bytes + len(body) > MAX_PART_BYTES and self._held.is_full(self._host, MAX_HELD_BYTES):
                raise localized_error(Busy, "server.http.503")
            self._hold(len(body))
        return message

    async def send(self, message: Message) -> None:
        """Send a message of the response, a large body in parts: uvicorn waits for a slow client before each message.

        A large response is replaced by a refusal if too much is held already.
        """
        if self._refused:
            return
        if message["type"] == "http.response.start":
            self._refused = _announced(message) > MAX_PART_BYTES and self._held.is_full(self._host, MAX_HELD_BYTES)
            if self._refused:
                await send_error(self._scope, self._send, localized_error(Busy, "server.http.503"))
                return
        elif message["type"] == "http.response.body" and len(message["body"]) > MAX_PART_BYTES:
            await self._send_in_parts(message["body"], message["more_body"])
            return
        await self._send(message)

    async def _send_in_parts(self, body: bytes, more_body: bool) -> None:
        self._hold(len(body))
        for start in range(0, len(body), MAX_PART_BYTES):
            part = body[start : start + MAX_PART_BYTES]
            await self._send({"type": "http.response.body", "body": part, "more_body": True})
        # The request ends, and counts no longer, when the client has read nearly everything.
        await self._send({"type": "http.response.body", "body": b"", "more_body": more_body})
        self._hold(-len(body))

    def _hold(self, count: int) -> None:
        self._bytes += count
        self._held.begin(self._host, count)

    def release(self) -> None:
        """Count nothing any more."""
        self._held.end(self._host, self._bytes)


def _announced(start: Any) -> int:
    """Return the length of a response according to its headers; 0 if it is not known."""
    return next((int(value) for name, value in start["headers"] if name == b"content-length"), 0)
