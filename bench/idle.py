"""Open pages that do nothing: memory of the server per WebSocket.

IDLE_SOCKETS in the environment changes their number. Half of them have a match open, the others only a page.
"""

from __future__ import annotations

import asyncio
import base64
import os
import resource
import subprocess
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from bench._server import running_server
from bench.load import Person, processor

SOCKETS = int(os.environ.get("IDLE_SOCKETS", "10000"))
MATCHES = 500
AT_ONCE = 100
QUIET_SECONDS = 20.0


async def open_socket(port: int, path: str) -> asyncio.StreamWriter:
    """Open a WebSocket and read nothing from it but the handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    status = await reader.readline()
    if b" 101 " not in status:
        raise RuntimeError(f"{path}: {status.decode().strip()}")
    return writer


async def open_all(port: int, console: Console) -> list[asyncio.StreamWriter]:
    host = Person(f"http://127.0.0.1:{port}")
    body = {"game": "surakarta", "kind": "network", "seats": [{"is": "me", "name": "Anna"}, {"is": "open"}]}
    matches = [(await host.post("/api/matches", body))["id"] for _ in range(MATCHES)]
    paths = ["/api/page" if n % 2 else f"/api/matches/{matches[n % MATCHES]}/live" for n in range(SOCKETS)]
    opened: list[asyncio.StreamWriter] = []
    with console.status(f"opening {SOCKETS:,} WebSockets"):
        for n in range(0, SOCKETS, AT_ONCE):
            opened += await asyncio.gather(*(open_socket(port, path) for path in paths[n : n + AT_ONCE]))
    return opened


def resident_mb(pid: int) -> float:
    """Return the memory of a process, on Linux."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(server: subprocess.Popen[bytes], port: int, console: Console) -> None:
    empty = resident_mb(server.pid)
    opened = await open_all(port, console)
    used, before = resident_mb(server.pid), processor(server.pid)
    with console.status(f"{QUIET_SECONDS:g} s in which nothing happens"):
        await asyncio.sleep(QUIET_SECONDS)
    busy = processor(server.pid) - before
    grid = Grid("what", "figure", box=None)
    grid.add_row("idle WebSockets", f"{len(opened):,}, half of them in {MATCHES} matches")
    grid.add_row("memory of the server", f"{used:.0f} MB (empty: {empty:.0f} MB)")
    grid.add_row("per WebSocket", f"{1000 * (used - empty) / len(opened):.1f} kB")
    grid.add_row("CPU time of the server", f"{busy / QUIET_SECONDS:.1%} of a processor")
    console.print(grid)
    for writer in opened:
        writer.transport.abort()


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with running_server() as (server, port):
        asyncio.run(measure(server, port, Console()))


if __name__ == "__main__":
    main()
