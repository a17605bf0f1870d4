"""Clocks of matches: bots search by them; suspended machines, stopped servers and set clocks cost nobody time."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from parlour.engine.bot import BotPlayer, TimeBudget
from parlour.games import Position
from parlour.match.clock import HOUR_MS, MINUTE_MS
from parlour.server.matches.live.live_matches import MOVE_DISPLAY_MS
from parlour.server.process.match_time import MAX_TICK_GAP_MS, Gap, MatchTime
from tests.server.browser import Browser, Json, Table
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
CLOCK: Json = {"kind": "down", "limits": [{"base": "10:00"}]}


class Clocks:
    """The clocks of a machine, which a test can change."""

    def __init__(self) -> None:
        self.skipped = 0
        """Time for which the machine was suspended."""
        self.step = 0
        """Amount by which the system clock was set."""

    def steady(self) -> int:
        return time.monotonic_ns() // 1_000_000 + self.skipped

    def system(self) -> int:
        return time.time_ns() // 1_000_000 + self.skipped + self.step

    def match_time(self) -> MatchTime:
        return MatchTime(self.system, self.steady)


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


# How gaps are stored is tested with both databases in tests/store/matches/test_server_watch.py.
@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def settings(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return the settings of servers that share a database."""
    if request.param == "sqlite":
        return {}
    return {"database_url": request.getfixturevalue("postgresql").create()}


@pytest.fixture
def browser(
    clocks: Clocks, settings: dict[str, Any], new_server: Callable[..., Served], new_browser: NewBrowser
) -> Browser:
    return new_browser(new_server(time=clocks.match_time(), **settings))


def begin(browser: Browser) -> Table:
    """Return a match in which Ben's clock of ten minutes runs."""
    return browser.open(browser.play(ANNA, BEN, clock=CLOCK)).does("move", index=0)


def is_shifted(table: Table) -> bool:
    return bool(table.happened) and table.happened[-1].get("what") == "shifted"


def flag_refusal(table: Table) -> str:
    """Claim a win on time, and return why it is refused. Meanwhile another gap may shift the clock of the match."""
    answer = table.do("flag")
    assert answer["type"] == "refused", answer
    reason: str = answer["reason"]
    return reason


def left(table: Table) -> int:
    found: int = table.state["clock"]["left"][1]
    return found


# ---- A server --------------------------------------------------------------------------------------------------------


def test_a_suspended_machine_costs_nobody_time(browser: Browser, clocks: Clocks) -> None:
    moved, watched = begin(browser), begin(browser)
    clocks.skipped += 15 * MINUTE_MS
    moved.does("move", index=0)
    assert left(moved) > 9 * MINUTE_MS
    watched.until(is_shifted)
    assert watched.state["status"] == "running"
    assert left(watched) > 9 * MINUTE_MS
    assert flag_refusal(watched) == "time-left"


def test_a_flag_that_is_claimed_first_after_a_gap_does_not_fall(browser: Browser, clocks: Clocks) -> None:
    table = begin(browser)
    clocks.skipped += 15 * MINUTE_MS
    assert flag_refusal(table) == "time-left"
    assert table.until(is_shifted).state["status"] == "running"


def test_a_second_gap_in_a_turn_costs_nobody_time(browser: Browser, clocks: Clocks) -> None:
    table = begin(browser)
    for _ in range(2):
        clocks.skipped += 15 * MINUTE_MS
        table.until(is_shifted)
        table.happened.clear()
    assert flag_refusal(table) == "time-left"
    assert left(table) > 9 * MINUTE_MS


