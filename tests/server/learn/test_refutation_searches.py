"""The searches of puzzles wait in turn with analyses, and end with the request."""

import threading
from collections.abc import Callable

import pytest

from parlour.engine.report import Stop
from parlour.games import game
from parlour.games.learning.puzzles import puzzles_of
from parlour.server.engine.tasks import FoundRefutation, RefutationTask, TaskContext
from tests.server.browser import PATIENCE, Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.learn.test_learn import wrong_moves
from tests.server.served import Served

KEY = "yinsh"
PUZZLE = next(puzzle for puzzle in puzzles_of(game(KEY)).values() if puzzle.goal == "win")
PATH = f"/api/learn/{KEY}/puzzles/{PUZZLE.id}/refutation"
WRONG: Json = {"moves": wrong_moves(KEY, PUZZLE)}


def test_a_refutation_is_limited_as_an_analysis_of_its_address(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = new_browser(new_server(proxy=True))
    monkeypatch.setattr("parlour.server.engine.workers.MAX_QUEUED_STUDIES_PER_ADDRESS", 0)
    browser.http.headers["x-forwarded-for"] = "192.0.2.1"
    answer = browser.post(PATH, WRONG)
    assert (answer.status_code, answer.json()["error"]) == (503, "busy")


def test_the_search_ends_when_the_client_disconnects(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    started, stopped = threading.Event(), threading.Event()

    class NoticedStop(Stop):
        def set(self) -> None:
            stopped.set()

    def run(_: RefutationTask, context: TaskContext) -> FoundRefutation | None:
        NoticedStop(context.stop)  # the stop keeps a reference
        started.set()
        assert stopped.wait(PATIENCE)
        return None

    monkeypatch.setattr(RefutationTask, "run", run)
    with browser.begin(PATH, WRONG):
        assert started.wait(PATIENCE)
    assert stopped.wait(PATIENCE)
