"""An arena tournament with everybody at a board: round trips of moves, waits for the next game, memory, CPU time.

Every player has the connection of a page, and the match open while they play; a player who waits watches the
tournament, loads it when it has changed, and learns of the next match by a message, as the page does. The games are
short, so that the arena pairs all the time. The figures of moves are those of `bench load`. On a busy machine times
measure the other load; the CPU time of the server does not depend on it.

ARENA_PLAYERS, ARENA_SECONDS and ARENA_THINK (mean seconds before a move) in the environment change the size.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import time
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from bench._server import running_server
from bench.load import Person, memory, processor, quantile

PLAYERS = int(os.environ.get("ARENA_PLAYERS", "200"))
SECONDS = float(os.environ.get("ARENA_SECONDS", "60"))
THINK = float(os.environ.get("ARENA_THINK", "1"))
GAME = "sim"


async def open_page(connection: connect) -> ClientConnection:
    """Open a connection; again later if the server is asked for too many at the same time, as the page does."""
    while True:
        try:
            return await connection
        except InvalidStatus as refused:
            if "Retry-After" not in refused.response.headers:
                raise
            await asyncio.sleep(float(refused.response.headers["Retry-After"]) * (1 + random.random()))


class Figures:
    """What the players have measured, in seconds."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.received: list[float] = []
        self.views: list[float] = []
        self.waits: list[float] = []
        self.games: set[str] = set()
        self.sent: dict[str, float] = {}
        """When the last move of each match was sent."""


class Player:
    """An entrant: plays the games of the arena one after the other, with random moves."""

    def __init__(self, address: str, tournament: str, number: int, figures: Figures) -> None:
        self.person = Person(address)
        self.tournament = tournament
        self.path = f"/api/tournaments/{tournament}"
        self.name = f"Anna {number}"
        self.figures = figures
        self.changed = asyncio.Event()
        self.paired = ""
        """The match of the last pairing that the page was notified of."""
        self.last = ""
        """The match that was played last."""
        self.page: ClientConnection | None = None
        self.connected = asyncio.Event()
        self.stale = True
        """Whether the tournament has changed since it was loaded."""

    async def join(self) -> None:
        await self.person.post(f"{self.path}/join", {"name": self.name})

    async def follow(self) -> None:
        """Note changes of the tournament and pairings."""
        async with await open_page(self.person.connect("/api/page")) as page:
            self.page = page
            async for frame in page:
                text = str(frame)
                if text.startswith('{"type":"hello"'):
                    self.connected.set()
                elif text.startswith('{"type":"tournament"'):
                    self.stale = True
                    self.changed.set()
                elif text.startswith('{"type":"paired"'):
                    self.paired = json.loads(text)["match"]
                    self.changed.set()

    async def watch(self, *tournaments: str) -> None:
        """Show the tournament, or something else."""
        assert self.page is not None
        await self.page.send(json.dumps({"type": "watch-tournaments", "tournaments": tournaments}))

    async def run(self) -> None:
        await self.connected.wait()
        waiting = time.perf_counter()
        while True:
            match = await self.find_match()
            if self.last:
                self.figures.waits.append(time.perf_counter() - waiting)
            self.figures.games.add(match)
            await self.play(match)
            waiting, self.last = time.perf_counter(), match

    async def find_match(self) -> str:
        """Load the tournament after each change until there is a new match."""
        await self.watch(self.tournament)
        try:
            while True:
                await self.changed.wait()
                self.changed.clear()
                match = self.paired
                if match == self.last and self.stale:
                    self.stale = False
                    began = time.perf_counter()
                    match = (await self.load())["my_match"] or self.paired
                    self.figures.views.append(time.perf_counter() - began)
                if match not in ("", self.last):
                    return match
        finally:
            await self.watch()

    async def load(self) -> Any:
        """Load the tournament; again on another connection if the server has just closed an idle one."""
        while True:
            try:
                answer = await self.person.http.get(self.path)
            except httpx.RemoteProtocolError:
                continue
            answer.raise_for_status()
            return answer.json()

    async def play(self, match: str) -> None:
        """Play until the game is over."""
        moved, seats = -1, list[int]()
        async with await open_page(self.person.open(match)) as page:
            async for frame in page:
                text = frame if isinstance(frame, str) else bytes(frame).decode()
                if text.startswith('{"type":"accepted"'):
                    self.figures.acknowledged.append(time.perf_counter() - self.figures.sent[match])
                if not text.startswith(('{"type":"news"', '{"type":"snapshot"')):
                    continue
                message = json.loads(text)
                state = message["state"]
                if state["status"] == "over":
                    return
                seats = message["you"]["seats"] if text.startswith('{"type":"snapshot"') else seats
                if state["position"]["seat"] not in seats or state["ply"] == moved:
                    continue
                if text.startswith('{"type":"news"') and match in self.figures.sent:
                    self.figures.received.append(time.perf_counter() - self.figures.sent[match])
                moved = state["ply"]
                await asyncio.sleep(random.expovariate(1 / THINK))
                command = {"do": "move", "ply": moved, "index": random.randrange(len(state["position"]["legal"]))}
                self.figures.sent[match] = time.perf_counter()
                await page.send(json.dumps({"type": "do", "id": moved + 1, "command": command}))


