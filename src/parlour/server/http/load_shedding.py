"""Refuse requests that can wait while the server is overloaded, so that moves are not delayed.

Moves that arrive over open WebSockets are never refused here. A request of the API is refused with status 503 and a
`Retry-After` header while too many others are being answered, or while the event loop is behind with its work. Commands
to matches, by which programs send their moves, are refused only by a second, higher limit. Requests that wait for a
slow client, which sends its body or reads its response, do not count.
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
MAX_REQUESTS_WITH_COMMANDS = 2 * MAX_REQUESTS
"""The same limit for commands to matches."""
CHECK_INTERVAL_SECONDS = 0.05
MAX_DELAY_SECONDS = 0.3
"""CPU time of the event loop between two checks from which it is behind with its work."""
MAX_LATE_CHECKS = 2
"""Consecutive late checks that do not count as overload: a single request may take long."""


class LoopBacklog:
    """Detect by CPU time whether the event loop is behind with its work: other load on the machine does not count."""

    def __init__(self) -> None:
        self._late_checks = 0

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            before = time.thread_time()
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            late = time.thread_time() - before > MAX_DELAY_SECONDS
            self._late_checks = self._late_checks + 1 if late else 0

    @property
    def is_overload(self) -> bool:
        """Return whether the loop has been behind for some time."""
        return self._late_checks > MAX_LATE_CHECKS


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
        if self._is_refused(scope["path"]):
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

    def _is_refused(self, path: str) -> bool:
        if path.startswith("/api/matches/") and path.endswith("/commands"):
            return self._running >= MAX_REQUESTS_WITH_COMMANDS
        return self._running >= MAX_REQUESTS or self._backlog.is_overload
