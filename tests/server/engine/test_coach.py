"""The coach over the engine's WebSocket: permissions, messages, and marking a game as assisted."""

import pytest

from tests.server.browser import Browser, Json, Socket

BEN: Json = {"is": "guest", "name": "Ben"}
BRINK = ".12.../....../....../....../....../...... 1 0"
"""South to move: 0,1-1,2 steps into a capture that ends the game."""


def seat(coach: str = "off", **help: object) -> Json:
    return {"is": "me", "name": "Anna", "help": {"coach": coach, **help}}


def ask(socket: Socket, kind: str, **fields: object) -> Json:
    socket.send({"type": kind, "id": 5, "seconds": 30, **fields})
    return socket.until(kind, "refused")


def test_a_blunder_is_answered_with_its_refutation(browser: Browser) -> None:
    position = {"game": "surakarta", "text": BRINK}
    socket = browser.socket("/api/engine")
    for asked in ({"turn": "0,1-1,2"}, {"moves": ["0,1-1,2"]}):
        answer = ask(socket, "look", position=position, **asked)
        assert (answer["again"], answer["loses"]) == (True, True)
        assert answer["reply"]["turns"][0] in answer["text"]["text"]
        assert answer["reply"]["effects"][0]
    fine = ask(socket, "look", position=position, turn="0,1-1,0")
    assert (fine["again"], fine["reply"]) == (False, None)


def test_verdicts_name_the_moves_that_decide_immediately(browser: Browser) -> None:
    answer = ask(browser.socket("/api/engine"), "verdicts", position={"game": "surakarta", "text": BRINK})
    verdicts = {move["text"]: move["verdict"] for move in answer["moves"]}
    assert verdicts.pop("0,1-1,2") == "loses"
    assert set(verdicts.values()) == {"safe"}


@pytest.mark.parametrize(
    "asked", [{}, {"turn": "0,1-1,0", "moves": ["0,1-1,0"]}, {"turn": "5,5-4,4"}, {"moves": ["x"]}]
)
def test_illegal_turns_cannot_be_checked(browser: Browser, asked: Json) -> None:
    answer = ask(browser.socket("/api/engine"), "look", position={"game": "surakarta", "text": BRINK}, **asked)
    assert answer["type"] == "refused"
    assert answer["text"]


@pytest.mark.parametrize(("coach", "marked"), [("warn", 1), ("show", 0)])
def test_with_a_coach_a_game_is_marked_and_asking_is_not_counted_again(
    browser: Browser, coach: str, marked: int
) -> None:
    match = browser.play(seat(coach), BEN, start=BRINK)
    table = browser.open(match)
    assert table.state["seats"][0]["help"]["coach"] == coach
    socket = browser.socket("/api/engine")
    assert ask(socket, "look", match=match, turn="0,1-1,2")["again"]
    assert table.state["seats"][0]["helped"]["hints"] == 0
    assert ask(socket, "verdicts", match=match)["type"] == "verdicts"
    if marked:  # more than its coach gives is a hint
        table.until(lambda table: table.state["seats"][0]["helped"]["hints"] == marked)
    assert browser.get_json(f"/api/matches/{match}")["state"]["seats"][0]["helped"]["hints"] == marked
    table.does("move", index=0).does("resign", seat=1)
    assert browser.get_json("/api/library")["entries"][0]["assisted"]
    assert browser.get_json("/api/library")["entries"][0]["match"]["seats"][0]["assisted"]


def test_without_a_coach_a_check_counts_as_a_hint_if_hints_are_allowed(browser: Browser) -> None:
    match = browser.play(seat(), BEN, start=BRINK)
    ask(browser.socket("/api/engine"), "look", match=match, turn="0,1-1,2")
    assert browser.get_json(f"/api/matches/{match}")["state"]["seats"][0]["helped"]["hints"] == 1
    strict = browser.play(seat(hints=False), BEN, start=BRINK)
    assert ask(browser.socket("/api/engine"), "look", match=strict, turn="0,1-1,2")["reason"] == "forbidden"


def test_there_is_no_coach_between_people(browser: Browser) -> None:
    answer = browser.post(
        "/api/matches", {"game": "surakarta", "kind": "network", "seats": [seat("warn"), {"is": "open"}]}
    )
    assert (answer.status_code, "coach" in answer.json()["text"]) == (400, True)
    browser.play(seat("warn"), {"is": "bot", "level": 1}, kind="network")
