"""Rules of Pylos: the worked examples, the count tables, the endings."""

from __future__ import annotations

from itertools import combinations

import pytest

from parlour.errors import IllegalMove, OptionError
from parlour.games import Options, Outcome
from parlour.games.pylos.tables import lines, pyramid
from tests.games.pylos.examples import (
    CHILDREN,
    CLASSIC,
    CLASSIC_LINES,
    EXPERT,
    PROFILES,
    PYLOS,
    STANDARD,
    example,
    play,
    position,
    reserves,
    start,
    turns,
    ways,
)

# ---- The board -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "cells", "balls"), [(3, 14, 7), (4, 30, 15), (5, 55, 28), (6, 91, 46), (7, 140, 70)])
def test_each_size_has_its_cells_and_half_as_many_balls_a_side_rounded_up(size: int, cells: int, balls: int) -> None:
    options = PYLOS.check({"size": size})
    assert len(PYLOS.board(options).sites) == cells
    assert reserves(start(options)) == (balls, balls)
    assert start(options).perft(1) == size * size


def test_a_cell_rests_on_the_four_cells_below_it() -> None:
    shape = pyramid(4)
    cell = shape.cell("2a1")
    assert cell is not None
    assert [shape.labels[below] for below in shape.below[cell]] == ["1a1", "1b1", "1a2", "1b2"]


def test_official_lines_are_full_rows_and_columns_of_the_two_lowest_levels() -> None:
    assert sorted(map(len, lines(4, "official"))) == [3] * 6 + [4] * 8
    assert sorted(map(len, lines(3, "official"))) == [3] * 6  # level 2 is only two wide
    assert sorted(map(len, lines(5, "official"))) == [4] * 8 + [5] * 10


def test_lines_of_four_lie_on_every_level_that_is_wide_enough() -> None:
    assert len(lines(4, "four")) == 8
    assert len(lines(5, "four")) == 20 + 8
    assert {len(line) for line in lines(7, "four")} == {4}


# ---- Worked examples -----------------------------------------------------------------------------------------------


def test_example_1_the_empty_board_has_sixteen_turns_on_the_base() -> None:
    here = example(1)
    assert len(turns(here)) == 16
    assert {turn[0] for turn in turns(here)} == {"1"}
    assert reserves(here) == (15, 15)
    assert here.seat == 0


def test_example_2_a_ball_cannot_be_raised_onto_what_it_holds_up() -> None:
    here = example(2)
    assert len(turns(here)) == 13
    assert "2a1" in turns(here)
    assert not any(">" in turn for turn in turns(here))
    with pytest.raises(IllegalMove, match="itself supports 2a1"):
        here.read_turn("1a1>2a1")


def test_example_3_a_raise_leaves_the_reserves_alone() -> None:
    here = example(3)
    assert len(turns(here)) == 12
    assert [turn for turn in turns(here) if ">" in turn] == ["1d4>2a1"]
    assert reserves(play(here, "1d4>2a1")) == (12, 12)


@pytest.mark.parametrize(
    ("options", "taken", "total"), [(STANDARD, 10, 19), (CLASSIC, 6, 15), (CHILDREN, 1, 10)], ids=str
)
def test_example_4_a_square_lets_balls_be_taken_back(options: Options, taken: int, total: int) -> None:
    here = example(4, options)
    assert len(ways(here, "1b2")) == taken
    assert len(turns(here)) == total


def test_example_4_two_balls_come_back_into_the_reserve() -> None:
    here = example(4)
    assert reserves(here)[0] == 12
    here.play(here.read_move("1b2"))
    assert reserves(here)[0] == 11
    for text in ("-1a1", "-1b1"):
        here.play(here.read_move(text))
    assert reserves(here)[0] == 13
    assert here.seat == 1


