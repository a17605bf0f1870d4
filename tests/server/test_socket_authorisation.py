"""Who may send each message on a WebSocket. A new message has to be added here, or the first test fails."""

from typing import get_args

import pytest
from litestar.routes import WebSocketRoute
from websockets.exceptions import InvalidStatus

from parlour.server.chat.notices import ChatModeChanged
from parlour.server.engine.messages import EngineSocketRequest
from parlour.server.matches.live_messages import MatchSocketRequest
from parlour.server.page.messages import PageSocketRequest
from parlour.server.page.socket import SCOPES
from parlour.server.tournaments.messages import WatchTournamentsRequest
from tests.server.authorisation_world import ROLES, World
from tests.server.browser import Json
from tests.server.served import Served
from tests.server.test_authorisation import a_class, outcomes, server, shared, tags

__all__ = ["server", "shared"]

MATCH_MESSAGES = {"do", "move-now", "ping", "watch-chat", "say"}
LOBBY_MESSAGES: dict[str, Json] = {
    "watch-lobby": {"on": False},
    "challenge": {"to": "nobody", "game": "sim"},
    "pair": {"games": ["sim"]},
    "answer-challenge": {"challenge": "none", "yes": True},
    "cancel-challenge": {"challenge": "none"},
}
"""None of them can succeed here, but who is refused for which reason differs; `tests/server/lobby` has the rest."""
PAGE_MESSAGES = {"ping", "watch-chat", "say", "watch-tournaments", *LOBBY_MESSAGES}
WITH_ENGINE = tuple(role for role in ROLES if role != "program")
"""No token opens the WebSocket of the engine."""
ENGINE_MESSAGES: dict[str, Json] = {
    "analyse": {"seconds": 0.05},
    "hint": {"seconds": 0.05},
    "threats": {"seconds": 0.05},
    "look": {"turn": "4,0-3,0", "seconds": 0.05},
    "verdicts": {"seconds": 0.05},
    "values": {"seconds": 0.05},
    "review": {"seconds": 0.05},
}


def test_every_websocket_and_message_is_in_the_matrix(server: Served) -> None:
    paths = {route.path_format for route in server.app.litestar.routes if isinstance(route, WebSocketRoute)}
    assert paths == {"/api/matches/{match}/live", "/api/page", "/api/engine", "/api/classrooms/{code}/live"}
    assert tags(MatchSocketRequest, "type") == MATCH_MESSAGES
    assert tags(PageSocketRequest, "type") == PAGE_MESSAGES
    kinds = {kind for kind in get_args(PageSocketRequest) if kind.__struct_config__.tag != "ping"}
    assert set(SCOPES) == kinds, "what a token has to permit"
    assert tags(EngineSocketRequest, "type") == {*ENGINE_MESSAGES, "stop"}


