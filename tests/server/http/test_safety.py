"""Request checks: host names, origins, tokens, sizes, limits, headers, the owner."""

import asyncio
import contextlib
import json
import stat
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.openapi.spec import OpenAPI
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.server.http.auth import OWNER_PROOF_LIFETIME_MS, Keys, now, owner_path
from parlour.server.http.host_guard import HostGuard, content_security_policy, host_name
from parlour.store import Secrets
from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8420", "127.0.0.1.evil.example", "", "[::2]", "a b"])
def test_a_name_the_server_is_not_served_under_is_refused(served: Served, host: str) -> None:
    answer = httpx.get(f"{served.address}/api/games", headers={"host": host})
    assert answer.status_code in (400, 421)


def test_more_names_can_be_allowed(new_server: Callable[..., Served]) -> None:
    server = new_server(names=("club.example",))
    plain = httpx.get(f"{server.address}/health", headers={"host": "Club.Example:80"})
    assert plain.status_code == 200
    # Browsers accept this header only on secure origins and warn elsewhere.
    assert "cross-origin-opener-policy" not in plain.headers
    assert httpx.get(f"{server.address}/health").headers["cross-origin-opener-policy"] == "same-origin"


def test_an_address_that_the_machine_got_later_is_allowed_for_connections_to_it() -> None:
    guard = HostGuard(None, names=(), csrf_secret="", policy="", https=False)  # type: ignore[arg-type]  # never called
    scope: Any = {"type": "http", "method": "GET", "server": ("192.168.7.5", 8420)}
    assert guard.refusal(scope, "192.168.7.5:8420", None) == ""
    for host in ("192.168.7.6:8420", "rebound.example:8420"):
        assert "not served under the name" in guard.refusal(scope, host, None)
    scope["server"] = "::ffff:192.168.7.5", 8420
    assert guard.refusal(scope, "192.168.7.5:8420", None) == ""
    scope["server"] = None
    assert guard.refusal(scope, "192.168.7.5:8420", None) != ""


@pytest.mark.parametrize(
    ("netloc", "name"), [("a:1", "a"), ("[::1]:80", "::1"), ("A.b.", "a.b"), ("[", ""), ("a:x", "a")]
)
def test_host_names_are_read_safely(netloc: str, name: str) -> None:
    assert host_name(netloc) == name


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
def test_other_sites_cannot_change_anything(browser: Browser, origin: str) -> None:
    browser.get("/api/me")
    headers = {"origin": origin, "x-csrf-token": browser.http.cookies["parlour_csrf"]}
    assert browser.http.post("/api/positions", json={"game": "sim"}, headers=headers).status_code == 403
    match = browser.play(ANNA, BEN)
    for path in (f"/api/matches/{match}/live", "/api/page", "/api/engine"):
        with pytest.raises(InvalidStatus):
            browser.socket(path, origin=origin)


def test_without_the_token_nothing_is_changed(browser: Browser) -> None:
    browser.get("/api/me")
    answer = browser.http.post("/api/matches", json={"game": "surakarta", "seats": [ANNA, BEN]})
    assert (answer.status_code, answer.json()["error"]) == (403, "csrf")
    forged = {"x-csrf-token": "0" * 128}
    assert browser.http.post("/api/log-out", headers=forged).status_code == 403


def test_a_token_of_another_server_on_this_machine_is_replaced(browser: Browser) -> None:
    browser.http.cookies.set("parlour_csrf", "f" * 128, domain="127.0.0.1", path="/")
    answer = browser.get("/api/me")
    assert "parlour_csrf=" in answer.headers["set-cookie"]


def test_cookies_are_kept_from_scripts_and_other_sites(browser: Browser) -> None:
    answer = browser.post("/api/matches", {"game": "surakarta", "seats": [ANNA, BEN]})
    (login,) = (one for one in answer.headers.get_list("set-cookie") if one.startswith("parlour_login="))
    assert "httponly" in login.lower()
    assert "samesite=lax" in login.lower()
    assert "secure" not in login.lower()


