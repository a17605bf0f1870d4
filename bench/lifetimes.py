"""Matches that come and go: memory of the server for the same number of live matches, over many generations.

A generation is a set of matches that are created, joined, opened in two pages each, played, and left. A server whose
visitors play a hundred matches at a time, of half an hour each, has 48 generations a day. Memory is flat if it hardly
grows from the second to the last quarter of the generations. Short runs end before the caches of SQLite are full.

LIFETIMES_MATCHES (live at a time), LIFETIMES_GENERATIONS and LIFETIMES_PLIES (moves per match) in the environment
change the size.
"""

from __future__ import annotations

import asyncio
import os
import statistics

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from bench._server import running_server
from bench.idle import resident_mb
from bench.load import Match, Person

MATCHES = int(os.environ.get("LIFETIMES_MATCHES", "100"))
GENERATIONS = int(os.environ.get("LIFETIMES_GENERATIONS", "48"))
PLIES = int(os.environ.get("LIFETIMES_PLIES", "8"))
AT_ONCE = 10
TOLERANCE_KB = 1.0
"""Growth per finished match that counts as flat. A match that stays in memory takes about 55 kB."""


async def live_match(anna: Person, ben: Person) -> Match:
    """Set up a match and open its two pages."""
    seats = [{"is": "me", "name": "Anna"}, {"is": "open"}]
    id = (await anna.post("/api/matches", {"game": "surakarta", "kind": "network", "seats": seats}))["id"]
    await ben.post(f"/api/matches/{id}/join", {"name": "Ben"})
    return Match(id, [await anna.open(id), await ben.open(id)])


async def play(match: Match) -> None:
    """Play some moves, end the match, and leave it."""
    listeners = [asyncio.create_task(match.listen(seat)) for seat in (0, 1)]
    for ply in range(PLIES):
        await match.ready.wait()
        await match.move(ply)
    await match.ready.wait()
    await match.pages[0].send('{"type":"do","id":0,"command":{"do":"resign"}}')
    while len(match.acknowledged) <= PLIES:
        await asyncio.sleep(0.01)
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*(page.close() for page in match.pages))


async def measure(pid: int, port: int) -> list[float]:
    """Return the memory of the server in each generation, while all its matches are open."""
    found = []
    for _ in track(range(GENERATIONS), f"{MATCHES} matches at a time"):
        people = [Person(f"http://127.0.0.1:{port}") for _ in range(2)]
        for person, name in zip(people, ("Anna", "Ben"), strict=True):
            await person.change("PATCH", "/api/me", {"name": name})  # one guest, before requests at the same time
        live: list[Match] = []
        for n in range(0, MATCHES, AT_ONCE):
            live += await asyncio.gather(*(live_match(*people) for _ in range(min(AT_ONCE, MATCHES - n))))
        found.append(resident_mb(pid))
        await asyncio.gather(*(play(match) for match in live))
        for person in people:
            await person.http.aclose()
    return found


def main() -> None:
    console = Console()
    with running_server() as (server, port):
        empty = resident_mb(server.pid)
        used = asyncio.run(measure(server.pid, port))
    quarter = max(1, len(used) // 4)
    grid = Grid("matches so far", "memory of the server", "per live match", box=None)
    for n in range(0, len(used), quarter):
        mean = statistics.mean(used[n : n + quarter])
        grid.add_row(f"{(n + 1) * MATCHES:,}", f"{mean:.0f} MB", f"{1000 * (mean - empty) / MATCHES:.0f} kB")
    console.print(grid)
    grown = statistics.mean(used[-quarter:]) - statistics.mean(used[quarter : 2 * quarter])
    per_match = 1000 * grown / (MATCHES * max(1, len(used) - 2 * quarter))
    verdict = "flat" if per_match < TOLERANCE_KB else "growing"
    console.print(f"second to last quarter: {grown:+.1f} MB, {per_match:+.2f} kB per finished match: {verdict}")


if __name__ == "__main__":
    main()