async def hold_arena(address: str, server: int, console: Console) -> tuple[Figures, float]:
    """Play an arena for a while; return the figures and the CPU seconds of the server."""
    organiser, figures = Person(address), Figures()
    wanted = {"name": "Arena", "format": "arena", "minutes": 1_440, "games": [{"game": GAME}]}
    tournament = (await organiser.post("/api/tournaments", wanted))["id"]
    players = [Player(address, tournament, number + 1, figures) for number in range(PLAYERS)]
    with console.status(f"{PLAYERS} players join"):
        for player in players:
            await player.join()
        followers = [asyncio.create_task(player.follow()) for player in players]
        async with asyncio.timeout(60):
            await asyncio.gather(*(player.connected.wait() for player in players))
    await organiser.post(f"/api/tournaments/{tournament}/commands", {"do": "start"})
    before = processor(server)
    with console.status(f"playing for {SECONDS:g} s"):
        running = [asyncio.create_task(player.run()) for player in players]
        done, _ = await asyncio.wait(running, timeout=SECONDS, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    busy = processor(server) - before
    for task in (*running, *followers):
        task.cancel()
    await asyncio.gather(*running, *followers, return_exceptions=True)
    for person in (organiser, *(player.person for player in players)):
        await person.http.aclose()
    return figures, busy


def measure(console: Console, server: subprocess.Popen[bytes], address: str) -> None:
    empty = memory(server.pid)
    figures, busy = asyncio.run(hold_arena(address, server.pid, console))
    moves = len(figures.acknowledged)
    grid = Grid("what", "figure", box=None)
    grid.add_row("players, each with a page", str(PLAYERS))
    grid.add_row("games begun", str(len(figures.games)))
    grid.add_row("moves per second", f"{moves / SECONDS:.0f}")
    rows = (
        ("acknowledged", figures.acknowledged),
        ("seen by the other", figures.received),
        ("tournament loaded", figures.views),
        ("wait for the next game", figures.waits),
    )
    for name, values in rows:
        parts = (("p50", 0.5), ("p99", 0.99), ("longest", 1.0))
        grid.add_row(name, ", ".join(f"{label} {quantile(values, share)}" for label, share in parts))
    grid.add_row("memory of the server", f"{memory(server.pid)} (empty: {empty})")
    each = 1000 * busy / moves if moves else float("nan")
    grid.add_row("CPU time of the server", f"{each:.2f} ms per move, {busy / SECONDS:.0%} of a processor")
    grid.add_row("other work on this machine", f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    console.print(grid)


def main() -> None:
    with running_server() as (server, port):
        measure(Console(), server, f"http://127.0.0.1:{port}")


if __name__ == "__main__":
    main()
