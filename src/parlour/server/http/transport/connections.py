"""Bounded connections: clients that do not read, or do not finish a request, cannot pin memory.

Uvicorn stops sending to a client when 64 KiB wait for it, but waits forever: for a client that does not read, for
headers and bodies that do not end, and for a closed connection whose last data is not read. `ConnectionWatch` ends
these connections. What requests hold meanwhile is limited in `slow_clients`.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections import Counter
from collections.abc import Collection
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parlour.server.http.limits.rate_limits import network_of
from parlour.server.settings import is_loopback

if sys.platform != "win32":
    import resource

log = logging.getLogger("parlour.server")

HEADER_SECONDS = 20.0
"""Time for the headers of a request, from the connection or from its first byte."""
BODY_SECONDS = 120.0
"""Time for the body of a request, from the end of its headers."""
MAX_HEADER_BYTES = 64 * 1024
MAX_UNSENT_BYTES = 128 * 1024
"""Data that the kernel accepts for a connection before the client has room for it."""
MAX_CONNECTIONS_PER_ADDRESS = 2000
"""HTTP connections, each of which may hold headers and sent data. A browser opens six."""
MAX_PIPELINED_REQUESTS = 16
"""Requests on one connection that wait for the response to an earlier one. Browsers send none."""
CHECK_INTERVAL_SECONDS = 30.0
"""Interval between checks of all connections. A client that accepts no data between two of them is cut off."""


def raise_open_files_limit() -> None:
    """Raise the limit of open files of this process, which include connections, as far as the system permits."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError) as wrong:  # macOS allows fewer than its hard limit
            log.info("The limit of open files stays as it is: %s", wrong)


def limit_unsent_data(listener: socket.socket) -> None:
    """Limit the data in the kernel for each connection of a listening socket, where the system can."""
    if sys.platform != "win32":
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT_BYTES)


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP connection with deadlines for requests and limits for headers, pipelining and each address."""

    _counted: str | None = None
    """The address for which this connection is counted."""
    deadline: float | None = None
    """When the headers or the body must be complete, in the time of the event loop."""
    stalled: int | None = None
    """Bytes that waited for the client at the last check."""
    _in_headers = True
    _header_bytes = 0

    def __init__(self, connections_at: Counter[str], *args: Any, **kwargs: Any) -> None:
        """`connections_at` are the numbers of connections of all addresses."""
        super().__init__(*args, **kwargs)
        self._connections_at = connections_at

    @property
    def paused(self) -> bool:
        """Return whether the client has to read before more is sent."""
        return self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn declares it
        super().connection_made(transport)
        self.deadline = self.loop.time() + HEADER_SECONDS
        self._count()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._count_no_longer()

    def handle_websocket_upgrade(self) -> None:
        self._count_no_longer()
        super().handle_websocket_upgrade()

    def _count(self) -> None:
        """Count this connection, or close it if its address has too many. The clients of a proxy have its address."""
        if self.client is None or is_loopback(self.client[0]) or self.config.proxy_headers:
            return
        address = network_of(self.client[0])
        if self._connections_at[address] >= MAX_CONNECTIONS_PER_ADDRESS:
            self.transport.abort()
            return
        self._connections_at[address] += 1
        self._counted = address

    def _count_no_longer(self) -> None:
        address, self._counted = self._counted, None
        if address is not None:
            self._connections_at[address] -= 1
            if not self._connections_at[address]:
                del self._connections_at[address]

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.deadline = self.loop.time() + HEADER_SECONDS
        self._in_headers, self._header_bytes = True, 0

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.deadline = self.loop.time() + BODY_SECONDS
        self._in_headers = False
        if len(self.pipeline) > MAX_PIPELINED_REQUESTS:
            self.pipeline.clear()
            self.transport.abort()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.deadline = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_headers and not self.transport.is_closing():
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES:
                self.send_400_response("The headers of the request are too large.")

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stalled = None


class ConnectionWatch:
    """Cut off connections that accept no data, or whose request is not complete in time."""

    def __init__(self, connections: Collection[Any]) -> None:
        self._connections = connections

    async def run(self) -> None:
        """Check all connections periodically, until cancelled."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL_SECONDS)
            try:
                self.check()
            except Exception:
                log.exception("Connections could not be checked")

    def check(self, now: float | None = None) -> None:
        """Check all connections once; `now` is the time of the event loop."""
        moment = asyncio.get_running_loop().time() if now is None else now
        for one in list(self._connections):
            if one.deadline is not None and one.deadline < moment:
                one.transport.abort()
                continue
            waiting = one.transport.get_write_buffer_size() if one.paused or one.transport.is_closing() else 0
            if waiting and one.stalled is not None and waiting >= one.stalled:
                one.transport.abort()
            one.stalled = waiting or None
