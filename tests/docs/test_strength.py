"""The matches in `docs/strength/` show what levels and styles promise, by the tests that they were played with.

A match that was not played yet shows nothing; what is there must hold. `parlour ladder GAME` plays them again.
"""

from pathlib import Path

import pytest

from parlour.engine.elo import elo
from parlour.engine.levels import HIGHEST
from parlour.games import game
from parlour.match.ladder import DOUBLE_STEP, STEP, level_bot
from parlour.match.strength import Book, Measured

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "strength"
BOOK = Book.collect(FOLDER)
MATCHES = BOOK.matches


def of(section: str) -> list[Measured]:
    """The matches of a section between two seats: with more, even play is worth more than half a point."""
    found = []
    for one in MATCHES:
        options = dict(part.split("=") for part in one.options.split(",") if part)
        if one.section == section and len(game(one.game).sides(game(one.game).check(options))) == 2:
            found.append(one)
    return found


def name(one: Measured) -> str:
    return f"{one.game} {one.options} {one.first} v {one.second}"


@pytest.mark.parametrize("one", [*of("step"), *of("double step")], ids=name)
def test_a_level_beats_those_below_it(one: Measured) -> None:
    test = STEP if one.section == "step" else DOUBLE_STEP
    assert test.decided(one.tally) is True or one.tally.share >= test.high


@pytest.mark.parametrize("key", ["laserchess", "pylos", "sim", "surakarta", "yinsh"])
def test_every_step_was_played(key: str) -> None:
    found = {(one.section, one.first, one.second) for one in MATCHES if one.game == key}
    for level in range(2, HIGHEST + 1):
        assert ("step", level_bot(level), level_bot(level - 1)) in found
        assert level == 2 or ("double step", level_bot(level), level_bot(level - 2)) in found


@pytest.mark.parametrize("key", ["laserchess", "pylos", "sim", "surakarta", "yinsh"])
def test_every_player_of_an_earlier_program_was_met(key: str) -> None:
    assert {one.second for one in of("baseline") if one.game == key} >= set(game(key).baselines())


@pytest.mark.parametrize("one", of("step"), ids=name)
def test_levels_are_quick(one: Measured) -> None:
    """On the shared machine of the measurement, all the waiting for others included."""
    for bot, seconds in zip((one.first, one.second), one.seconds_a_move, strict=True):
        if bot.isdigit():
            assert seconds < (0.3 if int(bot) <= 4 else 0.4)


@pytest.mark.parametrize("key", ["laserchess", "pylos", "sim", "surakarta", "yinsh"])
def test_both_methods_were_compared_at_equal_time(key: str) -> None:
    found = [one for one in of("method") if one.game == key]
    assert [one.tally.games for one in found] == [100]
    assert "alphabeta,seconds=0.1" in found[0].first
    assert "mcts,seconds=0.1" in found[0].second


@pytest.mark.parametrize("one", of("baseline"), ids=name)
def test_the_highest_level_beats_the_players_of_earlier_programs(one: Measured) -> None:
    """In a solved game it has the seat that wins, and lets nothing go."""
    assert one.tally.share >= (0.98 if one.seat is None else 1.0)


def test_sim_with_six_seven_and_eight_dots_was_always_won_as_second_player() -> None:
    played = {(one.options, one.second) for one in of("baseline") if one.game == "sim" and one.seat == 1}
    assert played == {(options, bot) for options in ("", "vertices=7", "vertices=8") for bot in game("sim").baselines()}


OLD_SURAKARTA = 350 / 15
"""Positions a second of the program that Parlour's Surakarta replaces, by its report."""


@pytest.mark.parametrize("key", ["laserchess", "pylos", "sim", "surakarta", "yinsh"])
def test_the_speed_of_search_was_measured(key: str) -> None:
    speed = BOOK.speed[key]
    assert list(speed.depths) == [1, 5, 15]
    assert sorted(speed.depths.values()) == list(speed.depths.values())
    assert speed.nodes > 500_000


def test_surakarta_is_searched_a_thousand_times_as_fast_as_before() -> None:
    assert BOOK.speed["surakarta"].nodes > 1000 * OLD_SURAKARTA


@pytest.mark.parametrize(("key", "depth", "seconds"), [("laserchess", 5, 1.0), ("surakarta", 8, 2.0)])
def test_the_start_is_seen_deep_enough_soon_enough(key: str, depth: int, seconds: float) -> None:
    speed = BOOK.speed[key]
    assert (speed.goal, speed.goal_seconds < seconds) == (depth, True)


@pytest.mark.parametrize("key", ["laserchess", "pylos", "sim", "surakarta", "yinsh"])
def test_memory_was_flat_over_many_games(key: str) -> None:
    found = BOOK.endurance[key]
    assert found.games >= 1000
    assert found.late - found.early < 16
    assert found.adjudicated < found.games / 10


@pytest.mark.parametrize("one", of("style"), ids=name)
def test_a_style_costs_little_and_shows(one: Measured) -> None:
    assert elo(one.tally.share) > -60
    if one.trait is not None:
        mine, theirs = one.trait
        assert abs(mine / theirs - 1) >= 0.2


@pytest.mark.parametrize("key", ["laserchess", "pylos", "sim", "surakarta", "yinsh"])
def test_two_threads_are_sooner_at_a_depth(key: str) -> None:
    assert BOOK.speed[key].sooner >= 1.3
