"""The engine over its WebSocket: analysis, hints, threats, and fair play."""

from collections.abc import Callable

import pytest

from parlour.games import keys
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
OPEN: Json = {"is": "open"}


def ask(socket: Socket, kind: str, **fields: object) -> Json:
    """Send a request and return the last answer."""
    socket.send({"type": kind, "id": 5, **fields})
    return socket.until("found", "hint", "threats", "refused", where=lambda message: bool(message.get("done", True)))


@pytest.mark.parametrize("game", keys())
def test_any_position_can_be_analysed_hinted_and_checked_for_threats(browser: Browser, game: str) -> None:
    socket = browser.socket("/api/engine")
    position = {"game": game}
    found = ask(socket, "analyse", position=position, seconds=0.2, lines=2)
    assert 1 <= len(found["lines"]) <= 2
    line = found["lines"][0]
    assert line["turns"]
    assert line["effects"][0]
    assert round(sum(line["odds"].values()), 6) == 1
    hint = ask(socket, "hint", position=position, seconds=0.2)
    assert (bool(hint["turn"]), len(hint["effects"])) == (True, len(hint["moves"]))
    assert all(reason["text"] for reason in hint["reasons"])
    threats = ask(socket, "threats", position=position, seconds=0.2)
    assert threats["type"] == "threats"


def test_an_analysis_streams_and_is_stopped(browser: Browser) -> None:
    socket = browser.socket("/api/engine")
    socket.send({"type": "analyse", "id": 1, "position": {"game": "surakarta"}, "seconds": 100})
    socket.until("found", where=lambda message: not message["done"])
    socket.send({"type": "stop", "id": 7})
    socket.send({"type": "stop", "id": 1})
    last = socket.until("found", where=lambda message: bool(message["done"]))
    assert last["nodes"] > 0


def test_a_new_request_cancels_the_previous_one(browser: Browser) -> None:
    socket = browser.socket("/api/engine")
    socket.send({"type": "analyse", "id": 1, "position": {"game": "surakarta"}, "seconds": 100})
    socket.until("found")
    socket.send({"type": "hint", "id": 2, "position": {"game": "surakarta"}, "seconds": 0.1})
    assert socket.until("hint")["id"] == 2


def test_closing_the_page_ends_the_search(browser: Browser, other: Browser) -> None:
    for _ in range(20):  # more than there are places for
        socket = browser.socket("/api/engine")
        socket.send({"type": "analyse", "id": 1, "position": {"game": "surakarta"}, "seconds": 100})
        socket.until("found", "queued")
        socket.close()
    assert ask(other.socket("/api/engine"), "hint", position={"game": "sim"}, seconds=0.1)["type"] == "hint"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"type": "analyse", "id": 5}, "forbidden"),
        ({"type": "analyse", "id": 5, "match": "nothing"}, "not-found"),
        ({"type": "hint", "id": 5, "position": {"game": "nothing"}}, "unknown-game"),
        ({"type": "hint", "id": 5, "position": {"game": "surakarta", "text": "x"}}, "text-error"),
        ({"type": "perft", "id": 5}, "malformed"),
        ({"type": "analyse", "id": 5, "position": {"game": "sim"}, "seconds": "long"}, "malformed"),
    ],
)
def test_invalid_searches_are_refused(browser: Browser, question: Json, reason: str) -> None:
    socket = browser.socket("/api/engine")
    socket.send(question)
    assert socket.until("refused")["reason"] == reason


def test_excessive_limits_are_reduced(browser: Browser) -> None:
    socket = browser.socket("/api/engine")
    found = ask(socket, "analyse", position={"game": "surakarta"}, seconds=-5, lines=10**6, depth=-1)
    assert found["depth"] <= 1
    assert len(found["lines"]) <= 8


def test_no_search_takes_longer_than_the_host_allows(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    socket = new_browser(new_server(search_ceiling=0.1)).socket("/api/engine")
    assert ask(socket, "analyse", position={"game": "surakarta"}, seconds=1000)["done"]


def test_help_in_a_match_is_counted(browser: Browser) -> None:
    match = browser.play(ANNA, {"is": "bot", "level": 1})
    table = browser.open(match)
    socket = browser.socket("/api/engine")
    assert ask(socket, "hint", match=match, seconds=0.1)["type"] == "hint"
    assert ask(socket, "analyse", match=match, seconds=0.1)["type"] == "found"
    browser.get_json(f"/api/matches/{match}/plies/0/aids")
    table.until(lambda page: page.state["seats"][0]["helped"]["hints"] == 2)
    assert table.state["seats"][0]["helped"] == {"undo": 0, "hints": 2, "analysis": 1}


def test_a_seat_without_help_gets_none(browser: Browser) -> None:
    match = browser.play({**ANNA, "help": {"hints": False, "analysis": False}}, {"is": "bot", "level": 1})
    table = browser.open(match)
    assert not {"hint", "analysis"} & set(table.you["can"])
    socket = browser.socket("/api/engine")
    assert ask(socket, "hint", match=match)["reason"] == "forbidden"
    assert browser.get(f"/api/matches/{match}/plies/0/aids").status_code == 403


def test_the_engine_does_not_help_people_who_play_each_other(browser: Browser, new_browser: NewBrowser) -> None:
    ben = new_browser()
    match = browser.play(ANNA, OPEN, kind="network")
    ben.join(match, "Ben")
    table = browser.open(match)
    socket = browser.socket("/api/engine")
    for kind in ("analyse", "hint", "threats"):
        assert ask(socket, kind, match=match, seconds=0.1)["reason"] == "people"
        assert ask(socket, kind, position={"game": "surakarta"}, seconds=0.1)["reason"] == "forbidden"
    # A move away is what one would look at to decide.
    away = {"game": "surakarta", "moves": ["4,0-3,0"]}
    assert ask(socket, "analyse", position=away, seconds=0.1)["reason"] == "forbidden"
    assert browser.post("/api/positions/aids", {"game": "surakarta"}).status_code == 403
    # Other positions, and other people, are free.
    further = {"game": "surakarta", "moves": ["4,0-3,0", "1,1-2,1", "3,0-2,0"]}
    assert ask(socket, "analyse", position=further, seconds=0.1)["type"] == "found"
    stranger = new_browser().socket("/api/engine")
    assert ask(stranger, "analyse", position={"game": "surakarta"}, seconds=0.1)["type"] == "found"
    assert ask(stranger, "analyse", match=match, seconds=0.1)["reason"] == "forbidden"
    table.does("resign")
    assert ask(socket, "analyse", match=match, seconds=0.1)["type"] == "found"


def test_a_finished_game_has_nothing_to_search_at_its_end(browser: Browser) -> None:
    match = browser.play(ANNA, BEN, game="sim")
    table = browser.open(match)
    while table.state["status"] == "running":
        table.does("move", index=0)
    socket = browser.socket("/api/engine")
    assert ask(socket, "hint", match=match)["text"] == "The game is over: there is nothing to analyse."
    assert ask(socket, "hint", match=match, ply=1, seconds=0.1)["type"] == "hint"