def test_a_message_without_a_scope_accepts_no_token(shared: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new message that nobody thought about."""
    monkeypatch.delitem(SCOPES, WatchTournamentsRequest)
    found = {}
    for role in ("program", "account"):
        socket = shared.browser(role).socket("/api/page")
        socket.send({"type": "watch-tournaments", "tournaments": ["cup"]})
        found[role] = socket.until("tournament", "refused")["type"]
        socket.close()
    assert found == {"program": "refused", "account": "tournament"}


def test_only_players_and_the_host_make_a_bot_move(shared: World) -> None:
    bot = {"is": "bot", "level": "custom", "custom": {"seconds": 50}}
    match = shared.host.play({"is": "me", "name": "Anna"}, bot, order="swapped")
    found = outcomes(shared, match, {"type": "move-now"})
    assert found == {**dict.fromkeys(ROLES, "no-bot"), "host": "accepted"}


@pytest.mark.parametrize("path", ["page", "match"])
def test_everybody_gets_the_time(shared: World, path: str) -> None:
    for role in ROLES:
        socket = shared.browser(role).socket("/api/page" if path == "page" else f"/api/matches/{shared.match}/live")
        socket.send({"type": "ping", "sent": 1})
        assert socket.until("pong", "refused", "broken")["type"] == "pong"
        socket.close()


def test_everybody_watches_tournaments(shared: World) -> None:
    for role in ROLES:
        socket = shared.browser(role).socket("/api/page")
        socket.send({"type": "watch-tournaments", "tournaments": ["cup"]})
        assert socket.until("tournament", "refused", "broken")["type"] == "tournament"
        socket.send({"type": "watch-tournaments", "tournaments": ["cup"] * 21})
        assert socket.until("tournament", "refused", "broken")["type"] == "broken", "too many"
        socket.close()


@pytest.mark.parametrize("message", LOBBY_MESSAGES)
def test_only_people_with_a_name_challenge_others(shared: World, message: str) -> None:
    shared.host.send("PATCH", "/api/me", {"name": "Anna"})
    shared.player.send("PATCH", "/api/me", {"name": "Ben"})
    found = {}
    for role in ROLES:
        socket = shared.browser(role).socket("/api/page")
        socket.send(
            {"type": message, "id": 1, **LOBBY_MESSAGES[message]} if message != "watch-lobby" else {"type": message}
        )
        socket.send({"type": "ping", "sent": 1})
        answer = socket.until("refused", "pong")
        found[role] = str(answer.get("reason", answer["type"]))
        socket.close()
    named = ("program", "account", "player", "host")
    expected = dict.fromkeys(ROLES, "lobby-error")
    if message in ("challenge", "pair"):
        expected |= {role: "not-logged-in" for role in ROLES if role not in named}
    elif message == "watch-lobby":
        expected = dict.fromkeys(ROLES, "pong")
    assert found == expected


def test_only_people_with_a_name_write_and_players_and_spectators_read_apart(server: Served, shared: World) -> None:
    shared.host.send("PATCH", "/api/me", {"name": "Anna"})
    shared.player.send("PATCH", "/api/me", {"name": "Ben"})
    server.app.services.chat.adopt(ChatModeChanged(1, "phrases"))
    found = {}
    for path in ("/api/page", f"/api/matches/{shared.match}/live"):
        for role in ROLES:
            socket = shared.browser(role).socket(path)
            socket.send({"type": "watch-chat"})
            rooms = [room["room"] for room in socket.until("chat")["rooms"]]
            socket.send({"type": "say", "phrase": "hello", "id": 1})
            answer = socket.until("refused", "chat-line")
            found[role, path[5:9]] = (*rooms, str(answer.get("reason", answer["type"])))
            socket.close()
    nameless = ("anonymous", "owner", "stranger")
    sent = {role: "not-logged-in" if role in nameless else "chat-line" for role in ROLES}
    in_match = {role: "players" if role in ("player", "host") else "spectators" for role in ROLES}
    assert found == {
        **{(role, "page"): ("lobby", sent[role]) for role in ROLES},
        **{(role, "matc"): (in_match[role], sent[role]) for role in ROLES},
    }


@pytest.mark.parametrize("message", ENGINE_MESSAGES)
def test_nobody_gets_help_in_a_match_between_people(shared: World, message: str) -> None:
    found = {}
    for role in WITH_ENGINE:
        socket = shared.browser(role).socket("/api/engine")
        socket.send({"type": message, "id": 1, "match": shared.match, **ENGINE_MESSAGES[message]})
        answer = socket.until("refused", "found", "hint", "threats", "look", "verdicts", "values", "reviewed")
        found[role] = str(answer.get("reason", answer["type"]))
        socket.close()
    players = "forbidden" if message == "review" else "people"
    assert found == {**dict.fromkeys(WITH_ENGINE, "forbidden"), "player": players, "host": players}


def test_everybody_gets_help_with_a_position_that_they_do_not_play(shared: World) -> None:
    for role in WITH_ENGINE:
        socket = shared.browser(role).socket("/api/engine")
        socket.send({"type": "hint", "id": 1, "position": {"game": "sim"}, "seconds": 0.05})
        assert socket.until("refused", "hint")["type"] == "hint"
        socket.close()


def test_only_the_class_sees_its_board_and_only_the_teacher_the_answers(shared: World) -> None:
    code = a_class(shared)
    found = {}
    for role in WITH_ENGINE:
        for shows in ("class", "projector"):
            socket = shared.browser(role).socket(f"/api/classrooms/{code}/live?shows={shows}")
            found[role, shows] = socket.until("board", "broken")["type"]
            socket.close()
    allowed = {("host", "class"), ("host", "projector"), ("player", "class")}
    assert found == {key: "board" if key in allowed else "broken" for key in found}


def test_no_token_opens_the_websocket_of_the_engine(shared: World) -> None:
    with pytest.raises(InvalidStatus, match=r"403"):
        shared.browser("program").socket("/api/engine")