@pytest.mark.parametrize(("options", "taken"), [(STANDARD, ["-1c1", "-1c2", "-1c1-1c2"]), (CLASSIC, ["-1c1-1c2"])])
def test_example_5_balls_that_carry_cannot_be_taken_back(options: Options, taken: list[str]) -> None:
    assert sorted(ways(example(5, options), "1c2")) == sorted(taken)


def test_example_6_the_second_ball_may_be_freed_by_the_first() -> None:
    here = example(6)
    found = ways(here, "1d4")
    free = ["1c3", "1d3", "1c4", "1d4", "2a1"]
    assert len(found) == 16
    assert {way for way in found if way.count("-") == 1} == {f"-{cell}" for cell in free}
    pairs = {frozenset(way[1:].split("-")) for way in found if way.count("-") == 2}
    assert pairs == {frozenset(pair) for pair in combinations(free, 2)} | {frozenset(("2a1", "1a1"))}
    assert "-2a1-1a1" in found
    for illegal in ("1d4-1a1", "1d4-1a1-2a1"):
        with pytest.raises(IllegalMove, match="1a1 cannot be taken back: it carries another ball, 2a1"):
            here.read_turn(illegal)


def test_example_7_two_squares_in_one_move_are_one_bonus() -> None:
    assert len(ways(example(7), "1b2")) == 21


def test_example_8_a_raise_can_complete_a_square_on_level_two() -> None:
    here = example(8)
    found = ways(here, "1d4>2b2")
    assert len(found) == 14
    assert sum(way.count("-") == 1 for way in found) == 4
    assert {"-2a1-1a1", "-2b1-1c1", "-2a2-1a3", "-2b2-1c3"} <= set(found)
    assert reserves(here)[0] == 7
    assert reserves(play(here, "1d4>2b2-2a1-1a1"))[0] == 9


@pytest.mark.parametrize(
    ("options", "taken"), [(EXPERT, 10), (CLASSIC_LINES, 6), (STANDARD, 1), (CHILDREN, 1)], ids=str
)
def test_example_9_a_line_of_four_on_the_base(options: Options, taken: int) -> None:
    assert len(ways(example(9, options), "1d1")) == taken
    gap = position("1a1 1b1 1d1", "1a4 1b3 1c4", options)
    assert len(ways(gap, "1c1")) == taken


@pytest.mark.parametrize(("options", "taken"), [(EXPERT, 8), (STANDARD, 1), (CLASSIC, 1), (CLASSIC_LINES, 1)], ids=str)
def test_example_10_a_line_of_three_on_level_two(options: Options, taken: int) -> None:
    assert len(ways(example(10, options), "2c1")) == taken


def test_example_11_a_diagonal_is_no_line() -> None:
    assert ways(example(11, EXPERT), "1d4") == [""]


def test_example_12_an_old_square_is_not_rewarded_again() -> None:
    here = example(12)
    assert len(turns(here)) == 9
    assert not any("-" in turn for turn in turns(here))


def test_example_12_a_square_opened_and_closed_again_is_rewarded() -> None:
    here = play(example(4), "1b2-1a1", "1c3")
    assert len(ways(here, "1a1")) == 10


# All cells but the top, Light with 15 balls and Dark with 14.
ALMOST_FULL = "1212/2121/1212/2121|121/212/121|21/12|."


def test_example_13_without_a_turn_light_has_lost() -> None:
    here = PYLOS.read(f"{ALMOST_FULL} 1 play 0")
    assert here.moves() == []
    outcome = here.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0, 1), "stuck")


def test_example_13_by_the_house_rule_light_passes_and_dark_wins() -> None:
    here = PYLOS.read(f"{ALMOST_FULL} 1 play 0", CLASSIC)
    assert [here.write_move(move) for move in here.moves()] == ["pass"]
    assert here.automatic() == here.moves()[0]
    here.play(here.moves()[0])
    assert [here.write_move(move) for move in here.moves()] == ["4a1"]
    assert here.automatic() is None
    here.play(here.moves()[0])
    outcome = here.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0, 1), "apex")


