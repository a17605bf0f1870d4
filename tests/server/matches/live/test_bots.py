"""Bots in matches: they move, can be hurried and stopped, continue after a restart, and never block a match."""

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from parlour.engine import watchdog
from parlour.engine.bot import BotPlayer
from parlour.engine.protocol import client
from parlour.engine.protocol.registry import close_idle_engines
from parlour.games import keys
from parlour.match.commands import PlayMove, Sender
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from parlour.server.matches.live.bots import MAX_TURN_SECONDS, pause_within_turn, turn_seconds
from parlour.server.process import background_tasks
from tests.games.known import known
from tests.games.yinsh.examples import EXAMPLE_13, text
from tests.server.browser import Browser, Json, Table
from tests.server.conftest import NewBrowser
from tests.server.served import Served

TOY = Path(__file__).parents[3] / "match" / "toy.py"
PROTOCOL_ENGINES = Path(__file__).parents[3] / "engine" / "protocol_engines.py"
ANNA: Json = {"is": "me", "name": "Anna"}
ROW_AT_HAND = {**EXAMPLE_13, "bm": "f4"}
"""White makes a row on line 4 by jumping the marker on f4."""
SLOW: Json = {"is": "bot", "level": "custom", "custom": {"seconds": 50}}


def bot(level: int = 1) -> Json:
    return {"is": "bot", "level": level}


@pytest.mark.parametrize("game", keys())
def test_a_bot_answers_in_every_game(browser: Browser, game: str) -> None:
    seats = len(browser.get_json(f"/api/games/{game}")["table"]["sides"])
    table = browser.open(browser.play(*([bot(2)] * (seats - 1)), ANNA, game=game))
    for _ in range(3):
        table.until(lambda page: "move" in page.you["can"] or page.state["status"] == "over")
        if table.state["status"] == "running":
            table.does("move", index=0)
    assert {turn["seat"] for turn in table.turns} >= {0, seats - 1}


