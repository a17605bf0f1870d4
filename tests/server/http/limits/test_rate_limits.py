"""Creating things, guessing codes and checking passwords is limited per address and per person."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from websockets.exceptions import InvalidStatus

from parlour.server.http.error_responses import TooOften
from parlour.server.http.limits.rate_limits import (
    MAX_KEYS,
    SHARED_ADDRESS_FACTOR,
    WINDOW_SECONDS,
    RateLimiter,
    network_of,
)
from parlour.server.settings import ServerSettings
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser
from tests.server.served import Served
from tests.server.tournaments.cup import Cup

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
DOCS = Path(__file__).parents[4] / "docs"
PASSWORD = "correct horse battery"
WRONG = "wrong horse battery"
START: Json = {"game": "sim"}
STUDY: Json = {"game": "sim", "options": {}, "start": "", "nodes": [{}]}


# ---- The limiter -----------------------------------------------------------------------------------------------------


class Time:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_limit_holds_for_each_key_and_ends_with_its_minute() -> None:
    time = Time()
    limiter = RateLimiter({"codes": 2}, time)
    limiter.count("codes", "a")
    time.now += WINDOW_SECONDS - 10
    limiter.count("codes", "a")
    with pytest.raises(TooOften) as refused:
        limiter.count("codes", "a")
    assert refused.value.retry_after == 10
    limiter.count("codes", "b")
    time.now += 10
    limiter.count("codes", "a")


def test_a_refused_request_is_counted_for_no_key() -> None:
    limiter = RateLimiter({"codes": 2}, Time())
    for _ in range(2):
        limiter.count("codes", "full")
    for _ in range(5):
        with pytest.raises(TooOften):
            limiter.count("codes", "free", "full")
    limiter.count("codes", "free")


def test_kinds_are_counted_apart() -> None:
    limiter = RateLimiter({"codes": 1, "guests": 1}, Time())
    limiter.count("codes", "a")
    limiter.count("guests", "a")


def test_people_at_one_address_together_write_more_than_one_of_them() -> None:
    limiter = RateLimiter({"chat": 2}, Time())
    for n in range(2 * SHARED_ADDRESS_FACTOR):
        limiter.count("chat", f"person {n}", "address 192.0.2.1")
    with pytest.raises(TooOften):
        limiter.count("chat", "person 99", "address 192.0.2.1")
    limiter.count("chat", "person 99", "address 192.0.2.2")


def test_only_guesses_that_fail_are_counted() -> None:
    limiter = RateLimiter({"codes": 1}, Time())
    for _ in range(3):
        with limiter.guess("codes", "a"):
            pass
    with pytest.raises(LookupError), limiter.guess("codes", "a"):
        raise LookupError
    with pytest.raises(TooOften), limiter.guess("codes", "a"):
        pytest.fail("A guess beyond the limit is not tried.")


def test_the_limiter_keeps_a_bounded_number_of_keys() -> None:
    limiter = RateLimiter({"codes": 2}, Time())
    for n in range(MAX_KEYS + 100):
        limiter.count("codes", str(n))
    assert len(limiter) == MAX_KEYS


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_that_one_client_can_choose_from_count_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


# ---- The server ------------------------------------------------------------------------------------------------------


def codes(send: Callable[[], Any], count: int) -> list[int]:
    """Return the statuses of several responses."""
    return [send().status_code for _ in range(count)]


def test_guests_are_limited_per_address(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server(limit_guests=3)
    body = {"values": {"theme": "dark"}}
    answers = [new_browser(server).send("PATCH", "/api/me/preferences", body) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json()["error"] == "too-often"
    assert 0 < int(answers[-1].headers["retry-after"]) <= 60
    assert not [one for one in answers[-1].headers.get_list("set-cookie") if one.startswith("parlour_login=")]


def test_a_known_guest_does_not_count_towards_the_limit(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    browser = new_browser(new_server(limit_guests=1))
    for _ in range(3):
        browser.play(ANNA, BEN)


@pytest.mark.parametrize(
    ("method", "path", "body", "good"),
    [
        ("POST", "/api/me/positions", {"name": "a", "position": START}, 201),
        ("POST", "/api/me/studies", {"name": "a", "study": STUDY}, 201),
        ("PATCH", "/api/me/preferences", {"values": {"theme": "dark"}}, 200),
        ("PATCH", "/api/me", {"name": "Anna"}, 200),
    ],
)
def test_saving_is_limited_per_person_and_address(
    new_server: Callable[..., Served], new_browser: NewBrowser, method: str, path: str, body: Json, good: int
) -> None:
    server = new_server(limit_saves=3)
    browser = new_browser(server)
    assert codes(lambda: browser.send(method, path, body), 4) == [good, good, good, 429]
    assert new_browser(server).send(method, path, body).status_code == 429, "another guest at the same address"


def test_a_restart_or_rematch_counts_as_a_new_match(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    """Moves, and commands that create nothing, are never refused for their number."""
    browser = new_browser(new_server(limit_matches=3))
    match = browser.play(ANNA, BEN)
    table = browser.open(match).does("move", index=0)
    second = table.does("restart").happened[-1]["match"]
    answer = browser.post(f"/api/matches/{second}/commands", {"do": "restart"})
    assert answer.status_code == 200
    third = browser.get_json(f"/api/matches/{second}")["state"]["followed_by"]
    refused = browser.post(f"/api/matches/{third}/commands", {"do": "restart"})
    assert (refused.status_code, refused.json()["error"]) == (429, "too-often")
    assert int(refused.headers["retry-after"]) > 0
    table = browser.open(third).does("resign", seat=0)
    on_socket = table.do("rematch")
    assert (on_socket["type"], on_socket["reason"]) == ("refused", "too-often")
    assert on_socket["text"]["text"].startswith("Too many")
    assert browser.get_json(f"/api/matches/{third}")["state"]["followed_by"] is None


COMPUTED = "computes an answer and stores nothing"
SHRINKS = "deletes or restores what is there"
HOST = "only for the host or owner of the server"
UNLIMITED = {
    "POST /api/games/{key}/check": COMPUTED,
    "POST /api/positions": COMPUTED,
    "POST /api/positions/explain": COMPUTED,
    "POST /api/positions/effects": COMPUTED,
    "POST /api/positions/aids": COMPUTED,
    "POST /api/positions/ask": COMPUTED,
    "POST /api/editor/open": COMPUTED,
    "POST /api/editor/check": COMPUTED,
    "POST /api/editor/text": COMPUTED,
    "POST /api/matches/{match}/plies/{ply}/explain": COMPUTED,
    "POST /api/matches/{match}/ask": COMPUTED,
    "POST /api/matches/{match}/commands": "a move is never refused; a restart or rematch counts as a new match",
    "POST /api/studies/page.html": COMPUTED,
    "POST /api/studies/read": COMPUTED,
    "POST /api/studies/write": COMPUTED,
    "POST /api/library/delete": SHRINKS,
    "POST /api/library/undelete": SHRINKS,
    "DELETE /api/me/positions/{position}": SHRINKS,
    "DELETE /api/me/studies/{study}": SHRINKS,
    "DELETE /api/me/logins/{login}": SHRINKS,
    "DELETE /api/me/bots/{bot}": SHRINKS,
    "DELETE /api/me/bots/{bot}/tokens/{token}": SHRINKS,
    "POST /api/log-out": SHRINKS,
    "DELETE /api/tournaments/{tournament}": SHRINKS,
    "DELETE /api/classrooms/{code}": SHRINKS,
    "DELETE /api/homework/{homework}": SHRINKS,
    "PATCH /api/host": HOST,
    "POST /api/host/people/{key}/rename": HOST,
    "POST /api/host/people/{key}/remove": HOST,
    "POST /api/host/people/{key}/mute": HOST,
    "POST /api/host/people/{key}/hand-over": HOST,
    "POST /api/host/matches/{match}/end": HOST,
    "POST /api/owner/password": HOST,
    "POST /api/owner/log-out": HOST,
    "POST /api/owner/quit": HOST,
    "POST /api/owner/backup": HOST,
    "POST /api/owner/restore": HOST,
}
"""Routes that change something, or may, and are not counted, with the reason."""


def endpoints(served: Served) -> dict[str, HTTPRouteHandler]:
    """Return the handlers of all routes of a server, also those in routers of their own."""
    routes = [route for route in served.app.litestar.routes if isinstance(route, HTTPRoute)]
    return {
        f"{method} {route.path_format}": handler
        for route in routes
        for handler in route.route_handlers
        for method in handler.http_methods - {"OPTIONS"}
    }


def test_every_route_that_stores_something_is_limited(served: Served) -> None:
    found = endpoints(served).items()
    unlimited = {name for name, one in found if not name.startswith("GET ") and "limit" not in one.opt}
    assert unlimited == set(UNLIMITED)


@pytest.mark.parametrize("what", ["join", "leave"])
def test_coming_and_going_in_a_tournament_is_limited(
    new_server: Callable[..., Served], new_browser: NewBrowser, what: str
) -> None:
    """Each time adds to what everybody who looks at the tournament loads."""
    server = new_server(limit_saves=3)
    organiser, browser = new_browser(server), new_browser(server)
    cup = {"name": "Cup", "format": "arena", "games": [START]}
    path = f"/api/tournaments/{organiser.post_json('/api/tournaments', cup)['id']}"
    statuses = [browser.post(f"{path}/join", {"name": "Anna"}).status_code]
    statuses += codes(lambda: browser.post(f"{path}/{what}", {} if what == "join" else None), 3)
    assert statuses[-1] == 429
    assert 429 not in statuses[:-1]


def test_games_that_begin_by_restarting_rounds_are_limited(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    """Each restart stores a match for every two entrants."""
    with Cup(new_server(limit_tournament_games=5).address) as cup:
        cup.announce(rounds=2)
        for name in ("Anna", "Ben", "Carl", "Dora"):
            cup.join(name)
        cup.command("start")
        cup.command("restart-round", note="wrong sides")
        path = f"/api/tournaments/{cup.id}/commands"
        refused = cup.organiser.post(path, {"do": "restart-round", "note": "once more"})
        assert (refused.status_code, int(refused.headers["retry-after"]) > 60) == (429, True)
        assert len(cup.view()["rounds"]) == 1
        cup.play_on(2)


def test_guessing_the_codes_of_matches_is_limited(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server(limit_codes=3)
    browser = new_browser(server)
    assert codes(lambda: browser.get("/api/codes/nothing"), 4) == [404, 404, 404, 429]
    assert new_browser(server).get("/api/codes/nothing").status_code == 429


def test_password_guesses_are_limited_for_a_logged_in_person_too(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    """An open session cannot be used to guess the password."""
    browser = new_browser(new_server(limit_logins=3))
    browser.sign_up("Anna")

    def change() -> Any:
        return browser.post("/api/me/password", {"old": WRONG, "new": "another long password"})

    def delete() -> Any:
        return browser.post("/api/me/delete", {"password": WRONG})

    assert [change().status_code, delete().status_code, change().status_code] == [401, 401, 401]
    assert [change().status_code, delete().status_code] == [429, 429]
    right = browser.post("/api/me/delete", {"password": PASSWORD})
    assert right.status_code == 429, "the answer must not tell that the password was right"


def test_log_ins_are_limited_per_account_whatever_the_address(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.http.limits.rate_limits.WINDOW_SECONDS", 3600.0)  # a busy machine is slow
    server = new_server(limit_logins=3, proxy=True)
    new_browser(server).sign_up("Anna")

    def log_in(name: str, address: str) -> int:
        browser = new_browser(server)
        browser.http.headers["x-forwarded-for"] = address
        return browser.post("/api/log-in", {"name": name, "password": WRONG}).status_code

    assert [log_in(name, f"192.0.2.{n}") for n, name in enumerate(("Anna", "anna", " ANNA"))] == [401, 401, 401]
    assert log_in("Anna", "192.0.2.9") == 429
    # Many people at one address log in at the same time.
    names = [f"Pupil {n}" for n in range(3 * SHARED_ADDRESS_FACTOR)]
    assert {log_in(name, "192.0.2.9") for name in names[1:]} == {401}
    assert log_in(names[0], "192.0.2.9") == 429


def test_behind_a_proxy_the_address_is_that_of_the_client(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = new_server(limit_codes=1, proxy=True)

    def guess(browser: Browser, address: str) -> int:
        browser.http.headers["x-forwarded-for"] = address
        return browser.get("/api/codes/nothing").status_code

    browser = new_browser(server)
    assert [guess(browser, address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [404, 404, 429]
    monkeypatch.setattr("parlour.server.engine.workers.MAX_QUEUED_STUDIES_PER_ADDRESS", 0)
    engine = browser.socket("/api/engine", headers={"x-forwarded-for": "192.0.2.1"})
    engine.send({"type": "hint", "id": 1, "position": {"game": "sim"}, "seconds": 0.1})
    assert engine.until("refused", "hint")["reason"] == "busy"


def test_open_websockets_are_limited_per_address(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server(limit_sockets=2, proxy=True)
    browser = new_browser(server)

    def connect(address: str) -> Socket:
        return browser.socket("/api/page", headers={"x-forwarded-for": address})

    first, _ = connect("192.0.2.1"), connect("192.0.2.1")
    with pytest.raises(InvalidStatus):
        connect("192.0.2.1")
    connect("192.0.2.2").until("hello")
    for _ in range(3):
        browser.socket("/api/page").until("hello")
    open_before = len(server.app.services.sockets)
    first.close()
    while len(server.app.services.sockets) == open_before:
        browser.get("/health")
    connect("192.0.2.1").until("hello")


def test_messages_on_all_websockets_of_an_address_wait_if_they_are_too_many(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        server.app.services.limits._windows.clear()  # the next second

    monkeypatch.setattr("parlour.server.http.page_socket.sleep", wait)
    server = new_server(limit_frames=5, proxy=True)
    monkeypatch.setattr("parlour.server.http.limits.rate_limits.FRAME_WINDOW_SECONDS", 3600)
    browser = new_browser(server)

    def ping(*addresses: str) -> int:
        """Send messages on a WebSocket for each address; return how many had to wait."""
        for address in addresses:
            with browser.socket("/api/page", headers={"x-forwarded-for": address}) as socket:
                for n in range(3):
                    socket.send({"type": "ping", "sent": n})
                socket.until("pong", where=lambda pong: bool(pong["sent"] == 2))
        return len(waits)

    assert ping("192.0.2.1", "192.0.2.2", "127.0.0.1", "127.0.0.1") == 0
    assert ping("192.0.2.1") == 1


def test_without_a_proxy_clients_cannot_name_another_address(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    browser = new_browser(new_server(limit_codes=1))
    statuses = []
    for n in range(2):
        browser.http.headers["x-forwarded-for"] = f"192.0.2.{n}"
        statuses.append(browser.get("/api/codes/nothing").status_code)
    assert statuses == [404, 429]


def test_the_refusal_is_in_the_readers_language(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    browser = new_browser(new_server(limit_codes=0))
    assert browser.get("/api/codes/nothing").json()["text"].startswith("Too many")
    assert browser.get("/api/codes/nothing", language="de").json()["text"].startswith("Zu viele")


def test_a_school_behind_one_address_joins_a_class_and_a_tournament(
    new_browser: NewBrowser, new_server: Callable[..., Served]
) -> None:
    server = new_server(limit_codes=3)
    teacher = new_browser(server)
    teacher.play({"is": "me", "name": "Teacher"}, {"is": "open"}, kind="network")
    match = teacher.get_json("/api/matches")[0]["code"]
    classroom = teacher.post_json("/api/classrooms", {"name": "7b"})["code"]
    cup = teacher.post_json("/api/tournaments", {"name": "Cup", "format": "swiss", "rounds": 5, "games": [START]})
    for n in range(30):
        pupil = new_browser(server)
        for code, kind in ((match, "match"), (classroom, "class")):
            found = pupil.get_json(f"/api/codes/ {code.lower()} /target")
            assert found == {"kind": kind, "code": code}
        assert pupil.get_json(f"/api/codes/{match}")["game"] == "surakarta"
        pupil.post_json(f"/api/classrooms/{classroom}/join", {"name": f"Pupil {n}"})
        pupil.post_json(f"/api/tournaments/{cup['id']}/join", {"name": f"Pupil {n}"})
    assert len(teacher.get_json(f"/api/tournaments/{cup['id']}")["entrants"]) == 30
    guesser = new_browser(server)
    assert codes(lambda: guesser.get("/api/codes/wrong/target"), 4) == [404, 404, 404, 429]
    assert guesser.get(f"/api/codes/{match}").status_code == 429, "the answer must not tell that the code was right"


# ---- Documentation ---------------------------------------------------------------------------------------------------


def test_the_documentation_names_every_limit_with_its_default() -> None:
    limits = {name: getattr(ServerSettings(), name) for name in ServerSettings.__struct_fields__ if "limit_" in name}
    rows = [
        row.split("|") for row in (DOCS / "security.md").read_text(encoding="utf-8").splitlines() if "`limit_" in row
    ]
    documented = {row[3].strip(" `"): int(row[2]) for row in rows if row[0] == "" and len(row) == 5}
    assert documented == limits
    serving = (DOCS / "serving.md").read_text(encoding="utf-8")
    assert all(f"`PARLOUR_{name.upper()}`" in serving for name in limits)


def test_the_tests_that_the_documentation_names_exist() -> None:
    names = re.findall(r"`([\w/]+/test_\w+\.py)`", (DOCS / "security.md").read_text(encoding="utf-8"))
    assert names
    assert [name for name in names if not (DOCS.parent / "tests" / name).exists()] == []
