"""Guests and accounts: sign-up keeps a guest's games; names, passwords, preferences, deletion with all data."""

from typing import Any

import pytest

from parlour.match.commands import Abort, AnyCommand, Resign
from parlour.server.matches.live.live_match import LiveMatch
from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
OPEN: Json = {"is": "open"}
PASSWORD = "correct horse battery"


def finish(browser: Browser, *seats: Json, resign: int = 1) -> str:
    """Play a short game with a result."""
    match = browser.play(*seats)
    table = browser.open(match)
    table.does("move", index=0)
    table.does("move", index=0)
    table.does("resign", seat=resign)
    table.close()
    return match


def test_reading_creates_no_guest_and_acting_does(browser: Browser) -> None:
    assert browser.get_json("/api/me")["person"] is None
    assert browser.get_json("/api/matches") == []
    assert browser.get_json("/api/library")["total"] == 0
    browser.play(ANNA, BEN)
    assert browser.get_json("/api/me")["person"] == {
        **browser.get_json("/api/me")["person"],
        "name": "Anna",
        "account": False,
    }


def test_signing_up_keeps_a_guests_games(browser: Browser, new_browser: NewBrowser) -> None:
    finish(browser, ANNA, BEN)
    running = browser.play(ANNA, BEN)
    table = browser.open(running)
    browser.sign_up("Hanna")
    assert browser.get_json("/api/profile")["total"]["won"] == 1
    table.until(lambda page: page.state["seats"][0]["name"] == "Hanna")
    table.does("move", index=0)
    elsewhere = new_browser()
    elsewhere.post_json("/api/log-in", {"name": "hanna", "password": PASSWORD})
    assert elsewhere.get_json("/api/library")["total"] == 2
    elsewhere.open(running).does("move", index=0)


def test_logging_in_adopts_what_a_guest_did_in_this_browser(browser: Browser, other: Browser) -> None:
    browser.sign_up("Ida")
    finish(other, ANNA, BEN)
    running = other.play(ANNA, BEN)
    other.post_json("/api/log-in", {"name": "Ida", "password": PASSWORD})
    assert browser.get_json("/api/profile")["total"]["won"] == 1
    table = browser.open(running)
    assert (table.you["seats"], table.you["host"]) == ([0, 1], True)


def test_a_login_without_adoption_leaves_the_guest_alone(browser: Browser, other: Browser) -> None:
    browser.sign_up("Jonas")
    finish(other, ANNA, BEN)
    other.post_json("/api/log-in", {"name": "Jonas", "password": PASSWORD, "adopt": False})
    assert other.get_json("/api/profile")["total"]["won"] == 0


def test_logging_out_leaves_the_result_with_the_seated_player(browser: Browser, new_browser: NewBrowser) -> None:
    browser.sign_up("Karl")
    match = browser.play({"is": "me"}, OPEN, kind="network")
    ben = new_browser()
    ben.join(match, "Ben")
    browser.post_json("/api/log-out")
    assert browser.get_json("/api/me")["person"] is None
    assert browser.open(match).you["seats"] == []
    table = ben.open(match)
    table.does("resign")
    browser.post_json("/api/log-in", {"name": "Karl", "password": PASSWORD})
    assert browser.get_json(f"/api/matches/{match}")["state"]["outcome"]["text"] == "Karl won: Ben resigned."


def test_a_guest_cannot_log_out_and_loses_nothing(browser: Browser) -> None:
    answer = browser.post("/api/log-out")
    assert (answer.status_code, answer.json()["text"]) == (401, "Please log in first.")
    match = browser.play({"is": "me", "name": "Lina"}, {"is": "guest", "name": "Ben"})
    assert browser.post("/api/log-out").status_code == 401
    assert browser.open(match).you["seats"] == [0, 1]


@pytest.mark.parametrize(
    ("name", "password", "error"),
    [
        ("", PASSWORD, "name-refused"),
        ("admin", PASSWORD, "name-refused"),
        ("Bot 3", PASSWORD, "name-refused"),
        ("a‮b", PASSWORD, "name-refused"),
        ("x" * 41, PASSWORD, "name-refused"),
        ("Leo", "short", "password-refused"),
        ("Leo", "", "password-refused"),
    ],
)
def test_invalid_names_and_passwords_are_refused(browser: Browser, name: str, password: str, error: str) -> None:
    answer = browser.post("/api/sign-up", {"name": name, "password": password})
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert browser.get_json("/api/me")["person"] is None


def test_a_name_is_taken_once_whatever_its_case(browser: Browser, other: Browser) -> None:
    browser.sign_up("Mia")
    answer = other.post("/api/sign-up", {"name": "MIA", "password": PASSWORD})
    assert (answer.status_code, answer.json()["error"]) == (400, "name-refused")


def test_a_wrong_password_does_not_tell_whether_the_name_was_right(browser: Browser, other: Browser) -> None:
    browser.sign_up("Nils")
    answers = [
        other.post("/api/log-in", {"name": name, "password": "wrong horse battery"}) for name in ("Nils", "Nobody Else")
    ]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()


def test_changing_the_password_ends_all_other_logins(browser: Browser, other: Browser) -> None:
    browser.sign_up("Olga")
    other.post_json("/api/log-in", {"name": "Olga", "password": PASSWORD})
    wrong = browser.post("/api/me/password", {"old": "wrong", "new": "another long password"})
    assert wrong.status_code == 401
    browser.post_json("/api/me/password", {"old": PASSWORD, "new": "another long password"})
    assert browser.get_json("/api/me")["person"]["name"] == "Olga"
    assert other.get_json("/api/me")["person"] is None
    assert other.post("/api/log-in", {"name": "Olga", "password": PASSWORD}).status_code == 401
    other.post_json("/api/log-in", {"name": "Olga", "password": "another long password"})