def test_setting_the_system_clock_changes_nothing(
    browser: Browser, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.process.match_time.MAX_TICK_GAP_MS", HOUR_MS)  # the machine may be busy
    table = begin(browser)
    for step in (15 * MINUTE_MS, -HOUR_MS, HOUR_MS, 24 * HOUR_MS, -48 * HOUR_MS):
        clocks.step += step
        assert flag_refusal(table) == "time-left"
    table.does("move", index=0)
    assert 9 * MINUTE_MS < left(table) <= 10 * MINUTE_MS
    assert not is_shifted(table)


def test_the_clock_does_not_run_while_a_move_is_shown(browser: Browser) -> None:
    table = begin(browser)
    assert table.state["clock"]["since"] == table.happened[-1]["at"] + MOVE_DISPLAY_MS


def test_a_bot_searches_by_its_clock(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[TimeBudget | None] = []

    def choose(_: BotPlayer, position: Position, *, clock: TimeBudget | None, **__: object) -> int:
        budgets.append(clock)
        first: int = position.moves()[0]
        return first

    monkeypatch.setattr(BotPlayer, "choose", choose)
    clock = {"kind": "down", "limits": [{"base": "10:00", "increment": 2}], "from_start": True}
    browser.open(browser.play({"is": "bot", "level": 8}, BEN, clock=clock)).until(lambda table: table.ply == 1)
    assert budgets[0] is not None
    assert 0 < (budgets[0].left or 0) <= 600
    assert budgets[0].increment == 2


@pytest.fixture
def restart(
    clocks: Clocks, settings: dict[str, Any], new_server: Callable[..., Served], new_browser: NewBrowser
) -> Callable[[Callable[[], MatchTime]], tuple[Table, Table]]:
    """Return a function that stops a server and starts another; it returns a match before and after that."""

    def stop_and_start(new_time: Callable[[], MatchTime]) -> tuple[Table, Table]:
        first = new_server(time=clocks.match_time(), **settings)
        browser = new_browser(first)
        before = begin(browser)
        first.stop()
        again = new_browser(new_server(time=new_time(), folder=first.app.folder, **settings))
        again.http.cookies = browser.http.cookies
        return before, again.open(before.snapshot["match"]["id"])

    return stop_and_start


def test_time_does_not_go_back_when_a_server_starts_again(
    clocks: Clocks, restart: Callable[[Callable[[], MatchTime]], tuple[Table, Table]]
) -> None:
    def an_hour_earlier() -> MatchTime:
        clocks.step -= HOUR_MS
        return clocks.match_time()

    before, after = restart(an_hour_earlier)
    assert after.snapshot["now"] >= before.snapshot["now"]
    assert after.state["clock"]["since"] <= after.snapshot["now"] + MINUTE_MS


def test_a_server_that_starts_slowly_charges_nobody(
    clocks: Clocks, restart: Callable[[Callable[[], MatchTime]], tuple[Table, Table]]
) -> None:
    def slowly() -> MatchTime:
        clocks.skipped += 3 * MINUTE_MS
        match_time = clocks.match_time()
        clocks.skipped += MINUTE_MS
        return match_time

    _, after = restart(slowly)
    assert left(after) > 9 * MINUTE_MS
    assert after.snapshot["now"] - after.state["clock"]["since"] < MINUTE_MS


# ---- Several servers -------------------------------------------------------------------------------------------------


def test_servers_whose_system_clocks_differ_agree_on_the_time(
    clocks: Clocks, postgresql: PostgreSQL, new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    address = postgresql.create()
    first = new_server(time=clocks.match_time(), database_url=address)
    clocks.step = HOUR_MS
    second = new_server(time=clocks.match_time(), database_url=address, folder=first.app.folder)
    here, there = new_browser(first), new_browser(second)
    table = begin(here)
    there.http.cookies = here.http.cookies
    other = there.open(table.snapshot["match"]["id"])
    assert flag_refusal(other) == "time-left"
    other.does("move", index=0)
    assert 9 * MINUTE_MS < left(other) <= 10 * MINUTE_MS
    assert abs(second.app.time.now() - first.app.time.now()) < MINUTE_MS


def test_servers_that_were_suspended_together_charge_nobody(
    clocks: Clocks, postgresql: PostgreSQL, new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    address = postgresql.create()
    first = new_server(time=clocks.match_time(), database_url=address)
    new_server(time=clocks.match_time(), database_url=address, folder=first.app.folder)
    table = begin(new_browser(first))
    clocks.skipped += 15 * MINUTE_MS
    table.until(is_shifted)
    assert flag_refusal(table) == "time-left"
    assert left(table) > 9 * MINUTE_MS


# ---- Match time ------------------------------------------------------------------------------------------------------


class FakeClock:
    def __init__(self, time: int) -> None:
        self.time = time

    def __call__(self) -> int:
        return self.time


def test_match_time_runs_with_the_steady_clock() -> None:
    system, steady = FakeClock(1_700_000_000_000), FakeClock(5)
    match_time = MatchTime(system, steady)
    assert match_time.now() == system.time
    system.time -= HOUR_MS
    steady.time += 7
    assert match_time.tick() == 1_700_000_000_007
    assert match_time.gaps == []


def test_a_gap_is_longer_than_two_seconds() -> None:
    steady = FakeClock(0)
    match_time = MatchTime(FakeClock(0), steady)
    for _ in range(10):
        steady.time += MAX_TICK_GAP_MS
        match_time.tick()
    assert match_time.gaps == []
    before = steady.time
    steady.time += MAX_TICK_GAP_MS + 1
    match_time.tick()
    assert match_time.gaps == [Gap(before, steady.time)]
    assert match_time.resumed == steady.time


def test_while_nothing_can_be_stored_nobody_is_charged() -> None:
    steady = FakeClock(0)
    match_time = MatchTime(FakeClock(0), steady)

    def run(milliseconds: int) -> None:
        for _ in range(milliseconds // 250):
            steady.time += 250
            match_time.tick()

    run(10_000)
    match_time.mark_failed_since(9_500)
    run(30_000)
    match_time.mark_stored()
    run(10_000)
    assert match_time.gaps[0].begun == 9_500
    assert 38_000 <= match_time.gaps[-1].ended <= 40_000
    assert all(one.ended == other.begun for one, other in zip(match_time.gaps, match_time.gaps[1:], strict=False))


def test_a_server_that_is_behind_catches_up_with_the_others() -> None:
    match_time = MatchTime(FakeClock(1000), FakeClock(0))
    match_time.catch_up(500)
    assert match_time.now() == 1000
    match_time.catch_up(60_000)
    assert match_time.tick() == 60_000
    assert match_time.gaps == []
