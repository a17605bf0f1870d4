"""The API page lists exactly the existing routes and messages."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from litestar.handlers import WebsocketRouteHandler

from parlour.i18n.catalogue import load_catalogue
from parlour.match.commands import FromClients
from parlour.server.app import Application
from parlour.server.engine import messages
from parlour.server.http import error_responses
from parlour.server.matches import live_messages
from parlour.server.page import messages as page_messages
from parlour.server.settings import ServerSettings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
TYPES = ROOT / "web" / "src" / "lib" / "net" / "types.ts"
NOT_DOCUMENTED = {("GET", "/metrics")}
"""Entries of the page that are not in the schema."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Application:
    return Application(ServerSettings(folder=tmp_path_factory.mktemp("api")))


def plain(path: str) -> str:
    """Return a path with uniform parameter names and without a query."""
    return re.sub(r"\{[^}]*\}", "{}", path.partition("?")[0])


def test_every_route_is_on_the_page(app: Application) -> None:
    schema = app.litestar.openapi_schema.to_schema()
    there = {(method.upper(), plain(path)) for path, item in schema["paths"].items() for method in item}
    documented = {
        (method, plain(path.replace("\\|", "|")))
        for method, path in re.findall(r"\b(GET|POST|PUT|PATCH|DELETE) `(/[^`]*)`", PAGE)
    }
    assert documented - NOT_DOCUMENTED == there


def test_every_websocket_is_on_the_page(app: Application) -> None:
    there = {
        plain(route.path)
        for route in app.litestar.routes
        if any(isinstance(handler, WebsocketRouteHandler) for handler in _handlers(route))
    }
    documented = {plain(path) for path in re.findall(r"## The WebSocket of [^:]*: `(/[^`]*)`", PAGE)}
    assert documented == {re.sub(r"/$", "", path) for path in there}


def _handlers(route: Any) -> list[Any]:
    return [getattr(route, "route_handler", None)]


MESSAGES = (
    FromClients,
    live_messages.MatchSocketRequest,
    live_messages.MatchSocketMessage,
    page_messages.PageSocketMessage,
    live_messages.MatchEventMessage,
    messages.EngineSocketRequest,
    messages.EngineSocketMessage,
)


@pytest.mark.parametrize("messages", MESSAGES)
def test_every_message_is_on_the_page(messages: Any) -> None:
    for kind in get_args(messages):
        tag = kind.__struct_config__.tag
        assert f"`{tag}`" in PAGE or f'"{tag}"' in PAGE, tag


def test_every_type_on_the_page_exists() -> None:
    """The page uses the type names of the generated TypeScript."""
    made = set(re.findall(r"^export (?:interface|type) (\w+)", TYPES.read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"`([A-Z][a-z][A-Za-z]*)(?:\[\]|\.\w+)?`", PAGE)) - {"Host"}
    assert named - made == set()


def test_every_status_is_on_the_page() -> None:
    documented = {int(status) for status in re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE)}
    made = {status for _, status in error_responses._STATUS}
    assert made <= documented
    assert error_responses.http_status(error_responses.Forbidden("no")) in documented


def test_sentences_in_the_examples_are_those_of_the_catalogues() -> None:
    templates = [text for name in ("match", "server", "surakarta") for text in load_catalogue(name).values()]
    patterns = [re.sub(r"\\\{\w+\\\}", "[^ ]+", re.escape(text)) for text in templates if isinstance(text, str)]
    sentences = re.findall(r'\{"text": "([^"]+)"\}', PAGE)
    assert len(sentences) >= 4
    assert [one for one in sentences if not any(re.fullmatch(pattern, one) for pattern in patterns)] == []
