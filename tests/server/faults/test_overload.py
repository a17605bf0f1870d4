"""A server with more requests than it can answer refuses those that can wait, and plays on."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.browser import Browser, Json
from tests.server.processes import Process, free_port

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
CLIENTS = 600
"""Requests at the same time, three times as many as a server answers."""


class Flood:
    """Clients that send one request after another, each on a connection of its own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ended = threading.Event()
        self.statuses: Counter[int] = Counter()
        self.without_retry = 0
        """Refusals that do not say when to try again."""
        self.refused = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))

    @contextmanager
    def running(self) -> Iterator[None]:
        self._thread.start()
        try:
            yield
        finally:
            self._ended.set()
            self._thread.join()

    async def _run(self) -> None:
        while not self._ended.is_set():
            await asyncio.gather(*(self._ask() for _ in range(CLIENTS)))

    async def _ask(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        host = f"127.0.0.1:{self._port}"
        writer.write(f"GET /api/tournaments HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        head, *_ = (await reader.read()).lower().partition(b"\r\n\r\n")
        writer.close()
        status = int(head.split()[1])
        self.statuses[status] += 1
        if status == 503:
            self.without_retry += b"\r\nretry-after: " not in head
            self.refused.set()


def play_during_a_flood(folder: Path, moves: int, analyses: int = 0) -> Counter[int]:
    """Play until as many moves were made and requests were refused; return how requests were answered."""
    port = free_port()
    with Process("serve", "--host", "127.0.0.1", "--port", str(port), folder=folder) as process:
        process.until("/owner?at=")
        browser, flood, made = Browser(f"http://127.0.0.1:{port}"), Flood(port), 0
        tables = [browser.open(browser.play(ANNA, BEN)) for _ in range(1 + moves // 10)]
        engines = [browser.socket("/api/engine") for _ in range(analyses)]
        for engine in engines:
            engine.send({"type": "analyse", "id": 1, "position": {"game": "surakarta"}, "seconds": 30})
        with flood.running():
            while made < moves or not flood.refused.is_set():
                table = next(one for one in tables if one.state["status"] == "running")
                tables = [one for one in tables if one is not table] + [table]  # next time another one
                table.does("move", index=made % len(table.state["position"]["legal"]))
                made += 1
        assert browser.get("/api/tournaments").status_code == 200, "afterwards all is answered again"
        browser.close()
        assert process.stop() == 0
    assert flood.without_retry == 0
    return flood.statuses


def test_moves_are_accepted_while_other_requests_are_refused(tmp_path: Path) -> None:
    statuses = play_during_a_flood(tmp_path, moves=20)
    assert set(statuses) == {200, 503}


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_long_flood_beside_analyses_stops_no_game(tmp_path: Path) -> None:
    statuses = play_during_a_flood(tmp_path, moves=400, analyses=20)
    assert set(statuses) == {200, 503}
