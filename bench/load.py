"""Live matches over real WebSockets on loopback: moves per second, round trips, memory, CPU time.

Every match has two pages open, in separate client processes. Moves are sent at a steady rate, spread over all matches.
A round trip is from sending a move to its acknowledgement, which is sent after storing, and to the message at the other
page. On a busy machine round trips measure the other load; the CPU time of the server does not depend on it.

LOAD_MATCHES, LOAD_RATE (moves per second), LOAD_SECONDS, LOAD_CLIENTS (processes), LOAD_ANALYSES (searches requested
by other visitors at the same time) and LOAD_FLOOD (requests of others at the same time) in the environment change the
size. With a rate of 800 or 1,200, more than a server can execute, it refuses moves, which are sent again as by a page.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import multiprocessing
import os
import random
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection, connect

from bench._server import running_server

MATCHES = int(os.environ.get("LOAD_MATCHES", "1000"))
RATE = float(os.environ.get("LOAD_RATE", "200"))
SECONDS = float(os.environ.get("LOAD_SECONDS", "20"))
CLIENTS = int(os.environ.get("LOAD_CLIENTS", "2"))
ANALYSES = int(os.environ.get("LOAD_ANALYSES", "0"))
FLOOD = int(os.environ.get("LOAD_FLOOD", "0"))
RESEND_SECONDS = 1.0
"""Shortest time before a page sends a move again that was refused; the longest is twice as long."""
GAME = "surakarta"


class Person:
    """A browser: cookies and requests."""

    def __init__(self, address: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, timeout=60)

    async def post(self, path: str, body: object) -> Any:
        return await self.change("POST", path, body)

    async def change(self, method: str, path: str, body: object) -> Any:
        if "parlour_csrf" not in self.http.cookies:
            await self.http.get("/api/me")
        headers = {"x-csrf-token": self.http.cookies["parlour_csrf"]}
        answer = await self.http.request(method, path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()

    def open(self, match: str) -> connect:
        return self.connect(f"/api/matches/{match}/live")

    def connect(self, path: str) -> connect:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        address = str(self.http.base_url).rstrip("/").replace("http", "ws", 1)
        return connect(
            address + path,
            additional_headers={"cookie": cookies},
            compression=None,
            max_size=None,
            open_timeout=60,
        )


class ClientFigures(NamedTuple):
    """What a client process has measured; times in seconds."""

    sent: int
    acknowledged: list[float]
    received: list[float]
    refusals: int


class Match:
    """One match with its two pages."""

    def __init__(self, id: str, pages: list[ClientConnection]) -> None:
        self.id = id
        self.pages = pages
        self.seat = 0
        self.ply = 0
        self.legal = 1
        self.ready = asyncio.Event()
        self.sent = 0.0
        self.acknowledged: list[float] = []
        self.received: list[float] = []
        self.over = False
        self.command = ""
        self.refusals = 0
        self.resending: asyncio.Task[None] | None = None

    async def listen(self, seat: int) -> None:
        async for frame in self.pages[seat]:
            text = frame if isinstance(frame, str) else bytes(frame).decode()
            if text.startswith('{"type":"accepted"'):
                self.acknowledged.append(time.perf_counter() - self.sent)
            elif text.startswith('{"type":"refused"') and json.loads(text)["reason"] == "busy":
                self.refusals += 1
                self.resending = asyncio.create_task(self.send_again())
            elif text.startswith(('{"type":"news"', '{"type":"snapshot"')):
                state = json.loads(text)["state"]
                if state["ply"] > self.ply and seat == state["position"]["seat"]:
                    self.received.append(time.perf_counter() - self.sent)
                if state["position"]["seat"] == seat:
                    self.seat, self.ply = seat, state["ply"]
                    self.legal = len(state["position"]["legal"])
                    self.over = state["status"] == "over"
                    self.ready.set()

    async def move(self, n: int) -> bool:
        """Send a move if the match waits for one."""
        if not self.ready.is_set() or self.over:
            return False
        self.ready.clear()
        command = {"do": "move", "ply": self.ply, "index": n % self.legal}
        self.command = json.dumps({"type": "do", "id": n, "command": command})
        self.sent = time.perf_counter()
        await self.pages[self.seat].send(self.command)
        return True

    async def send_again(self) -> None:
        await asyncio.sleep(RESEND_SECONDS * (1 + random.random()))
        await self.pages[self.seat].send(self.command)


async def client(address: str, matches: int, rate: float, seconds: float, ready: Any, go: Any, out: Any) -> None:
    anna, ben = Person(address), Person(address)
    clock = {"kind": "down", "limits": [{"base": "60:00"}]}
    ids = []
    for _ in range(matches):
        body = {
            "game": GAME,
            "kind": "network",
            "clock": clock,
            "seats": [{"is": "me", "name": "Anna"}, {"is": "open"}],
        }
        ids.append((await anna.post("/api/matches", body))["id"])
        await ben.post(f"/api/matches/{ids[-1]}/join", {"name": "Ben"})
    played = [Match(id, [await anna.open(id), await ben.open(id)]) for id in ids]
    listeners = [asyncio.create_task(match.listen(seat)) for match in played for seat in (0, 1)]
    await asyncio.gather(*(match.ready.wait() for match in played))
    gc.collect()
    gc.freeze()  # a pause of one process would be a pause of hundreds of pages
    ready.release()
    await asyncio.to_thread(go.wait)
    began = time.perf_counter()
    sent, turn = 0, 0
    while (now := time.perf_counter() - began) < seconds:
        if sent >= rate * now:
            await asyncio.sleep(0.002)
            continue
        turn += 1
        if await played[turn % matches].move(turn):
            sent += 1
        elif turn % matches == 0:
            await asyncio.sleep(0.002)
    await asyncio.sleep(1)
    for listener in listeners:
        listener.cancel()
    acknowledged = [took for match in played for took in match.acknowledged]
    received = [took for match in played for took in match.received]
    out.put(ClientFigures(sent, acknowledged, received, sum(match.refusals for match in played)))
    for match in played:
        for page in match.pages:
            page.transport.abort()
    await anna.http.aclose()
    await ben.http.aclose()


async def analysts(address: str, count: int, ready: Any) -> None:
    """Request searches from separate visitors, each again as soon as it ends, until the process is stopped."""

    async def analyse() -> None:
        visitor = Person(address)
        await visitor.change("PATCH", "/api/me", {"name": "Carla"})
        request = {"type": "analyse", "position": {"game": GAME}, "seconds": 30}
        async with visitor.connect("/api/engine") as engine:
            for n in itertools.count(1):
                await engine.send(json.dumps({**request, "id": n}))
                if n == 1:
                    ready.release()
                async for frame in engine:
                    answer = json.loads(frame)
                    if answer["type"] == "refused":
                        raise RuntimeError(answer["text"])
                    if answer.get("done"):
                        break

    await asyncio.gather(*(analyse() for _ in range(count)))


def run_analysts(*args: Any) -> None:
    asyncio.run(analysts(*args))


async def flood(address: str, count: int, ready: Any) -> None:
    """Send requests, each of some clients one after another, until the process is stopped."""
    url = httpx.URL(address)
    request = f"GET /api/tournaments HTTP/1.1\r\nHost: {url.netloc.decode()}\r\nConnection: close\r\n\r\n".encode()

    async def ask() -> None:
        while True:
            reader, writer = await asyncio.open_connection(url.host, url.port)
            writer.write(request)
            await reader.read()
            writer.close()

    ready.release()
    await asyncio.gather(*(ask() for _ in range(count)))


def run_flood(*args: Any) -> None:
    asyncio.run(flood(*args))


def run_client(*args: Any) -> None:
    asyncio.run(client(*args))


def memory(pid: int) -> str:
    """Return the memory of a process, where the system provides it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return "?"
    kilobytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    return f"{kilobytes / 1024:.0f} MB"


