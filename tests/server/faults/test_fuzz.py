"""Arbitrary input never causes a server error or a state that the rules forbid."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import openapi
from schemathesis.checks import CheckFunction
from schemathesis.core.failures import Failure
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed

from parlour.games import game as find_game
from parlour.match.records.imports import read_any
from tests.server.browser import Browser, Json, Table
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
GAMES = ("surakarta", "yinsh", "pylos", "laserchess", "sim")


# ---- The HTTP interface ----------------------------------------------------------------------------------------------


def operations(served: Served) -> Iterator[tuple[Any, Any]]:
    """Return every API operation with a strategy for requests."""
    schema = openapi.from_url(f"{served.address}/schema/openapi.json")
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        yield operation, operation.as_strategy()


class Defect(AssertionError):
    """The server answered with a status that indicates its own fault."""


def known_ids(browser: Browser) -> dict[str, str]:
    """Return the ids of something of each kind that belongs to a visitor, by the names of parameters in paths."""
    game = {"game": "surakarta"}
    study = {**game, "options": {}, "start": "", "nodes": [{}]}
    code = browser.post_json("/api/classrooms", {"name": "7b"})["code"]
    tasks = [{"is": "position", "position": game, "seat": 0, "level": 1}]
    homework = browser.post_json(f"/api/classrooms/{code}/homework", {"title": "a", "tasks": tasks})
    tournament = {"name": "Cup", "format": "swiss", "games": [game]}
    return {
        "match": browser.play(ANNA, BEN),
        "code": code,
        "homework": homework["id"],
        "tournament": browser.post_json("/api/tournaments", tournament)["id"],
        "position": browser.post_json("/api/me/positions", {"name": "a", "position": game})["id"],
        "study": browser.post_json("/api/me/studies", {"name": "a", "study": study})["id"],
        "key": "surakarta",
    }


def fuzz(served: Served, browser: Browser, examples: int) -> None:
    """Send requests generated from the schema, valid and invalid, with and without known IDs."""
    known = known_ids(browser)
    token = {"x-csrf-token": browser.http.cookies["parlour_csrf"]}
    for operation, strategy in operations(served):
        if "quit" in operation.path:
            continue

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def send(case: Any) -> None:
            if case.method != "DELETE":  # what is deleted could not be tried any more
                case.path_parameters.update({name: known[name] for name in known.keys() & case.path_parameters.keys()})
            with contextlib.suppress(httpx.InvalidURL, UnicodeEncodeError, httpx.LocalProtocolError):
                arguments = case.as_transport_kwargs(base_url=served.address)
                wanted = {name: arguments.get(name) for name in ("method", "url", "params", "json", "data")}
                content = wanted.pop("data")
                answer = browser.http.request(
                    **{name: value for name, value in wanted.items() if value is not None},
                    content=content if isinstance(content, str | bytes) else None,
                    headers=token,
                )
                if answer.status_code >= 500:
                    raise Defect(f"{case.method} {case.path}: {answer.status_code} {answer.text[:300]}")
                if answer.status_code >= 400:
                    assert answer.json()["text"], "a refusal has a sentence"

        send()


def test_no_request_makes_the_server_fail(served: Served, browser: Browser) -> None:
    fuzz(served, browser, 3)


@pytest.mark.long
def test_many_requests_do_not_make_the_server_fail(served: Served, browser: Browser) -> None:
    fuzz(served, browser, 300)


def test_the_schema_describes_what_is_answered(served: Served, browser: Browser) -> None:
    """Responses match the schema for every path without parameters."""
    browser.play(ANNA, BEN)
    checks: list[CheckFunction] = []
    schema = openapi.from_url(f"{served.address}/schema/openapi.json")
    for path in ("/api/games", "/api/me", "/api/matches", "/api/library", "/api/profile", "/health"):
        case = schema[path]["GET"].Case()
        answer = browser.get(path)
        assert answer.status_code == 200
        try:
            case.operation.validate_response(answer)
        except Failure as fault:  # pragma: no cover  # only if it does not fit
            checks.append(fault)  # type: ignore[arg-type]
    assert checks == []


# ---- The WebSocket of a match ----------------------------------------------------------------------------------------

SMALL = st.one_of(st.integers(-3, 40), st.none())
PICKS = st.lists(st.one_of(st.integers(-5, 90), st.sampled_from(["done", "rotate left", "", "x" * 300])), max_size=5)
TEXTS = st.one_of(st.text(max_size=30), st.sampled_from(["4,0-3,0", "d2", "1a1", "e4-e5", "1-2", "Pj4-j3"]))

COMMANDS = st.one_of(
    st.fixed_dictionaries(
        {"do": st.just("move"), "index": st.integers(-1, 60)}, optional={"ply": SMALL, "seen": SMALL}
    ),
    st.fixed_dictionaries({"do": st.just("move"), "picks": PICKS}, optional={"ply": SMALL}),
    st.fixed_dictionaries({"do": st.just("move"), "text": TEXTS}, optional={"ply": SMALL}),
    st.fixed_dictionaries({"do": st.just("turn"), "text": TEXTS}, optional={"ply": SMALL}),
    st.fixed_dictionaries(
        {"do": st.sampled_from(["take-back", "redo", "draw", "flag"])}, optional={"to": SMALL, "seat": SMALL}
    ),
    st.fixed_dictionaries({"do": st.just("answer"), "offer": st.integers(-1, 30), "yes": st.booleans()}),
    st.fixed_dictionaries({"do": st.sampled_from(["pause", "resume", "restart", "rematch", "abort", "resign"])}),
    st.fixed_dictionaries(
        {"do": st.just("assist"), "seat": st.integers(-1, 3), "help": st.sampled_from(["hints", "analysis", "x"])}
    ),
    st.dictionaries(st.sampled_from(["do", "ply", "x"]), st.one_of(TEXTS, SMALL), max_size=3),
)
LIKELY = st.fixed_dictionaries({"do": st.just("move"), "index": st.integers(0, 5)})
FRAMES = st.lists(
    st.one_of(
        LIKELY.map(lambda command: {"type": "do", "command": command}),
        COMMANDS.map(lambda command: {"type": "do", "command": command}),
        st.just({"type": "move-now", "id": 1}),
        st.one_of(st.none(), st.booleans(), st.text(max_size=20), st.lists(st.integers(), max_size=3)),
    ),
    max_size=25,
)


def talk(table: Table, frames: list[Any]) -> None:
    """Send arbitrary messages; every command gets exactly one answer with its ID."""
    for id, message in enumerate(frames, 1):
        if isinstance(message, dict) and message["type"] == "do":
            command = {"ply": table.ply, **message["command"]}
            if command.get("do") not in ("move", "turn", "take-back", "redo", "draw", "flag"):
                command.pop("ply", None)
            message = {"type": "do", "id": id, "command": command}
        table.socket.send(json.dumps(message))
        table.socket.send({"type": "ping", "sent": id})
        answers = []
        while True:
            answer = table.receive()
            if answer["type"] == "pong" and answer["sent"] == id:
                break
            if answer["type"] in ("accepted", "refused", "broken"):
                answers.append(answer)
        assert len(answers) == 1, answers


def never_wrong(browser: Browser, game: str, frames: list[Any], other: Browser) -> None:
    match = browser.play(ANNA, BEN, game=game)
    table = browser.open(match)
    with contextlib.suppress(ConnectionClosed):
        talk(table, frames)
        stranger = other.open(match)
        before = stranger.state["version"]
        talk(stranger, frames[:5])
        assert stranger.state["version"] == before, "a stranger changes nothing"
        stranger.close()
    table.close()
    # The stored moves replay by the rules to the position that is shown.
    (record,) = read_any(browser.get(f"/api/matches/{match}/record").text)
    shown = browser.get_json(f"/api/matches/{match}")["state"]["position"]
    assert record.replay().text() == shown["text"]
    assert find_game(game).read(shown["text"], record.replay().options).text() == shown["text"]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
@given(frames=FRAMES)
def test_any_sequence_of_commands_respects_the_rules(
    browser: Browser, other: Browser, game: str, frames: list[Any]
) -> None:
    never_wrong(browser, game, frames, other)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(frames=FRAMES)
def test_many_sequences_of_commands_respect_the_rules(
    browser: Browser, other: Browser, game: str, frames: list[Any]
) -> None:
    never_wrong(browser, game, frames, other)
