"""Permission to act for a seat: local and network matches, joining, a second account, bots only."""

import pytest

from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.matches.live.test_bots import SLOW

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
OPEN: Json = {"is": "open"}
BOT: Json = {"is": "bot", "level": 1}
PASSWORD = "correct horse battery"


def test_one_browser_commands_all_seats_of_a_local_match(browser: Browser, other: Browser) -> None:
    match = browser.play(ANNA, BEN)
    table = browser.open(match)
    assert table.you["seats"] == [0, 1]
    table.does("move", index=0)
    table.does("move", index=0)
    other.post_json("/api/matches", {"game": "surakarta", "seats": [ANNA, BEN]})
    assert other.open(match).you["seats"] == []


def test_a_network_match_waits_until_a_player_joins_by_its_code(browser: Browser, other: Browser) -> None:
    summary = browser.post_json("/api/matches", {"game": "yinsh", "seats": [OPEN, ANNA], "kind": "network"})
    assert summary["status"] == "waiting"
    table = browser.open(summary["id"])
    assert table.you["code"] == summary["code"]
    assert table.refused("move", index=0) == "waiting"
    found = other.get_json(f"/api/codes/{summary['code'].lower()}")
    assert (found["id"], found["code"]) == (summary["id"], None)
    other.join(found["id"], "Ben")
    table.until(lambda page: page.state["status"] == "running")
    assert [seat["name"] for seat in table.state["seats"]] == ["Ben", "Anna"]
    assert [event["what"] for event in table.happened] == ["seated", "began"]


def test_a_player_may_leave_before_the_match_begins(browser: Browser, new_browser: NewBrowser) -> None:
    match = browser.play(ANNA, OPEN, OPEN, game="sim", options={"players": 3}, kind="network")
    ben = new_browser()
    ben.join(match, "Ben", seat=2)
    assert ben.post_json(f"/api/matches/{match}/leave")["seats"][2]["player"]["is"] == "open"
    assert ben.post(f"/api/matches/{match}/leave").status_code == 403
    ben.join(match, "Ben")
    new_browser().join(match)
    answer = ben.post(f"/api/matches/{match}/leave")
    assert (answer.status_code, answer.json()["error"]) == (409, "begun")


def test_a_seat_that_is_taken_cannot_be_joined(browser: Browser, other: Browser) -> None:
    match = browser.play(ANNA, OPEN, kind="network")
    answer = other.post(f"/api/matches/{match}/join", {"seat": 0})
    assert (answer.status_code, answer.json()["error"]) == (409, "taken")
    assert other.post(f"/api/matches/{match}/join", {"seat": 7}).json()["error"] == "no-such-seat"
    assert other.post(f"/api/matches/{match}/join", {"name": "anna"}).json()["error"] == "refused-player"
    assert browser.post(f"/api/matches/{match}/join", {}).status_code == 200, "who sits there already, sits there"


def test_people_without_names_can_play_each_other(new_browser: NewBrowser) -> None:
    one, two = new_browser(), new_browser()
    match = one.play({"is": "me"}, OPEN, kind="network")
    summary = two.join(match)
    assert [seat["player"]["name"] for seat in summary["seats"]] == ["Guest", "Guest 2"]
    german = two.get_json(f"/api/matches/{match}", language="de")
    assert [seat["name"] for seat in german["state"]["seats"]] == ["Gast", "Gast 2"]
    assert [seat["player"]["name"] for seat in german["state"]["seats"]] == ["Gast", "Gast 2"]


@pytest.mark.parametrize("name", ["Guest", "Guest 2", "guest"])
def test_nobody_can_take_the_name_of_a_guest_without_one(browser: Browser, name: str) -> None:
    for seats in ([{"is": "me", "name": name}, BEN], [ANNA, {"is": "guest", "name": name}]):
        answer = browser.post("/api/matches", {"game": "surakarta", "seats": seats})
        assert (answer.status_code, "reserved" in answer.json()["text"]) == (400, True)


@pytest.mark.parametrize("players", [1, 6, 0, -1, "two"])
def test_a_number_of_players_that_the_game_does_not_allow_is_refused(browser: Browser, players: object) -> None:
    answer = browser.post("/api/matches", {"game": "sim", "seats": [ANNA, BEN], "options": {"players": players}})
    assert answer.status_code == 400
    assert "it must be a whole number from 2 to 5" in answer.json()["text"]


