"""While the database fails, requests and commands are refused with a reason; afterwards play continues."""

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.processes import Process, free_port
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
BOT: Json = {"is": "bot", "level": 1}


class Server:
    """A server as a process, and a way to let its database fail."""

    def __init__(self, process: Process, address: str, database: str, fail: Callable[[bool], None]) -> None:
        self.process = process
        self.browser = Browser(address)
        self.database = database
        self.fail = fail

    def wait_for_health(self, status: int) -> None:
        while (answer := self.browser.get("/health")).status_code != status:
            assert self.process.process.poll() is None, self.process.shown()
        if status == 503:
            assert answer.json()["error"] == "store-unavailable"


FAULTS = ("SQLite: nothing can be written", "PostgreSQL: connection lost", "PostgreSQL: read-only")


@pytest.fixture(params=FAULTS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    port = free_port()
    command = ("serve", "--host", "127.0.0.1", "--port", str(port))
    database, fault = request.param.split(": ")
    environment = {"PARLOUR_LOG": "info"}
    if database == "PostgreSQL":
        postgresql: PostgreSQL = request.getfixturevalue("postgresql")
        url = environment["PARLOUR_DATABASE_URL"] = postgresql.create()

    def fail(failing: bool) -> None:
        if database == "SQLite":  # as on a full disk: no file can grow
            pid = process.process.pid
            most = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 if failing else most, most))
        elif fault == "read-only":
            postgresql.set_read_only(url, read_only=failing)
        elif failing:
            postgresql.stop_database(url)
        else:
            postgresql.start_database(url)

    with Process(*command, folder=tmp_path, **environment) as process:
        process.until("/owner?at=")
        running = Server(process, f"http://127.0.0.1:{port}", database, fail)
        yield running
        running.browser.close()
        assert process.stop() == 0
        tracebacks = [line for line in process.errors if "Traceback" in line]
        assert not tracebacks, tracebacks[0].replace("\\n", "\n")


def test_the_server_recovers_from_a_failing_database(server: Server) -> None:
    browser = server.browser
    table = browser.open(browser.play(ANNA, BEN)).does("move", index=0)
    against_bot = browser.open(browser.play(ANNA, BOT))
    page, engine = browser.socket("/api/page"), browser.socket("/api/engine")

    server.fail(True)
    server.wait_for_health(503)
    answer = browser.post("/api/matches", {"game": "surakarta", "seats": [ANNA, BEN]})
    assert (answer.status_code, answer.json()["error"]) == (503, "store-unavailable")
    assert int(answer.headers["retry-after"]) > 0
    assert "try again" in answer.json()["text"]
    for _ in range(2):
        assert table.refused("move", index=0) == "store-unavailable"
    assert against_bot.refused("move", index=0) == "store-unavailable"
    page.send({"type": "ping", "sent": 7})
    assert page.until("pong")["sent"] == 7

    server.fail(False)
    server.wait_for_health(200)
    table.does("move", index=0)
    assert table.ply == 2
    against_bot.does("move", index=0).until(lambda page: page.ply == 2)
    engine.send({"type": "hint", "id": 1, "position": {"game": "surakarta"}, "seconds": 0.05})
    assert engine.until("hint", "refused")["type"] == "hint"
    page.send({"type": "ping", "sent": 8})
    assert page.until("pong")["sent"] == 8
    assert len(browser.get_json(f"/api/matches/{table.snapshot['match']['id']}")["state"]["turns"]) == 2


@pytest.mark.long
@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost_when_the_database_fails_again_and_again(server: Server) -> None:
    browser = server.browser
    table = browser.open(browser.play(ANNA, BEN, game="yinsh"))
    match, accepted = table.snapshot["match"]["id"], 0
    for failing in [True, False] * 10:
        server.fail(failing)
        if not failing:
            server.wait_for_health(200)
        for _ in range(3):
            answer = table.do("move", index=0)
            if answer["type"] == "accepted":
                accepted += 1
                table.until_version(answer["version"])
        if failing:
            server.wait_for_health(503)
    assert accepted >= 30
    table.until(lambda page: page.ply == accepted)
    assert browser.open(match).ply == accepted


def test_a_bot_whose_move_was_not_stored_moves_afterwards(server: Server) -> None:
    browser = server.browser
    slow = {"is": "bot", "level": "custom", "custom": {"seconds": 0.3}}
    table = browser.open(browser.play(slow, slow, kind="bots"))
    table.until(lambda page: page.ply >= 2)
    server.fail(True)
    server.process.until("the bot's move is not stored yet", of=server.process.errors)
    server.fail(False)
    server.wait_for_health(200)
    ply = browser.open(table.snapshot["match"]["id"]).ply
    table.until(lambda page: page.ply >= ply + 2 or page.state["status"] == "over")


def test_two_servers_exchange_notifications_again_after_lost_connections(
    new_server: Callable[..., Served], postgresql: PostgreSQL, new_browser: NewBrowser
) -> None:
    address = postgresql.create()
    first = new_server(database_url=address)
    second = new_server(database_url=address, folder=first.app.folder)
    anna, ben = new_browser(first), new_browser(second)
    match = anna.play(ANNA, {"is": "open"}, kind="network")
    table = anna.open(match)
    ben.join(match, "Ben")
    other = ben.open(match)
    table.until(lambda page: page.state["status"] == "running")
    postgresql.end_connections(address)
    table.does("move", index=0)  # its notice may be lost
    other.until(lambda page: page.ply == 1)
    other.does("move", index=0)
    table.until(lambda page: page.ply == 2)


def test_a_move_that_was_stored_before_the_connection_was_lost_is_accepted(
    new_server: Callable[..., Served], postgresql: PostgreSQL, new_browser: NewBrowser
) -> None:
    server = new_server(database_url=postgresql.create())
    browser = new_browser(server)
    table = browser.open(browser.play(ANNA, BEN))
    engine, stored = server.app.services.store.database.engine.sync_engine, list[str]()

    @event.listens_for(engine, "after_cursor_execute")
    def lose_connection(_: object, cursor: object, statement: str, *args: object) -> None:
        if "INSERT INTO moves" in statement:
            stored.append(statement)
            if len(stored) == 1:
                raise ConnectionError("The connection is lost before its answer arrives.")

    table.does("move", index=0)
    assert (table.ply, len(stored)) == (1, 2)
    table.does("move", index=0)


def test_a_server_stops_although_its_database_hangs(tmp_path: Path, own_postgresql: PostgreSQL) -> None:
    port, url = free_port(), own_postgresql.create()
    command = ("serve", "--host", "127.0.0.1", "--port", str(port))
    with Process(*command, folder=tmp_path, PARLOUR_DATABASE_URL=url) as process:
        process.until("/owner?at=")
        browser = Browser(f"http://127.0.0.1:{port}")
        table = browser.open(browser.play(ANNA, BEN)).does("move", index=0)
        with own_postgresql.hanging_connections(url):
            table.socket.send({"type": "do", "id": 9, "command": {"do": "move", "ply": 1, "index": 0}})
            assert process.stop() == 0
        browser.close()
