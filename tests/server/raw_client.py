"""A client that reads and writes only on request."""

import base64
import contextlib
import json
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from typing import Any

from tests.server.browser import PATIENCE, Browser, Json
from tests.server.polling import until
from tests.server.served import Served

SMALL_BUFFER = 4096
TEXT, CONTINUATION, PING, CLOSE, FINAL = 1, 0, 9, 8, 0x80


class RawClient:
    """A TCP connection that reads and writes only on request."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", server.port))
        self.buffer = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def open_websocket(self, path: str, cookies: str = "") -> None:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.server.port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *([f"Cookie: {cookies}"] if cookies else []),
        ]
        self.send("\r\n".join([*lines, "", ""]).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.read_more()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        assert b" 101 " in head

    def frame(self, opcode: int, data: bytes = b"") -> bytes:
        """Return a masked frame with up to 125 bytes; the mask is zero."""
        return struct.pack("!BB4x", opcode, 0x80 | len(data)) + data

    def read_more(self) -> None:
        more = self.socket.recv(65536)
        if not more:
            raise ConnectionResetError
        self.buffer += more

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Yield the opcode and the data of each frame; end when the connection does."""
        while True:
            try:
                while len(self.buffer) < 2:
                    self.read_more()
                short = self.buffer[1] & 0x7F
                size, start = {126: ("!H", 4), 127: ("!Q", 10)}.get(short, ("", 2))
                while len(self.buffer) < start:
                    self.read_more()
                length = struct.unpack(size, self.buffer[2:start])[0] if size else short
                while len(self.buffer) < start + length:
                    self.read_more()
            except ConnectionResetError:
                return
            opcode, data = self.buffer[0] & 0x0F, self.buffer[start : start + length]
            self.buffer = self.buffer[start + length :]
            yield opcode, data

    def messages(self) -> Iterator[Json]:
        for opcode, data in self.frames():
            if opcode == TEXT:
                yield json.loads(data)

    def is_closed(self) -> bool:
        """Read until the connection ends; fail if it does not."""
        with contextlib.suppress(ConnectionResetError):
            while self.socket.recv(65536):
                pass
        return True

    def protocol(self) -> Any:
        """Return the server's side of this connection."""
        port = self.socket.getsockname()[1]

        def find() -> Any:
            connections: list[Any] = list(self.server.server.server_state.connections)
            return next((one for one in connections if one.client is not None and one.client[1] == port), None)

        return until(find)

    def on_loop(self, work: Callable[[], Any]) -> Any:
        """Call a function in the thread of the server and return its result."""
        loop = self.protocol().loop
        done: list[Any] = []
        ready = threading.Event()

        def run() -> None:
            done.append(work())
            ready.set()

        loop.call_soon_threadsafe(run)
        assert ready.wait(PATIENCE)
        return done[0]


def cookies_of(browser: Browser) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.http.cookies.jar)