def test_a_second_person_logs_in_to_a_seat_of_a_local_match(browser: Browser, new_browser: NewBrowser) -> None:
    phone = new_browser()
    phone.sign_up("Cleo")
    browser.sign_up("Dora")
    match = browser.play({"is": "me"}, BEN)
    wrong = browser.post(f"/api/matches/{match}/seats/1/sign-in", {"name": "Cleo", "password": "wrong"})
    assert wrong.status_code == 401
    signed = browser.post_json(f"/api/matches/{match}/seats/1/sign-in", {"name": "Cleo", "password": PASSWORD})
    assert signed["seats"][1]["player"] == {
        "is": "account",
        "name": "Cleo",
        "level": None,
        "style": None,
        "style_name": None,
        "program": False,
    }
    assert [seat["yours"] for seat in signed["seats"]] == [True, True]
    table = browser.open(match)
    table.does("move", index=0)
    table.does("move", index=0)
    table.does("resign", seat=1)
    assert browser.get_json("/api/profile")["total"]["won"] == 1
    assert phone.get_json("/api/profile")["total"]["lost"] == 1
    assert browser.get_json("/api/me")["person"]["name"] == "Dora", "nobody else is logged in here"


def test_a_result_on_a_shared_screen_is_claimed_after_the_game(browser: Browser, new_browser: NewBrowser) -> None:
    phone = new_browser()
    phone.sign_up("Ottilie")
    browser.sign_up("Philippa")
    match = browser.play({"is": "me"}, BEN)
    table = browser.open(match)
    table.does("move", index=0)
    table.does("move", index=0)
    table.does("resign", seat=0)
    shown = [(one["name"], one["tally"]["won"]) for one in browser.get_json("/api/profile")["names"]]
    assert shown == [("Ben", 1)]
    browser.post_json(f"/api/matches/{match}/seats/1/sign-in", {"name": "Ottilie", "password": PASSWORD})
    assert phone.get_json("/api/profile")["total"]["won"] == 1
    assert browser.get_json("/api/profile")["names"] == []
    again = browser.post(f"/api/matches/{match}/seats/1/sign-in", {"name": "Ottilie", "password": PASSWORD})
    assert again.status_code >= 400, "a result has one owner"


def test_after_signing_in_the_first_account_cannot_act_for_that_seat_elsewhere(
    browser: Browser, new_browser: NewBrowser
) -> None:
    new_browser().sign_up("Emil")
    browser.sign_up("Fanny")
    match = browser.play({"is": "me"}, BEN)
    browser.post_json(f"/api/matches/{match}/seats/1/sign-in", {"name": "Emil", "password": PASSWORD})
    elsewhere = new_browser()
    elsewhere.post_json("/api/log-in", {"name": "Fanny", "password": PASSWORD})
    assert elsewhere.open(match).you["seats"] == [0]


def test_only_the_player_of_a_seat_logs_in_to_it(browser: Browser, other: Browser) -> None:
    other.sign_up("Gustav")
    match = browser.play(ANNA, BEN)
    body = {"name": "Gustav", "password": PASSWORD}
    assert other.post(f"/api/matches/{match}/seats/1/sign-in", body).status_code == 403
    assert browser.post(f"/api/matches/{match}/seats/5/sign-in", body).status_code == 409
    network = browser.play(ANNA, OPEN, kind="network")
    assert browser.post(f"/api/matches/{network}/seats/1/sign-in", body).status_code == 400


def test_a_forged_seat_token_is_refused(browser: Browser, other: Browser) -> None:
    match = browser.play(ANNA, BEN)
    other.get("/api/me")
    other.http.cookies.set(f"parlour_seat_{match}_0", "somebody.0123456789abcdef")
    other.http.cookies.set("parlour_login", "token.0123456789abcdef")
    other.http.cookies.set("parlour_owner", "yes.0123456789abcdef")
    assert other.open(match).you["seats"] == []
    assert other.get_json("/api/me")["owner"] is False