def test_people_list_and_end_their_logins(browser: Browser, other: Browser) -> None:
    browser.sign_up("Paul")
    other.post_json("/api/log-in", {"name": "Paul", "password": PASSWORD})
    logins = browser.get_json("/api/me/logins")
    assert [login["this"] for login in logins].count(True) == 1
    (there,) = (login for login in logins if not login["this"])
    assert browser.send("DELETE", f"/api/me/logins/{there['id']}").status_code == 204
    assert browser.send("DELETE", f"/api/me/logins/{there['id']}").status_code == 404
    assert other.get_json("/api/me")["person"] is None


def test_a_new_name_is_seen_in_running_and_in_finished_games(browser: Browser, other: Browser) -> None:
    browser.sign_up("Rosa")
    over = finish(browser, {"is": "me"}, BEN)
    match = browser.play({"is": "me"}, OPEN, kind="network")
    other.join(match, "Ben")
    table = other.open(match)
    assert browser.send("PATCH", "/api/me", {"name": "Rosalind"}).json()["person"]["name"] == "Rosalind"
    table.until(lambda page: page.state["seats"][0]["name"] == "Rosalind")
    assert browser.get_json(f"/api/matches/{over}")["state"]["seats"][0]["name"] == "Rosalind"
    assert browser.send("PATCH", "/api/me", {"name": "bot"}).status_code == 400


def test_preferences_of_guests_are_kept_on_the_server(browser: Browser) -> None:
    assert browser.send("PATCH", "/api/me/preferences", {"values": {"theme": "dark", "sound": 3}}).json() == {
        "theme": "dark",
        "sound": 3,
    }
    browser.send("PATCH", "/api/me/preferences", {"values": {"sound": None, "flip": True}})
    assert browser.get_json("/api/me")["preferences"] == {"theme": "dark", "flip": True}
    large = browser.send("PATCH", "/api/me/preferences", {"values": {"big": "x" * 70_000}})
    assert (large.status_code, large.json()["error"]) == (400, "too-much")


def test_positions_are_saved_renamed_and_removed(browser: Browser, other: Browser) -> None:
    start = {"game": "yinsh"}
    saved = browser.post_json("/api/me/positions", {"name": "the start", "position": start})
    assert saved["share"].startswith("yinsh;")
    assert [one["name"] for one in browser.get_json("/api/me/positions", game="yinsh")] == ["the start"]
    assert browser.get_json("/api/me/positions", game="sim") == []
    other.play(ANNA, BEN)
    path = f"/api/me/positions/{saved['id']}"
    assert browser.send("PATCH", path, {"name": "  another   name "}).json()["name"] == "another name"
    assert browser.send("PATCH", path, {"name": "x" * 500}).status_code == 400
    assert other.send("PATCH", path, {"name": "theirs"}).status_code == 404
    assert [one["name"] for one in browser.get_json("/api/me/positions")] == ["another name"]
    assert other.send("DELETE", f"/api/me/positions/{saved['id']}").status_code == 404
    assert browser.send("DELETE", f"/api/me/positions/{saved['id']}").status_code == 204
    assert browser.get_json("/api/me/positions") == []


def test_deleting_an_account_keeps_only_games_with_others(browser: Browser, other: Browser) -> None:
    browser.sign_up("Stella")
    alone = finish(browser, {"is": "me"}, BEN)
    shared = browser.play({"is": "me"}, OPEN, kind="network")
    other.join(shared, "Ben")
    table = other.open(shared)
    assert browser.post("/api/me/delete", {"password": "wrong"}).status_code == 401
    assert browser.post("/api/me/delete", {"password": PASSWORD}).status_code == 204
    table.until(lambda page: page.state["status"] == "over")
    assert browser.get_json("/api/me")["person"] is None
    assert browser.get(f"/api/matches/{alone}").status_code == 404
    left = other.get_json(f"/api/matches/{shared}")["state"]
    assert [seat["name"] for seat in left["seats"]] == ["Former player", "Ben"]
    assert browser.post("/api/log-in", {"name": "Stella", "password": PASSWORD}).status_code == 401


def test_people_can_export_all_their_data(browser: Browser) -> None:
    browser.sign_up("Tom")
    match = finish(browser, {"is": "me"}, BEN)
    answer = browser.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    assert match in answer.text
    assert "argon2" not in answer.text


def test_deleting_a_person_ends_only_matches_with_others_and_those_in_use(
    served: Served, browser: Browser, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = new_browser()
    shared = [browser.play(ANNA, OPEN, kind="network") for _ in range(3)]
    for match in shared:
        ben.join(match, "Ben")
    browser.post_json("/api/library/delete", {"matches": shared[:1]})
    used = browser.play(ANNA, BEN)
    watched = ben.open(used)
    unfinished = browser.get(f"/api/matches/{used}/record").text
    imported = browser.post_json("/api/library/import", {"text": "\n".join([unfinished] * 3)})["matches"]

    matches, ended = served.app.services.matches, set()
    do = matches.do

    async def note(match: str, command: AnyCommand, *given: Any, **more: Any) -> LiveMatch:
        if isinstance(command, Abort | Resign):  # in matches of other tests, clocks run out and bots move
            ended.add(match)
        return await do(match, command, *given, **more)

    monkeypatch.setattr(matches, "do", note)
    browser.post_json("/api/me/delete", {"password": ""})
    assert ended == {*shared, used}
    assert [ben.get_json(f"/api/matches/{match}")["state"]["status"] for match in shared] == ["over"] * 3
    watched.until(lambda page: page.state["status"] == "over")
    assert ben.get(f"/api/matches/{imported[0]['id']}").status_code == 404
