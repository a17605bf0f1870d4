"""Requests about a long game are computed in threads: the event loop plays few moves for each of them."""

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from parlour.engine.review import PositionReview
from parlour.games.surakarta.position import SurakartaPosition
from parlour.match.plans import MAX_TURNS
from parlour.server.engine.session import EngineSession
from parlour.server.engine.tasks import ReviewTask
from parlour.store.database.time_slices import MAX_SIZE_IN_LOOP
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ENDLESS: Json = {"ending": "endless"}
THERE_AND_BACK = ("4,0-3,0", "1,1-2,1", "3,0-4,0", "2,1-1,1")
PLIES = MAX_SIZE_IN_LOOP + 4 - MAX_SIZE_IN_LOOP % 4
MAX_IN_LOOP = 50
"""Moves that one request may play in the event loop."""
MOVES = [THERE_AND_BACK[ply % 4] for ply in range(PLIES)]
POSITION: Json = {"game": "surakarta", "options": ENDLESS, "moves": MOVES}
STUDY: Json = {
    "game": "surakarta",
    "options": ENDLESS,
    "start": "",
    "nodes": [{}, *({"parent": ply, "text": text} for ply, text in enumerate(MOVES))],
}
HELP: Json = {"undo": True, "hints": True, "analysis": True}
SEATS: list[Json] = [{"is": "me", "name": "Anna", "help": HELP}, {"is": "guest", "name": "Ben", "help": HELP}]


@pytest.fixture
def server(new_server: Callable[..., Served]) -> Served:
    """Return a server of its own: in matches of other tests, bots may still move."""
    return new_server()


@pytest.fixture
def played_in_loop(server: Served, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the moves that are read, played or written in the event loop, in other threads, and those taken back."""
    counted: Counter[str] = Counter()

    def observe(name: str, done: str) -> None:
        method: Callable[..., Any] = getattr(SurakartaPosition, name)

        def observed(position: SurakartaPosition, *args: Any) -> Any:
            where = "loop" if threading.get_ident() == server.thread.ident else "thread"
            counted[f"{done} in {where}"] += 1
            return method(position, *args)

        monkeypatch.setattr(SurakartaPosition, name, observed)

    for name in ("play", "read_move", "write_move"):
        observe(name, "played")
    observe("undo", "undone")
    return counted


Requests = dict[str, Callable[[], object]]


def check(requests: Requests, counted: Counter[str], done: str = "played") -> None:
    """Send requests one after the other, and check where the moves of the game were played or undone for each."""
    in_loop = {}
    for name, send in requests.items():
        counted.clear()
        send()
        in_loop[name] = counted[f"{done} in loop"]
        assert in_loop[name] + counted[f"{done} in thread"] >= PLIES, f"{name} did not do it"
    assert {name: count for name, count in in_loop.items() if count > MAX_IN_LOOP} == {}


def test_positions_homework_and_courses_with_many_moves(
    server: Served, new_browser: NewBrowser, played_in_loop: Counter[str]
) -> None:
    browser = new_browser(server)
    code = browser.post_json("/api/classrooms", {"name": "7b"})["code"]
    tasks = [{"is": "position", "position": POSITION, "seat": 0, "level": 1}]
    homework: Json = {"title": "Corners", "tasks": tasks}
    course = browser.post_json("/api/studies/write", {**STUDY, "tags": {"Course": "c", "Chapter": "1"}})["text"]
    engine = browser.socket("/api/engine")

    def edit() -> object:
        (given,) = browser.get_json(f"/api/classrooms/{code}/homework")
        return browser.send("PATCH", f"/api/homework/{given['id']}", {"version": given["version"], **homework})

    requests: Requests = {
        "position": lambda: browser.post_json("/api/positions", POSITION),
        "explain": lambda: browser.post_json("/api/positions/explain", {"position": POSITION, "picks": [1]}),
        "effects": lambda: browser.post_json("/api/positions/effects", POSITION, move=MOVES[0]),
        "aids": lambda: browser.post_json("/api/positions/aids", POSITION),
        "ask": lambda: browser.post_json("/api/positions/ask", POSITION, question=MOVES[0]),
        "editor": lambda: browser.post_json("/api/editor/open", POSITION),
        "save position": lambda: browser.post_json("/api/me/positions", {"name": "long", "position": POSITION}),
        "save study": lambda: browser.post_json("/api/me/studies", {"name": "long", "study": STUDY}),
        "import course": lambda: browser.post_json("/api/me/courses", {"text": course}),
        "assign homework": lambda: browser.post_json(f"/api/classrooms/{code}/homework", homework),
        "edit homework": edit,
    }
    for id, kind in enumerate(("analyse", "hint", "threats", "look", "verdicts", "values"), 1):
        more = {"moves": [MOVES[0]]} if kind == "look" else {}
        requests[f"engine {kind}"] = partial(ask, engine, {"type": kind, "id": id, "position": POSITION, **more})
    check(requests, played_in_loop)


ANSWERS = ("found", "hint", "threats", "look", "verdicts", "values", "reviewed")


def ask(engine: Socket, message: Json) -> Json:
    """Request a short search, and return the last message about it."""
    engine.send({"seconds": 0.05, **message})
    return engine.until(*ANSWERS, where=lambda one: one["id"] == message["id"] and one.get("done") is not False)


def test_matches_with_many_moves(
    server: Served, new_browser: NewBrowser, played_in_loop: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = new_browser(server)
    record = browser.post_json("/api/studies/write", STUDY)["text"]
    created: list[str] = []

    def create(by: Browser) -> None:
        created.append(by.post_json("/api/matches", {"record": record, "seats": SEATS})["id"])

    def command(do: str, **fields: object) -> Callable[[], object]:
        return lambda: browser.post_json(f"/api/matches/{created[0]}/commands", {"do": do, **fields})

    stranger = new_browser(server)
    check({"create": lambda: create(browser), "create as a new visitor": lambda: create(stranger)}, played_in_loop)
    page = browser.open(created[0])
    assert page.ply == PLIES
    check({"take back": command("take-back", ply=PLIES, to=0)}, played_in_loop, "undone")
    assert page.socket.until("snapshot")["state"]["ply"] == 0
    check({"redo": command("redo", ply=0)}, played_in_loop)
    assert page.socket.until("snapshot")["state"]["ply"] == PLIES
    command("resign", seat=0)()

    async def review(session: EngineSession, task: ReviewTask) -> PositionReview:
        return PositionReview(len(task.position.played), task.position.seat, (0.5, 0.5))

    monkeypatch.setattr(EngineSession, "run", review)
    engine = browser.socket("/api/engine")
    message = {"type": "review", "id": 1, "match": created[0]}
    requests: Requests = {
        "review": lambda: ask(engine, message),
        "analysis": lambda: browser.get_json(f"/api/matches/{created[0]}/analysis"),
    }
    check(requests, played_in_loop)


def test_plans_with_many_turns(server: Served, new_browser: NewBrowser, played_in_loop: Counter[str]) -> None:
    anna, ben = new_browser(server), new_browser(server)
    match = anna.play(SEATS[0], {"is": "open"}, kind="network", options=ENDLESS)
    ben.join(match, "Ben")
    lines = [MOVES[:MAX_TURNS] for _ in range(0, PLIES, MAX_TURNS)]

    def set_plan() -> None:
        answer = ben.send("PUT", f"/api/matches/{match}/plan", {"ply": 0, "lines": lines})
        assert answer.json()["lines"] == [MOVES[:MAX_TURNS]], "the same line again adds nothing"

    check({"plan": set_plan}, played_in_loop)
