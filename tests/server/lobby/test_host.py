"""What the host may do: rename, remove, lock the door, end a game, and hand over a seat by a code."""

from collections.abc import Iterator

import pytest

from parlour.errors import NotFound
from parlour.server.http.auth import owner_path
from parlour.server.lobby.host import HostDecisions
from parlour.server.lobby.notices import AnyLobbyNotice, HandOverOpened
from parlour.server.process.match_time import system_clock
from tests.server.browser import Browser
from tests.server.conftest import NewBrowser
from tests.server.lobby.test_lobby import NewVisitor, Visitor, visitor
from tests.server.polling import until
from tests.server.served import QUICK, Served

__all__ = ["visitor"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("host"), **QUICK) as running:
        running.app.services.lobby.leave_seconds = 0.1
        yield running


@pytest.fixture
def host(served: Served, new_browser: NewBrowser) -> Browser:
    browser = new_browser()
    browser.get(owner_path(served.app.keys, system_clock()))
    assert browser.get_json("/api/me")["owner"]
    return browser


def do(host: Browser, person: Visitor, what: str, body: object = None) -> int:
    return host.post(f"/api/host/people/{person.key}/{what}", body).status_code


def test_a_guest_is_renamed_and_their_page_learns_it(host: Browser, visitor: NewVisitor) -> None:
    rude = visitor()
    assert do(host, rude, "rename", {"name": "Polly"}) == 204
    rude.page.until("you-changed")
    assert rude.browser.get_json("/api/me")["person"]["name"] == "Polly"
    assert "Polly" in [one["name"] for one in host.get_json("/api/host")["people"]]
    assert do(host, rude, "rename", {"name": ""}) == 400


def test_a_guest_is_renamed_in_their_games_too(host: Browser, visitor: NewVisitor) -> None:
    rude, ben = visitor(), visitor().watch()
    waiting = rude.browser.play({"is": "me"}, {"is": "open"}, kind="network", public=True)
    running = rude.browser.play({"is": "me"}, {"is": "open"}, kind="network", public=True)
    ben.browser.join(running)
    table = ben.browser.open(running)
    before = ben.page.until("lobby", where=lambda seen: rude.key in {one["key"] for one in seen["people"]})["games"]
    assert do(host, rude, "rename", {"name": "Polly"}) == 204
    table.until(lambda seen: seen.state["seats"][0]["name"] == "Polly")
    for match in (waiting, running):
        (mine, _) = ben.browser.get_json(f"/api/matches/{match}")["state"]["seats"]
        assert (mine["name"], mine["player"]["is"]) == ("Polly", "guest")
    assert rude.browser.open(waiting).you["seats"] == [0]
    # Pages load the list of open games again.
    ben.page.until("lobby", where=lambda seen: seen["games"] > before)


def test_an_account_is_neither_renamed_nor_handed_over(host: Browser, new_browser: NewBrowser) -> None:
    browser = new_browser()
    browser.sign_up("Constance")
    page = browser.socket("/api/page")
    key = page.until("hello")["person"]
    for what, body in (("rename", {"name": "Polly"}), ("hand-over", None)):
        assert host.post(f"/api/host/people/{key}/{what}", body).status_code == 403


def test_a_removed_guest_cannot_return_while_new_guests_are_refused(host: Browser, visitor: NewVisitor) -> None:
    rude, good = visitor(), visitor()
    assert host.send("PATCH", "/api/host", {"locked": True}).json()["locked"]
    try:
        assert do(host, rude, "remove") == 204
        assert rude.page.until_closed() == 4401
        refused = rude.browser.send("PATCH", "/api/me", {"name": "Again"})
        assert refused.status_code == 403
        assert "locked" in refused.json()["text"]
        assert rude.browser.post("/api/sign-up", {"name": "Again", "password": "correct horse"}).status_code == 403
        assert good.browser.send("PATCH", "/api/me", {"name": "Good"}).status_code == 200
    finally:
        host.send("PATCH", "/api/host", {"locked": False})
    assert rude.browser.send("PATCH", "/api/me", {"name": "Again"}).status_code == 200


def test_nobody_waits_for_a_removed_guest(host: Browser, visitor: NewVisitor) -> None:
    rude, ben = visitor(), visitor()
    waiting = rude.browser.play({"is": "me"}, {"is": "open"}, kind="network", public=True)
    running = rude.browser.play({"is": "me"}, {"is": "open"}, kind="network", public=True)
    ben.browser.join(running)
    table = ben.browser.open(running)
    assert do(host, rude, "remove") == 204
    table.until(lambda seen: seen.state["status"] == "over")
    assert waiting not in [one["id"] for one in ben.browser.get_json("/api/matches", which="open")]
    assert ben.browser.get_json(f"/api/matches/{waiting}")["state"]["status"] == "over"


def test_a_removed_account_keeps_its_games(host: Browser, visitor: NewVisitor) -> None:
    cora, ben = visitor(), visitor()
    cora.browser.sign_up("Cora")
    match = cora.browser.play({"is": "me"}, {"is": "open"}, kind="network", public=True)
    ben.browser.join(match)
    assert do(host, cora, "remove") == 204
    assert ben.browser.get_json(f"/api/matches/{match}")["state"]["status"] == "running"


def test_the_host_cannot_remove_themself(host: Browser) -> None:
    host.send("PATCH", "/api/me", {"name": "Hostess"})
    page = host.socket("/api/page")
    key = page.until("hello")["person"]
    refused = host.post(f"/api/host/people/{key}/remove")
    assert refused.status_code == 403
    assert refused.json()["text"].startswith("You cannot remove yourself.")
    assert host.get_json("/api/me")["person"]["name"] == "Hostess"
    page.close()


