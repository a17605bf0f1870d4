"""Parsing and arithmetic of clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import ClockError
from parlour.match.clock import (
    DAY_MS,
    MAX_TIME_MS,
    MIN_TIME_MS,
    Clock,
    Limit,
    Times,
    check_clock,
    complete,
    read_time,
    stop,
    write_time,
)


@pytest.mark.parametrize(
    ("entry", "milliseconds"),
    [
        ("0:05", 5_000),
        ("5:00", 300_000),
        (" 1:30 ", 90_000),
        ("90:00", 5_400_000),
        ("1:30:00", 5_400_000),
        ("24:00:00", 86_400_000),
        ("1440", 86_400_000),
        ("2.5", 150_000),
        ("2,5", 150_000),
        (".5", 30_000),
        ("0.1", 6_000),
        ("3", 180_000),
    ],
)
def test_times_are_entered_in_minutes_and_seconds_or_in_minutes(entry: str, milliseconds: int) -> None:
    assert read_time(entry) == milliseconds


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "0",
        "0:00",
        "0:04",
        "0.08",
        "24:00:01",
        "1441",
        "-1",
        "1:60",
        "1:5",
        "a",
        "1e3",
        "∞",
        "5 min",
        "1:61:00",
        "٣",
    ],
)
def test_zero_and_nonsense_are_refused_with_the_range(entry: str) -> None:
    with pytest.raises(ClockError) as refusal:
        read_time(entry)
    assert "from 0:05 (five seconds) to 24:00:00 (a day)" in str(refusal.value)


@given(st.integers(MIN_TIME_MS // 1000, MAX_TIME_MS // 1000))
def test_a_written_clock_reads_back(seconds: int) -> None:
    assert read_time(write_time(1000 * seconds)) == 1000 * seconds


@pytest.mark.parametrize(
    "clock",
    [
        Clock("down"),
        Clock("up", (Limit(60_000),)),
        Clock("down", (Limit(),)),
        Clock("down", (Limit(4_999),)),
        Clock("down", (Limit(MAX_TIME_MS + 1),)),
        Clock("down", (Limit(per_turn=0),)),
        Clock("down", (Limit(per_turn=14 * DAY_MS + 1),)),
        Clock("down", (Limit(60_000, -1),)),
        Clock("down", (Limit(60_000, 600_001),)),
        Clock("down", (Limit(None, 5_000, 60_000),)),
        Clock("down", (Limit(60_000),) * 3),
    ],
)
def test_impossible_clocks_are_refused(clock: Clock) -> None:
    with pytest.raises(ClockError):
        check_clock(clock, 2)


def test_days_for_each_turn_make_a_match_a_correspondence_match() -> None:
    for days in (1, 2, 3, 5, 7, 14):
        assert check_clock(Clock("down", (Limit(per_turn=days * DAY_MS),)), 2).days_per_turn == days
    for clock in (
        Clock(),
        Clock("up"),
        Clock("down", (Limit(MAX_TIME_MS),)),
        Clock("down", (Limit(60_000, 0, 3 * DAY_MS),)),
        Clock("down", (Limit(per_turn=DAY_MS - 1),)),
        Clock("down", (Limit(per_turn=DAY_MS), Limit(per_turn=60_000))),
    ):
        assert check_clock(clock, 2).days_per_turn is None


@given(st.integers(0, 10_000), st.integers(0, 20_000), st.integers(0, 9_000), st.none() | st.integers(-5, 9_000))
def test_a_seat_is_charged_the_elapsed_time_and_never_below_zero(
    left: int, since: int, ran: int, charge: int | None
) -> None:
    times = stop(Times((left, None), (0, 0), 0, since), 0, since + ran, charge)
    spent = ran if charge is None else min(ran, max(0, charge))
    assert times == Times((max(0, left - spent), None), (spent, 0), spent, None)
    assert complete(Clock("down", (Limit(10_000, 700),)), times, 0).left == (max(0, left - spent) + 700, None)
