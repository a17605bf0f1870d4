"""Playing a match over WebSockets: snapshots, updates, refusals, races, reconnecting."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from parlour.games import keys
from parlour.match.commands import REASONS
from tests.server.browser import Browser, Json, Table
from tests.server.conftest import NewBrowser

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
OPEN: Json = {"is": "open"}


def at_ply(ply: int, table: Table) -> bool:
    return table.ply == ply


@pytest.fixture
def tables(browser: Browser, other: Browser) -> tuple[Table, Table]:
    """Return Anna's and Ben's pages of a network match."""
    match = browser.play(ANNA, OPEN, kind="network")
    other.join(match, "Ben")
    return browser.open(match), other.open(match)


@pytest.mark.parametrize("game", keys())
def test_a_game_is_played_by_clicks_at_one_screen(browser: Browser, game: str) -> None:
    """Effects transform the pieces; `Table` checks it after every move."""
    seats = len(browser.get_json(f"/api/games/{game}")["table"]["sides"])
    names = [{"is": "guest", "name": f"Friend {letter}"} for letter in "BCDEF"]
    table = browser.open(browser.play(ANNA, *names[: seats - 1], game=game))
    for n in range(40):
        if table.state["status"] == "over":
            break
        legal = table.state["position"]["legal"]
        paths = legal[(7 * n) % len(legal)]["paths"]
        table.does("move", picks=paths[n % len(paths)])
    table.does("take-back")
    assert len(table.turns) == len([turn for turn in table.turns if turn["moves"]])
    played = [move["text"] for turn in table.turns for move in turn["moves"]]
    assert len(played) == table.ply
    fresh = browser.open(table.snapshot["match"]["id"])
    assert fresh.state["position"] == table.state["position"]
    assert fresh.turns == table.turns
    assert fresh.pieces == table.pieces


@pytest.mark.parametrize("game", keys())
def test_every_game_is_played_by_people_at_different_computers(browser: Browser, other: Browser, game: str) -> None:
    sides = len(browser.get_json(f"/api/games/{game}")["table"]["sides"])
    match = browser.play(ANNA, *[OPEN] * (sides - 1), game=game, kind="network")
    other.join(match, "Ben")
    anna, ben = browser.open(match), other.open(match)
    assert [seat["name"] for seat in ben.state["seats"]] == ["Anna", "Ben"]
    for ply in range(4):
        mover, waiting = (anna, ben) if anna.state["position"]["seat"] == 0 else (ben, anna)
        assert waiting.refused("move", index=0) == "not-your-turn"
        mover.does("move", index=ply % len(mover.state["position"]["legal"]))
        waiting.until(partial(at_ply, ply + 1))
        assert ben.state["position"] == anna.state["position"]
    ben.does("resign")
    anna.until(lambda table: table.state["status"] == "over")
    assert anna.state["outcome"]["winners"] == [0]


def test_both_players_receive_a_move_with_effects_and_text(tables: tuple[Table, Table]) -> None:
    anna, ben = tables
    anna.does("move", text="4,0-3,0")
    ben.until(lambda table: table.ply == 1)
    (moved,) = (event for event in ben.happened if event["event"] == "moved")
    assert moved["text"] == "4,0-3,0"
    assert moved["effects"][0]["kind"] == "slide"
    assert moved["say"]["text"].startswith("Anna moves")
    assert moved["say"]["key"].startswith("surakarta.")
    assert ben.state["position"]["seat"] == 1
    assert ben.turns == [{**ben.turns[0], "seat": 0, "text": "4,0-3,0", "complete": True}]


def test_a_snapshot_says_what_each_viewer_may_do(tables: tuple[Table, Table], new_browser: NewBrowser) -> None:
    anna, ben = tables
    assert anna.you["seats"] == [0]
    assert set(anna.you["can"]) == {"move", "draw", "resign", "abort", "restart"}
    assert ben.you["seats"] == [1]
    assert "move" not in ben.you["can"]
    watcher = new_browser().open(anna.snapshot["match"]["id"])
    assert watcher.you == {"seats": [], "host": False, "can": [], "code": None, "classroom": None}


def test_a_spectator_sees_but_cannot_act(tables: tuple[Table, Table], new_browser: NewBrowser) -> None:
    anna, _ = tables
    watcher = new_browser().open(anna.snapshot["match"]["id"])
    for command in ("move", "resign", "take-back", "draw", "abort", "pause", "restart"):
        fields = {"index": 0} if command == "move" else {}
        assert watcher.refused(command, **fields) == "not-a-player"
    anna.does("move", index=0)
    watcher.until(lambda table: table.ply == 1)


def test_nobody_moves_for_another_seat(tables: tuple[Table, Table]) -> None:
    anna, ben = tables
    assert ben.refused("move", index=0) == "not-your-turn"
    assert ben.refused("resign", seat=0) == "not-yours"
    anna.does("move", index=0)
    assert anna.refused("move", index=0) == "not-your-turn"


def test_an_illegal_move_is_explained(tables: tuple[Table, Table]) -> None:
    anna, _ = tables
    answer = anna.do("move", text="4,0-4,1")
    assert (answer["type"], answer["reason"]) == ("refused", "illegal")
    assert "4,1" in answer["text"]["text"]
    answer = anna.do("move", picks=[999])
    assert answer["text"]["text"] == "There is no such place on this board."


def test_a_command_for_another_ply_is_refused_as_stale(tables: tuple[Table, Table]) -> None:
    anna, ben = tables
    anna.does("move", index=0)
    ben.until(lambda table: table.ply == 1)
    ben.does("move", index=0)
    anna.until(lambda table: table.ply == 2)
    assert anna.refused("move", index=0, ply=0) == "stale"
    assert anna.refused("move", index=0, ply=1) == "stale"


def test_the_same_move_sent_twice_is_played_once(tables: tuple[Table, Table]) -> None:
    anna, ben = tables
    for id in (101, 102):
        anna.socket.send({"type": "do", "id": id, "command": {"do": "move", "ply": 0, "index": 0}})
    answers: dict[int, Any] = {}
    while len(answers) < 2:
        message = anna.receive()
        if message["type"] in ("accepted", "refused"):
            answers[message["id"]] = message
    assert answers[101]["type"] == "accepted"
    assert answers[102]["reason"] in ("stale", "not-your-turn")
    ben.until(lambda table: table.ply == 1)


def race(*acts: Callable[[], Any]) -> list[Any]:
    """Run several functions at the same time."""
    results: list[Any] = [None] * len(acts)
    gate = threading.Barrier(len(acts))

    def run(n: int) -> None:
        gate.wait()
        results[n] = acts[n]()

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_one_of_two_concurrent_moves_wins(browser: Browser) -> None:
    match = browser.play(ANNA, BEN)
    pages = [browser.open(match) for _ in range(4)]
    answers = race(*(partial(page.do, "move", index=n) for n, page in enumerate(pages)))
    types = sorted(answer["type"] for answer in answers)
    assert types == ["accepted", "refused", "refused", "refused"]
    for page in pages:
        page.until(lambda table: table.ply == 1)
    assert len({page.turns[0]["text"] for page in pages}) == 1


def test_one_of_two_concurrent_joins_gets_the_last_seat(browser: Browser, new_browser: NewBrowser) -> None:
    match = browser.play(ANNA, OPEN, kind="network")
    others = [new_browser() for _ in range(3)]
    answers = race(*(partial(one.post, f"/api/matches/{match}/join", {}) for one in others))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]


def test_reconnecting_sends_missed_events(tables: tuple[Table, Table], other: Browser) -> None:
    anna, ben = tables
    anna.does("move", index=0)
    ben.until(lambda table: table.ply == 1)
    seen = ben.state["version"]
    ben.close()
    match = anna.snapshot["match"]["id"]
    second = other.open(match)
    second.does("move", index=0)
    second.close()
    anna.until(lambda table: table.ply == 2)
    anna.does("move", index=3)
    back = other.open(match, since=seen)
    assert [(event["event"], event["ply"]) for event in back.snapshot["missed"]] == [("moved", 2), ("moved", 3)]
    assert back.state["position"] == anna.state["position"]
    assert other.open(match, since=back.state["version"]).snapshot["missed"] == []
    assert other.open(match, since=10**9).snapshot["missed"] == []


def test_a_take_back_between_people_needs_the_other(tables: tuple[Table, Table]) -> None:
    anna, ben = tables
    anna.does("move", index=0)
    anna.does("take-back")
    assert anna.ply == 1
    ben.until(lambda table: bool(table.state["offers"]))
    (offer,) = ben.state["offers"]
    assert offer["text"] == "Anna asks to undo a move."
    ben.does("answer", offer=offer["id"], yes=True)
    anna.until(lambda table: table.ply == 0)
    assert anna.turns == []
    assert anna.happened[-1]["event"] == "taken-back"


def test_a_draw_is_offered_and_declined_and_agreed(tables: tuple[Table, Table]) -> None:
    anna, ben = tables
    anna.does("draw")
    ben.until(lambda table: bool(table.state["offers"]))
    ben.does("answer", offer=ben.state["offers"][0]["id"], yes=False)
    anna.until(lambda table: not table.state["offers"])
    assert anna.happened[-1]["text"]["text"] == "Ben declines."
    anna.does("move", index=0)
    ben.until(lambda table: table.ply == 1)
    ben.does("draw")
    anna.until(lambda table: bool(table.state["offers"]))
    anna.does("draw")
    ben.until(lambda table: table.state["status"] == "over")
    assert ben.state["outcome"]["drawn"]
    assert ben.state["outcome"]["text"] == "Draw: a draw was agreed."
    assert ben.state["outcome"]["cause"] == "A draw was agreed."


def test_resigning_ends_the_match_and_a_rematch_turns_the_seats(tables: tuple[Table, Table], other: Browser) -> None:
    anna, ben = tables
    anna.does("resign")
    ben.until(lambda table: table.state["status"] == "over")
    assert ben.state["outcome"]["text"] == "Ben won: Anna resigned."
    assert ben.state["outcome"]["cause"] == "Anna resigned."
    assert [seat["result"] for seat in ben.state["seats"]] == ["none", "none"], "nobody had moved"
    ben.does("rematch")
    anna.until(lambda table: bool(table.state["offers"]))
    anna.does("rematch")
    ben.until(lambda table: table.state["followed_by"] is not None)
    again = other.open(ben.state["followed_by"])
    assert [seat["name"] for seat in again.state["seats"]] == ["Ben", "Anna"]
    assert again.you["seats"] == [0]


def test_pages_see_who_is_there(tables: tuple[Table, Table], new_browser: NewBrowser) -> None:
    anna, ben = tables
    anna.socket.until("presence", where=lambda message: message["seats"] == [True, True])
    watcher = new_browser().open(anna.snapshot["match"]["id"])
    anna.socket.until("presence", where=lambda message: message["watching"] == 1)
    ben.close()
    anna.socket.until("presence", where=lambda message: message["seats"] == [True, False])
    watcher.close()
    anna.socket.until("presence", where=lambda message: message["watching"] == 0)


def test_many_spectators_are_announced_together(
    browser: Browser, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.services.SPECTATORS_SECONDS", 3600)
    match = browser.play(ANNA, BEN)
    spectators = new_browser()
    tables = [spectators.open(match) for _ in range(20)]
    assert tables[-1].snapshot["watching"] == 20
    for _ in range(20):
        browser.open(match)
    presence = tables[0].socket.until("presence", where=lambda message: message["seats"] == [True, True])
    assert presence["watching"] == 20
    tables[0].socket.send({"type": "ping", "sent": 1})
    tables[0].socket.until("pong")
    assert len([message for message in tables[0].socket.received if message["type"] == "presence"]) <= 2


def test_an_invalid_message_is_answered_and_changes_nothing(tables: tuple[Table, Table]) -> None:
    anna, _ = tables
    for text in ("", "{", "[]", '{"type": "do"}', '{"type": "do", "id": 1, "command": {"do": "sit"}}', "null", "\x00"):
        anna.socket.send(text)
        assert anna.socket.until("broken")["text"].startswith("Invalid message")
    anna.socket.send({"type": "ping", "sent": 12.5})
    assert anna.socket.until("pong")["sent"] == 12.5
    anna.does("move", index=0)


def test_every_refusal_has_a_known_reason_and_a_sentence(tables: tuple[Table, Table]) -> None:
    anna, ben = tables
    tried: list[tuple[Table, str, Json]] = [
        (ben, "move", {"index": 0}),
        (anna, "move", {}),
        (anna, "move", {"index": 10**6}),
        (anna, "turn", {"text": "?"}),
        (anna, "answer", {"offer": 77, "yes": True}),
        (anna, "flag", {}),
        (anna, "redo", {}),
        (anna, "pause", {}),
        (anna, "resume", {}),
        (anna, "rematch", {}),
        (anna, "resign", {"seat": 9}),
        (anna, "assist", {"seat": 0, "help": "hints"}),
    ]
    for table, command, fields in tried:
        answer = table.do(command, **fields)
        assert answer["type"] == "refused", (command, fields)
        assert answer["reason"] in REASONS
        assert answer["text"]["text"].endswith((".", "?"))
        assert answer["version"] == table.state["version"]


def test_a_local_match_pauses_and_resumes(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, BEN, clock={"kind": "down", "limits": [{"base": "5:00", "increment": 2}]}))
    table.does("move", index=0)
    assert table.state["clock"]["since"] is not None
    table.does("pause")
    assert (table.state["status"], table.state["clock"]["since"]) == ("paused", None)
    assert table.refused("move", index=0) == "paused"
    table.does("resume")
    table.does("move", index=0)
    assert table.state["clock"]["left"][0] == 302_000


def test_a_page_is_notified_that_it_is_its_turn(browser: Browser, other: Browser) -> None:
    match = browser.play(ANNA, OPEN, kind="network")
    other.join(match, "Ben")
    with other.socket("/api/page") as page:
        hello = page.until("hello")
        assert hello["release"]
        page.send({"type": "ping", "sent": 1})
        page.until("pong")
        browser.open(match).does("move", index=0)
        turn = page.until("your-turn")
        assert turn == {"type": "your-turn", "match": match, "game": "Surakarta", "text": "Surakarta: it is your turn."}


def test_a_missing_match_has_no_page(browser: Browser) -> None:
    socket = browser.socket("/api/matches/nosuchmatch/live")
    assert socket.until("broken")["text"] == "Game not found."
    assert socket.until_closed() == 4404
    for command in ("restart", "abort"):
        assert browser.post("/api/matches/nosuchmatch/commands", {"do": command}).status_code == 404


# ---- Clocks ----------------------------------------------------------------------------------------------------------


def test_time_runs_out_without_a_connection(browser: Browser) -> None:
    """Both have used almost all of their five seconds; the server ends the game without a client."""
    record = '[Game "surakarta"]\n\n1. 4,0-3,0 {4.9} 1,1-2,1 {4.9}\n2. *\n'
    clock = {"kind": "down", "limits": [{"base": "0:05"}]}
    match = browser.post_json("/api/matches", {"record": record, "clock": clock, "seats": [ANNA, BEN]})["id"]
    state = browser.get_json(f"/api/matches/{match}")["state"]
    while state["status"] != "over":
        state = browser.get_json(f"/api/matches/{match}")["state"]
    assert state["outcome"]["reason"] == "time"
    assert state["outcome"]["losers"] == [0]
    assert state["outcome"]["text"] == "Ben won: Anna ran out of time."


def test_with_elimination_a_player_who_resigns_drops_out_and_everybody_is_notified(browser: Browser) -> None:
    guests = [{"is": "guest", "name": name} for name in ("Ben", "Cleo", "Dora")]
    options = {"players": 4, "vertices": 8, "elimination": True}
    table = browser.open(browser.play(ANNA, *guests, game="sim", options=options))
    table.does("move", index=0).does("resign", seat=1)
    assert table.state["status"] == "running"
    assert table.state["position"]["seat"] == 2
    withdrawals = [event for event in table.happened if event["event"] == "told" and event["what"] == "withdrawn"]
    assert withdrawals[0]["text"]["text"] == "Ben resigned. The others play on."
    assert table.turns[-1]["text"] == "out"