def test_example_14_an_empty_reserve_is_not_lost_while_something_can_be_raised() -> None:
    here = example(14, PYLOS.check({"size": 3}))
    assert reserves(here)[0] == 0
    assert sorted(turns(here)) == ["1a3>2b1", "1c1>2a2"]
    assert here.outcome() is None


def test_example_15_stuck_loses() -> None:
    here = example(15, PYLOS.check({"size": 3}))
    outcome = here.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0, 1), "stuck")


def test_example_15_with_the_pass_the_position_returns_until_it_is_a_draw() -> None:
    here = example(15, PYLOS.check({"size": 3}, preset="classic"))
    for _ in range(2):
        assert turns(here) == ["pass"]
        play(here, "pass")
        assert turns(here) == ["1c1-1c1"]
        play(here, "1c1-1c1")
    outcome = here.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0.5, 0.5), "repetition")
    here.undo()
    assert here.outcome() is None


def test_example_16_a_ball_may_climb_two_levels() -> None:
    found = turns(example(16))
    assert len(found) == 9
    assert {"1d4>3a1", "1d4>2c1", "1d2>3a1"} <= set(found)


@pytest.mark.parametrize(
    ("given", "taken", "total"), [({"line": "four"}, 10, 28), ({"line": "official"}, 1, 19)], ids=["four", "official"]
)
def test_example_17_lines_on_five_by_five(given: dict[str, object], taken: int, total: int) -> None:
    here = example(17, PYLOS.check({"size": 5, **given}))
    assert len(ways(here, "1d1")) == taken
    assert len(turns(here)) == total


# ---- A turn --------------------------------------------------------------------------------------------------------


def test_where_two_must_be_taken_one_is_enough_when_no_other_is_free() -> None:
    here = example(15, PYLOS.check({"size": 3}, preset="classic"))
    play(here, "pass")
    here.play(here.read_move("1c1"))
    here.play(here.read_move("-1c1"))
    assert here.seat == 0


def test_where_two_must_be_taken_there_is_no_stopping_after_one() -> None:
    here = example(4, CLASSIC)
    here.play(here.read_move("1b2"))
    here.play(here.read_move("-1a1"))
    assert [here.write_move(move) for move in here.moves()] == ["-1b1", "-1a2", "-1b2"]


def test_a_bonus_may_be_ended_after_one_ball_but_not_before() -> None:
    here = example(4)
    here.play(here.read_move("1b2"))
    assert "=" not in [here.write_move(move) for move in here.moves()]
    here.play(here.read_move("-1a1"))
    assert "=" in [here.write_move(move) for move in here.moves()]


def test_where_taking_back_is_optional_nothing_need_be_taken() -> None:
    options = PYLOS.check({"take": "optional"})
    here = example(4, options)
    assert len(ways(here, "1b2")) == 11
    assert set(ways(here, "1b2")) - set(ways(example(4), "1b2")) == {""}
    before = here.text()
    here.play(here.read_move("1b2"))
    assert here.prompt().key == "pylos.prompt.take-optional"
    assert len(here.moves()) == 5
    here.play(here.read_move("="))
    assert reserves(here) == (11, 12)
    assert here.seat == 1
    here.undo()
    assert here.seat == 0
    assert len(here.moves()) == 5
    here.undo()
    assert here.text() == before
    assert PYLOS.read(before, options).write_turn(here.read_turn("1b2")) == "1b2"


def test_the_ball_just_played_may_be_taken_back() -> None:
    here = play(example(4), "1b2-1b2")
    assert reserves(here) == (12, 12)


def test_raising_exists_in_every_profile() -> None:
    for options in PROFILES.values():
        assert "1d4>2a1" in turns(example(3, options))


def test_without_squares_lines_alone_give_the_bonus() -> None:
    options = PYLOS.check({"square": False, "line": "official"})
    assert ways(example(4, options), "1b2") == [""]
    assert len(ways(example(9, options), "1d1")) == 10


