"""A game with a perfect bot is solved while people think: once for all, and only while they are present."""

import asyncio

import pytest

from parlour.engine.levels import read_bot
from parlour.engine.solve.perfect_play import PerfectPlayCache, perfect_play
from parlour.games import Position, game
from parlour.server.engine.bot_tasks import BotReport, SolveTask
from parlour.server.engine.presolver import Presolver, SolveRequest
from parlour.server.engine.search_runner import LocalSearches
from parlour.server.engine.workers import Workers
from tests.server.browser import Browser, Json
from tests.server.engine.test_workers import settle

SIM = game("sim")
EIGHT = SIM.check({"vertices": 8})
ANNA: Json = {"is": "me", "name": "Anna"}
PERFECT: Json = {"is": "bot", "level": "perfect"}


@pytest.fixture(autouse=True)
def _nothing_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the solved games, as in a new process."""
    monkeypatch.setattr("parlour.engine.solve.perfect_play._cache", PerfectPlayCache())


class Waiting:
    """A waiting match with the messages it has received."""

    def __init__(self, position: Position) -> None:
        self.reports: list[BotReport] = []
        self.begun, self.ended = asyncio.Event(), asyncio.Event()
        task = SolveTask(position=position, bot=read_bot("perfect"), name="anna's match 1")
        self.request = SolveRequest("anna", "", task, self.on_progress)

    def on_progress(self, report: BotReport | None) -> None:
        if report is None:
            self.ended.set()
        else:
            self.reports.append(report)
            self.begun.set()


def is_ready(position: Position) -> bool:
    exact = perfect_play(position)
    return exact is not None and exact.is_ready(position)


@pytest.mark.anyio
async def test_matches_with_the_same_options_share_one_solver() -> None:
    workers = Workers(4)
    presolver = Presolver(LocalSearches(workers))
    waiting = {name: Waiting(SIM.start(EIGHT)) for name in ("one", "two", "three")}
    for name, one in waiting.items():
        presolver.request_solution(name, one.request)
    await settle()
    assert (len(presolver), workers.running, workers.waiting) == (1, 1, 0)
    for one in waiting.values():
        await one.ended.wait()
        assert one.reports
        assert all(report.solved is not None and 0 <= report.solved <= 1 for report in one.reports)
    assert is_ready(SIM.start(EIGHT))
    await settle()
    assert not len(presolver)


@pytest.mark.anyio
async def test_the_solver_stops_when_its_last_match_ends() -> None:
    workers = Workers(1)
    presolver = Presolver(LocalSearches(workers))
    one, two = Waiting(SIM.start(EIGHT)), Waiting(SIM.start(EIGHT))
    presolver.request_solution("one", one.request)
    presolver.request_solution("two", two.request)
    await one.begun.wait()
    presolver.drop("one")
    assert "one" not in presolver
    assert "two" in presolver
    presolver.drop("two")
    assert not len(presolver)
    await workers.run("another", lambda: None)  # the one place is free again
    assert not is_ready(SIM.start(EIGHT))
    assert not one.ended.is_set()
    assert not two.ended.is_set()


@pytest.mark.anyio
async def test_other_positions_of_the_same_options_are_solved_after_the_first() -> None:
    presolver = Presolver(LocalSearches(Workers(2)))
    seven = SIM.check({"vertices": 7})
    set_up = SIM.start(seven)
    set_up.play_random(3, 6)
    one, two = Waiting(SIM.start(seven)), Waiting(set_up)
    presolver.request_solution("one", one.request)
    presolver.request_solution("two", two.request)
    await one.ended.wait()
    await two.ended.wait()
    assert is_ready(SIM.start(seven))
    assert is_ready(set_up)


def test_a_page_sees_solving_progress_on_its_turn_and_then_the_bots_reply(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, PERFECT, game="sim", options={"vertices": 8}))
    report = table.socket.until("thinking")
    assert (report["seat"], report["ply"], report["state"], report["score"]) == (1, 0, "solving", None)
    assert 0 <= report["share"] <= 1
    assert table.socket.until("thinking", where=lambda message: message["state"] != "solving")["state"] == "done"
    assert is_ready(SIM.start(EIGHT))
    table.does("move", index=0)
    table.until(lambda page: page.ply == 2)


def test_a_bot_to_move_takes_over_solving_and_shows_progress(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, PERFECT, game="sim", options={"vertices": 8}))
    table.socket.until("thinking", where=lambda message: message["state"] == "solving")
    table.does("move", index=0)
    table.until(lambda page: page.ply == 2)
    thinking = [message for message in table.socket.received if message["type"] == "thinking" and message["ply"] == 1]
    assert "solving" in [message["state"] for message in thinking]


def test_solving_needs_a_viewer_and_stops_when_the_last_one_leaves(browser: Browser) -> None:
    match = browser.play(ANNA, PERFECT, game="sim", options={"vertices": 8})
    assert not is_ready(SIM.start(EIGHT))
    table = browser.open(match)
    table.socket.until("thinking", where=lambda message: message["state"] == "solving")
    table.close()
    again = browser.open(match)
    again.socket.until("thinking", where=lambda message: message["state"] == "done")
    assert is_ready(SIM.start(EIGHT))
