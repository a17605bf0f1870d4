"""A server that is stopped and continued (SIGSTOP): no clock is charged for the time in which it did not run."""

import signal
import time
from pathlib import Path

import pytest

from tests.server.browser import Browser, Json
from tests.server.conftest import PostgreSQL
from tests.server.processes import Process, free_port

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
CLOCK: Json = {"kind": "down", "limits": [{"base": "0:20"}]}
STOPPED_SECONDS = 25.0

pytestmark = pytest.mark.long


def stop_and_continue(folder: Path, address: str | None) -> None:
    port = free_port()
    environment = {} if address is None else {"PARLOUR_DATABASE_URL": address}
    with Process("serve", "--host", "127.0.0.1", "--port", str(port), folder=folder, **environment) as process:
        process.until("/owner?at=")
        browser = Browser(f"http://127.0.0.1:{port}")
        watched, moved = (browser.open(browser.play(ANNA, BEN, clock=CLOCK)) for _ in range(2))
        for table in (watched, moved):
            table.does("move", index=0)
        process.process.send_signal(signal.SIGSTOP)
        time.sleep(STOPPED_SECONDS)
        # This move waits in the socket, and is the first thing that the server reads.
        moved.socket.send({"type": "do", "id": 99, "command": {"do": "move", "ply": 1, "index": 0}})
        process.process.send_signal(signal.SIGCONT)
        assert (
            moved.socket.until("accepted", "refused", where=lambda message: message["id"] == 99)["type"] == "accepted"
        )
        watched.until(lambda table: bool(table.happened) and table.happened[-1].get("what") == "shifted")
        assert watched.state["status"] == "running"
        assert watched.state["clock"]["left"][1] > 15_000
        watched.does("move", index=0)
        browser.close()
        assert process.stop() in (0, 130, -signal.SIGINT)


def test_a_server_that_was_stopped_longer_than_the_clock_charges_nobody_on_sqlite(tmp_path: Path) -> None:
    stop_and_continue(tmp_path, None)


def test_a_server_that_was_stopped_longer_than_the_clock_charges_nobody_on_postgresql(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    stop_and_continue(tmp_path, postgresql.create())


def test_a_server_that_is_stopped_while_another_runs_does_not_stop_the_clocks(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    ports = free_port(), free_port()
    environment = {"PARLOUR_DATABASE_URL": postgresql.create()}
    stopped, running = (
        Process("serve", "--host", "127.0.0.1", "--port", str(port), folder=tmp_path, **environment) for port in ports
    )
    with stopped, running:
        for process in (stopped, running):
            process.until("/owner?at=")
        browser, other = (Browser(f"http://127.0.0.1:{port}") for port in ports)
        table = browser.open(browser.play(ANNA, BEN, clock=CLOCK)).does("move", index=0)
        other.http.cookies = browser.http.cookies
        watched = other.open(table.snapshot["match"]["id"])
        stopped.process.send_signal(signal.SIGSTOP)
        watched.until(lambda table: bool(table.state["status"] == "over"))
        stopped.process.send_signal(signal.SIGCONT)
        table.until(lambda table: bool(table.state["status"] == "over"))
        assert not any(event.get("what") == "shifted" for event in table.happened)
        browser.close()
        other.close()
