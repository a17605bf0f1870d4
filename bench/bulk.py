"""The longest wait of a move while another visitor imports, exports and deletes many games.

A few matches are played steadily over WebSockets, each by two pages. At the same time another visitor, in a separate
process, imports many tiny games, exports them as text, and deletes them with their owner. A move should not wait more
than 50 ms for any of that. On a busy machine the waits also contain the other load: compare with the first row.

BULK_GAMES, BULK_MATCHES and BULK_RATE (moves per second) in the environment change the size.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as Grid

from bench._server import running_server
from bench.load import GAME, Match, Person, quantile

GAMES = int(os.environ.get("BULK_GAMES", "10000"))
MATCHES = int(os.environ.get("BULK_MATCHES", "20"))
RATE = float(os.environ.get("BULK_RATE", "50"))
ALONE_SECONDS = 5.0
TINY_GAME = '[Game "sim"]\n\n1. 0-1\n'


async def bulk_work(address: str, games: int, out: Any) -> None:
    """Import, export and delete games; report when each of them begins."""
    visitor = Person(address)
    visitor.http.timeout = httpx.Timeout(None)
    try:
        out.put("import")
        await visitor.post("/api/library/import", {"text": TINY_GAME * games})
        out.put("export as text")
        text = (await visitor.http.get("/api/library/records")).text
        if text.count("[Game ") != games:
            raise RuntimeError("Games are missing from the export.")
        out.put("deletion with the owner")
        headers = {"x-csrf-token": visitor.http.cookies["parlour_csrf"]}
        (await visitor.http.post("/api/me/delete", json={}, headers=headers)).raise_for_status()
    finally:
        out.put(None)
        await visitor.http.aclose()


def run_bulk_work(*args: Any) -> None:
    asyncio.run(bulk_work(*args))


async def open_matches(address: str) -> list[Match]:
    """Return running matches, each with the pages of both players."""
    anna, ben = Person(address), Person(address)
    played = []
    seats = [{"is": "me", "name": "Anna"}, {"is": "open"}]
    for _ in range(MATCHES):
        id = (await anna.post("/api/matches", {"game": GAME, "kind": "network", "seats": seats}))["id"]
        await ben.post(f"/api/matches/{id}/join", {"name": "Ben"})
        played.append(Match(id, [await anna.open(id), await ben.open(id)]))
    return played


async def play(played: list[Match]) -> None:
    """Play moves at a steady rate until cancelled."""
    listeners = [asyncio.create_task(match.listen(seat)) for match in played for seat in (0, 1)]
    try:
        await asyncio.gather(*(match.ready.wait() for match in played))
        turn = 0
        while True:
            turn += 1
            await played[turn % len(played)].move(turn)
            await asyncio.sleep(1 / RATE)
    finally:
        for listener in listeners:
            listener.cancel()


def taken(played: list[Match]) -> list[float]:
    """Return the times of the moves acknowledged since the last call."""
    found = [took for match in played for took in match.acknowledged]
    for match in played:
        match.acknowledged.clear()
    return found


async def measure(address: str) -> None:
    played = await open_matches(address)
    playing = asyncio.create_task(play(played))
    grid = Grid("while", "takes", "moves", "p50", "p99", "longest wait of a move", box=None)
    begun = time.perf_counter()
    context = multiprocessing.get_context("spawn")
    out = context.Queue()
    work = context.Process(target=run_bulk_work, args=(address, GAMES, out), daemon=True)
    await asyncio.sleep(ALONE_SECONDS)  # the duration of the first measurement
    work.start()
    step: str | None = "nothing else happens"
    while step is not None:
        following = await asyncio.to_thread(out.get)
        times = taken(played)
        ends = time.perf_counter()
        quantiles = [quantile(times, share) for share in (0.5, 0.99, 1.0)]
        grid.add_row(step, f"{ends - begun:.1f} s", str(len(times)), *quantiles)
        step, begun = following, ends
    work.join()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    console = Console()
    console.print(f"{GAMES:,} games")
    console.print(grid)
    console.print(f"other work on this machine: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    with running_server() as (_, port):
        asyncio.run(measure(f"http://127.0.0.1:{port}"))


if __name__ == "__main__":
    main()
