"""Play one match to the end in a separate process, concurrently with others, and print the stored moves.

    python mover.py ADDRESS MATCH

Prints a line for every move acknowledged as stored: `ply text`.
"""

import asyncio
import sys
from pathlib import Path

from parlour.errors import Conflict, Refused
from parlour.games.registry import load
from parlour.match.commands import PlayMove
from parlour.store import Store
from tests.store.play import ALL, NOW, append


async def main(address: str, id: str) -> None:
    async with await Store.open(address) as store:
        print("ready", flush=True)
        while True:
            match = (await store.matches.load(id)).match()
            if match.status == "over":
                return
            try:
                events = match.decide(PlayMove(ply=match.ply, index=0), ALL, NOW)
                after = await append(store, id, match, events)
            except (Conflict, Refused):
                continue
            for ply in range(match.ply, after.ply):
                print(ply + 1, after.state.moves[ply].text, flush=True)


if __name__ == "__main__":
    load(Path(__file__).with_name("heap.py"))
    asyncio.run(main(sys.argv[1], sys.argv[2]))
