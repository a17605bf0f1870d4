"""The longest wait of a move while other visitors work on many games, or on long ones.

A few matches are played steadily over WebSockets, each by two pages. At the same time another process imports many tiny
games and a few of the greatest length, opens the long ones in every form, exports all of them as text, deletes half of
them, waits until the server has removed those, and deletes the rest with their owner. Then the owner of the server
makes a backup and has half of it checked as for a restore, which is then cancelled. A move should not wait more than
50 ms for any of that. On a busy machine the waits also contain the other load: compare with the first row.

BULK_GAMES, BULK_LONG_GAMES, BULK_MATCHES and BULK_RATE (moves per second) in the environment change the size.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as Grid

from bench._server import running_server
from bench.load import GAME, Match, Person, quantile
from parlour.match.records.record import MAX_MOVES
from parlour.server.library.messages import MAX_SELECTED
from parlour.store import Secrets

GAMES = int(os.environ.get("BULK_GAMES", "10000"))
LONG_GAMES = int(os.environ.get("BULK_LONG_GAMES", "20"))
MATCHES = int(os.environ.get("BULK_MATCHES", "20"))
RATE = float(os.environ.get("BULK_RATE", "50"))
ALONE_SECONDS = 5.0
POLL_SECONDS = 0.2
TINY_GAME = '[Game "sim"]\n\n1. 0-1\n'
LONG_GAME = {
    "text": " ".join(("4,0-3,0", "1,1-2,1", "3,0-4,0", "2,1-1,1")[n % 4] for n in range(MAX_MOVES)),
    "game": "surakarta",
    "options": {"ending": "endless"},
}
VIEWS = ("", "/replay", "/statistics", "/study", "/record", "/record?form=json", "/page.html", "/moving.svg")
"""All forms of a whole game."""


async def bulk_work(address: str, games: int, long_games: int, out: Any) -> None:
    """Work on many games, and report when each step begins."""
    visitor = Person(address)
    visitor.http.timeout = httpx.Timeout(None)
    try:
        out.put("import")
        tiny = (await visitor.post("/api/library/import", {"text": TINY_GAME * games}))["matches"]
        out.put(f"import of {long_games} games of {MAX_MOVES:,} moves")
        long = [(await visitor.post("/api/library/import", LONG_GAME))["matches"][0] for _ in range(long_games)]
        out.put("long games in every form")
        for match in long:
            for view in VIEWS:
                (await visitor.http.get(f"/api/matches/{match['id']}{view}")).raise_for_status()
        out.put("export as text")
        text = (await visitor.http.get("/api/library/records")).text
        if text.count("[Game ") != games + long_games:
            raise RuntimeError("Games are missing from the export.")
        out.put("deletion of half of the games, and clean-up")
        deleted = [match["id"] for match in (*tiny[::2], *long[::2])]
        for start in range(0, len(deleted), MAX_SELECTED):
            await visitor.post("/api/library/delete", {"matches": deleted[start : start + MAX_SELECTED]})
        while (await visitor.http.get("/api/library?deleted=true&limit=1")).json()["total"]:
            await asyncio.sleep(POLL_SECONDS)
        out.put("deletion of the rest with the owner")
        headers = {"x-csrf-token": visitor.http.cookies["parlour_csrf"]}
        (await visitor.http.post("/api/me/delete", json={}, headers=headers)).raise_for_status()
    finally:
        await visitor.http.aclose()


async def back_up_and_check(address: str, folder: Path, out: Any) -> None:
    """Make a backup, and let the server check it until it would replace the data."""
    headers = {"authorization": f"Bearer {Secrets.load(folder).owner}"}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=None) as owner:  # it is slow
        out.put("backup")
        backup = folder / "bulk.jsonl.gz"
        backup.write_bytes((await owner.post("/api/owner/backup")).raise_for_status().content)
        out.put("check of the backup before a restore")
        async with owner.stream("POST", "/api/owner/restore", json={"file": str(backup)}) as answer:
            async for line in answer.aiter_lines():
                step = json.loads(line)
                if step["done"] or (step["step"] == "checking" and 2 * step["count"] >= step["total"]):
                    return  # this cancels the restore; without `replace` it would be refused at its end


def run_bulk_work(address: str, folder: Path, games: int, long_games: int, out: Any) -> None:
    try:
        asyncio.run(bulk_work(address, games, long_games, out))
        asyncio.run(back_up_and_check(address, folder, out))
    finally:
        out.put(None)


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


async def measure(address: str, folder: Path) -> None:
    played = await open_matches(address)
    playing = asyncio.create_task(play(played))
    grid = Grid("while", "takes", "moves", "p50", "p99", "longest wait of a move", box=None)
    begun = time.perf_counter()
    context = multiprocessing.get_context("spawn")
    out = context.Queue()
    work = context.Process(target=run_bulk_work, args=(address, folder, GAMES, LONG_GAMES, out), daemon=True)
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
    with tempfile.TemporaryDirectory() as folder, running_server("bench._cleaning_server", folder) as (_, port):
        asyncio.run(measure(f"http://127.0.0.1:{port}", Path(folder)))


if __name__ == "__main__":
    main()
