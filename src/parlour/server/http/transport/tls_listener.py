"""Accept TLS connections on a port, and redirect plain HTTP requests on the same port to HTTPS.

If a person types an address without `https://`, the browser may use plain HTTP, and without an answer the server looks
broken. The first byte distinguishes the two: no HTTP request starts with the first byte of a TLS handshake.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from typing import cast

import httptools

from parlour.errors import ParlourError
from parlour.server.http.host_guard import HostGuard
from parlour.server.http.transport.connections import HEADER_SECONDS, MAX_HEADER_BYTES

log = logging.getLogger("parlour.server")

TLS_HANDSHAKE = b"\x16"
PAUSE_SECONDS = 1.0
"""Delay before the next attempt if no connection can be accepted, for instance because too many files are open."""


class TlsListener:
    """A listening socket whose connections are encrypted."""

    def __init__(
        self,
        listener: socket.socket,
        context: ssl.SSLContext,
        guard: HostGuard,
        new_protocol: Callable[[], asyncio.BaseProtocol],
    ) -> None:
        self._listener = listener
        self._context = context
        self._guard = guard
        self._new_protocol = new_protocol
        self._beginning: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Accept connections until cancelled."""
        loop = asyncio.get_running_loop()
        self._listener.setblocking(False)
        while True:
            try:
                connection, _ = await loop.sock_accept(self._listener)
            except OSError:
                log.exception("A connection could not be accepted")
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            task = asyncio.create_task(self._begin(connection))
            self._beginning.add(task)
            task.add_done_callback(self._beginning.discard)

    async def _begin(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(HEADER_SECONDS):
                first = await _first_byte(connection)
            if first == TLS_HANDSHAKE:
                await loop.connect_accepted_socket(
                    self._new_protocol, connection, ssl=self._context, ssl_handshake_timeout=HEADER_SECONDS
                )
            else:
                await loop.connect_accepted_socket(lambda: PlainHttpProtocol(self._guard), connection)
        except OSError:  # also a timeout, and a browser that does not accept the certificate
            connection.close()


async def _first_byte(connection: socket.socket) -> bytes:
    """Wait for the first byte of a connection without consuming it; return empty bytes if the client has closed it."""
    loop = asyncio.get_running_loop()
    connection.setblocking(False)
    readable = asyncio.Event()
    try:
        loop.add_reader(connection, readable.set)
    except NotImplementedError:  # on Windows: plain HTTP gets no answer
        return TLS_HANDSHAKE
    try:
        await readable.wait()
    finally:
        loop.remove_reader(connection)
    return connection.recv(1, socket.MSG_PEEK)


class PlainHttpProtocol(asyncio.Protocol):
    """A connection without encryption: one request is answered with a redirect to HTTPS."""

    def __init__(self, guard: HostGuard) -> None:
        self._guard = guard
        self._parser = httptools.HttpRequestParser(self)
        self._left = MAX_HEADER_BYTES
        self._host = self._path = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._deadline = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()

    def data_received(self, data: bytes) -> None:
        self._left -= len(data)
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._transport.close()
        if self._left < 0:
            self._transport.abort()

    # ---- Called by the parser ----------------------------------------------------------------------------------------

    def on_url(self, url: bytes) -> None:
        self._path += url.decode("latin-1")

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"host":
            self._host = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        server = self._transport.get_extra_info("sockname")
        try:
            refusal = self._guard.refusal(
                {"type": "http", "method": "GET", "server": tuple(server[:2])},  # type: ignore[arg-type]  # all it reads
                self._host,
                None,
            )
        except ParlourError as fault:
            refusal = str(fault)
        path = self._path if self._path.startswith("/") and self._path.isprintable() else "/"
        address = f"https://{self._host}{path}"
        text = refusal or f"This server uses HTTPS: {address}"
        body = f"{text}\n".encode()
        head = [
            "HTTP/1.1 421 Misdirected Request" if refusal else "HTTP/1.1 307 Temporary Redirect",
            "content-type: text/plain; charset=utf-8",
            f"content-length: {len(body)}",
            "cache-control: no-store",
            "connection: close",
            *([] if refusal else [f"location: {address}"]),
        ]
        self._transport.write("\r\n".join([*head, "", ""]).encode("latin-1") + body)
        self._transport.close()
