"""Clocks in a match: when they run, what they charge, and flag fall."""

from parlour.engine.bot import TimeBudget
from parlour.engine.levels import Bot
from parlour.match.clock import Clock, Limit
from parlour.match.commands import (
    Flag,
    Outage,
    Pause,
    PlayMove,
    PlayTurn,
    Resume,
    TakeBack,
)
from parlour.match.events import Moved
from parlour.match.match import Match
from parlour.match.time_budget import time_budget
from tests.match.tables import ANNA, HOST, Table, by, local, network


def test_the_clock_starts_when_the_first_move_has_been_played() -> None:
    table = network(clock=Clock("down", (Limit(60_000),)))
    assert table.match.flag_at() is None
    table.turns("left;l1", wait=30_000)
    assert table.match.time_left(0, table.now) == 60_000
    assert table.match.flag_at() == table.now + 60_000
    table.turns("left;l3", wait=10_000)
    assert table.match.time_left(1, table.now) == 50_000


def test_a_bot_with_little_time_left_gets_a_smaller_budget() -> None:
    table = network(clock=Clock("down", (Limit(60_000, 2_000), Limit(per_turn=45_000))))
    table.turns("left;l1")
    early = time_budget(table.match, 0, table.now)
    assert early == TimeBudget(62.0, 2.0)
    assert time_budget(table.match, 1, table.now) == TimeBudget(45.0, 0.0, 45.0)
    table.turns("left;l3", "left;l1", wait=40_000)
    late = time_budget(table.match, 0, table.now)
    assert late is not None
    assert (late.budget() or 0) < (early.budget() or 0)
    assert time_budget(network().match, 0, table.now) is None


def test_in_a_tournament_the_clock_starts_with_the_match() -> None:
    table = network(clock=Clock("down", (Limit(60_000),), from_start=True), tournament=True)
    table.turns("left;l1", wait=30_000)
    assert table.match.time_left(0, table.now) == 30_000


def test_an_increment_is_added_once_a_turn() -> None:
    table = network(clock=Clock("down", (Limit(60_000, 5_000),)))
    table.turns("left;l1", "left;l3", wait=1_000)
    table.do(PlayMove(ply=4, text="left"), by(0), 2_000)
    assert table.match.time_left(0, table.now) == 63_000
    table.do(PlayMove(ply=5, text="l1"), by(0), 2_000)
    assert table.match.time_left(0, table.now) == 66_000


def test_a_limit_for_a_turn_counts_all_its_moves() -> None:
    table = network(clock=Clock("down", (Limit(per_turn=5_000),)))
    table.turns("left;l1", wait=0)
    table.do(PlayMove(ply=2, text="left"), by(1), 4_000)
    assert table.match.time_left(1, table.now) == 1_000
    assert table.match.turn_time(table.now) == 4_000
    table.refuses(PlayMove(ply=3, text="l1"), by(1), "time-up", 1_000)
    table.do(Flag(ply=3), by(), 0)
    assert table.match.result(1) == "lost"
    assert table.match.state.reason == "time"


def test_seats_may_have_different_times() -> None:
    table = network(clock=Clock("down", (Limit(600_000), Limit(60_000))))
    assert [table.match.time_left(seat, 0) for seat in (0, 1)] == [600_000, 60_000]


def test_a_late_move_is_refused_and_any_client_can_claim_the_flag() -> None:
    table = network(clock=Clock("down", (Limit(5_000),)))
    table.turns("left;l1", "left;l3", wait=1_000)
    at = table.match.flag_at()
    assert at is not None
    table.refuses(Flag(ply=4), by(), "time-left", at - table.now - 1)
    assert table.refuses(PlayMove(ply=4, text="left"), by(0), "time-up", 1) == "Anna’s time is up."
    table.refuses(Flag(ply=3), by(), "stale")
    table.do(Flag(ply=4), by(), 0)
    assert table.match.outcome is not None
    assert table.match.outcome.results == (0, 1)
    assert table.match.time_left(0, table.now + 99) == 0


def test_the_clock_does_not_run_while_a_move_is_shown() -> None:
    table = network(clock=Clock("down", (Limit(60_000),)))
    table.do(PlayTurn(ply=0, text="left;l1"), by(0), showing=2_000)
    table.turns("left;l3", wait=1_500)
    assert table.match.time_left(1, table.now) == 60_000


def test_a_bot_is_charged_for_thinking_not_for_waiting() -> None:
    table = Table(ANNA, Bot(3), clock=Clock("down", (Limit(60_000),)))
    table.turns("left;l1")
    table.do(PlayMove(ply=2, text="left"), by(1), 3_000, charge=200)
    assert table.match.time_left(1, table.now) == 59_800


def test_a_pause_freezes_the_clock_and_the_bot() -> None:
    table = Table(ANNA, Bot(3), clock=Clock("down", (Limit(60_000),)))
    table.turns("left;l1")
    assert table.match.thinking_bot == 1
    table.do(Pause(), by(0), 4_000)
    assert table.match.thinking_bot is None
    table.refuses(PlayMove(ply=2, text="left"), by(1), "paused", 100_000)
    table.refuses(Pause(), by(0), "paused")
    loaded = Match.load(table.match.setup, table.events)
    loaded.do(Resume(), by(0), table.now + 500_000)
    assert loaded.time_left(1, table.now + 500_000) == 56_000
    (moved,) = loaded.do(PlayMove(ply=2, text="left"), by(1), table.now + 501_000)
    assert isinstance(moved, Moved)
    assert moved.spent == 5_000
    assert loaded.thinking_bot == 1


def test_people_who_play_each_other_cannot_pause() -> None:
    network().refuses(Pause(), by(0), "people")


def test_a_take_back_restores_the_clocks_or_keeps_them_as_the_option_says() -> None:
    for restore, left in ((True, 60_000), (False, 51_000)):
        table = local(clock=Clock("down", (Limit(60_000),), restore=restore))
        table.turns("left;l1", wait=0)
        table.turns("left;l3", wait=9_000)
        table.do(TakeBack(ply=4), by(0, 1), 0)
        assert table.match.time_left(1, table.now) == left


def test_a_game_lost_on_time_at_one_screen_can_continue_with_the_clock_restored() -> None:
    table = local(clock=Clock("down", (Limit(5_000),), restore=False))
    table.turns("left;l1", "left;l3", "left;l1", wait=1_000)
    table.now += 60_000
    table.do(Flag(ply=6), by())
    table.do(TakeBack(ply=6), by(0, 1))
    assert table.match.status == "running"
    assert (table.match.time_left(0, table.now) or 0) > 0


def test_time_without_a_server_is_charged_to_nobody() -> None:
    table = network(clock=Clock("down", (Limit(60_000),)))
    table.turns("left;l1", wait=0)
    begun = table.now + 2_000
    table.now += 50_000
    table.do(Outage(begun=begun, ended=table.now), HOST, 0)
    assert table.match.time_left(1, table.now) == 58_000
    # A second server reports the same gap: it is not deducted again.
    assert table.do(Outage(begun=begun, ended=table.now), HOST, 0) == []


def test_times_are_measured_without_a_clock_too() -> None:
    table = local()
    table.turns("left;l1", "left;l3", wait=1_500)
    assert table.match.time_used(1, table.now) == 1_500
    assert table.match.time_left(1, table.now) is None