def test_bots_play_each_other_and_their_host_may_stop_them(browser: Browser, other: Browser) -> None:
    match = browser.play(SLOW, SLOW, kind="bots")
    table = browser.open(match)
    assert (table.you["seats"], table.you["host"]) == ([], True)
    watcher = other.open(match)
    assert watcher.refused("pause") == "not-a-player"
    table.does("pause")
    table.does("abort")
    assert table.state["outcome"]["text"] == "No result: the game was aborted."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"game": "nothing", "seats": [ANNA, BEN]}, "There is no game “nothing”"),
        ({"game": "surakarta", "seats": [ANNA]}, "Surakarta has 2 seats"),
        ({"game": "surakarta", "seats": [ANNA, BEN], "options": {"size": 3}}, "has no option “size”"),
        ({"game": "surakarta", "seats": [ANNA, ANNA]}, "You can only take one seat"),
        ({"game": "surakarta", "seats": [ANNA, {"is": "guest", "name": "anna"}]}, "“anna” is taken"),
        ({"game": "surakarta", "seats": [ANNA, {"is": "guest", "name": "Admin"}]}, "reserved"),
        ({"game": "surakarta", "seats": [ANNA, OPEN]}, "needs a player in every seat"),
        ({"game": "surakarta", "seats": [ANNA, BEN], "kind": "network"}, "joins on their own screen"),
        ({"game": "surakarta", "seats": [ANNA, {"is": "bot", "level": 9}]}, "There is no bot “9”"),
        ({"game": "surakarta", "seats": [ANNA, {"is": "bot", "level": "perfect"}]}, "Perfect play is not available"),
        ({"game": "surakarta", "seats": [ANNA, {"is": "bot", "style": "wild"}]}, "has no style “wild”"),
        (
            {"game": "surakarta", "seats": [ANNA, {"is": "bot", "level": "custom", "custom": {"seconds": 500}}]},
            "at most 60 seconds",
        ),
        (
            {"game": "surakarta", "seats": [ANNA, {"is": "bot", "level": "custom", "custom": {"baseline": "nobody"}}]},
            "Surakarta has no classic opponent “nobody”",
        ),
        (
            {"game": "surakarta", "seats": [ANNA, {"is": "bot", "level": 3, "custom": {"baseline": "nobody"}}]},
            "Surakarta has no classic opponent “nobody”",
        ),
        (
            {"game": "surakarta", "seats": [ANNA, {"is": "bot", "level": "custom", "custom": {"method": "baseline"}}]},
            "Surakarta has no classic opponent “”",
        ),
        ({"game": "surakarta", "seats": [ANNA, BEN], "start": "x"}, "Write the rows"),
        ({"game": "surakarta", "seats": [ANNA, BEN], "first": 1}, "the first player cannot be chosen"),
        ({"game": "surakarta", "seats": [ANNA, BEN], "rated": True}, "Only network games can be rated"),
        ({"game": "surakarta", "seats": [ANNA, BEN], "clock": {"kind": "down"}}, "Give one time"),
        (
            {"game": "surakarta", "seats": [ANNA, BEN], "clock": {"kind": "down", "limits": [{"base": "0"}]}},
            "enter a time from 0:05",
        ),
        ({"game": "surakarta", "seats": [ANNA, BEN], "record": "[Game"}, "A record already contains the game"),
    ],
)
def test_an_invalid_match_is_refused_with_the_reason(other: Browser, body: Json, text: str) -> None:
    answer = other.post("/api/matches", body)
    assert answer.status_code in (400, 404), answer.text
    assert text in answer.json()["text"]
    assert other.get_json("/api/me")["person"] is None, "nobody becomes a guest by a refusal"


def test_which_side_moves_first_is_chosen_by_the_start_position(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, BEN, game="laserchess", first=1))
    assert table.state["position"]["seat"] == 1
    assert [seat["name"] for seat in table.state["seats"]] == ["Anna", "Ben"]
    # A bot whose side moves first opens the game.
    table = browser.open(browser.play(ANNA, {"is": "bot", "level": 1}, game="laserchess", first=1))
    table.until(lambda page: page.ply == 1)
    assert table.turns[0]["seat"] == 1


def test_seats_are_swapped_or_random(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, BEN, order="swapped"))
    assert [seat["name"] for seat in table.state["seats"]] == ["Ben", "Anna"]
    first = set()
    for _ in range(40):  # by chance only one in a lifetime has the same order in all of them
        names = [seat["name"] for seat in browser.open(browser.play(ANNA, BEN, order="lot")).state["seats"]]
        assert sorted(names) == ["Anna", "Ben"]
        first.add(names[0])
        if len(first) == 2:
            break
    assert first == {"Anna", "Ben"}


def test_an_unfinished_record_can_be_continued(browser: Browser) -> None:
    record = '[Game "surakarta"]\n\n1. 4,0-3,0 1,1-2,1\n'
    match = browser.post_json("/api/matches", {"record": record, "seats": [ANNA, BEN]})["id"]
    table = browser.open(match)
    assert [turn["text"] for turn in table.turns] == ["4,0-3,0", "1,1-2,1"]
    table.does("take-back")


def test_lists_show_matches_to_continue_join_and_watch(browser: Browser, other: Browser) -> None:
    mine = browser.play(ANNA, BEN)
    waiting = browser.play(ANNA, OPEN, kind="network", public=True)
    hidden = browser.play(ANNA, OPEN, kind="network")
    assert {match["id"] for match in browser.get_json("/api/matches")} == {mine, waiting, hidden}
    offered = [match["id"] for match in other.get_json("/api/matches", which="open")]
    assert waiting in offered
    assert hidden not in offered
    other.join(waiting, "Ben")
    assert waiting in [match["id"] for match in other.get_json("/api/matches", which="watch")]
    assert other.get_json("/api/matches")[0]["seats"][1]["yours"]