# ---- The end -------------------------------------------------------------------------------------------------------


def test_the_top_is_filled_from_the_reserve_and_wins_immediately() -> None:
    here = PYLOS.read(f"{ALMOST_FULL} 2 play 0")
    mover = here.seat
    assert [here.write_move(move) for move in here.moves()] == ["4a1"]
    here.play(here.moves()[0])
    assert here.moves() == []
    assert here.outcome() == Outcome((0.0, 1.0) if mover else (1.0, 0.0), "apex")


def test_four_hundred_turns_are_a_draw() -> None:
    here = position("1a1", "1b1", turns=399)
    assert here.outcome() is None
    play(here, "1c1")
    outcome = here.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0.5, 0.5), "turns")
    here.undo()
    assert here.outcome() is None


def test_a_bonus_of_the_last_turn_is_still_taken() -> None:
    here = position("1a1 1b1 1a2", "1d1 1d4 1c4", turns=399)
    here.play(here.read_move("1b2"))
    assert not here.is_over()
    play(here, "-1a1")
    assert here.reason() == "turns"


def test_being_stuck_after_the_last_turn_is_lost_and_filling_the_top_in_it_is_won() -> None:
    stuck = PYLOS.read(f"{ALMOST_FULL} 1 play 400")
    outcome = stuck.outcome()
    assert outcome is not None
    assert (outcome.results, outcome.reason) == ((0, 1), "stuck")
    won = PYLOS.read(f"{ALMOST_FULL} 2 play 399")
    won.play(won.moves()[0])
    assert won.reason() == "apex"


def test_positions_count_for_repetition_at_the_start_of_turns_only() -> None:
    # Both sides close a square with the ball they then take back, again and again.
    here = position("1a1 1b1 1a2", "1d4 1c4 1d3")
    round_trip = ("1b2-1b2", "1c3-1c3")
    play(here, *round_trip)
    assert here.occurrences() == 2
    here.play(here.read_move("1b2"))
    assert here.occurrences() == 0
    here.undo()
    play(here, "1b2-1b2")
    assert not here.is_over()
    play(here, "1c3-1c3")
    assert here.occurrences() == 3
    assert here.reason() == "repetition"


def test_the_same_balls_with_the_other_to_move_are_another_position() -> None:
    assert position("1a1", "1b1").key != position("1a1", "1b1", seat=1).key


def test_a_position_read_from_text_has_no_history() -> None:
    here = position("1a1 1b1 1a2", "1d4 1c4 1d3")
    play(here, "1b2-1b2", "1c3-1c3", "1b2-1b2", "1c3-1c3")
    assert here.is_over()
    assert not PYLOS.read(here.text()).is_over()


# ---- Options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"size": 3, "line": "four"}, "no four in a row"),
        ({"square": False, "take": "two"}, "nothing is ever taken back"),
        ({"size": 8}, "from 3 to 7"),
        ({"size": 2}, "from 3 to 7"),
        ({"line": "diagonal"}, "off, official or four"),
    ],
)
def test_options_that_make_no_sense_are_refused(given: dict[str, object], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        PYLOS.check(given)


def test_presets_are_the_profiles() -> None:
    assert [preset.key for preset in PYLOS.presets] == ["standard", "children", "expert", "classic", "classic-lines"]
    assert PYLOS.preset_of(PYLOS.check({"square": False})) == PYLOS.preset("children")
    assert PYLOS.preset_of(PYLOS.check({"stuck": "passes"})) is None


# ---- Hooks for search ----------------------------------------------------------------------------------------------


def test_tactical_moves_complete_something_or_take_back() -> None:
    here = example(4)
    assert [here.write_move(move) for move in here.tactical_moves()] == ["1b2"]
    here.play(here.read_move("1b2"))
    assert sorted(here.tactical_moves()) == sorted(here.moves())
