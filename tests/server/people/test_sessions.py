"""Sessions end when they end: WebSockets close at once, and owner rights can be revoked."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from parlour.errors import StoreUnavailable
from parlour.server.http.auth import SESSIONS_CHANNEL, Keys, SessionEnd, Visitor, now, owner_path
from parlour.server.process import background_tasks
from parlour.server.process.match_time import MatchTime
from parlour.server.process.open_sockets import LOGGED_OUT, OpenSockets
from parlour.store import Secrets, Store
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.served import Served
from tests.store.conftest import address, postgresql_address, sqlite_template, store

__all__ = ["address", "postgresql_address", "sqlite_template", "store"]

PASSWORD = "correct horse battery"
ME: Json = {"is": "me", "name": "Anna"}
GUEST: Json = {"is": "guest", "name": "Ben"}


def open_all(browser: Browser) -> list[Socket]:
    """Open the sockets of a match, a page and the engine."""
    match = browser.play(ME, GUEST)
    sockets = [browser.open(match).socket, browser.socket("/api/page"), browser.socket("/api/engine")]
    sockets[1].until("hello")
    return sockets


def is_open(socket: Socket) -> bool:
    socket.send({"type": "ping", "sent": 1})
    return bool(socket.until("pong")["sent"] == 1)


def close_codes(sockets: list[Socket]) -> set[int]:
    return {socket.until_closed() for socket in sockets}


def same_browser(browser: Browser, new_browser: NewBrowser, server: Served | None = None) -> Browser:
    """Return another tab: the same cookies."""
    other = new_browser(server)
    other.http.cookies.update(browser.http.cookies)
    return other


def log_in(browser: Browser, name: str) -> None:
    browser.post_json("/api/log-in", {"name": name, "password": PASSWORD})


def test_logging_out_closes_the_sockets_of_that_login_only(
    browser: Browser, other: Browser, new_browser: NewBrowser
) -> None:
    browser.sign_up("Logs out")
    log_in(other, "Logs out")
    tab = same_browser(browser, new_browser)
    sockets, elsewhere = open_all(browser), other.socket("/api/page")
    tab.post_json("/api/log-out")
    assert close_codes(sockets) == {LOGGED_OUT}
    assert is_open(elsewhere)


@pytest.mark.parametrize("way", ["password", "login", "delete"])
def test_ending_a_login_from_elsewhere_closes_its_sockets(browser: Browser, other: Browser, way: str) -> None:
    name = f"Ends by {way}"
    browser.sign_up(name)
    sockets = open_all(browser)
    log_in(other, name)
    if way == "password":
        other.post_json("/api/me/password", {"old": PASSWORD, "new": "another long password"})
        assert is_open(other.socket("/api/page"))
    elif way == "login":
        (ended,) = (login["id"] for login in other.get_json("/api/me/logins") if not login["this"])
        assert other.send("DELETE", f"/api/me/logins/{ended}").status_code == 204
    else:
        other.post_json("/api/me/delete", {"password": PASSWORD})
    assert close_codes(sockets) == {LOGGED_OUT}


def test_a_new_password_ends_logins_that_a_server_with_a_faster_clock_has_created(
    browser: Browser, other: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("parlour.server.http.auth.now", lambda: now() + 60_000)
        browser.sign_up("Ahead of time")
    sockets = open_all(browser)
    log_in(other, "Ahead of time")
    other.post_json("/api/me/password", {"old": PASSWORD, "new": "another long password"})
    assert close_codes(sockets) == {LOGGED_OUT}


def test_a_password_set_by_the_owner_closes_the_sockets(served: Served, browser: Browser, other: Browser) -> None:
    browser.sign_up("Forgetful")
    sockets = open_all(browser)
    become_owner(other, served)
    other.post_json("/api/owner/password", {"name": "Forgetful", "password": "another long password"})
    assert close_codes(sockets) == {LOGGED_OUT}


def test_the_sockets_of_a_guest_who_signs_up_belong_to_the_new_login(browser: Browser) -> None:
    sockets = open_all(browser)
    browser.sign_up("Grown up")
    assert is_open(sockets[0])
    assert is_open(sockets[1])
    browser.post_json("/api/log-out")
    assert close_codes(sockets) == {LOGGED_OUT}


def test_a_guest_who_logs_in_to_an_account_leaves_the_sockets_of_the_guest(browser: Browser, other: Browser) -> None:
    browser.sign_up("Known before")
    sockets = open_all(other)
    log_in(other, "Known before")
    assert close_codes(sockets) == {LOGGED_OUT}


def test_a_command_after_the_end_of_a_login_is_not_executed(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = new_server()
    browser = new_browser(server)
    match = browser.play(ME, GUEST)
    table = browser.open(match)
    (socket,) = server.app.services.sockets
    socket.user.ended = True  # as if the command came before the close frame
    table.socket.send({"type": "do", "id": 1, "command": {"do": "move", "ply": 0, "index": 0}})
    assert table.socket.until_closed() == LOGGED_OUT
    assert browser.get_json(f"/api/matches/{match}")["state"]["ply"] == 0


@pytest.mark.parametrize("way", ["password", "login"])
def test_a_seat_that_a_person_signed_in_to_ends_with_their_login(browser: Browser, other: Browser, way: str) -> None:
    name = f"Sits elsewhere, {way}"
    other.sign_up(name)
    match = browser.play(ME, GUEST)
    browser.post_json(f"/api/matches/{match}/seats/1/sign-in", {"name": name, "password": PASSWORD})
    table = browser.open(match)
    assert table.you["seats"] == [0, 1]
    if way == "password":
        other.post_json("/api/me/password", {"old": PASSWORD, "new": "another long password"})
    else:
        (seat,) = (login["id"] for login in other.get_json("/api/me/logins") if not login["this"])
        assert other.send("DELETE", f"/api/me/logins/{seat}").status_code == 204
    assert table.socket.until_closed() == LOGGED_OUT
    assert browser.open(match).you["seats"] == [0]
    resign = browser.post(f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    assert resign.json()["error"] == "not-yours"


def test_a_login_that_ends_at_one_server_ends_at_all(
    new_server: Callable[..., Served], postgresql: PostgreSQL, new_browser: NewBrowser
) -> None:
    database = postgresql.create()
    first = new_server(database_url=database)
    second = new_server(database_url=database, folder=first.app.folder)
    browser = new_browser(first)
    browser.sign_up("Anna")
    sockets = open_all(browser)
    same_browser(browser, new_browser, second).post_json("/api/log-out")
    assert close_codes(sockets) == {LOGGED_OUT}


def test_a_login_whose_end_was_missed_while_the_database_failed_ends_when_it_works_again(
    new_server: Callable[..., Served],
    postgresql: PostgreSQL,
    new_browser: NewBrowser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background_tasks, "HEARTBEATS_PER_SESSION_CHECK", 1_000_000)
    database = postgresql.create()
    first = new_server(database_url=database)
    second = new_server(database_url=database, folder=first.app.folder)
    browser = new_browser(first)
    browser.sign_up("Anna")
    sockets = open_all(browser)
    logins, elsewhere = first.app.litestar.state.services.store.logins, second.app.litestar.state.services
    existing, failures = logins.existing, 0

    async def fail_at_first(ids: set[str], moment: int) -> set[str]:
        nonlocal failures
        if failures < 2:
            failures += 1
            raise StoreUnavailable("The database cannot be used.")
        found: set[str] = await existing(ids, moment)
        return found

    def publish_gap(_: SessionEnd) -> None:
        """The notice was lost with the connection between servers."""
        elsewhere.channels.publish(msgspec.json.encode(SessionEnd()), SESSIONS_CHANNEL)

    monkeypatch.setattr(logins, "existing", fail_at_first)
    monkeypatch.setattr(elsewhere.sockets, "_publish", publish_gap)
    same_browser(browser, new_browser, second).post_json("/api/log-out")
    assert close_codes(sockets) == {LOGGED_OUT}
    assert failures == 2


@pytest.mark.anyio
async def test_a_login_that_ended_without_notice_is_found(store: Store) -> None:
    class Page:
        def __init__(self, visitor: Any) -> None:
            self.user = visitor
            self.client = None
            self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def close(self, code: int) -> None:
            self.closed.set_result(code)

    person = await store.people.create_guest(now(), "Anna")
    token, ended = await store.logins.create(person.id, now())
    _, kept = await store.logins.create(person.id, now())
    pages = [Page(Visitor(login, None, False)) for login in (ended, kept, None)]
    sockets = OpenSockets(MatchTime(), lambda _: None)
    for page in pages:
        sockets.add(page, "en")  # type: ignore[arg-type]
    await store.logins.revoke(token)
    await sockets.end_unknown_logins(store.logins)
    assert await pages[0].closed == LOGGED_OUT
    assert not any(page.closed.done() for page in pages[1:])
    assert [page.user.ended for page in pages] == [True, False, False]


# ---- The owner -------------------------------------------------------------------------------------------------------


def become_owner(browser: Browser, server: Served) -> None:
    browser.get(owner_path(Keys(Secrets.load(server.app.folder)), now()))
    assert browser.get("/api/owner").status_code == 200


@pytest.mark.parametrize("way", ["log in", "take over"])
def test_a_guest_who_becomes_part_of_another_person_is_logged_out_in_all_browsers(
    way: str, new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner is the same guest in all browsers."""
    monkeypatch.setattr(background_tasks, "HEARTBEATS_PER_SESSION_CHECK", 1_000_000)
    server = new_server()
    browser, elsewhere, other = (new_browser(server) for _ in range(3))
    become_owner(browser, server)
    browser.play(ME, GUEST)
    become_owner(elsewhere, server)
    sockets = open_all(elsewhere)
    if way == "log in":
        other.sign_up("Anna")
        log_in(browser, "Anna")
    else:
        other.play(ME, GUEST)
        code = other.post_json("/api/me/hand-over")["code"]
        assert browser.post("/api/take-over", {"code": code, "adopt": True}).status_code == 204
    assert close_codes(sockets) == {LOGGED_OUT}
    assert elsewhere.get_json("/api/me")["person"] is None


