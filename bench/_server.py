"""A server for benchmarks: a separate process with an empty data folder and no limits."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

NO_LIMITS = {f"PARLOUR_LIMIT_{name}": "10000000" for name in ("GUESTS", "MATCHES", "SAVES", "CODES", "IMPORTS")}
"""Settings of a server that permits one address as many requests as it likes."""


@contextmanager
def running_server(
    program: str = "parlour", folder: str | None = None
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run a server in a block that gets its process and port."""
    port = free_port()
    with tempfile.TemporaryDirectory() as temporary:
        environment = {
            **os.environ,
            "PARLOUR_FOLDER": folder or temporary,
            "PARLOUR_LOG": "warning",
            **NO_LIMITS,
        }
        command = [sys.executable, "-m", program, "serve", "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            wait_for(server, f"http://127.0.0.1:{port}")
            yield server, port
        finally:
            server.terminate()
            server.wait(30)


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(server: subprocess.Popen[bytes], address: str) -> None:
    """Wait until a server answers; raise if it has exited."""
    while True:
        try:
            httpx.get(f"{address}/health", timeout=5)
            return
        except httpx.TransportError:
            if server.poll() is not None:
                raise RuntimeError(f"The server ended with status {server.returncode} before it answered.") from None
            time.sleep(0.1)  # between two attempts; nothing is measured yet
