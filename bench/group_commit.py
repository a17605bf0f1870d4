"""What durability costs: storing moves with `synchronous` FULL and NORMAL, many or one in a transaction.

Moves of many matches are appended at a steady rate, in one process without a server; they are decided in advance. The
CPU time is that of this process and includes the kernel's, the latency is that of `append`. COMMIT_RATE (moves per
second), COMMIT_SECONDS and COMMIT_FOLDER (on the disk to measure) in the environment change the size.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from bench.load import quantile
from parlour.match.commands import PlayMove, Sender
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from parlour.store import Store
from parlour.store.database import group_commit
from parlour.store.database.sqlite_connection import configure_connection

RATE = float(os.environ.get("COMMIT_RATE", "400"))
SECONDS = float(os.environ.get("COMMIT_SECONDS", "5"))
FOLDER = os.environ.get("COMMIT_FOLDER")
MATCHES = 200
START = 1_600_000_000_000
GAME = "surakarta"


class Move(NamedTuple):
    """The arguments of `Matches.append`."""

    before: Match
    after: Match
    events: list[AnyEvent]


def played_game(setup: Setup, plies: int) -> tuple[list[AnyEvent], list[Move]]:
    """Return the events of a new match, and its first moves."""
    match, happened = Match.new(setup, START)
    moves = []
    for ply in range(plies):
        events = match.decide(PlayMove(ply=ply, index=ply % 3), Sender(frozenset((0, 1))), START + 1000 * ply)
        moves.append(Move(match, match.after(events), events))
        match = moves[-1].after
    return happened, moves


@contextmanager
def configured(mode: str, batched: bool) -> Iterator[None]:
    """Let the store synchronise in a mode, and store moves together or each in its own transaction."""
    before = vars(group_commit) | {}

    def configure(connection: Any) -> None:
        configure_connection(connection)
        connection.cursor().execute(f"PRAGMA synchronous = {mode}")

    group_commit.configure_connection = configure  # type: ignore[attr-defined]
    if not batched:
        group_commit.MAX_ROWS, group_commit.MIN_INTERVAL_SECONDS = 1, 0.0
    try:
        yield
    finally:
        for name in ("configure_connection", "MAX_ROWS", "MIN_INTERVAL_SECONDS"):
            setattr(group_commit, name, before[name])


async def measure(folder: Path, happened: list[AnyEvent], moves: list[Move]) -> tuple[float, list[float]]:
    """Store moves of many matches; return the CPU time of each and how long they took."""
    took: list[float] = []
    async with await Store.open(folder=folder) as store:
        ids = [(await store.matches.create(moves[0].before, happened, START)).id for _ in range(MATCHES)]

        async def append(number: int) -> None:
            began = time.perf_counter()
            await store.matches.append(ids[number % MATCHES], *moves[number // MATCHES])
            took.append(time.perf_counter() - began)

        began, busy, running = time.perf_counter(), time.process_time(), set[asyncio.Task[None]]()
        for number in range(MATCHES * len(moves)):
            await asyncio.sleep(max(0.0, began + number / RATE - time.perf_counter()))
            task = asyncio.create_task(append(number))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
        return (time.process_time() - busy) / len(took), took


async def _main() -> None:
    setup = Setup(GAME, tuple(Seat(Guest(name)) for name in ("Anna", "Ben")))
    happened, moves = played_game(setup, max(1, round(RATE * SECONDS / MATCHES)))
    grid = Table("synchronous", "transactions", "CPU time of a move", "p50", "p99", box=None)
    for batched in (True, False):
        for mode in ("FULL", "NORMAL", "OFF"):
            with tempfile.TemporaryDirectory(dir=FOLDER) as folder, configured(mode, batched):
                each, took = await measure(Path(folder), happened, moves)
            kind = "group commit" if batched else "one for each move"
            grid.add_row(mode, kind, f"{1e6 * each:.0f} µs", quantile(took, 0.5), quantile(took, 0.99))
    console = Console()
    console.print(grid)
    console.print(f"other work on this machine: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def main() -> None:
    asyncio.run(_main())


if __name__ == "__main__":
    main()
