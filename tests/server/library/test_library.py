"""The library: filters and pages, titles, deletion with undo, import and export, replay."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from parlour.games import keys
from parlour.match.records.imports import read_any
from parlour.server.library.messages import MAX_SELECTED
from tests.server.browser import Browser, Json
from tests.server.people.test_people import finish

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
RECORD = '[Game "surakarta"]\n[Seat1 "Old Friend"]\n[Seat2 "White"]\n\n1. 4,0-3,0 {2.5} 1,1-2,1\n2. 3,0-2,0 *\n'
WON = RECORD.replace("*", "0-1").replace('[Seat2 "White"]', '[Seat2 "White"]\n[Result "0-1"]\n[Reason "resign"]')


def test_games_are_found_sorted_and_paged(browser: Browser) -> None:
    first = finish(browser, ANNA, BEN)
    second = finish(browser, ANNA, {"is": "guest", "name": "Cleo"}, resign=0)
    browser.play(ANNA, BEN)
    page = browser.get_json("/api/library")
    assert ([entry["match"]["id"] for entry in page["entries"]], page["total"]) == ([second, first], 2)
    assert browser.get_json("/api/library", unplayed=True)["total"] == 3
    for filters, found in (
        ({"opponent": "cleo"}, [second]),
        ({"results": "won"}, [first]),
        ({"game": "surakarta", "sort": "created", "descending": False}, [first, second]),
        ({"game": "yinsh"}, []),
        ({"text": "BEN"}, [first]),
        ({"finished": False}, []),
        ({"limit": 1, "offset": 1}, [first]),
        ({"against": "bots"}, []),
    ):
        answer = browser.get_json("/api/library", **filters)
        assert [entry["match"]["id"] for entry in answer["entries"]] == found, filters


@pytest.mark.parametrize(
    "filters",
    [
        {"limit": 0},
        {"limit": 10**9},
        {"offset": -1},
        {"sort": "colour"},
        {"level": "x"},
        {"options": "size=4"},
        {"results": "x"},
    ],
)
def test_invalid_queries_are_refused(browser: Browser, filters: Json) -> None:
    finish(browser, ANNA, BEN)
    assert browser.get("/api/library", **filters).status_code == 400


def test_a_game_is_titled_deleted_and_restored(browser: Browser, other: Browser) -> None:
    match = finish(browser, ANNA, BEN)
    assert browser.send("PATCH", f"/api/library/{match}", {"title": "the long endgame"}).json()["title"]
    assert browser.get_json("/api/library", text="endgame")["total"] == 1
    other.play(ANNA, BEN)
    assert other.send("PATCH", f"/api/library/{match}", {"title": "mine"}).status_code == 404
    assert browser.post("/api/library/delete", {"matches": ["nothing"] * (MAX_SELECTED + 1)}).status_code == 400
    assert browser.post_json("/api/library/delete", {"matches": [match, "nothing"]}) == {"count": 1}
    assert browser.get_json("/api/library")["total"] == 0
    assert browser.get_json("/api/library", deleted=True)["total"] == 1
    assert browser.post_json("/api/library/undelete", {"matches": [match]}) == {"count": 1}
    assert browser.get_json("/api/library")["entries"][0]["title"] == "the long endgame"


@pytest.mark.parametrize("form", ["text", "json"])
def test_all_games_are_exported_as_one_file_and_imported(browser: Browser, other: Browser, form: str) -> None:
    finish(browser, ANNA, BEN)
    finish(browser, ANNA, BEN)
    answer = browser.get("/api/library/records", form=form)
    assert "attachment" in answer.headers["content-disposition"]
    assert len(read_any(answer.text)) == 2
    back = other.post_json("/api/library/import", {"text": answer.text})["matches"]
    assert [(match["status"], match["imported"], match["reason"]) for match in back] == 2 * [("over", True, "resign")]
    assert other.get_json("/api/library")["total"] == 2
    assert other.get_json("/api/profile")["total"]["won"] == 0, "games from elsewhere count for nobody"


@pytest.mark.parametrize("names", [("Player 1", "CPU"), ("Computer (level 3)", "Computer"), ("White", "Black")])
def test_an_imported_game_keeps_names_that_nobody_may_have_here(browser: Browser, names: tuple[str, str]) -> None:
    record = WON.replace('"Old Friend"', f'"{names[0]}"').replace('[Seat2 "White"]', f'[Seat2 "{names[1]}"]')
    (match,) = browser.post_json("/api/library/import", {"text": record})["matches"]
    assert [(seat["player"]["is"], seat["player"]["name"]) for seat in match["seats"]] == [
        ("guest", names[0]),
        ("guest", names[1]),
    ]


def test_an_imported_record_keeps_names_and_times(browser: Browser) -> None:
    (match,) = browser.post_json("/api/library/import", {"text": WON})["matches"]
    assert [seat["player"]["name"] for seat in match["seats"]] == ["Old Friend", "White"]
    state = browser.get_json(f"/api/matches/{match['id']}")["state"]
    assert state["outcome"]["results"] == [0.0, 1.0]
    assert state["turns"][0]["moves"][0]["spent"] == 2500
    entry = browser.get_json(f"/api/library/{match['id']}")["entry"]
    assert entry["duration"] == sum(move["spent"] for turn in state["turns"] for move in turn["moves"]) >= 2500
    assert entry["turns"] == len(state["turns"])
    unfinished = browser.post_json("/api/library/import", {"text": RECORD})["matches"][0]
    assert unfinished["status"] == "running"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", None),
        ("[Game", None),
        (RECORD.replace("3,0-2,0", "3,0-0,0"), 6),
        ("\x01" * 50, None),
    ],
)
def test_an_invalid_file_is_refused_completely(browser: Browser, text: str, line: int | None) -> None:
    answer = browser.post("/api/library/import", {"text": RECORD + "\n\n" + text if line else text})
    assert (answer.status_code, answer.json()["error"]) == (400, "record-error"), answer.text
    assert bool(answer.json()["line"]) == bool(line)
    assert browser.get_json("/api/me")["person"] is None


def test_a_plain_list_of_turns_is_read_if_the_game_is_named(browser: Browser) -> None:
    turns = {"text": "4,0-3,0 1,1-2,1", "game": "surakarta"}
    assert browser.post_json("/api/library/import", turns)["matches"][0]["plies"] == 2


def test_a_file_may_be_larger_than_other_bodies_up_to_a_limit(browser: Browser) -> None:
    comment = "{" + "x" * 3_000 + "} "
    many = "\n\n".join(RECORD.replace("*", comment + "*") for _ in range(400))
    assert 1_000_000 < len(many) < 8_000_000
    assert browser.post("/api/library/import", {"text": many}).status_code in (201, 400)
    assert browser.post("/api/library/import", {"text": "x" * 8_100_000}).status_code == 413
    assert browser.post("/api/positions", {"game": "x" * 1_100_000}).status_code == 413


@pytest.mark.parametrize("game", keys())
def test_a_replay_has_every_move_with_its_effects(browser: Browser, game: str, tmp_path: Path) -> None:
    seats = len(browser.get_json(f"/api/games/{game}")["table"]["sides"])
    names = [{"is": "guest", "name": f"Friend {letter}"} for letter in "BCDEF"]
    match = browser.play(ANNA, *names[: seats - 1], game=game)
    table = browser.open(match)
    for n in range(12):
        if table.state["status"] == "running":
            table.does("move", index=(5 * n) % len(table.state["position"]["legal"]))
    replay = browser.get_json(f"/api/matches/{match}/replay")
    assert len(replay["effects"]) == len(replay["say"]) == len(replay["notices"]) == table.ply
    pieces = {piece["id"]: piece for piece in replay["start"]["pieces"]}
    for n, effects in enumerate(replay["effects"], 1):
        for effect in effects:
            if effect["before"] is not None:
                assert pieces.pop(effect["before"]["id"]) == effect["before"]
            if effect["after"] is not None:
                pieces[effect["after"]["id"]] = effect["after"]
        stood = browser.get_json(f"/api/matches/{match}/plies/{n}")["position"]
        assert pieces == {piece["id"]: piece for piece in stood["pieces"]}
    record = browser.get(f"/api/matches/{match}/record", form="json")
    assert json.loads(record.text)["game"] == game
    assert browser.get(f"/api/matches/{match}/picture.svg", ply=3).status_code == 200
    assert browser.get(f"/api/matches/{match}/picture.svg", ply=300).status_code == 404


def test_games_are_starred_tagged_commented_and_found_by_it(browser: Browser, other: Browser) -> None:
    match = finish(browser, ANNA, BEN)
    second = finish(browser, ANNA, BEN)
    changes = {"star": True, "tags": ["opening", "to show"], "comment": "a fine game"}
    entry = browser.send("PATCH", f"/api/library/{match}", changes).json()
    assert (entry["star"], entry["tags"], entry["comment"]) == (True, ["opening", "to show"], "a fine game")
    assert (entry["why"], entry["turns"], entry["remarks"]) == ("by resignation", entry["match"]["plies"], 0)
    detail = browser.send("PUT", f"/api/library/{match}/remarks/1", {"text": "a bold start"}).json()
    assert detail["remarks"] == {"1": "a bold start"}
    assert browser.get_json(f"/api/library/{match}") == detail
    for filters in ({"star": True}, {"tag": "OPENING"}, {"commented": True}):
        assert [e["match"]["id"] for e in browser.get_json("/api/library", **filters)["entries"]] == [match]
    assert (
        browser.send("POST", "/api/library/labels", {"matches": [match, second], "add": ["all"]}).json()["count"] == 2
    )
    assert browser.get_json("/api/library/words") == {
        "tags": ["all", "opening", "to show"],
        "opponents": ["Ben"],
        "games": {"surakarta": 2},
    }
    record = browser.get(f"/api/matches/{match}/record").text
    assert '[Tags "opening, to show, all"]' in record
    assert "{a bold start}" in record.replace("{0 ", "{")
    assert "a bold start" not in other.get(f"/api/matches/{match}/record").text
    assert other.get_json(f"/api/library/{match}") is None
    assert browser.send("PUT", f"/api/library/{match}/remarks/99", {"text": "x"}).status_code == 404
    assert browser.send("PATCH", f"/api/library/{match}", {"tags": ["a,b"]}).status_code == 400
    assert browser.send("PATCH", f"/api/library/{match}", {"colour": "red"}).status_code == 400


def test_an_exported_game_is_imported_with_notes_and_date(browser: Browser) -> None:
    text = RECORD.replace("[Seat1", '[Date "2020-02-29"]\n[Star "yes"]\n[Tags "old"]\n[Seat1').replace(
        "{2.5}", "{2.5 bold}"
    )
    (match,) = browser.send("POST", "/api/library/import", {"text": text}).json()["matches"]
    detail = browser.get_json(f"/api/library/{match['id']}")
    assert (detail["entry"]["star"], detail["entry"]["tags"], detail["remarks"]) == (True, ["old"], {"1": "bold"})
    assert match["created"] == 1582934400000
    again = browser.get(f"/api/matches/{match['id']}/record").text
    assert '[Date "2020-02-29"]' in again
    assert "{2.5 bold}" in again


@pytest.mark.parametrize("id", [" ", "0", "-1", "none", "zzzzzzzz", "../matches", "x" * 500])
def test_a_missing_game_cannot_be_loaded_by_any_id(browser: Browser, id: str) -> None:
    for path in ("", "/record", "/replay"):
        answer = browser.get(f"/api/matches/{quote(id, safe='')}{path}")
        assert answer.status_code == 404, answer.text
        assert answer.json()["text"]


def test_another_persons_game_can_be_seen_but_neither_changed_nor_deleted(browser: Browser, other: Browser) -> None:
    match = browser.play(ANNA, BEN)
    assert other.open(match).refused("move", index=0) == "not-a-player"
    other.play(ANNA, BEN)  # now the visitor is a guest with a library
    assert other.post_json("/api/library/delete", {"matches": [match]}) == {"count": 0}
    assert browser.open(match).does("move", index=0).ply == 1
