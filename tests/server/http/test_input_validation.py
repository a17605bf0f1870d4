"""Input that no handler can use is refused with status 400 and a sentence, at every route and socket."""

import json
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from parlour.server.http.error_responses import Malformed
from parlour.server.http.input_validation import (
    MAX_BYTES_IN_LOOP,
    MAX_DEPTH,
    MAX_INTEGER,
    check_json,
)
from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
NUL, HUGE, DEEP = "a\0b", MAX_INTEGER + 1, "1,000 levels"


# PostgreSQL refuses more: null characters and integers that are too large for a column.
@pytest.fixture(params=[pytest.param("sqlite", marks=pytest.mark.long), "postgresql"])
def browser(request: pytest.FixtureRequest, new_server: Callable[..., Served], new_browser: NewBrowser) -> Browser:
    settings = {}
    if request.param == "postgresql":
        postgresql: PostgreSQL = request.getfixturevalue("postgresql")
        settings["database_url"] = postgresql.create()
    browser = new_browser(new_server(**settings))
    browser.sign_up("Anna")
    return browser


def dump(value: object) -> str:
    """Return a value as JSON, with `DEEP` as arrays that are nested 1,000 deep."""
    return json.dumps(value).replace(json.dumps(DEEP), "[" * 1000 + "]" * 1000)


# ---- All routes ------------------------------------------------------------------------------------------------------