def test_a_removed_guest_leaves_the_list_at_once(
    host: Browser, visitor: NewVisitor, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only when it is clear that their page does not return."""
    monkeypatch.setattr(served.app.services.lobby, "leave_seconds", 600)
    rude = visitor()
    assert do(host, rude, "remove") == 204
    until(lambda: host.get_json("/api/host"), lambda view: rude.key not in [one["key"] for one in view["people"]])


def test_the_host_ends_a_game_with_a_result(host: Browser, visitor: NewVisitor) -> None:
    anna, ben = visitor(), visitor()
    match = anna.browser.play({"is": "me"}, {"is": "open"}, kind="network", public=True)
    ben.browser.join(match)
    anna.browser.open(match).does("move", index=0)
    table = ben.browser.open(match).does("move", index=0)
    assert match in [game["id"] for game in host.get_json("/api/host")["games"]]
    assert host.post(f"/api/host/matches/{match}/end", {"results": [1, 1, 1]}).status_code == 409
    assert host.post(f"/api/host/matches/{match}/end", {"results": [1, 0]}).status_code == 204
    table.until(lambda seen: seen.state["status"] == "over")
    assert [seat["result"] for seat in table.state["seats"]] == ["won", "lost"]
    assert host.post(f"/api/host/matches/{match}/end", {"results": [1, 0]}).status_code == 409


@pytest.mark.parametrize("shown_by", ["host", "guest"])
def test_another_device_takes_over_a_seat_with_four_words(
    host: Browser, visitor: NewVisitor, new_browser: NewBrowser, shown_by: str
) -> None:
    anna, ben, tablet = visitor(), visitor(), new_browser()
    match = anna.browser.play({"is": "me"}, {"is": "open"}, kind="network")
    ben.browser.join(match)
    path = "/api/me/hand-over" if shown_by == "guest" else f"/api/host/people/{anna.key}/hand-over"
    code = (anna.browser if shown_by == "guest" else host).post_json(path)["code"]
    assert len(code.split()) == 4
    assert tablet.post("/api/take-over", {"code": "one two three four"}).status_code == 404
    assert tablet.post("/api/take-over", {"code": code.upper().replace(" ", " - ")}).status_code == 204
    assert tablet.open(match).does("move", index=0).you["seats"] == [0]
    assert anna.page.until_closed() == 4401
    assert anna.browser.get_json("/api/me")["person"] is None
    assert ben.browser.post("/api/take-over", {"code": code}).status_code == 404  # it works once


def test_a_code_works_once_even_before_the_servers_have_been_notified() -> None:
    notices: list[AnyLobbyNotice] = []
    decisions = HostDecisions(notices.append)
    code, _ = decisions.open_code("anna", "en")
    [opened] = notices
    assert isinstance(opened, HandOverOpened)
    decisions.on_notice(opened)
    assert decisions.redeem(code) == "anna"
    with pytest.raises(NotFound):
        decisions.redeem(code)


def test_the_host_hands_over_a_guest_whose_device_is_dead(
    host: Browser, visitor: NewVisitor, new_browser: NewBrowser
) -> None:
    anna, ben, tablet = visitor(), visitor(), new_browser()
    match = anna.browser.play({"is": "me"}, {"is": "open"}, kind="network")
    ben.browser.join(match)

    def absent() -> set[str]:
        return {one["key"] for one in host.get_json("/api/host/absent")}

    assert not absent() & {anna.key, ben.key}
    anna.page.close()
    until(absent, lambda keys: anna.key in keys)
    assert anna.key not in [one["key"] for one in host.get_json("/api/host")["people"]]
    assert do(host, anna, "rename", {"name": "Annabel"}) == 204
    code = host.post_json(f"/api/host/people/{anna.key}/hand-over")["code"]
    assert tablet.post("/api/take-over", {"code": code}).status_code == 204
    assert tablet.get_json("/api/me")["person"]["name"] == "Annabel"
    assert tablet.open(match).does("move", index=0).you["seats"] == [0]
    assert anna.browser.get_json("/api/me")["person"] is None


def test_absent_guests_with_one_name_are_told_apart(host: Browser, visitor: NewVisitor) -> None:
    for gone in (visitor("Tilda"), visitor("Tilda")):
        gone.page.close()
    until(
        lambda: sorted(one["name"] for one in host.get_json("/api/host/absent") if one["name"].startswith("Tilda")),
        lambda names: names == ["Tilda", "Tilda (2)"],
    )


def test_neither_accounts_nor_removed_guests_are_among_the_absent(host: Browser, visitor: NewVisitor) -> None:
    account, rude = visitor(), visitor()
    account.browser.sign_up("Constantin")
    account.page.close()
    assert do(host, rude, "remove") == 204
    until(lambda: host.get_json("/api/host"), lambda view: account.key not in [one["key"] for one in view["people"]])
    assert not {one["key"] for one in host.get_json("/api/host/absent")} & {account.key, rude.key}
    for gone in (account, rude):
        assert host.post(f"/api/host/people/{gone.key}/hand-over").status_code == 404


def test_a_guest_takes_their_games_along_if_they_like(visitor: NewVisitor, new_browser: NewBrowser) -> None:
    anna, tablet = visitor(), new_browser()
    match = tablet.play({"is": "me", "name": "Tablet"}, {"is": "guest", "name": "B"})
    code = anna.browser.post_json("/api/me/hand-over")["code"]
    assert tablet.post("/api/take-over", {"code": code, "adopt": True}).status_code == 204
    assert match in [one["id"] for one in tablet.get_json("/api/matches")]
