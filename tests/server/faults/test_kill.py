"""`kill -9` at random points of many games: acknowledged moves are stored once, and no clock is charged."""

import json
import random
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from parlour.server.http.auth import now
from tests.server.browser import Browser, Json
from tests.server.conftest import PostgreSQL
from tests.server.processes import Process, free_port

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
CLOCK: Json = {"kind": "down", "limits": [{"base": "60:00"}]}
MINUTES = 60 * 60 * 1000
RESTART = 2000
"""Maximum time that a restart may cost the player to move, in milliseconds."""


class Game:
    """A game whose moves are sent as fast as they are acknowledged."""

    def __init__(self, browser: Browser, game: str, seed: int) -> None:
        self.browser = browser
        self.random = random.Random(seed)
        self.match = browser.play(ANNA, BEN, game=game, clock=CLOCK)
        self.acknowledged: dict[int, str] = {}
        self.sent = 0

    def play(self, moved: Callable[[], None], stop: threading.Event) -> None:
        """Play until the server is gone or the game is over."""
        try:
            table = self.browser.open(self.match)
            while table.state["status"] == "running" and not stop.is_set():
                legal = table.state["position"]["legal"]
                choice = self.random.choice(legal)
                ply = table.ply
                table.socket.send(
                    {"type": "do", "id": ply, "command": {"do": "move", "ply": ply, "text": choice["text"]}}
                )
                self.sent += 1
                answer = None
                while answer is None or table.ply <= ply:
                    message = table.receive()
                    if message["type"] == "accepted" and message["id"] == ply:
                        answer = message
                        self.acknowledged[ply + 1] = choice["text"]
                        moved()
        except (ConnectionClosed, InvalidMessage, OSError, httpx.HTTPError, json.JSONDecodeError):
            return

    def check(self, browser: Browser) -> None:
        """Compare the acknowledged moves with the stored ones."""
        state = browser.get_json(f"/api/matches/{self.match}")["state"]
        kept = {move["ply"]: move["text"] for turn in state["turns"] for move in turn["moves"]}
        assert sorted(kept) == list(range(1, len(kept) + 1))
        for ply, text in self.acknowledged.items():
            assert kept.get(ply) == text, f"move {ply} was acknowledged and is not kept"
        assert len(kept) <= self.sent + sum(move["automatic"] for turn in state["turns"] for move in turn["moves"])


def run(address: str | None, folder: Path, games: list[str], rounds: int, moves: int) -> None:
    """Kill and restart a server several times, each time after a random number of moves."""
    port = free_port()
    environment = {} if address is None else {"PARLOUR_DATABASE_URL": address}
    command = ("serve", "--host", "127.0.0.1", "--port", str(port))
    chance = random.Random(7)
    browser = Browser(f"http://127.0.0.1:{port}")
    played: list[Game] = []
    for round in range(rounds):
        with Process(*command, folder=folder, **environment) as process:
            process.until("/owner?at=")
            for game in played:
                game.check(browser)
            if not played:
                played = [Game(browser, game, seed) for seed, game in enumerate(games)]
            stop, enough, count = threading.Event(), threading.Event(), [0]
            wanted = chance.randint(1, moves)

            def moved(count: list[int] = count, wanted: int = wanted, enough: threading.Event = enough) -> None:
                count[0] += 1
                if count[0] >= wanted:
                    enough.set()

            threads = [threading.Thread(target=game.play, args=(moved, stop), daemon=True) for game in played]
            for thread in threads:
                thread.start()
            assert enough.wait(120), f"round {round}: only {count[0]} moves"
            process.kill()
            stop.set()
            for thread in threads:
                thread.join(60)
    with Process(*command, folder=folder, **environment) as process:
        process.until("/owner?at=")
        for game in played:
            game.check(browser)
            clock = browser.get_json(f"/api/matches/{game.match}")["state"]["clock"]
            assert min(clock["left"]) > MINUTES - 60_000 * (rounds + 1)
        browser.close()
        process.stop()


GAMES = ["surakarta", "yinsh", "pylos", "laserchess"]


def test_no_acknowledged_move_is_lost_or_doubled_on_sqlite(tmp_path: Path) -> None:
    run(None, tmp_path, GAMES, rounds=2, moves=40)


def test_no_acknowledged_move_is_lost_or_doubled_on_postgresql(tmp_path: Path, postgresql: PostgreSQL) -> None:
    run(postgresql.create(), tmp_path, GAMES[:2], rounds=1, moves=20)


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_no_acknowledged_move_is_lost_in_many_kills(
    tmp_path: Path, request: pytest.FixtureRequest, database: str
) -> None:
    address = request.getfixturevalue("postgresql").create() if database == "postgresql" else None
    run(address, tmp_path, GAMES * 10, rounds=15, moves=400)


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def test_time_without_a_server_is_charged_to_nobody(
    tmp_path: Path, request: pytest.FixtureRequest, database: str
) -> None:
    """The clock that was running at the kill loses at most `RESTART` of the time until the next start."""
    address = request.getfixturevalue("postgresql").create() if database == "postgresql" else None
    environment = {} if address is None else {"PARLOUR_DATABASE_URL": address}
    port = free_port()
    command = ("serve", "--host", "127.0.0.1", "--port", str(port))
    browser = Browser(f"http://127.0.0.1:{port}")
    with Process(*command, folder=tmp_path, **environment) as process:
        process.until("/owner?at=")
        match = browser.play(ANNA, BEN, clock=CLOCK)
        browser.open(match).does("move", index=0)
        asked = now()
        before = browser.get_json(f"/api/matches/{match}")
        process.kill()
        charged = now() - asked  # until the kill
    restarted = now()
    with Process(*command, folder=tmp_path, **environment) as process:
        process.until("/owner?at=")
        after = browser.get_json(f"/api/matches/{match}")
        browser.close()
    assert left(before, before["now"]) - left(after, restarted) <= charged + RESTART


def left(snapshot: Json, moment: int) -> int:
    """Return the remaining time of the seat to move at a moment, according to a snapshot."""
    state = snapshot["state"]
    seat, clock = state["position"]["seat"], state["clock"]
    stock: int = clock["left"][seat]
    since: int = clock["since"]
    return stock - max(0, moment - since)
