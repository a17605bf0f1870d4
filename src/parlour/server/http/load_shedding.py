"""Refuse what can wait while the server has more work than it can do, so that moves keep flowing.

Moves arrive over open WebSockets and are never refused here. A request of the API is refused with status 503 and a
`Retry-After` header while too many others are being answered, or while the event loop is behind with its work. Requests
that wait for a slow client, which sends its body or reads its response, do not count.
"""

from __future__ import annotations

import asyncio
import time

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send, WebSocketReceiveMessage

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy, send_error

MAX_REQUESTS = 200
"""Requests that are answered at the same time."""
MAX_BACKLOG_SECONDS = 0.3
"""Work that may be waiting in the event loop."""
CHECK_INTERVAL_SECONDS = 0.05


class LoopBacklog:
    """Measure how much work is waiting in the event loop, as CPU time: other load on the machine does not count."""

    def __init__(self) -> None:
        self._due = 0.0
        self._cpu = time.thread_time()

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            self._due = time.monotonic() + CHECK_INTERVAL_SECONDS
            self._cpu = time.thread_time()
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)

    def seconds(self) -> float:
        """Return the CPU time that the loop has spent since it should have measured, in the thread of the loop."""
        return time.thread_time() - self._cpu if time.monotonic() > self._due else 0.0


class LoadShedding:
    """ASGI middleware around the application."""

    def __init__(self, app: ASGIApp, backlog: LoopBacklog) -> None:
        self._app = app
        self._backlog = backlog
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        if self._running >= MAX_REQUESTS or self._backlog.seconds() > MAX_BACKLOG_SECONDS:
            await send_error(scope, send, localized_error(Busy, "server.http.503"))
            return
        self._running += 1
        body_complete = False

        async def receive_uncounted() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            nonlocal body_complete
            if body_complete:
                return await receive()
            self._running -= 1
            try:
                message = await receive()
            finally:
                self._running += 1
            body_complete = not message.get("more_body", False)
            return message

        async def send_uncounted(message: Message) -> None:
            self._running -= 1
            try:
                await send(message)
            finally:
                self._running += 1

        try:
            await self._app(scope, receive_uncounted, send_uncounted)
        finally:
            self._running -= 1
