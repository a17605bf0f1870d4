"""`parlour serve --workers N`: several server processes behind one port."""

import json
import os
import re
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from parlour.server.process.server_processes import divide_settings
from parlour.server.settings import ServerSettings
from tests.server.browser import PATIENCE, Browser, Json
from tests.server.conftest import PostgreSQL
from tests.server.faults.test_startup import start
from tests.server.processes import FEW_OPEN_FILES, Process, free_port

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
TRIES = 200


def serve(folder: Path, address: str, **environment: str) -> tuple[Process, str]:
    port = free_port()
    command = ("serve", "--host", "127.0.0.1", "--port", str(port), "--workers", "2")
    environment |= {"PARLOUR_DATABASE_URL": address, "PARLOUR_LOG": "info"}
    process = Process(*command, folder=folder, inside=FEW_OPEN_FILES, **environment)
    return process, f"http://127.0.0.1:{port}"


def servers(address: str) -> set[str]:
    """Connect until two server processes have answered, and return their names."""
    found: set[str] = set()
    with httpx.Client(headers={"connection": "close"}, timeout=PATIENCE) as client:
        for _ in range(TRIES):
            found.add(client.get(f"{address}/health").json()["server"])
            if len(found) == 2:
                break
    return found


def process_ids(process: Process) -> list[int]:
    lines = [json.loads(line)["text"] for line in process.errors]
    return [
        int(found[1])
        for line in lines
        if (found := re.fullmatch(r"Server process \d runs with process ID (\d+)", line))
    ]


def test_a_killed_server_process_is_replaced_and_play_continues(tmp_path: Path, postgresql: PostgreSQL) -> None:
    process, address = serve(tmp_path, postgresql.create())
    with process:
        process.until("/owner?at=")
        assert len(servers(address)) == 2
        browser = Browser(address)
        match = browser.play(ANNA, BEN)
        browser.open(match).does("move", index=0)
        first, second = process_ids(process)
        for pid in (first, second):
            soft, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
            assert soft == hard
        browser.close()
        os.kill(first, signal.SIGKILL)
        process.until("is replaced", process.errors)
        process.until("runs with process ID", process.errors, nth=3)
        again = Browser(address)
        again.http.cookies = browser.http.cookies
        table = again.open(match)
        assert table.ply == 1
        table.does("move", index=0)
        assert len(servers(address)) == 2
        assert len(process_ids(process)) == 3
        again.close()
        assert process.stop() == 0, process.shown()
    for pid in process_ids(process):
        assert not is_running(pid)


@pytest.fixture
def adjacent_ports() -> Iterator[tuple[int, int]]:
    """Return two ports of which the second follows the first, and which no other socket gets meanwhile."""
    with socket.socket() as second:
        second.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound = False
        while not bound:
            port = free_port()
            with suppress(OSError):
                second.bind(("127.0.0.1", port + 1))
                bound = True
        yield port, port + 1


def test_each_server_process_has_its_metrics_and_ends_when_a_page_quits(
    tmp_path: Path, postgresql: PostgreSQL, adjacent_ports: tuple[int, int]
) -> None:
    process, address = serve(tmp_path, postgresql.create(), PARLOUR_METRICS_PORT=str(adjacent_ports[0]))
    with process:
        link = process.until("/owner?at=").strip()
        found = [httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text for port in adjacent_ports]
        assert all("\nparlour_pages 0.0\n" in text for text in found)
        browser = Browser(address)
        browser.get(link.removeprefix(address))
        assert browser.post("/api/owner/quit").status_code == 204
        browser.close()
        assert process.wait() == 0, process.shown()


def test_server_processes_end_with_the_process_that_watches_them(tmp_path: Path, postgresql: PostgreSQL) -> None:
    process, address = serve(tmp_path, postgresql.create())
    with process:
        process.until("/owner?at=")
        process.kill()  # returns when the last of them has closed its output
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{address}/health", timeout=PATIENCE)


def test_sqlite_has_one_server_process(tmp_path: Path) -> None:
    assert "need PostgreSQL" in start(tmp_path, "--workers", "2")


def test_a_database_that_cannot_be_used_is_reported_once(tmp_path: Path) -> None:
    address = f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"
    assert "Cannot open the database" in start(tmp_path, "--workers", "2", PARLOUR_DATABASE_URL=address)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_processes_share_searches_and_limits() -> None:
    whole = ServerSettings(searches=16, limit_logins=20, limit_codes=30, bot_pause=700)
    share = divide_settings(whole, 3)
    assert (share.searches, share.limit_logins, share.limit_codes, share.bot_pause) == (5, 7, 10, 700)
    assert divide_settings(whole, 1) == whole
