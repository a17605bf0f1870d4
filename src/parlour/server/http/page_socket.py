"""What all WebSockets of pages share: accept, receive frames within the rate limit, send, and close."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import sleep
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar.exceptions import WebSocketDisconnect

from parlour.errors import ParlourError
from parlour.i18n.catalogue import ENGLISH
from parlour.i18n.languages import choose_language
from parlour.i18n.translate_error import translate_error
from parlour.server.http.auth import PageSocket
from parlour.server.http.error_responses import TooOften, http_status
from parlour.server.http.limits.rate_limits import FRAME_WINDOW_SECONDS, RateLimiter, address_key, host_of, is_local
from parlour.server.http.transport.websocket_protocol import EXTENSION, WebSocketProtocol
from parlour.server.localizer import server_text
from parlour.server.messages import InvalidFrameMessage
from parlour.server.process.open_sockets import LOGGED_OUT
from parlour.server.services import Services

log = logging.getLogger("parlour.server")

MAX_FRAMES = 200
"""Frames that a page may send in `FRAME_PERIOD_SECONDS`."""
FRAME_PERIOD_SECONDS = 10.0
MAX_WAITING_BYTES = 256 * 1024
"""Messages that wait for a page that does not read. A page for which there are more is cut off, and connects again."""
TRY_AGAIN_LATER = 1013
"""Close code: the server cannot answer now, so the page reconnects."""

encode = msgspec.json.encode


@asynccontextmanager
async def accepted_page(
    socket: PageSocket, services: Services, language: str | None, refused: int
) -> AsyncIterator[str]:
    """Accept the WebSocket of a page and return its language. An error is sent before the socket is closed."""
    await socket.accept()
    reader_language = choose_language(language, socket.headers.get("accept-language"))
    services.sockets.add(socket, reader_language)
    try:
        yield reader_language
    except ParlourError as fault:
        await send(socket, encode(InvalidFrameMessage(translate_error(fault, reader_language))))
        await socket.close(TRY_AGAIN_LATER if http_status(fault) == 503 else refused)
    finally:
        services.sockets.remove(socket)


async def frames(socket: PageSocket, language: str = ENGLISH) -> AsyncIterator[str]:
    """Yield the frames of a page until it closes or exceeds the rate limit."""
    began, count = time.monotonic(), 0
    while not socket.user.ended:
        try:
            text = await socket.receive_data("text")
        except WebSocketDisconnect:
            return
        if socket.user.ended:
            break
        count += 1
        if time.monotonic() - began > FRAME_PERIOD_SECONDS:
            began, count = time.monotonic(), 1
        if count > MAX_FRAMES:
            await socket.send_json(InvalidFrameMessage(server_text("refusal.too-fast", language)))
            await socket.close(1008)
            return
        await wait_for_address(socket)
        if not socket.user.ended:
            yield text
    await close(socket, LOGGED_OUT)


async def wait_for_address(socket: PageSocket) -> None:
    """Count a frame for the address of a page; wait as long as it has sent too many, on all of its WebSockets."""
    if is_local(socket):
        return
    limits: RateLimiter = socket.app.state.services.limits
    while True:
        try:
            limits.count("frames", address_key(socket))
        except TooOften:
            await sleep(FRAME_WINDOW_SECONDS)
        else:
            return


async def close(socket: PageSocket, code: int) -> None:
    """Close a WebSocket, unless it is already closed."""
    try:
        await socket.close(code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        log.debug("A page was closed already")


async def send(socket: PageSocket, data: bytes) -> None:
    """Send a frame, unless the page has closed."""
    try:
        await socket.send_data(data)
    except (WebSocketDisconnect, RuntimeError, OSError):
        log.debug("A page was closed before a frame could be sent")


@dataclass(eq=False)
class SocketPage:
    """A page at the other end of a WebSocket."""

    socket: PageSocket
    services: Services

    def __post_init__(self) -> None:
        extensions: dict[str, Any] = self.socket.scope["extensions"] or {}
        self.protocol: WebSocketProtocol = extensions[EXTENSION]["protocol"]
        """The connection below Litestar, which takes encoded messages as they are."""
        self._waiting: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None

    @property
    def host(self) -> str:
        """Return the address of the client."""
        return host_of(self.socket)

    @property
    def address(self) -> str:
        """Return the key of the address of the page, for rate limits."""
        return address_key(self.socket)

    @property
    def is_behind(self) -> bool:
        """Return whether the page has to read before it gets more."""
        return bool(self._waiting) or self.protocol.paused

    def post(self, message: msgspec.Struct) -> None:
        """Send a message, without waiting."""
        self.post_encoded(encode(message))

    def post_encoded(self, message: bytes) -> None:
        """Send an encoded message, without waiting."""
        if not self.is_behind:
            self.protocol.write_texts(message)
            return
        self._waiting.append(message)
        if sum(map(len, self._waiting)) > MAX_WAITING_BYTES:
            self._waiting.clear()
            self.protocol.transport.abort()
        elif self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        while self._waiting:
            await self.protocol.writable.wait()
            if self._waiting:
                self.protocol.write_texts(self._waiting.pop(0))
        self._sending = None