def test_behind_https_cookies_are_for_https_only(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server(https=True)
    answer = httpx.get(f"{server.address}/api/me")
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"]


@pytest.mark.parametrize("path", ["/", "/api/games", "/match/anything", "/api/nothing", "/schema/openapi.json"])
def test_every_answer_has_strict_headers(browser: Browser, path: str) -> None:
    headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize("kind", ["text/javascript; charset=utf-8", "text/css; charset=utf-8"])
def test_permanently_cached_files_have_no_cookie_and_only_relevant_headers(kind: str) -> None:
    lasting = {"cache-control": "public, max-age=31536000, immutable"}
    given = answered({"content-type": kind, "set-cookie": "parlour_csrf=1", **lasting})
    assert given["x-content-type-options"] == "nosniff"
    assert given["cross-origin-resource-policy"] == "same-origin"
    assert not {"set-cookie", "content-security-policy", "permissions-policy"} & given.keys()
    for page in (
        {"content-type": kind, "set-cookie": "a=1"},
        {"content-type": "text/html", "set-cookie": "a=1", **lasting},
    ):
        assert {"set-cookie", "content-security-policy", "permissions-policy"} <= answered(page).keys()


def answered(headers: dict[str, str]) -> dict[str, str]:
    """Return the headers that the guard sends if the application answers with these."""
    sent: list[Any] = []

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        given = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": given})

    async def nothing() -> Any:
        raise AssertionError("nothing is asked of who asks")

    async def note(message: Any) -> None:
        sent.append(message)

    guard = HostGuard(behind, names=(), csrf_secret="secret", policy=content_security_policy(), https=False)
    scope: Any = {"type": "http", "method": "GET", "path": "/a", "headers": [(b"host", b"localhost")], "state": {}}
    asyncio.run(guard(scope, nothing, note))
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_api_responses_are_not_cached(browser: Browser) -> None:
    assert browser.get("/api/me").headers["cache-control"] == "no-store"


def test_unknown_api_paths_do_not_return_the_page(browser: Browser) -> None:
    answer = browser.get("/api/nothing")
    assert (answer.status_code, answer.json()["error"]) == (404, "not-found")
    assert browser.get("/somewhere/in/the/client").headers["content-type"].startswith("text/html")
    assert browser.get("/missing.js").status_code == 404
    assert browser.get("/../../etc/passwd").status_code in (200, 404)
    assert "root:" not in browser.get("/%2e%2e/%2e%2e/etc/passwd").text


def test_the_schema_is_made_in_a_thread_and_names_no_other_host(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    make = OpenAPIPlugin._build_openapi

    def observed(plugin: OpenAPIPlugin) -> OpenAPI:
        threads.append(threading.get_ident())
        return make(plugin)

    monkeypatch.setattr(OpenAPIPlugin, "_build_openapi", observed)
    server = new_server()
    browser = new_browser(server)
    schema = browser.get("/schema/openapi.json")
    assert schema.status_code == 200
    assert len(threads) == 1
    assert threads[0] != server.thread.ident
    assert "/api/matches" in schema.json()["paths"]
    assert browser.get("/schema/swagger").status_code == 404


def test_a_frame_that_is_too_large_ends_the_connection(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, BEN))
    table.socket.send(json.dumps({"type": "ping", "sent": 0, "x": "y" * 70_000}))
    assert table.socket.until_closed() == 1009


def test_a_page_that_sends_too_much_is_closed(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.http.page_socket.FRAME_PERIOD_SECONDS", 3600.0)
    socket = browser.socket("/api/page")
    with contextlib.suppress(ConnectionClosed):
        for _ in range(400):
            socket.send({"type": "ping", "sent": 0})
    assert socket.until_closed() == 1008


def test_log_ins_sign_ups_and_matches_are_limited(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    browser = new_browser(new_server(limit_logins=2, limit_sign_ups=2, limit_matches=3))
    match = browser.play(ANNA, BEN)
    tries = {
        "/api/log-in": ({"name": "Nobody Else", "password": "wrong horse battery"}, 2),
        "/api/sign-up": ({"name": "", "password": ""}, 2),
        "/api/matches": ({"game": "nothing", "seats": []}, 2),
    }
    for path, (body, limit) in tries.items():
        codes = [browser.post(path, body).status_code for _ in range(limit + 1)]
        assert codes[-1] == 429, path
        assert 429 not in codes[:-1], path
    answer = browser.post("/api/log-in", tries["/api/log-in"][0])
    assert answer.json()["error"] == "too-often"
    assert int(answer.headers["retry-after"]) <= 60
    signing_in = browser.post(f"/api/matches/{match}/seats/0/sign-in", tries["/api/log-in"][0])
    assert signing_in.status_code == 429, "guessing the password of an account at a seat"


# ---- The owner -------------------------------------------------------------------------------------------------------


def test_the_owner_is_identified_by_the_token_in_the_data_folder(served: Served, new_browser: NewBrowser) -> None:
    browser = new_browser()
    for path in ("/api/owner", "/metrics"):
        assert browser.get(path).status_code == 403, "coming from this machine is no right"
    assert browser.post("/api/owner/quit").status_code == 403
    link = owner_path(Keys(Secrets.load(served.app.folder)), now())
    answer = browser.get(link)
    assert (answer.status_code, answer.headers["location"]) == (302, "/")
    assert browser.get_json("/api/me")["owner"]
    info = browser.get_json("/api/owner")
    assert info["folder"] == str(served.app.folder)
    assert info["database"] == "SQLite"
    assert browser.get("/metrics").status_code == 200


def test_an_owner_link_expires_after_minutes(served: Served, browser: Browser) -> None:
    keys = Keys(Secrets.load(served.app.folder))
    for link in (
        owner_path(keys, now() - OWNER_PROOF_LIFETIME_MS - 1000),
        f"/owner?at={now()}&proof={'0' * 64}",
        "/owner?at=0&proof=",
    ):
        assert browser.get(link).status_code == 403
    assert browser.get("/owner").status_code == 400
    assert not browser.get_json("/api/me")["owner"]


def test_programs_of_the_owner_send_the_token(served: Served) -> None:
    token = Secrets.load(served.app.folder).owner
    answer = httpx.get(f"{served.address}/metrics", headers={"authorization": f"Bearer {token}"})
    assert "parlour_requests_total" in answer.text
    for name in ("parlour_searches", "parlour_searches_waiting", "parlour_pages", "parlour_matches_in_memory"):
        assert f"\n{name} " in answer.text
    assert httpx.get(f"{served.address}/metrics", headers={"authorization": "Bearer x"}).status_code == 401


def test_the_owner_resets_a_forgotten_password(served: Served, browser: Browser, other: Browser) -> None:
    other.sign_up("Uta")
    browser.get(owner_path(Keys(Secrets.load(served.app.folder)), now()))
    body = {"name": "uta", "password": "a brand new password"}
    assert browser.post("/api/owner/password", body).status_code == 204
    assert other.get_json("/api/me")["person"] is None
    other.post_json("/api/log-in", {"name": "Uta", "password": "a brand new password"})


def test_secrets_are_created_once_and_readable_only_by_their_owner(served: Served) -> None:
    path = served.app.folder / "secrets.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(served.app.folder.stat().st_mode) == 0o700


def test_health_needs_no_account(browser: Browser) -> None:
    assert browser.get_json("/health")["status"] == "ok"
