"""Two servers, two workers, a PostgreSQL and a Redis, all of which can be killed; and players who notice."""

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Self

import httpx
from websockets.exceptions import WebSocketException

from tests.server.browser import Browser, Json, NotOpened, Table
from tests.server.processes import Process, free_port
from tests.server.redis_server import RedisServer
from tests.store.conftest import PostgreSQL

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
BOT: Json = {"is": "bot", "level": 2}
GAMES = ("surakarta", "yinsh", "pylos", "laserchess")
RETRY_SECONDS = 0.05

Part = Literal["server 0", "server 1", "worker 0", "worker 1", "redis", "postgresql"]
PARTS: tuple[Part, ...] = ("server 0", "worker 0", "redis", "server 1", "worker 1", "postgresql")


class Cluster:
    """All processes, from their start to their end."""

    def __init__(self, folder: Path, postgresql: PostgreSQL, redis: RedisServer) -> None:
        self._folder = folder
        self._postgresql = postgresql
        self._redis = redis
        self._environment = {
            "PARLOUR_DATABASE_URL": postgresql.create(),
            "PARLOUR_CHANNELS_URL": redis.url,
            "PARLOUR_QUEUE_URL": redis.url,
            "PARLOUR_SEARCH_NICENESS": "0",
        }
        self._ports = [free_port(), free_port()]
        self.addresses = [f"http://127.0.0.1:{port}" for port in self._ports]
        self._running: dict[str, Process] = {}
        self.killed = ""
        """The process that was killed last."""
        self.whole_since: float | None = None
        """When it was started again."""

    def __enter__(self) -> Self:
        for part in PARTS:
            if part.startswith(("server", "worker")):
                self._start(part)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._running.values():
            process.kill()

    def kill_and_start(self, part: Part) -> None:
        """Kill one part, like a power failure, and start it again."""
        self.killed, self.whole_since = part, None
        if part == "redis":
            self._redis.kill()
            self._redis.start()
        elif part == "postgresql":
            self._postgresql.kill()
            self._postgresql.start()
        else:
            self._running.pop(part).kill()
            self._start(part)
        self.whole_since = time.monotonic()

    def _start(self, part: Part) -> None:
        name, _, number = part.partition(" ")
        if name == "server":
            command: tuple[str, ...] = ("serve", "--host", "127.0.0.1", "--port", str(self._ports[int(number)]))
        else:
            command = ("worker", "--searches", "2")
        process = self._running[part] = Process(*command, folder=self._folder, **self._environment)
        process.until("/owner?at=" if name == "server" else "Waiting for searches")


class PlayedMatch:
    """The moves of a match that were sent, and those that a server has acknowledged."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.sent = 0
        self.acknowledged: dict[int, str] = {}

    def check(self, browser: Browser) -> None:
        """Compare them with the stored ones: nothing is lost, and nothing is there twice."""
        state = browser.get_json(f"/api/matches/{self.id}")["state"]
        moves = [(turn["seat"], move) for turn in state["turns"] for move in turn["moves"]]
        assert [move["ply"] for _, move in moves] == list(range(1, len(moves) + 1))
        kept = {move["ply"]: move["text"] for _, move in moves}
        for ply, text in self.acknowledged.items():
            assert kept.get(ply) == text, f"match {self.id}: move {ply} was acknowledged and is not kept"
        bots = {seat for seat, one in enumerate(state["seats"]) if one["player"]["is"] == "bot"}
        assert sum(seat not in bots and not move["automatic"] for seat, move in moves) <= self.sent


class Absence(NamedTuple):
    """A lost connection: the part that was killed last, the server it was to, and the time and the number of attempts
    until the next snapshot.
    """

    killed: str
    server: str
    seconds: float
    seconds_while_whole: float
    """The part of this time in which all parts were running."""
    attempts: int


class Player:
    """A player who plays one match after the other, and connects to the other server when a connection is lost."""

    def __init__(self, cluster: Cluster, seed: int, interval: float, *, bot: bool) -> None:
        self._cluster = cluster
        self._browsers = [Browser(address) for address in cluster.addresses]
        self._random = random.Random(seed)
        self._interval = interval
        self._bot = bot
        self._at = seed % 2
        self._stop = threading.Event()
        self._lost: tuple[str, float] | None = None
        self._attempts = 0
        self.away: list[Absence] = []
        self.matches: list[PlayedMatch] = []
        self.progress = threading.Semaphore(0)
        """Released for each acknowledged move; against a bot when the bot has answered it."""
        self.fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop, and raise what went wrong."""
        self._stop.set()
        self._thread.join(60)
        assert not self._thread.is_alive()
        for browser in self._browsers:
            browser.close()
        if self.fault is not None:
            raise self.fault

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self._play_until_lost()
        except BaseException as fault:  # noqa: BLE001  # raised in the thread of the test
            self.fault = fault

    def _play_until_lost(self) -> None:
        browser = self._browsers[self._at]
        try:
            if not self.matches:
                self.matches.append(PlayedMatch(self._new_match(browser)))
            table = browser.open(self.matches[-1].id)
            if self._lost is not None:
                (server, since), now = self._lost, time.monotonic()
                whole_since = self._cluster.whole_since
                whole = 0.0 if whole_since is None else now - max(since, whole_since)
                self.away.append(Absence(self._cluster.killed, server, now - since, whole, self._attempts))
                self._lost = None
            while not self._stop.is_set() and table.state["status"] == "running":
                self._move(table)
            if table.state["status"] != "running":
                self.matches.append(PlayedMatch(self._new_match(browser)))
        except (OSError, WebSocketException, httpx.HTTPError, NotOpened):
            if self._lost is None:
                self._lost, self._attempts = (f"server {self._at}", time.monotonic()), 0
            self._attempts += 1
            self._at = 1 - self._at
            self._browsers[self._at].http.cookies = browser.http.cookies
            self._stop.wait(RETRY_SECONDS)

    def _new_match(self, browser: Browser) -> str:
        seats = (ANNA, BOT) if self._bot else (ANNA, BEN)
        answer = browser.post("/api/matches", {"game": self._random.choice(GAMES), "seats": seats})
        answer.raise_for_status()
        found: str = answer.json()["id"]
        return found

    def _move(self, table: Table) -> None:
        """Play a move, or wait for the bot to play one."""
        position = table.state["position"]
        if self._bot and position["seat"] == 1:
            table.until(lambda page: page.state["position"]["seat"] != 1 or page.state["status"] != "running")
            self.progress.release()
            return
        began = time.monotonic()
        match, ply = self.matches[-1], table.ply
        text = self._random.choice(position["legal"])["text"]
        match.sent += 1
        answer = table.do("move", text=text)
        if answer["type"] == "accepted":
            match.acknowledged[ply + 1] = text
            table.until_version(answer["version"])
            if not self._bot:
                self.progress.release()
        self._stop.wait(max(0.0, began + self._interval - time.monotonic()))


def play_and_kill(
    cluster: Cluster, players: list[Player], next_part: Callable[[], Part | None], patience: float, moves: int = 1
) -> None:
    """Kill one part after the other; after each, wait until every player has made some moves."""
    try:
        while (part := next_part()) is not None:
            cluster.kill_and_start(part)
            for player in players:
                while player.progress.acquire(blocking=False):
                    pass
            for n, player in enumerate(players):
                for _ in range(moves):
                    assert player.progress.acquire(timeout=patience), (
                        f"player {n} does not play on after {part}: {player.fault}"
                    )
    finally:
        for player in players:
            player.end()
    browser = Browser(cluster.addresses[0])
    for match in (match for player in players for match in player.matches):
        match.check(browser)
    browser.close()
