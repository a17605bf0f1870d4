"""Conditional turns and premoves on a server: secret, durable, and played at most once."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.match.clock import DAY_MS, MINUTE_MS, SECOND_MS
from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.served import Served

DAYS: Json = {"kind": "down", "limits": [{"per_turn": 3 * DAY_MS}], "from_start": True}
ANNA: Json = {"is": "me", "name": "Anna"}
OPEN: Json = {"is": "open"}
LINES = [["A-B", "C-D", "A-C", "E-F"], ["A-F", "B-C"]]


def begin(anna: Browser, ben: Browser, *, clock: Json = DAYS) -> str:
    match = anna.play(ANNA, OPEN, game="sim", kind="network", clock=clock)
    ben.join(match, "Ben")
    return match


def set_plan(browser: Browser, match: str, ply: int, **plan: object) -> Json:
    answer = browser.send("PUT", f"/api/matches/{match}/plan", {"ply": ply, **plan})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def texts(browser: Browser, match: str) -> list[str]:
    return [turn["text"] for turn in browser.get_json(f"/api/matches/{match}")["state"]["turns"]]


def test_a_conditional_turn_is_played_immediately_and_stored_with_the_turn_before(new_browser: NewBrowser) -> None:
    anna, ben = new_browser(), new_browser()
    match = begin(anna, ben)
    assert set_plan(ben, match, 0, lines=LINES)["lines"] == LINES
    table = anna.open(match)
    table.do("move", text="A-B", ply=0)
    assert texts(anna, match) == ["A-B", "C-D"]
    assert [event["text"] for event in table.happened if event["event"] == "moved"] == ["A-B", "C-D"]
    assert ben.get_json(f"/api/matches/{match}/plan")["lines"] == [["A-C", "E-F"]]
    assert ben.get_json("/api/matches", which="turn") == []
    table.do("move", text="A-C", ply=2)
    assert texts(anna, match) == ["A-B", "C-D", "A-C", "E-F"]
    assert ben.get_json(f"/api/matches/{match}/plan")["lines"] == []


def test_an_unexpected_turn_is_not_answered_and_a_cancelled_plan_not_played(new_browser: NewBrowser) -> None:
    anna, ben = new_browser(), new_browser()
    match = begin(anna, ben)
    set_plan(ben, match, 0, lines=LINES)
    anna.open(match).do("move", text="B-C", ply=0)
    assert texts(anna, match) == ["B-C"]
    assert ben.get_json(f"/api/matches/{match}/plan")["lines"] == []
    ben.open(match).do("move", text="E-F", ply=1)
    set_plan(ben, match, 2, lines=[["A-B", "C-D"]])
    assert set_plan(ben, match, 2)["lines"] == []
    anna.open(match).do("move", text="A-B", ply=2)
    assert texts(anna, match) == ["B-C", "E-F", "A-B"]


def test_nobody_else_can_see_or_notice_a_plan(new_browser: NewBrowser) -> None:
    anna, ben, carl = new_browser(), new_browser(), new_browser()
    match = begin(anna, ben)
    before = anna.get_json(f"/api/matches/{match}")
    set_plan(ben, match, 0, lines=LINES)
    after = anna.get_json(f"/api/matches/{match}")
    assert {**after, "now": 0} == {**before, "now": 0}
    assert anna.get_json(f"/api/matches/{match}/plan")["lines"] == []
    for method, body in (("GET", None), ("PUT", {"ply": 0, "lines": LINES})):
        assert carl.send(method, f"/api/matches/{match}/plan", body).status_code == 403
    assert "C-D" not in anna.get(f"/api/matches/{match}/record").text


def test_a_premove_is_played_or_dropped(new_browser: NewBrowser) -> None:
    anna, ben = new_browser(), new_browser()
    match = begin(anna, ben)
    offered = ben.get_json(f"/api/matches/{match}/premoves")
    assert {"A-B", "C-D"} <= {move["text"] for move in offered}
    assert anna.get_json(f"/api/matches/{match}/premoves") == []
    assert set_plan(ben, match, 0, premove="nonsense")["premove_path"] == []
    assert set_plan(ben, match, 0, premove="C-D")["premove_path"] == [2, 3]
    assert ben.get_json(f"/api/matches/{match}/plan")["premove_path"] == [2, 3]
    anna.open(match).do("move", text="A-B", ply=0)
    assert texts(anna, match) == ["A-B", "C-D"]
    set_plan(ben, match, 2, premove="E-F")
    anna.open(match).do("move", text="E-F", ply=2)
    assert texts(anna, match) == ["A-B", "C-D", "E-F"]
    assert ben.get_json(f"/api/matches/{match}/plan")["premove"] == ""


def test_a_premove_in_a_live_game_costs_no_time_and_gains_the_increment(new_browser: NewBrowser) -> None:
    anna, ben = new_browser(), new_browser()
    match = begin(anna, ben, clock={"kind": "down", "limits": [{"base": "5:00", "increment": 3}], "from_start": True})
    left = [5 * MINUTE_MS, 5 * MINUTE_MS]
    for ply, (move, premove) in enumerate((("A-B", "C-D"), ("A-C", "E-F"))):
        set_plan(ben, match, 2 * ply, premove=premove)
        anna.open(match).do("move", text=move, ply=2 * ply)
        assert texts(anna, match)[2 * ply :] == [move, premove]
        times = anna.get_json(f"/api/matches/{match}")["state"]["clock"]
        assert times["left"][0] <= left[0] + 3 * SECOND_MS
        assert times["left"][1] == left[1] + 3 * SECOND_MS, "the premove took no time"
        assert times["used"][1] == 0
        left = times["left"]
    found = anna.get_json(f"/api/matches/{match}")
    assert "move" in found["you"]["can"]
    assert found["state"]["clock"]["since"] is not None, "Anna's clock runs again"


def test_impossible_plans_are_refused_with_the_reason(new_browser: NewBrowser) -> None:
    anna, ben = new_browser(), new_browser()
    match = begin(anna, ben)
    for browser, plan, sentence in (
        (ben, {"ply": 0, "lines": [["A-B", "A-B"]]}, "“A-B”, move 2 of a line, is not legal there."),
        (ben, {"ply": 0, "lines": [["A-B", "C-D"], ["A-B", "C-E"]]}, "two different replies to “A-B”"),
        (ben, {"ply": 3, "lines": [["A-B", "C-D"]]}, ""),
        (anna, {"ply": 0, "lines": [["A-B", "C-D"]]}, "It is your turn"),
    ):
        answer = browser.send("PUT", f"/api/matches/{match}/plan", plan)
        assert answer.status_code in (400, 409), answer.text
        assert sentence in answer.json()["text"]
    assert texts(anna, match) == []


def test_plans_survive_a_restart(new_server: Callable[..., Served], new_browser: NewBrowser, tmp_path: Any) -> None:
    server = new_server(folder=tmp_path / "kept")
    anna, ben = new_browser(server), new_browser(server)
    match = begin(anna, ben)
    set_plan(ben, match, 0, lines=LINES)
    server.__exit__(None, None, None)
    again = new_server(folder=tmp_path / "kept")
    for browser in (anna, ben):
        browser.address = again.address
        browser.http.base_url = again.address
        browser.http.headers["origin"] = again.address
    assert ben.get_json(f"/api/matches/{match}/plan")["lines"] == LINES
    anna.open(match).do("move", text="A-B", ply=0)
    assert texts(anna, match) == ["A-B", "C-D"]


def test_a_guest_who_becomes_an_account_keeps_plans(new_browser: NewBrowser) -> None:
    anna, ben, elsewhere = new_browser(), new_browser(), new_browser()
    elsewhere.sign_up("Benedict Planner")
    match = begin(anna, ben)
    set_plan(ben, match, 0, lines=LINES)
    ben.post_json("/api/log-in", {"name": "Benedict Planner", "password": "correct horse battery"})
    anna.open(match).do("move", text="A-B", ply=0)
    assert texts(anna, match) == ["A-B", "C-D"]


@pytest.mark.long
def test_a_server_plays_what_was_planned_at_another(
    postgresql: PostgreSQL, new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    url = postgresql.create()
    one, two = (new_server(database_url=url, channels_url=url) for _ in range(2))
    anna, ben = new_browser(one), new_browser(two)
    match = begin(anna, ben)
    table = anna.open(match)
    for ply, (turn, reply) in enumerate([("A-B", "C-D"), ("A-C", "E-F"), ("A-D", "B-C")]):
        set_plan(ben, match, 2 * ply, lines=[[turn, "A-E"]])
        set_plan(ben, match, 2 * ply, lines=[[turn, reply]])
        table.do("move", text=turn, ply=2 * ply)
        assert texts(anna, match)[-2:] == [turn, reply]
    set_plan(ben, match, 6, lines=[["D-E", "B-D"]])
    set_plan(ben, match, 6)
    table.do("move", text="D-E", ply=6)
    assert texts(anna, match)[-1] == "D-E"


def test_all_pages_of_the_planner_learn_of_a_new_plan_and_nobody_else_does(new_browser: NewBrowser) -> None:
    anna, ben = new_browser(), new_browser()
    match = begin(anna, ben)
    pages = [browser.socket("/api/page") for browser in (ben, ben, anna)]
    for page in pages:
        page.until("hello")
    set_plan(ben, match, 0, lines=LINES)
    for page in pages[:2]:
        assert page.until("plan") == {"type": "plan", "match": match}
    set_plan(ben, match, 0)
    assert pages[0].until("plan")["match"] == match
    pages[2].send({"type": "ping", "sent": 1})
    received = pages[2].receive()
    while received["type"] != "pong":
        assert received["type"] != "plan"
        received = pages[2].receive()