def processor(pid: int) -> float:
    """Return the CPU seconds of a process, where the system provides them."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> str:
    """Return a quantile in milliseconds."""
    ordered = sorted(values)
    return f"{1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.1f} ms" if ordered else "?"


def measure(console: Console, server: subprocess.Popen[bytes], address: str) -> None:
    pid = server.pid
    empty = memory(pid)
    context = multiprocessing.get_context("spawn")
    ready, go, out = context.Semaphore(0), context.Event(), context.Queue()
    share = MATCHES // CLIENTS
    clients = [
        context.Process(target=run_client, args=(address, share, RATE / CLIENTS, SECONDS, ready, go, out))
        for _ in range(CLIENTS)
    ]
    for one in clients:
        one.start()
    with console.status(f"opening {share * CLIENTS:,} matches with two pages each"):
        for _ in clients:
            ready.acquire()
    searchers = context.Process(target=run_analysts, args=(address, ANALYSES, ready), daemon=True)
    if ANALYSES:
        searchers.start()
        for _ in range(ANALYSES):
            ready.acquire()
    flooders = context.Process(target=run_flood, args=(address, FLOOD, ready), daemon=True)
    if FLOOD:
        flooders.start()
        ready.acquire()
    before = processor(pid)
    go.set()
    with console.status(f"{RATE:g} moves per second for {SECONDS:g} s"):
        results = [out.get() for _ in clients]
    used, busy = memory(pid), processor(pid) - before
    for one in clients:
        one.join()
    for other, count in ((searchers, ANALYSES), (flooders, FLOOD)):
        if count:
            other.terminate()
            other.join()
    sent = sum(result.sent for result in results)
    acknowledged = [took for result in results for took in result.acknowledged]
    received = [took for result in results for took in result.received]
    grid = Grid("what", "figure", box=None)
    grid.add_row("live matches, two pages each", f"{share * CLIENTS:,}")
    grid.add_row("analyses requested at the same time", str(ANALYSES))
    if FLOOD:
        grid.add_row("requests of others at the same time", str(FLOOD))
    grid.add_row("moves per second", f"{len(acknowledged) / SECONDS:.0f} (asked: {RATE:g}, sent: {sent / SECONDS:.0f})")
    grid.add_row("moves refused, and sent again", str(sum(result.refusals for result in results)))
    for name, values in (("acknowledged", acknowledged), ("seen by the other", received)):
        grid.add_row(
            name, f"p50 {quantile(values, 0.5)}, p99 {quantile(values, 0.99)}, longest {quantile(values, 1.0)}"
        )
    grid.add_row("memory of the server", f"{used} (empty: {empty})")
    each = 1000 * busy / len(acknowledged) if acknowledged else float("nan")
    others = [name for name, count in (("searches", ANALYSES), ("requests", FLOOD)) if count]
    including = f" ({' and '.join(others)} included)" if others else ""
    grid.add_row("CPU time of the server", f"{each:.2f} ms per move, {busy / SECONDS:.0%} of a processor{including}")
    grid.add_row("other work on this machine", f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    console.print(grid)


def main() -> None:
    with running_server() as (server, port):
        measure(Console(), server, f"http://127.0.0.1:{port}")


if __name__ == "__main__":
    main()
