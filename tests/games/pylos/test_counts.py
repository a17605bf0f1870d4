"""Counts of Pylos turns: the tables of the specification."""

from __future__ import annotations

import pytest

from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.rules import COMPILED
from tests.games.marks import FAST_ONLY
from tests.games.pylos.examples import (
    PROFILES,
    example,
    start,
)

# ---- Counts --------------------------------------------------------------------------------------------------------

START = [16, 240, 3360, 43680, 524376, 5786496]
START_7 = {
    "children": 58746240,
    "standard": 61313472,
    "expert": 63596160,
    "classic": 60171840,
    "classic-lines": 61439040,
}
TABLES = {
    6: {
        "children": [7, 45, 278, 2074],
        "standard": [22, 200, 3390, 62190],
        "expert": [22, 200, 3810, 98468],
        "classic": [17, 151, 2193, 33829],
        "classic-lines": [17, 151, 2493, 50953],
    },
    8: {
        "children": [5, 45, 295, 2329],
        "standard": [36, 376, 4844, 57790],
        "expert": [36, 1086, 23482, 470816],
        "classic": [27, 276, 2782, 29586],
        "classic-lines": [27, 600, 6630, 91356],
    },
    10: {
        "children": [7, 54, 322, 2216],
        "standard": [7, 54, 322, 2216],
        "expert": [14, 129, 1540, 19473],
        "classic": [7, 54, 322, 2216],
        "classic-lines": [7, 54, 322, 2562],
    },
}


@pytest.mark.parametrize("profile", PROFILES)
def test_turns_counted_from_the_start(profile: str) -> None:
    here = start(PROFILES[profile])
    depth = 6 if COMPILED else 4
    assert [here.perft_turns(n) for n in range(1, depth + 1)] == START[:depth]


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES)
def test_turns_counted_from_the_start_to_depth_seven(profile: str) -> None:
    assert start(PROFILES[profile]).perft_turns(7) == START_7[profile]


@FAST_ONLY
@pytest.mark.parametrize("profile", PROFILES)
def test_turns_counted_to_depth_seven_with_like_positions_counted_once(profile: str) -> None:
    """The first four turns are one move each, so symmetric positions have the same count."""
    like = {start(PROFILES[profile]).canonical_key(): (start(PROFILES[profile]), 1)}
    for _ in range(4):
        after: dict[int, tuple[PylosPosition, int]] = {}
        for here, times in like.values():
            for move in here.moves():
                there = here.after(move)
                assert isinstance(there, PylosPosition)
                key = there.canonical_key()
                after[key] = there, times + (after[key][1] if key in after else 0)
        like = after
    assert sum(times * here.perft_turns(3) for here, times in like.values()) == START_7[profile]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("number", TABLES)
def test_turns_counted_from_the_examples(number: int, profile: str) -> None:
    here = example(number, PROFILES[profile])
    depth = 4 if COMPILED else 3
    assert [here.perft_turns(n) for n in range(1, depth + 1)] == TABLES[number][profile][:depth]


def test_moves_are_counted_in_either_order_and_turns_once() -> None:
    here = example(4)
    # One of the ten moves completes a square: four single balls and six pairs.
    assert here.perft_turns(1) == 9 + 10
    here.play(here.read_move("1b2"))
    # Four first balls, then one of the other three or done.
    assert here.perft(2) == 16
    assert here.perft_turns(1) == 16, "within a turn every order counts"


def test_a_search_that_begins_inside_a_turn_sees_every_second_ball() -> None:
    here = example(4)
    here.play(here.read_move("1b2"))
    here.play(here.read_move("-1b2"))
    assert here.candidate_moves() == [here.read_move("=")]
    assert sorted(here.copy().candidate_moves()) == sorted(here.moves())
    assert here.perft_turns(1) == 4
