"""The authorisation matrix: who may send each request and each command; see also `test_command_authorisation`
and `test_socket_authorisation`.

A new route or command has to be added here, or the first test of its kind fails.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, get_args

import pytest
from litestar.routes import HTTPRoute

from parlour.match.commands import FromClients
from tests.server.authorisation_world import PASSWORD, ROLES, START, STUDY, World
from tests.server.browser import Browser, Json
from tests.server.served import QUICK, Served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("authorisation"), **QUICK) as running:
        running.app.services.quit = lambda: None  # the other tests need the server
        yield running


@pytest.fixture(scope="module")
def shared(server: Served) -> Iterator[World]:
    world = World(server)
    yield world
    world.close()


@pytest.fixture
def own(server: Served) -> Iterator[World]:
    world = World(server)
    yield world
    world.close()


# ---- HTTP ------------------------------------------------------------------------------------------------------------

PROGRAMS_TOO = dict.fromkeys(ROLES, 2)
"""Everybody, and programs with a token for bot accounts, which may do nothing else."""
EVERYBODY = PROGRAMS_TOO | {"program": 403}
PEOPLE = EVERYBODY | {"anonymous": 401, "owner": 401}
"""Visitors for whom something is stored."""
ACCOUNTS = dict.fromkeys(ROLES, 401) | {"account": 2, "program": 403}
THE_OWNER = dict.fromkeys(ROLES, 403) | {"owner": 2}
NOBODY_THERE = THE_OWNER | {"owner": 404}
"""Only the owner learns that a person is not in the lobby."""
WHO_SAVED_IT = PEOPLE | {"stranger": 404, "account": 404, "player": 404}
WHO_PLAYED_IT = PEOPLE | {"stranger": 404, "account": 404}
THE_HOST = dict.fromkeys(ROLES, 403) | {"host": 2}
BOTH_PLAYERS = THE_HOST | {"player": 2}
WHO_DOES_NOT_PLAY_IT = EVERYBODY | {"player": 403, "host": 403}
"""Players of a position get no help with it while they play people."""

THE_ORGANISER = THE_HOST | {"owner": 2}
WHO_HAS_NOT_JOINED = PROGRAMS_TOO | {"player": 400}
WHO_TAKES_PART = PEOPLE | {"stranger": 400, "account": 400, "host": 400}

Made = Callable[[World], Any]
TOURNAMENT: Json = {"name": "Cup", "format": "swiss", "games": [{"game": "surakarta"}]}


def a_tournament(world: World) -> str:
    """Return a new tournament of the host, in which the player takes part. Delete earlier ones: there is a limit."""
    for earlier in world.host.get_json("/api/tournaments"):
        if earlier["organiser"]:
            world.host.send("DELETE", f"/api/tournaments/{earlier['id']}")
    found = world.host.post_json("/api/tournaments", TOURNAMENT)["id"]
    return str(world.player.post_json(f"/api/tournaments/{found}/join", {"name": "Ben"})["id"])


A_TOURNAMENT: dict[str, str | Made] = {"tournament": a_tournament}


def a_tournament_match(world: World) -> str:
    """Return the running match of the player in a tournament of the host."""
    found = a_tournament_with_vacation(world)
    return str(world.player.get_json(f"/api/tournaments/{found}")["my_match"])


def a_tournament_with_vacation(world: World) -> str:
    """Return a running tournament with days per turn of the host, in which the player takes part."""
    clock = {"kind": "down", "limits": [{"per_turn": 86_400_000}]}
    found = str(world.host.post_json("/api/tournaments", {**TOURNAMENT, "clock": clock, "vacation": 3})["id"])
    world.player.post_json(f"/api/tournaments/{found}/join", {"name": "Ben"})
    for command in ({"do": "add-bot", "level": 1}, {"do": "start"}):
        world.host.post_json(f"/api/tournaments/{found}/commands", command)
    return found


def a_class(world: World) -> str:
    """Return a new class of the host, in which the player is a pupil, with a question. Delete earlier ones."""
    for earlier in world.host.get_json("/api/classrooms"):
        if earlier["teaching"]:
            world.host.send("DELETE", f"/api/classrooms/{earlier['code']}")
    code = str(world.host.post_json("/api/classrooms", {"name": "7b"})["code"])
    world.player.post_json(f"/api/classrooms/{code}/join", {"name": "Ben"})
    start = {
        "do": "show",
        "game": "surakarta",
        "start": world.host.post_json("/api/positions", START)["position"]["text"],
    }
    for command in (start, {"do": "ask"}):
        world.host.post_json(f"/api/classrooms/{code}/commands", command)
    return code


A_CLASS: dict[str, str | Made] = {"code": a_class}
HOMEWORK: Json = {
    "title": "Corners",
    "tasks": [{"is": "position", "position": START, "seat": 0, "level": 1}],
}


def some_homework(world: World) -> str:
    """Return new homework of a class of the host, in which the player is a pupil."""
    return str(world.host.post_json(f"/api/classrooms/{a_class(world)}/homework", HOMEWORK)["id"])


SOME_HOMEWORK: dict[str, str | Made] = {"homework": some_homework, "task": "1"}
WHO_DOES_NOT_TEACH_IT = EVERYBODY | {"host": 400}
THE_CLASS = EVERYBODY | {"anonymous": 401, "owner": 401, "stranger": 403, "account": 403}
THE_PUPIL = EVERYBODY | {"anonymous": 401, "owner": 401, "stranger": 403, "account": 403, "host": 403}


@dataclass(frozen=True)
class Case:
    """A valid request, and the status for each role: exactly, or 2 for any success."""

    expected: dict[str, int]
    body: Any = None
    path: dict[str, str | Made] = field(default_factory=dict)
    query: Json | Made = field(default_factory=dict)
    own: bool = False
    """Whether the request changes who the visitor is, so that it gets its own world."""


def name_and_password(world: World) -> Json:
    return {"name": world.name, "password": PASSWORD}


def a_game(world: World) -> Json:
    return {"matches": [world.match]}


def a_picture(world: World) -> Json:
    return {"share": world.host.get_json("/api/me/positions")[0]["share"]}


def a_wrong_turn(world: World) -> Json:
    """Return the body of an attempt at the first puzzle that fails."""
    puzzle = f"/api/learn/surakarta/puzzles/{world.puzzle}"
    legal = [move["text"] for move in world.host.get_json(puzzle)["position"]["position"]["legal"]]
    verdicts = ((move, world.host.post_json(f"{puzzle}/try", {"moves": [move]})["verdict"]) for move in legal)
    return {"moves": [next(move for move, verdict in verdicts if verdict == "wrong")]}


def a_code(world: World) -> Json:
    """Return a code with which another device continues as a new guest."""
    guest = Browser(world.server.address)
    guest.send("PATCH", "/api/me", {"name": world.new_name()})
    code = guest.post_json("/api/me/hand-over")["code"]
    guest.close()
    return {"code": code}


RECORD = '[Game "surakarta"]\n\n1. 4,0-3,0 *\n'
MOVE: Json = {"query": {"move": "4,0-3,0"}}
FROM_START: Json = {"body": {"moves": []}}

CASES: dict[str, Case] = {
    "GET /api/games": Case(PROGRAMS_TOO),
    "GET /api/games/{key}": Case(PROGRAMS_TOO),
    "GET /api/games/{key}/rules": Case(PROGRAMS_TOO),
    "POST /api/games/{key}/check": Case(PROGRAMS_TOO, {}),
    "POST /api/positions": Case(PROGRAMS_TOO, START),
    "POST /api/positions/explain": Case(EVERYBODY, {"position": START, "picks": []}),
    "POST /api/positions/effects": Case(EVERYBODY, START, **MOVE),
    "POST /api/positions/aids": Case(WHO_DOES_NOT_PLAY_IT, START),
    "POST /api/positions/ask": Case(EVERYBODY, START, query={"question": "help"}),
    "GET /api/positions/picture.svg": Case(EVERYBODY, query=a_picture),
    "POST /api/editor/open": Case(EVERYBODY, START),
    "POST /api/editor/check": Case(EVERYBODY, {"game": "surakarta", "pieces": []}),
    "POST /api/editor/text": Case(EVERYBODY, {"game": "surakarta", "text": ""}),
    "GET /api/me/positions": Case(EVERYBODY),
    "POST /api/me/positions": Case(EVERYBODY, {"name": "b", "position": START}),
    "PATCH /api/me/positions/{position}": Case(WHO_SAVED_IT, {"name": "c"}),
    "DELETE /api/me/positions/{position}": Case(WHO_SAVED_IT, own=True),
    "GET /api/learn": Case(EVERYBODY),
    "GET /api/learn/{key}": Case(EVERYBODY),
    "GET /api/learn/{key}/steps/{step}": Case(EVERYBODY),
    "POST /api/learn/{key}/steps/{step}/try": Case(EVERYBODY, **FROM_START),
    "GET /api/learn/{key}/puzzles": Case(EVERYBODY),
    "GET /api/learn/{key}/puzzles/{puzzle}": Case(EVERYBODY),
    "POST /api/learn/{key}/puzzles/{puzzle}/try": Case(EVERYBODY, a_wrong_turn),
    "POST /api/learn/{key}/puzzles/{puzzle}/refutation": Case(EVERYBODY, a_wrong_turn),
    "POST /api/learn/{key}/puzzles/{puzzle}/hint": Case(EVERYBODY, **FROM_START),
    "POST /api/learn/{key}/puzzles/{puzzle}/solution": Case(EVERYBODY, **FROM_START),
    "GET /api/learn/{key}/puzzles/{puzzle}/page.html": Case(EVERYBODY),
    "GET /api/matches": Case(PROGRAMS_TOO),
    "POST /api/matches": Case(
        PROGRAMS_TOO, {"game": "surakarta", "seats": [{"is": "me"}, {"is": "guest", "name": "B"}]}
    ),
    "GET /api/matches/{match}": Case(PROGRAMS_TOO),
    "GET /api/codes/{code}": Case(PROGRAMS_TOO, path={"code": World.code}),
    "GET /api/codes/{code}/target": Case(EVERYBODY, path={"code": World.code}),
    "POST /api/matches/{match}/join": Case(PROGRAMS_TOO, {}, {"match": World.open_match}),
    "GET /api/matches/{match}/ratings": Case(EVERYBODY),
    "GET /api/matches/{match}/tournament": Case(EVERYBODY, path={"match": a_tournament_match}),
    "POST /api/matches/{match}/leave": Case(THE_HOST, None, {"match": World.open_match}),
    "POST /api/matches/{match}/seats/{seat}/sign-in": Case(
        THE_HOST, name_and_password, {"match": World.local_match, "seat": "1"}
    ),
    "POST /api/matches/{match}/commands": Case(THE_HOST, {"do": "move", "index": 0, "ply": 0}, own=True),
    "GET /api/matches/{match}/plan": Case(BOTH_PLAYERS),
    "PUT /api/matches/{match}/plan": Case(BOTH_PLAYERS, {"ply": 0}),
    "GET /api/matches/{match}/premoves": Case(BOTH_PLAYERS),
    "GET /api/matches/{match}/plies/{ply}": Case(PROGRAMS_TOO),
    "GET /api/matches/{match}/plies/{ply}/effects": Case(EVERYBODY, **MOVE),
    "POST /api/matches/{match}/plies/{ply}/explain": Case(EVERYBODY, []),
    "GET /api/matches/{match}/plies/{ply}/aids": Case(THE_HOST, path={"match": World.local_match}),
    "POST /api/matches/{match}/ask": Case(EVERYBODY, {"text": "help"}),
    "GET /api/matches/{match}/replay": Case(PROGRAMS_TOO),
    "GET /api/matches/{match}/statistics": Case(PROGRAMS_TOO),
    "GET /api/matches/{match}/record": Case(PROGRAMS_TOO),
    "GET /api/matches/{match}/picture.svg": Case(EVERYBODY),
    "GET /api/matches/{match}/page.html": Case(EVERYBODY),
    "GET /api/matches/{match}/moving.svg": Case(EVERYBODY),
    "GET /api/matches/{match}/study": Case(EVERYBODY),
    "GET /api/matches/{match}/analysis": Case(EVERYBODY),
    "POST /api/studies/page.html": Case(EVERYBODY, {"text": RECORD}),
    "POST /api/studies/read": Case(EVERYBODY, {"text": RECORD}),
    "POST /api/studies/write": Case(EVERYBODY, STUDY),
    "GET /api/qr.svg": Case(EVERYBODY, query={"text": "x"}),
    "GET /api/library": Case(EVERYBODY),
    "GET /api/library/records": Case(PEOPLE),
    "POST /api/library/import": Case(EVERYBODY, {"text": RECORD}),
    "POST /api/library/import/progress": Case(EVERYBODY, {"text": RECORD}),
    "POST /api/library/delete": Case(PEOPLE, a_game, own=True),
    "POST /api/library/undelete": Case(PEOPLE, a_game),
    "GET /api/library/words": Case(EVERYBODY),
    "POST /api/library/labels": Case(PEOPLE, lambda world: {"matches": [world.match], "star": True}),
    "GET /api/library/{match}": Case(EVERYBODY),
    "PATCH /api/library/{match}": Case(WHO_PLAYED_IT, {"star": True}),
    "PUT /api/library/{match}/remarks/{ply}": Case(WHO_PLAYED_IT, {"text": "x"}),
    "GET /api/profile": Case(EVERYBODY),
    "GET /api/profile/ratings": Case(EVERYBODY),
    "GET /api/ratings": Case(EVERYBODY, query={"game": "surakarta"}),
    "GET /api/statistics": Case(EVERYBODY),
    "GET /api/statistics/games": Case(EVERYBODY),
    "GET /api/statistics/openings": Case(EVERYBODY, query={"game": "surakarta"}),
    "GET /api/statistics/records": Case(EVERYBODY),
    "GET /api/profile/level": Case(EVERYBODY, query={"game": "surakarta"}),
    "GET /api/achievements": Case(EVERYBODY),
    "GET /api/host": Case(THE_OWNER),
    "PATCH /api/host": Case(THE_OWNER, {"locked": False, "chat": "off"}),
    "GET /api/host/absent": Case(THE_OWNER),
    "POST /api/host/people/{key}/rename": Case(NOBODY_THERE, {"name": "x"}),
    "POST /api/host/people/{key}/remove": Case(NOBODY_THERE),
    "POST /api/host/people/{key}/mute": Case(NOBODY_THERE, {"muted": True}),
    "POST /api/host/people/{key}/hand-over": Case(NOBODY_THERE),
    "POST /api/host/matches/{match}/end": Case(THE_OWNER, {"results": [1, 0]}, {"match": World.network_match}),
    "POST /api/me/hand-over": Case(PEOPLE),
    "POST /api/take-over": Case(EVERYBODY, a_code, own=True),
    "GET /api/me": Case(PROGRAMS_TOO),
    "PATCH /api/me": Case(EVERYBODY, lambda world: {"name": world.new_name()}, own=True),
    "POST /api/sign-up": Case(EVERYBODY, lambda world: {"name": world.new_name(), "password": PASSWORD}, own=True),
    "POST /api/log-in": Case(EVERYBODY, name_and_password, own=True),
    "POST /api/log-out": Case(ACCOUNTS, own=True),
    "POST /api/me/password": Case(ACCOUNTS, {"old": PASSWORD, "new": PASSWORD}),
    "POST /api/me/delete": Case(PEOPLE, {"password": PASSWORD}, own=True),
    "GET /api/me/export": Case(PEOPLE),
    "GET /api/me/logins": Case(PEOPLE),
    "DELETE /api/me/logins/{login}": Case(WHO_SAVED_IT, own=True),
    "PATCH /api/me/preferences": Case(EVERYBODY, {"values": {}}),
    "GET /api/me/studies": Case(EVERYBODY),
    "POST /api/me/studies": Case(EVERYBODY, {"name": "b", "study": STUDY}),
    "GET /api/me/studies/{study}": Case(WHO_SAVED_IT),
    "PUT /api/me/studies/{study}": Case(WHO_SAVED_IT, {"name": "b", "study": STUDY}),
    "PATCH /api/me/studies/{study}": Case(WHO_SAVED_IT, {"name": "b"}),
    "DELETE /api/me/studies/{study}": Case(WHO_SAVED_IT, own=True),
    "GET /api/me/courses": Case(WHO_SAVED_IT, query={"course": "a course"}),
    "POST /api/me/courses": Case(EVERYBODY, {"text": RECORD}),
    "PUT /api/me/courses": Case(WHO_SAVED_IT, lambda world: {"course": "a course", "studies": [world.study]}),
    "GET /api/tournaments": Case(PROGRAMS_TOO),
    "POST /api/tournaments": Case(EVERYBODY, TOURNAMENT),
    "GET /api/tournaments/{tournament}": Case(PROGRAMS_TOO, path=A_TOURNAMENT),
    "POST /api/tournaments/{tournament}/join": Case(WHO_HAS_NOT_JOINED, {"name": "Visitor"}, A_TOURNAMENT, own=True),
    "POST /api/tournaments/{tournament}/leave": Case(WHO_TAKES_PART | {"program": 400}, path=A_TOURNAMENT, own=True),
    "POST /api/tournaments/{tournament}/vacation": Case(
        WHO_TAKES_PART, {"away": True}, {"tournament": a_tournament_with_vacation}, own=True
    ),
    "POST /api/tournaments/{tournament}/commands": Case(THE_ORGANISER, {"do": "add-bot", "level": 1}, A_TOURNAMENT),
    "DELETE /api/tournaments/{tournament}": Case(THE_ORGANISER, path=A_TOURNAMENT),
    "GET /api/tournaments/{tournament}/standings.csv": Case(EVERYBODY, path=A_TOURNAMENT),
    "GET /api/tournaments/{tournament}/records": Case(EVERYBODY, path=A_TOURNAMENT),
    "GET /api/classrooms": Case(EVERYBODY),
    "POST /api/classrooms": Case(EVERYBODY, {"name": "7b"}),
    "GET /api/classrooms/{code}": Case(EVERYBODY, path=A_CLASS),
    "POST /api/classrooms/{code}/join": Case(WHO_DOES_NOT_TEACH_IT, {"name": "Visitor"}, A_CLASS, own=True),
    "POST /api/classrooms/{code}/leave": Case(PEOPLE, path=A_CLASS),
    "POST /api/classrooms/{code}/answer": Case(THE_PUPIL, {"question": 1, "moves": ["4,0-3,0"]}, A_CLASS),
    "POST /api/classrooms/{code}/commands": Case(THE_HOST, {"do": "end-lesson"}, A_CLASS),
    "DELETE /api/classrooms/{code}": Case(THE_HOST, path=A_CLASS),
    "GET /api/homework": Case(EVERYBODY),
    "GET /api/classrooms/{code}/homework": Case(THE_CLASS, path=A_CLASS),
    "POST /api/classrooms/{code}/homework": Case(THE_HOST, HOMEWORK, A_CLASS),
    "PATCH /api/homework/{homework}": Case(THE_HOST, HOMEWORK | {"version": 0}, SOME_HOMEWORK),
    "DELETE /api/homework/{homework}": Case(THE_HOST, path=SOME_HOMEWORK),
    "GET /api/homework/{homework}/progress.csv": Case(THE_HOST, path=SOME_HOMEWORK),
    "POST /api/homework/{homework}/tasks/{task}/play": Case(THE_PUPIL, path=SOME_HOMEWORK),
    "GET /api/me/bots": Case(ACCOUNTS),
    "POST /api/me/bots": Case(ACCOUNTS, lambda world: {"name": world.new_name()}, own=True),
    "DELETE /api/me/bots/{bot}": Case(ACCOUNTS, own=True),
    "POST /api/me/bots/{bot}/tokens": Case(ACCOUNTS, {"name": "b"}),
    "DELETE /api/me/bots/{bot}/tokens/{token}": Case(ACCOUNTS, own=True),
    "GET /owner": Case(dict.fromkeys(ROLES, 403), query={"at": 1, "proof": "guessed"}),
    "GET /api/owner": Case(THE_OWNER),
    "POST /api/owner/password": Case(THE_OWNER, name_and_password, own=True),
    "POST /api/owner/log-out": Case(THE_OWNER),
    "POST /api/owner/quit": Case(THE_OWNER),
    "POST /api/owner/backup": Case(THE_OWNER),
    "POST /api/owner/restore": Case(THE_OWNER | {"owner": 400}, {"file": "/nowhere"}),
    "GET /health": Case(PROGRAMS_TOO),
    "GET /metrics": Case(THE_OWNER),
}
PUBLIC_FILES = {"GET /", "GET /{path}", "GET /schema", "GET /schema/openapi.json", "GET /schema/{path}"}
"""The client and the description of the API, the same for everybody."""


def test_every_endpoint_is_in_the_matrix(server: Served) -> None:
    """Those of the application: the description of the API leaves some out."""
    routes = [route for route in server.app.litestar.routes if isinstance(route, HTTPRoute)]
    endpoints = {f"{method} {route.path_format}" for route in routes for method in route.methods - {"OPTIONS"}}
    assert endpoints == set(CASES) | PUBLIC_FILES


@pytest.mark.parametrize("endpoint", CASES)
def test_endpoints_serve_those_who_may_use_them(request: pytest.FixtureRequest, endpoint: str) -> None:
    case = CASES[endpoint]
    world: World = request.getfixturevalue("own" if case.own else "shared")
    method, _, template = endpoint.partition(" ")
    learn = world.host.get_json("/api/learn/surakarta") if "{step}" in template else {}
    puzzle = world.puzzle if "{puzzle}" in template else ""
    found = {}
    for role in ROLES:
        known: dict[str, str | Made] = {
            "key": "surakarta",
            "match": world.match,
            "ply": "0",
            "position": world.position,
            "study": world.study,
            "login": world.login,
            "bot": world.bot,
            "token": world.token,
            "step": learn["steps"][0]["key"] if learn else "",
            "puzzle": puzzle,
            **case.path,
        }
        path = template.format(**{name: value(world) if callable(value) else value for name, value in known.items()})
        body = case.body(world) if callable(case.body) else case.body
        query = case.query(world) if callable(case.query) else case.query
        status = world.browser(role).send(method, path, body, **query).status_code
        found[role] = 2 if status // 100 == 2 else status
    assert found == case.expected


def test_selections_of_games_concern_only_own_games(own: World) -> None:
    for path in ("delete", "undelete", "labels"):
        counts = [
            own.browsers[role].post_json(f"/api/library/{path}", a_game(own))["count"]
            for role in ("stranger", "account")
        ]
        assert counts == [0, 0]
    assert own.host.get_json(f"/api/library/{own.match}") is not None


# ---- Commands to a match ---------------------------------------------------------------------------------------------


def tags(union: Any, tag_field: str) -> set[str]:
    """Return the tags of the messages of a union."""
    kinds = get_args(union) or (union,)
    assert all(kind.__struct_config__.tag_field == tag_field for kind in kinds)
    return {kind.__struct_config__.tag for kind in kinds}


COMMANDS: dict[str, tuple[Json, str, str, str]] = {
    "move": ({"ply": 0, "index": 0}, "not-your-turn", "accepted", "accepted"),
    "turn": ({"ply": 0, "text": "4,0-3,0"}, "not-your-turn", "accepted", "accepted"),
    "take-back": ({"ply": 0}, "nothing", "nothing", "nothing"),
    "redo": ({"ply": 0}, "people", "people", "nothing-undone"),
    "draw": ({"ply": 0}, "accepted", "accepted", "accepted"),
    "answer": ({"offer": 1, "yes": True}, "no-offer", "no-offer", "no-offer"),
    "resign": ({}, "accepted", "over", "which-seat"),
    "flag": ({"ply": 0}, "time-left", "time-left", "time-left"),
    "abort": ({}, "accepted", "over", "accepted"),
    "pause": ({}, "people", "people", "accepted"),
    "resume": ({}, "not-paused", "not-paused", "not-paused"),
    "step": ({}, "not-paused", "not-paused", "not-paused"),
    "pace": ({"pause": 0}, "not-bots", "not-bots", "not-bots"),
    "restart": ({}, "accepted", "accepted", "accepted"),
    "rematch": ({}, "not-over", "not-over", "not-over"),
    "assist": ({"seat": 0, "help": "hints"}, "not-yours", "people", "accepted"),
}
"""Each command with the answers to the player and to the host of a network match, and to the host of a local one:
`accepted`, or the reason of the refusal. Everybody else is `not-a-player`."""
FOR_ANYBODY = {"flag"}
"""Commands that are not decided by who sends them: the clock decides whether a flag has fallen."""


def test_every_command_is_in_the_matrix() -> None:
    assert tags(FromClients, "do") == set(COMMANDS)


def outcomes(world: World, match: str, request: Json) -> dict[str, str]:
    """Send a request over the WebSocket in each role; return the reason of each refusal, or that it was accepted."""
    found = {}
    for role in ROLES:
        socket = world.browser(role).socket(f"/api/matches/{match}/live")
        socket.send({"id": 1, **request})
        answer = socket.until("accepted", "refused")
        found[role] = str(answer.get("reason", answer["type"]))
        socket.close()
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_in_a_network_match(shared: World, command: str) -> None:
    fields, player, host, _ = COMMANDS[command]
    found = outcomes(shared, shared.network_match(), {"type": "do", "command": {"do": command, **fields}})
    others = "time-left" if command in FOR_ANYBODY else "not-a-player"
    assert found == {**dict.fromkeys(ROLES, others), "player": player, "host": host}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_in_a_local_match(shared: World, command: str) -> None:
    fields, _, _, host = COMMANDS[command]
    found = outcomes(shared, shared.local_match(), {"type": "do", "command": {"do": command, **fields}})
    others = "time-left" if command in FOR_ANYBODY else "not-a-player"
    assert found == {**dict.fromkeys(ROLES, others), "host": host}
