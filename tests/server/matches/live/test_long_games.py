"""Games with thousands of moves are accepted, but no work on a whole one keeps the event loop from other matches."""

import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from parlour.games import game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.surakarta.position import SurakartaPosition
from parlour.match.match import Match
from parlour.match.records.record import MAX_MOVES, Record
from parlour.match.studies.study import Study
from parlour.server.games.views import effects_view
from parlour.server.library.game_imports import convert_record
from parlour.server.localizer import match_localizer
from parlour.server.matches.live.statistics import match_statistics
from parlour.server.matches.views import turn_views
from parlour.server.studies.views import study_view
from parlour.store.database.time_slices import MAX_SIZE_IN_LOOP, run_steps
from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ENDLESS: Json = {"ending": "endless"}
THERE_AND_BACK = ("4,0-3,0", "1,1-2,1", "3,0-4,0", "2,1-1,1")
PLIES = MAX_SIZE_IN_LOOP + 4 - MAX_SIZE_IN_LOOP % 4


def moves(plies: int) -> list[str]:
    return [THERE_AND_BACK[n % 4] for n in range(plies)]


def import_game(browser: Browser, plies: int) -> str:
    request = {"text": " ".join(moves(plies)), "game": "surakarta", "options": ENDLESS}
    return str(browser.post_json("/api/library/import", request)["matches"][0]["id"])


@pytest.fixture
def server(new_server: Callable[..., Served]) -> Served:
    """Return a server of its own: in matches of other tests, bots may still move."""
    return new_server()


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[int | None]]:
    """Observe functions that work on a whole game: the threads in which they ran."""
    found: dict[str, set[int | None]] = {}

    def observe(module: str, name: str) -> None:
        place = f"parlour.{module}.{name}"
        function: Callable[..., Any] = getattr(import_module(f"parlour.{module}"), name)

        def observed(*args: Any, **named: Any) -> Any:
            found.setdefault(name, set()).add(threading.get_ident())
            return function(*args, **named)

        monkeypatch.setattr(place, observed)

    for module, name in (
        ("match.match", "state_changes"),
        ("store.matches.matches", "_decode_events"),
        ("server.matches.live.live_match", "match_state"),
        ("server.matches.replay_views", "effects_view"),
        ("server.matches.routes.replay_routes", "write_record"),
        ("server.matches.live.statistics", "_turn_times"),
        ("server.studies.views", "turn_text"),
        ("server.studies.routes", "checked"),
        ("server.games.position_routes", "position_detail"),
        ("server.export.routes", "write_page"),
        ("server.export.frames", "animated_svg"),
    ):
        observe(module, name)
    return found


def test_work_on_a_long_game_is_done_in_threads(
    server: Served, new_browser: NewBrowser, threads: dict[str, set[int | None]]
) -> None:
    browser = new_browser(server)
    match = import_game(browser, PLIES)
    assert browser.open(match).state["ply"] == PLIES
    assert len(browser.get_json(f"/api/matches/{match}/replay")["effects"]) == PLIES
    assert len(browser.get_json(f"/api/matches/{match}/statistics")["turns"]) == PLIES
    assert browser.get(f"/api/matches/{match}/record").text.count("4,0-3,0") == PLIES // 4
    study = browser.get_json(f"/api/matches/{match}/study")["study"]
    saved = browser.post_json("/api/me/studies", {"name": "long", "study": study})
    assert len(browser.get_json(f"/api/me/studies/{saved['id']}")["nodes"]) == PLIES + 1
    position = {"game": "surakarta", "options": ENDLESS, "moves": moves(PLIES)}
    assert len(browser.post_json("/api/positions", position)["turns"]) == PLIES
    assert browser.get(f"/api/matches/{match}/page.html").status_code == 200
    assert browser.get(f"/api/matches/{match}/moving.svg").status_code == 200
    assert len(threads) == 11
    assert {name for name, where in threads.items() if server.thread.ident in where} == set()


def test_studies_with_many_tags_are_checked_in_threads(
    server: Served, new_browser: NewBrowser, threads: dict[str, set[int | None]]
) -> None:
    browser = new_browser(server)
    tags = {f"Tag{n}": "x" for n in range(MAX_SIZE_IN_LOOP)}
    study = {"game": "surakarta", "options": {}, "start": "", "nodes": [{}], "tags": tags}
    assert len(browser.post_json("/api/me/studies", {"name": "tags", "study": study})["study"]["tags"]) == len(tags)
    assert server.thread.ident not in threads["checked"]


def test_a_game_with_too_many_moves_is_refused(new_browser: NewBrowser, served: Served) -> None:
    request = {"text": " ".join(moves(MAX_MOVES + 1)), "game": "surakarta", "options": ENDLESS}
    refused = new_browser(served).post("/api/library/import", request)
    assert refused.status_code == 400
    assert f"{MAX_MOVES:,}" in refused.text


def work(match: Match) -> None:
    """Make everything that shows a whole game."""
    localizer = match_localizer(match, "en")
    turn_views(match)
    run_steps(match_statistics(match, localizer))
    run_steps(study_view(Study.of(match.record()), localizer))
    walker = match.game.start(match.options)
    for move in match.position.played:
        effects_view(walker, move, localizer, begun=())
        walker.play(move)


def test_a_longer_game_is_not_copied_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[int] = []
    copy, here = SurakartaPosition.copy, threading.get_ident()

    def counted(position: SurakartaPosition) -> Position:
        if threading.get_ident() == here:  # not in servers of other tests
            copied.append(len(position.played))
        return copy(position)

    def copies(plies: int) -> int:
        options: Options = game("surakarta").check(ENDLESS)
        position = game("surakarta").start(options)
        for move in moves(plies):
            position.play(move)
        match = convert_record(Record.of(position)).match
        match.position.pieces()
        copied.clear()
        work(match)
        return len(copied)

    monkeypatch.setattr(SurakartaPosition, "copy", counted)
    assert 0 < copies(40) == copies(80), "each copy of a game takes the longer the more moves it has"
