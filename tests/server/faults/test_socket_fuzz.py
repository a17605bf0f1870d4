"""Arbitrary messages on the WebSockets of pages and of the engine never cause a server error or close them."""

import itertools
import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.server.chat.notices import ChatModeChanged
from parlour.server.engine.messages import EngineSocketRequest
from parlour.server.page.messages import PageSocketRequest
from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.served import Served

FUZZ = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)
KNOWN_TEXTS = ["", "sim", "surakarta", "yinsh", "4,0-3,0", "5:00", "en", "x" * 300, "\0", "\u202e"]
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)
_ids = itertools.count(1)


def messages(requests: Any) -> st.SearchStrategy[Any]:
    """Return messages that fit the declared types of a WebSocket, some with a wrong value, and some of no type."""
    schema = msgspec.json.schema(requests)
    declared = from_schema(schema, schema["$defs"])
    wrong = st.tuples(declared, st.sampled_from(["id", "to", "games", "position", "clock", "type", "x"]), ANYTHING)
    return st.one_of(declared, declared, wrong.map(lambda some: {**some[0], some[1]: some[2]}), ANYTHING)


def from_schema(schema: Json, defined: Json) -> st.SearchStrategy[Any]:
    """Return values that fit a JSON schema as msgspec writes it."""
    if "$ref" in schema:
        return from_schema(defined[schema["$ref"].rpartition("/")[2]], defined)
    if "anyOf" in schema:
        return st.one_of([from_schema(one, defined) for one in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object" if "properties" in schema:
            fields = {name: from_schema(one, defined) for name, one in schema["properties"].items()}
            required = {name: fields.pop(name) for name in schema.get("required", [])}
            return st.fixed_dictionaries(required, optional=fields)
        case "object":
            return st.dictionaries(
                st.text(max_size=5), from_schema(schema["additionalProperties"], defined), max_size=2
            )
        case "array" if "prefixItems" in schema:
            return st.tuples(*(from_schema(one, defined) for one in schema["prefixItems"]))
        case "array":
            return st.lists(from_schema(schema["items"], defined), max_size=3)
        case "string":
            return st.one_of(st.sampled_from(KNOWN_TEXTS), st.text(max_size=10))
        case "integer":
            return st.one_of(st.integers(-2, 40), st.integers())
        case "number":
            return st.one_of(st.just(0.05), st.floats(allow_nan=False, allow_infinity=False))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    raise AssertionError(schema)


def stays_usable_by_a_page(browser: Browser, frames: list[Any]) -> None:
    with browser.socket("/api/page") as socket:
        for frame in frames:
            socket.send(json.dumps(frame))
        last = next(_ids)
        socket.send({"type": "ping", "sent": last})
        socket.until("pong", where=lambda pong: bool(pong["sent"] == last))


def stays_usable_for_searches(browser: Browser, frames: list[Any]) -> None:
    with browser.socket("/api/engine") as socket:
        for frame in frames:
            socket.send(json.dumps(frame))
        last = 2**40 + next(_ids)
        socket.send({"type": "hint", "id": last, "position": {"game": "sim"}, "seconds": 0.05})
        socket.until("hint", where=lambda hint: bool(hint["id"] == last))
    assert [one for one in socket.received if one.get("reason") == "defect"] == []


@pytest.fixture
def visitor(served: Served, new_browser: NewBrowser) -> Browser:
    """Return a visitor with a name, at a server with chat."""
    served.app.services.chat.adopt(ChatModeChanged(1, "text"))
    browser = new_browser(served)
    browser.send("PATCH", "/api/me", {"name": "Anna"})
    return browser


@settings(FUZZ, max_examples=30, derandomize=True)
@given(frames=st.lists(messages(PageSocketRequest), max_size=30))
def test_any_messages_leave_the_websocket_of_a_page_usable(visitor: Browser, frames: list[Any]) -> None:
    stays_usable_by_a_page(visitor, frames)


@settings(FUZZ, max_examples=10, derandomize=True)
@given(frames=st.lists(messages(EngineSocketRequest), max_size=15))
def test_any_messages_leave_the_websocket_of_the_engine_usable(visitor: Browser, frames: list[Any]) -> None:
    stays_usable_for_searches(visitor, frames)


@pytest.mark.long
@pytest.mark.timeout(1200)
@settings(FUZZ, max_examples=2000)
@given(frames=st.lists(messages(PageSocketRequest), max_size=100))
def test_many_messages_leave_the_websocket_of_a_page_usable(visitor: Browser, frames: list[Any]) -> None:
    stays_usable_by_a_page(visitor, frames)


@pytest.mark.long
@pytest.mark.timeout(1200)
@settings(FUZZ, max_examples=300)
@given(frames=st.lists(messages(EngineSocketRequest), max_size=30))
def test_many_messages_leave_the_websocket_of_the_engine_usable(visitor: Browser, frames: list[Any]) -> None:
    stays_usable_for_searches(visitor, frames)