def test_each_browser_of_the_owner_has_its_own_session(served: Served, browser: Browser, other: Browser) -> None:
    become_owner(browser, served)
    become_owner(other, served)
    assert browser.http.cookies["parlour_owner"] != other.http.cookies["parlour_owner"]


def test_the_owner_can_end_all_owner_sessions(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server()
    browser, other, copied = (new_browser(server) for _ in range(3))
    become_owner(browser, server)
    become_owner(other, server)
    copied.http.cookies.update(other.http.cookies)
    assert browser.post("/api/owner/log-out").status_code == 204
    for one in (browser, other, copied):
        assert one.get("/api/owner").status_code == 403
        assert one.get_json("/api/me")["owner"] is False
    become_owner(other, server)
    assert copied.get("/api/owner").status_code == 403


def test_a_stranger_cannot_end_owner_sessions(served: Served, browser: Browser, other: Browser) -> None:
    become_owner(browser, served)
    assert other.post("/api/owner/log-out").status_code == 403
    assert browser.get("/api/owner").status_code == 200


def test_a_new_owner_secret_ends_owner_sessions(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    first = new_server()
    browser = new_browser(first)
    become_owner(browser, first)
    first.stop()
    secrets = Secrets.load(first.app.folder)
    text = (first.app.folder / "secrets.json").read_text()
    (first.app.folder / "secrets.json").write_text(text.replace(secrets.owner, "another"))
    again = same_browser(browser, new_browser, new_server(folder=first.app.folder))
    assert again.get_json("/api/me")["owner"] is False
