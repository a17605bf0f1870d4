"""Create several matches, play moves in them at the same time, take some back, and resign at the end. Report each new
match and each command when it is stored: `match version`, one per line.

    python -m tests.store.database.power_cut.play_moves FOLDER MATCHES PLIES [SYNCHRONOUS]

The report is a file in the same folder, so that its writes are recorded among those of the database.
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from parlour.games.registry import load
from parlour.match.commands import AnyCommand, PlayMove, Resign, TakeBack
from parlour.match.seats import Guest
from parlour.store import Store
from parlour.store.database import checkpoints, database, group_commit
from parlour.store.database.sqlite_connection import configure_connection
from tests.store.play import ALL, NOW, begin

TAKE_BACK_INTERVAL = 8
LOG_BYTES = 60_000
"""Small, so that the recorded writes include checkpoints."""


async def play(store: Store, report: int, plies: int) -> None:
    id = (await begin(store, Guest("Anna"), Guest("Ben"), size=200)).id
    match = (await store.matches.load(id)).match()
    os.write(report, f"{id} {match.state.seq}\n".encode())
    for number in range(1, count_commands(plies) + 1):
        command: AnyCommand = PlayMove(ply=match.ply, index=0)
        if number == count_commands(plies):
            command = Resign(seat=0)
        elif number % TAKE_BACK_INTERVAL == 0:
            command = TakeBack(ply=match.ply)
        events = match.decide(command, ALL, NOW + number)
        after = match.after(events)
        await store.matches.append(id, match, after, events)
        match = after
        os.write(report, f"{id} {match.state.seq}\n".encode())


def count_commands(plies: int) -> int:
    """Return the number of commands to a match: moves, taken back now and then, and the resignation."""
    return plies + plies // (TAKE_BACK_INTERVAL - 1) + 1


async def main(folder: Path, matches: int, plies: int) -> None:
    load(Path(__file__).parents[2] / "heap.py")
    checkpoints.LOG_BYTES = LOG_BYTES
    with (folder / "report").open("ab", buffering=0) as report:
        async with await Store.open(folder=folder) as store:
            await asyncio.gather(*(play(store, report.fileno(), plies) for _ in range(matches)))


def set_synchronous(mode: str) -> None:
    """Make the store use another mode than its own, to see that the simulation notices."""

    def configure(connection: Any) -> None:
        configure_connection(connection)
        connection.cursor().execute(f"PRAGMA synchronous = {mode}")

    for module in (database, group_commit, checkpoints):
        vars(module)["configure_connection"] = configure


if __name__ == "__main__":
    if len(sys.argv) > 4:
        set_synchronous(sys.argv[4])
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
