"""Refuse what can wait while the server is overloaded, so that moves are not delayed.

Moves that arrive over open WebSockets are not refused here. A request of the API is refused with status 503 and a
`Retry-After` header while too many others are being answered, or while the event loop is behind with its work. Commands
to matches, by which programs send their moves, are refused only by a second, higher limit. Requests that wait for a
slow client, which sends its body or reads its response, do not count here; `slow_clients` limits them. WebSockets,
which all pages open again after an interruption, are opened a limited number at a time; the page of a refused one tries
again later. One address can use half of each limit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send, WebSocketReceiveMessage

from parlour.i18n.errors import localized_error
from parlour.server.http.error_responses import Busy, send_error
from parlour.server.http.limits.rate_limits import ConcurrencyCounter

SHED_PATHS = ("/api/", "/schema")
MAX_REQUESTS = 200
"""Requests that are answered at the same time."""
MAX_REQUESTS_WITH_COMMANDS = 2 * MAX_REQUESTS
"""The same limit for commands to matches."""
MAX_OPENING = 100
"""WebSockets that are being opened at the same time: the visitor is identified, and the match loaded."""
MAX_OPENING_IN_OVERLOAD = 20
"""The same limit while the event loop is behind: players who have lost their connection still return."""
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
        self._requests = ConcurrencyCounter()
        self._opening = ConcurrencyCounter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not scope.get("path", "").startswith(SHED_PATHS):  # the lifespan has no path
            await self._app(scope, receive, send)
            return
        host = scope["client"][0] if scope["client"] else ""
        if self._is_refused(scope, host):
            await send_error(scope, send, localized_error(Busy, "server.http.503"))
        elif scope["type"] == ScopeType.WEBSOCKET:
            opening = _OpeningSocket(self._opening, host, receive)
            try:
                await self._app(scope, opening.receive, send)
            finally:
                opening.end()
        else:
            await self._answer(scope, receive, send, host)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        counter = self._requests
        counter.begin(host)
        body_complete = False

        async def receive_uncounted() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            nonlocal body_complete
            if body_complete:
                return await receive()
            counter.end(host)
            try:
                message = await receive()
            finally:
                counter.begin(host)
            body_complete = not message.get("more_body", False)
            return message

        async def send_uncounted(message: Message) -> None:
            counter.end(host)
            try:
                await send(message)
            finally:
                counter.begin(host)

        try:
            await self._app(scope, receive_uncounted, send_uncounted)
        finally:
            counter.end(host)

    def _is_refused(self, scope: Scope, host: str) -> bool:
        overload = self._backlog.is_overload
        if scope["type"] == ScopeType.WEBSOCKET:
            return self._opening.is_full(host, MAX_OPENING_IN_OVERLOAD if overload else MAX_OPENING)
        if scope["path"].startswith("/api/matches/") and scope["path"].endswith("/commands"):
            return self._requests.is_full(host, MAX_REQUESTS_WITH_COMMANDS)
        return overload or self._requests.is_full(host, MAX_REQUESTS)


class _OpeningSocket:
    """A WebSocket, which counts until the application waits for its first message. Thousands may be open."""

    __slots__ = ("_connected", "_counter", "_host", "_receive")

    def __init__(self, counter: ConcurrencyCounter, host: str, receive: Receive) -> None:
        self._counter: ConcurrencyCounter | None = counter
        self._host = host
        self._receive = receive
        self._connected = False
        counter.begin(host)

    def receive(self) -> Awaitable[Any]:
        """Return the next message as an awaitable, not in a coroutine that would exist as long as the page is idle."""
        if self._connected:
            self.end()
        self._connected = True  # the first call gets "websocket.connect"
        return self._receive()

    def end(self) -> None:
        """Count no longer."""
        if self._counter is not None:
            self._counter.end(self._host)
            self._counter = None