def examples(schema: Any, schemas: Any) -> list[Any]:
    """Return values that fit a JSON schema, with every variant of every union in at least one of them."""
    if "$ref" in schema:
        return examples(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for several in ("oneOf", "anyOf"):
        if several in schema:
            choices = [one for one in schema[several] if one.get("type") != "null"]
            return [found for one in choices for found in examples(one, schemas)]
    if "const" in schema or "enum" in schema:
        return [schema.get("const", schema.get("enum", [None])[0])]
    match schema.get("type"):
        case "object":
            fields = {name: examples(one, schemas) for name, one in schema.get("properties", {}).items()}
            count = max(map(len, fields.values()), default=1)
            return [{name: found[n % len(found)] for name, found in fields.items()} for n in range(count)]
        case "array":
            return [examples(schema["items"], schemas) if schema.get("items") else []]
        case "integer":
            return [1]
        case "number":
            return [1.5]
        case "boolean":
            return [True]
    return ["a"]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in a body."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from places(one, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: object) -> Any:
    """Return a body with one value replaced."""
    if not path:
        return new
    copy = deepcopy(value)
    target = copy
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = new
    return copy


def address(path: str, operation: Any, match: str, broken: str = "", value: str = "") -> str:
    """Return the address of an operation, with one parameter replaced."""
    query = []
    for one in operation.get("parameters", []):
        fits = value if one["name"] == broken else match if one["name"] == "match" else "1"
        if one["in"] == "path":
            path = path.replace("{" + one["name"] + "}", fits)
        elif one["in"] == "query" and (one["name"] == broken or one.get("required")):
            query.append(f"{one['name']}={fits}")
    return f"{path}?{'&'.join(query)}"


class Route(NamedTuple):
    """A route of the API, and bodies with every variant of what it accepts."""

    method: str
    path: str
    operation: Any
    bodies: list[Any]


def routes(browser: Browser) -> list[Route]:
    """Return all routes of the API."""
    schema = browser.get_json("/schema/openapi.json")
    found = []
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            bodies = [] if content is None else examples(content["schema"], schema["components"]["schemas"])
            found.append(Route(method, path, operation, bodies))
    return found


def mistakes(route: Route, match: str) -> Iterator[tuple[str, bytes]]:
    """Yield an address and a body for every mistake at every place of a route."""
    right = address(route.path, route.operation, match)
    for one in route.operation.get("parameters", []):
        if one["in"] in ("path", "query"):
            integer = 1 in examples(one["schema"], {})
            for value in (str(HUGE), "-9" + "9" * 30) if integer else ("a%00b", "%ff"):
                yield address(route.path, route.operation, match, one["name"], value), b""
    for body in route.bodies:
        for place in places(body):
            for mistake in (NUL, HUGE) if place else (NUL, HUGE, DEEP):
                yield right, dump(replaced(body, place, mistake)).encode()
        good = json.dumps(body).encode()
        if b'"' in good:
            yield right, good.replace(b'"', b'"\xff', 1)


def large_integers(route: Route, match: str) -> Iterator[tuple[str, bytes]]:
    """Yield an address and a body with the largest integer at every place of a route."""
    right = address(route.path, route.operation, match)
    for one in route.operation.get("parameters", []):
        if one["in"] in ("path", "query") and 1 in examples(one["schema"], {}):
            yield address(route.path, route.operation, match, one["name"], str(MAX_INTEGER)), b""
    for body in route.bodies:
        for place in places(body):
            yield right, json.dumps(replaced(body, place, MAX_INTEGER)).encode()


def send(browser: Browser, method: str, place: str, body: bytes) -> httpx.Response:
    headers = {"content-type": "application/json", "x-csrf-token": browser.http.cookies["parlour_csrf"]}
    return browser.http.request(method.upper(), place, content=body or None, headers=headers)


def test_no_route_accepts_text_that_cannot_be_stored(browser: Browser) -> None:
    count = 0
    match = browser.play(ANNA, BEN)
    for route in routes(browser):
        for place, body in mistakes(route, match):
            answer = send(browser, route.method, place, body)
            assert answer.status_code == 400, (route.method, place, body[:200], answer.status_code, answer.text[:200])
            assert (answer.json()["error"], bool(answer.json()["text"])) == ("malformed", True)
            count += 1
    assert count > 500


def test_no_route_fails_because_of_a_large_integer(browser: Browser) -> None:
    match = browser.play(ANNA, BEN)
    for route in routes(browser):
        for place, body in large_integers(route, match):
            answer = send(browser, route.method, place, body)
            assert answer.status_code < 500, (route.method, place, body[:200], answer.status_code, answer.text[:200])


def test_deeply_nested_json_in_a_text_is_refused_cleanly(browser: Browser) -> None:
    for text in ("[" * 5000, '{"format":"parlour","moves":' + "[" * 5000):
        answer = browser.post("/api/library/import", {"text": text, "name": "a.json"})
        assert answer.status_code < 500, answer.text


# ---- Sockets ---------------------------------------------------------------------------------------------------------


def test_every_variant_of_a_body_is_among_the_examples(new_browser: NewBrowser) -> None:
    browser = new_browser()
    schema = browser.get_json("/schema/openapi.json")["components"]["schemas"]
    seats = examples({"$ref": "#/components/schemas/NewMatchRequest"}, schema)[0]["seats"]
    assert {seat["is"] for seat in seats} == {"me", "guest", "bot", "open"}
    commands = {body["do"] for route in routes(browser) for body in route.bodies if "do" in body}
    assert commands >= {"move", "resign", "add-bot", "remove-pupil"}


def test_sockets_refuse_such_frames_and_stay_open(browser: Browser) -> None:
    match = browser.play(ANNA, BEN)
    code = browser.post_json("/api/classrooms", {"name": "7b"})["code"]
    paths = (f"/api/matches/{match}/live", "/api/page", "/api/engine", f"/api/classrooms/{code}/live")
    live, page, engine, classroom = map(browser.socket, paths)
    classroom.until("tally")
    for mistake in (NUL, HUGE, DEEP):
        classroom.send(dump({"type": "ping", "sent": mistake}))  # pages only listen on it
        live.send(dump({"type": "do", "id": 1, "command": {"do": "move", "ply": 0, "text": mistake}}))
        assert live.until("broken")["text"]
        page.send(dump({"type": "ping", "sent": mistake}))
        assert page.until("broken")["text"]
        engine.send(dump({"type": "hint", "id": 1, "match": mistake}))
        assert engine.until("refused")["reason"] == "malformed"
    live.send({"type": "ping", "sent": 1})
    assert live.until("pong")["sent"] == 1
    browser.post_json(f"/api/classrooms/{code}/commands", {"do": "rename", "name": "8b"})
    assert classroom.until("tally")


def test_a_socket_is_not_opened_at_an_invalid_address(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "error", lambda text, *_: logged.append(text))
    match = browser.play(ANNA, BEN)
    for path in ("/api/matches/a%00b/live", f"/api/matches/{match}/live?since={HUGE}", "/api/page?language=%ff"):
        with pytest.raises(InvalidStatus) as refused:
            browser.socket(path)
        assert refused.value.response.status_code == 400
        assert json.loads(refused.value.response.body)["error"] == "malformed"
    assert browser.get("/health").status_code == 200
    assert logged == [], "a refusal is no defect of the server"


# ---- Headers ---------------------------------------------------------------------------------------------------------


def raw_status(served: Served, *headers: str, method: str = "GET") -> int:
    """Return the status of the response to a request with these headers."""
    with socket.create_connection(("127.0.0.1", served.port), 60) as connection:
        lines = [f"{method} /api/me HTTP/1.1", *headers, "Content-Length: 0", "Connection: close", "", ""]
        connection.sendall("\r\n".join(lines).encode("latin-1"))
        return int(connection.makefile("rb").readline().split()[1])


@pytest.mark.parametrize("host", ["127.0.0.1:99999", "127.0.0.1:x", "127.0.0.1:-1", "[", "127.0.0.1:80:80", "[::1"])
def test_an_invalid_host_is_refused(served: Served, host: str) -> None:
    assert raw_status(served, f"Host: {host}") == 400


@pytest.mark.parametrize("origin", ["http://[", "http://127.0.0.1:x", "http://[::1", "http://127.0.0.1:99999"])
def test_an_invalid_origin_is_refused(served: Served, origin: str) -> None:
    assert raw_status(served, f"Host: 127.0.0.1:{served.port}", f"Origin: {origin}", method="POST") == 400


@pytest.mark.parametrize(
    "header", ["X-CSRF-Token: \xff", "Cookie: parlour_csrf=\xff; parlour_login=\xe4.\xff", "Authorization: Bearer \xff"]
)
def test_headers_that_are_not_ascii_are_handled(served: Served, header: str) -> None:
    for method in ("GET", "POST"):
        assert raw_status(served, f"Host: 127.0.0.1:{served.port}", header, method=method) < 500


# ---- Limits ----------------------------------------------------------------------------------------------------------


def test_input_up_to_the_limits_is_accepted() -> None:
    numbers = [MAX_INTEGER, -MAX_INTEGER - 1, 1e30, 0.12345678901234567890, 1e-300]
    check_json(json.dumps([*numbers, "\\u0000", "9" * 30, '"' + "[" * 200, "\\"]).encode())
    check_json(b"[12345678901234567890.5, 1.5E+1234567890123456789, 12345678901234567890e2]")
    check_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    check_json(b'{"a":' * MAX_DEPTH + b"1" + b"}" * MAX_DEPTH)
    check_json(b"[{}" + b",{}" * 5000 + b"]")
    check_json(b"no JSON [")
    for bad in (
        b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
        b'{"a":[' * (MAX_DEPTH // 2) + b"[]" + b"]}" * (MAX_DEPTH // 2),
        b"[" + b"[]," * 5000 + b"[" * MAX_DEPTH + b"]" * (MAX_DEPTH + 1),
        b"[" * 1000,
        b'{"a\\u0000": 1}',
        rb'["\\\\\u0000"]',
        b"[-9223372036854775809]",
        b"[9223372036854775808]",
        b"9" * 5000,
        b"\xff",
    ):
        with pytest.raises(Malformed):
            check_json(bad)


def test_a_large_body_is_checked_in_a_thread(
    served: Served, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []

    def check(data: bytes) -> None:
        threads.append(threading.get_ident())
        check_json(data)

    monkeypatch.setattr("parlour.server.http.input_validation.check_json", check)
    browser = new_browser(served)
    for size in (10, MAX_BYTES_IN_LOOP):
        browser.post("/api/positions", {"game": "sim", "start": "1" * 19 + "[]" * size})
    assert len(set(threads)) == 2