@pytest.mark.parametrize("kind", ["good", "crashing", "illegal", "hanging"])
def test_an_engine_that_the_host_registered_plays_in_a_match(
    browser: Browser, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chosen as in the page. A faulty engine is replaced for one move, and the match continues."""
    command = [sys.executable, str(PROTOCOL_ENGINES), kind]
    (tmp_path / "engines.toml").write_text(f"[{kind}]\ncommand = {command!r}\n", encoding="utf-8")
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    # An engine that answers may take long, on a busy machine.
    monkeypatch.setattr(client, "STOP_SECONDS", 0.1 if kind == "hanging" else 100.0)
    assert f"engine-{kind}" in browser.get_json("/api/games/sim")["baselines"]
    chosen = {"is": "bot", "level": "custom", "custom": {"method": "baseline", "baseline": f"engine-{kind}"}}
    table = browser.open(browser.play(chosen, ANNA, game="sim"))
    assert table.state["seats"][0]["player"]["level"] == f"engine-{kind}"
    table.until(lambda page: "move" in page.you["can"])
    if kind != "hanging":  # it takes twice its second for each move
        table.does("move", index=5)
        table.until(lambda page: len(page.turns) == 3)
    close_idle_engines()


def test_a_faulty_file_of_engines_is_logged_and_offers_none(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    (tmp_path / "engines.toml").write_text("[x]\ncommand = 5\n", encoding="utf-8")
    with caplog.at_level(logging.WARNING, logger="parlour.engine"):
        baselines = browser.get_json("/api/games/sim")["baselines"]
    assert not [level for level in baselines if level.startswith("engine-")]
    assert "No foreign engine is offered: The engines in engines.toml cannot be read" in caplog.text
    seats = [{"is": "bot", "level": "custom", "custom": {"method": "baseline", "baseline": "engine-x"}}, ANNA]
    answer = browser.post("/api/matches", {"game": "sim", "seats": seats})
    assert answer.status_code == 400
    assert str(tmp_path) not in answer.text


def test_a_visitor_cannot_name_a_program(browser: Browser) -> None:
    for custom in ({"method": "engine"}, {"method": "baseline", "baseline": "engine-sh"}, {"command": "/bin/sh"}):
        seats = [{"is": "bot", "level": "custom", "custom": custom}, ANNA]
        answer = browser.post("/api/matches", {"game": "sim", "seats": seats})
        assert answer.status_code == 400, answer.text


def test_a_bot_seat_shows_its_level_and_style(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, {"is": "bot", "level": 3, "style": "unpredictable"}))
    assert table.state["seats"][1]["player"] == {
        "is": "bot",
        "name": "Level 3, Unpredictable",
        "level": 3,
        "style": "unpredictable",
        "style_name": "Unpredictable",
        "program": False,
    }


def test_thinking_is_shown_without_score_or_line_while_a_person_plays(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, SLOW))
    table.does("move", index=0)
    report = table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    assert (report["seat"], report["ply"], report["score"], report["line"]) == (1, 1, None, [])
    assert "move-now" in table.you["can"]
    table.does("abort")


def test_thinking_of_bots_that_play_each_other_is_shown_completely(browser: Browser) -> None:
    table = browser.open(browser.play(SLOW, SLOW, kind="bots"))
    report = table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    assert report["score"]
    assert report["line"]
    table.does("abort")


def move_now(table: Table) -> Json:
    table.socket.send({"type": "move-now", "id": 900})
    while True:
        message = table.receive()
        if message["type"] in ("accepted", "refused") and message["id"] == 900:
            return message


def test_a_bot_moves_immediately_on_request(browser: Browser, other: Browser) -> None:
    match = browser.play(ANNA, SLOW)
    table = browser.open(match)
    assert move_now(table)["reason"] == "no-bot"
    table.does("move", index=0)
    table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    assert move_now(other.open(match))["type"] == "refused"
    assert move_now(table)["type"] == "accepted"
    table.until(lambda page: page.ply == 2)


def test_a_take_back_ends_the_search_and_the_bot_searches_again(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, SLOW))
    table.does("move", index=0)
    table.does("take-back")
    assert table.ply == 0
    assert table.state["thinking"] is None
    table.does("move", index=1)
    assert table.state["thinking"] == 1
    move_now(table)
    table.until(lambda page: page.ply == 2)


def test_a_pause_stops_the_bot(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, SLOW))
    table.does("move", index=0)
    table.does("pause")
    assert table.state["thinking"] is None
    table.does("resume")
    assert table.state["thinking"] == 1
    move_now(table)
    table.until(lambda page: page.ply == 2)


def test_a_game_is_aborted_while_the_bot_thinks(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, SLOW, game="sim"))
    table.does("move", index=0)
    table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    table.does("abort")
    assert table.state["thinking"] is None
    assert (table.state["status"], table.ply) == ("over", 1)


def test_a_restart_ends_the_search_of_the_old_game(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    """With one search slot, another bot can only think when the old search has ended."""
    server = new_server(searches=1)
    browser = new_browser(server)
    old = browser.open(browser.play(ANNA, SLOW))
    old.does("move", index=0)
    old.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    old.does("restart")
    assert old.state["outcome"]["reason"] == "abandoned"
    assert old.state["followed_by"]
    other = browser.open(browser.play(SLOW, ANNA))
    other.socket.until("thinking", where=lambda message: message["nodes"] > 0)


def test_more_bots_than_slots_wait_in_a_queue(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server(searches=1)
    first, second = new_browser(server), new_browser(server)
    one = first.open(first.play(SLOW, ANNA))
    one.socket.until("thinking", where=lambda message: message["state"] == "thinking")
    two = second.open(second.play(SLOW, {"is": "me", "name": "Ben"}))
    queued = two.socket.until("thinking", where=lambda message: message["state"] == "queued")
    assert queued["ahead"] == 1
    move_now(one)
    two.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    assert move_now(two)["type"] == "accepted"
    two.until(lambda page: page.ply == 1)


def test_a_bot_does_not_think_without_viewers(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server(leave=0.0)
    browser = new_browser(server)
    match = browser.play(SLOW, ANNA)
    table = browser.open(match)
    table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
    assert server.app.services.bots.busy
    table.close()
    until_idle(server, new_browser(server))
    back = browser.open(match)
    back.socket.until("thinking", where=lambda message: message["nodes"] > 0)


def test_bots_play_each_other_only_while_somebody_watches(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server(leave=0.0)
    browser = new_browser(server)
    for clock in ({}, {"kind": "down", "limits": [{"base": "1:00"}], "from_start": True}):
        match = browser.play(SLOW, SLOW, kind="bots", clock=clock)
        until_idle(server, browser)
        table = browser.open(match)
        table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
        table.close()
        until_idle(server, browser)
        table = browser.open(match)
        table.socket.until("thinking", where=lambda message: message["nodes"] > 0)
        table.does("abort")


def until_idle(server: Served, browser: Browser) -> None:
    """Wait until no bot of a server searches."""
    while server.app.services.bots.busy:
        browser.get("/api/me")


def test_a_bot_answers_a_person_while_others_let_bots_search_long(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever they are: all of them are here at the same address, and use all places for searches."""
    monkeypatch.setattr("parlour.server.engine.workers.FAIR_SECONDS", 3600)
    server = new_server(searches=2)
    workers = server.app.services.workers
    for _ in range(3):
        guest = new_browser(server)
        guest.open(guest.play(SLOW, SLOW, kind="bots"))
        guest.open(guest.play(SLOW, ANNA))
    anna = new_browser(server)
    table = anna.open(anna.play(ANNA, bot(1)))
    while workers.running + workers.waiting < 6:
        anna.get("/api/me")
    table.does("move", index=0).until(lambda page: page.ply == 2)
    assert (workers.running, workers.waiting) == (2, 4)


def test_searches_of_bots_are_queued_for_the_address_of_the_visitor(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.engine.workers.FAIR_SECONDS", 3600)
    server = new_server(searches=1, proxy=True)
    for n, kind in enumerate(("bots", "local")):
        browser = new_browser(server)
        browser.http.headers["x-forwarded-for"] = f"192.0.2.{n}"
        browser.play(SLOW, SLOW if kind == "bots" else ANNA, kind=kind)
    workers = server.app.services.workers
    while workers.running + workers.waiting < 2:
        browser.get("/api/me")
    tickets = [*list(workers._running), *list(workers._background), *list(workers._play)]
    assert {(ticket.address, ticket.priority) for ticket in tickets} == {("192.0.2.0", "bots"), ("192.0.2.1", "play")}


def test_an_address_whose_bots_wait_too_often_begins_no_more_matches_with_bots(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.engine.workers.MAX_QUEUED_PLAY_PER_ADDRESS", 0)
    browser = new_browser(new_server(proxy=True))
    browser.http.headers["x-forwarded-for"] = "192.0.2.1"
    refused = browser.post("/api/matches", {"game": "surakarta", "seats": [ANNA, SLOW]})
    assert (refused.status_code, refused.json()["error"]) == (503, "busy")
    browser.play(ANNA, {"is": "guest", "name": "Ben"})
    browser.http.headers["x-forwarded-for"] = "127.0.0.1"
    browser.play(ANNA, SLOW)


def test_a_visitor_and_an_address_have_a_few_matches_between_bots_at_a_time(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.matches.live.bots.MAX_BOT_MATCHES", 2)
    monkeypatch.setattr("parlour.server.matches.live.bots.MAX_BOT_MATCHES_PER_ADDRESS", 3)
    server = new_server(proxy=True)
    new: Json = {"game": "surakarta", "kind": "bots", "seats": [SLOW, SLOW]}

    def statuses(address: str) -> list[int]:
        browser = new_browser(server)
        browser.http.headers["x-forwarded-for"] = address
        return [browser.post("/api/matches", new).status_code for _ in range(3)]

    assert statuses("192.0.2.1") == [201, 201, 503]
    assert statuses("192.0.2.1") == [201, 503, 503]
    assert statuses("192.0.2.2") == [201, 201, 503]


def out_of_its_mind(*_: object, **__: object) -> int:
    raise RuntimeError("out of its mind")


def illegal(*_: object, **__: object) -> int:
    return 12345


@pytest.mark.parametrize(("fault", "logged"), [(out_of_its_mind, "failed"), (illegal, "illegal")])
def test_a_bot_that_raises_or_plays_illegally_is_replaced_by_a_legal_move_immediately(
    fault: Callable[..., int],
    logged: str,
    new_server: Callable[..., Served],
    new_browser: NewBrowser,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(BotPlayer, "choose", fault)
    monkeypatch.setattr(background_tasks, "HEARTBEATS_PER_SWEEP", 1_000_000)  # the match does not wait for the sweep
    browser = new_browser(new_server())
    browser.open(browser.play(bot(3), ANNA)).until(lambda page: page.ply == 1)
    assert logged in capfd.readouterr().err


def test_a_bot_that_hangs_is_replaced_by_a_legal_move_and_releases_its_slot(
    new_server: Callable[..., Served],
    new_browser: NewBrowser,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    released = Event()

    def hang(*_: object, **__: object) -> int:
        released.wait()
        return 0

    monkeypatch.setattr(BotPlayer, "choose", hang)
    monkeypatch.setattr(watchdog, "STOP_GRACE_SECONDS", 0.05)
    browser = new_browser(new_server(bot_ceiling=0.2, searches=1))
    try:
        for _ in range(3):  # there are two places, one only for quick searches
            browser.open(browser.play(bot(3), ANNA)).until(lambda page: page.ply == 1)
    finally:
        released.set()
    assert "did not stop" in capfd.readouterr().err


def test_a_bot_answers_a_capture(browser: Browser) -> None:
    start = "....../.12.../2...../....../..1.../....2. 1 0"
    table = browser.open(browser.play(ANNA, bot(6), start=start))
    capture = next(move["text"] for move in table.state["position"]["legal"] if "x" in move["text"])
    table.does("move", text=capture)
    table.until(lambda page: page.ply == 2)
    assert [turn["seat"] for turn in table.turns] == [0, 1]


def test_a_bot_that_does_not_end_is_made_to_move(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    browser = new_browser(new_server(bot_ceiling=0.2))
    table = browser.open(browser.play(SLOW, ANNA))
    table.until(lambda page: page.ply == 1)


def test_bots_continue_after_a_restart(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    first = new_server()
    browser = new_browser(first)
    bots_only = browser.play(bot(1), bot(1), kind="bots")
    browser.open(bots_only).until(lambda page: page.ply > 2)
    match = browser.play(SLOW, ANNA)
    first.stop()
    second = new_server(folder=first.app.folder, bot_ceiling=0.2)
    watcher = new_browser(second)
    watcher.open(match).until(lambda page: page.ply == 1)
    before = watcher.get_json(f"/api/matches/{bots_only}")["state"]["ply"]
    watcher.open(bots_only).until(lambda page: page.ply > before or page.state["status"] == "over")


def test_a_bot_answers_an_offer_of_a_draw(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, bot(4)))
    table.does("draw")
    table.until(lambda page: any(event.get("what") == "answered" for event in page.happened))
    assert table.state["offers"] == [] or table.state["status"] == "over"


def test_a_bot_is_not_charged_for_the_minimum_delay(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    browser = new_browser(new_server(bot_pause=3000))
    clock = {"kind": "down", "limits": [{"base": "1:00"}], "from_start": True}
    table = browser.open(browser.play(bot(1), ANNA, clock=clock))
    table.until(lambda page: page.ply == 1)
    assert table.state["clock"]["left"][0] > 57_000


def test_a_bot_waits_before_each_move_of_a_turn_so_that_a_row_is_seen_before_it_is_removed(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    browser = new_browser(new_server(bot_pause=600_000))
    table = browser.open(browser.play(bot(5), ANNA, game="yinsh", start=text(**ROW_AT_HAND)))
    assert move_now(table)["type"] == "accepted"
    table.until(lambda page: page.ply == 1)
    assert table.state["thinking"] == 0, "the bot is still to act"
    assert "row" in [mark["kind"] for mark in table.state["position"]["marks"]]
    table.socket.send({"type": "ping", "sent": 0})
    table.socket.until("pong")
    assert table.ply == 1, "it takes its time before it removes the row"
    assert move_now(table)["type"] == "accepted"
    table.until(lambda page: page.ply == 2)
    assert "row" not in [mark["kind"] for mark in table.state["position"]["marks"]]


def test_searches_and_pauses_of_a_turn_take_no_longer_than_the_seconds_of_the_highest_level() -> None:
    with known(TOY):
        players = (Seat(Guest("Anna")), Seat(Guest("Ben")))
        match, _ = Match.new(Setup("toy", players, options={"seats": 2, "heap": 12}), 0)
        for at, text in ((1000, "left"), (2000, "l1"), (6500, "left")):
            assert turn_seconds(match, at) is None
            match.do(PlayMove(ply=match.ply, text=text), Sender(frozenset((match.position.seat,))), at)
        assert turn_seconds(match, 6500) == 4.5, "the search of the first move"
    elapsed, pauses = 4.5, []
    for _ in range(3):
        pauses.append(pause_within_turn(0.7, elapsed))
        elapsed += pauses[-1]
    assert elapsed < MAX_TURN_SECONDS
    assert all(pause > 0 for pause in pauses)
    assert pause_within_turn(0.7, 1.0) == 0.7
    assert pause_within_turn(0.7, 60.0) == 0.0


def test_bots_never_lose_on_time(browser: Browser) -> None:
    clock = {"kind": "down", "limits": [{"base": 15_000}], "from_start": True}
    match = browser.play(bot(8), bot(3), kind="bots", game="pylos", options={"size": 3}, clock=clock)
    table = browser.open(match)
    table.until(lambda page: page.state["status"] == "over")
    assert table.state["outcome"]["reason"] != "time"
