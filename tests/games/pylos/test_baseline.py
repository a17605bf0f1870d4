"""The bot of the earlier program: its evaluation, move order, depth, and published counts.

The depths by size and the number of positions searched from the start of 4×4 were published, and both match. Scores of
positions, games and win rates were not published, so they cannot be compared.
"""

import pytest

from parlour.games.contract.position import COMPILED
from parlour.games.pylos.baseline import BASELINES
from parlour.games.pylos.baseline_search import PylosBaselineSearch, depth_for
from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.tables import FROM_SHIFT, KIND_SHIFT, PLAY, RAISE
from parlour.lab.arena import Pairing, play_game
from tests.games.pylos.examples import CLASSIC, PROFILES, PYLOS, STANDARD, example, play, position, start

FULL = "1a1 1b1 1c1 1b2 1a3 1c3 2a1"
OTHERS = "1a2 1c2 1b3 2b1 2a2 2b2"
"""On 3×3, all cells but the top: seven balls and six."""
SMALL = PYLOS.check({"size": 3}, "classic")


@pytest.mark.parametrize(("size", "depth"), [(3, 8), (4, 6), (5, 5), (6, 5), (7, 4)])
def test_the_depth_follows_from_the_size(size: int, depth: int) -> None:
    assert depth_for(size) == depth


@pytest.mark.parametrize(
    ("depth", "nodes"),
    [
        (6, 8_425),
        pytest.param(7, 38_900, marks=pytest.mark.skipif(not COMPILED, reason="takes long interpreted")),
        pytest.param(8, 89_229, marks=pytest.mark.skipif(not COMPILED, reason="takes long interpreted")),
    ],
)
def test_from_the_start_it_looks_at_as_many_positions_as_published(depth: int, nodes: int) -> None:
    search = PylosBaselineSearch(start(CLASSIC), depth)
    search.root_value()
    assert search.nodes == nodes


def test_a_position_is_worth_the_movers_lead_in_reserve() -> None:
    assert PylosBaselineSearch(position("1a1 1b1 1c1", "1d4", CLASSIC, seat=0), 1).static() == 12 - 14
    assert PylosBaselineSearch(position("1a1 1b1 1c1", "1d4", CLASSIC, seat=1), 1).static() == 14 - 12


def test_an_empty_reserve_of_the_other_is_a_win_and_an_own_one_is_no_loss() -> None:
    here = ("1a1 1a3 1c1 1c3 1b2 2a1 2b2", "1b1 1a2 1c2 1b3")  # example 14: Light has nothing in reserve
    assert PylosBaselineSearch(position(*here, SMALL, seat=1), 1).static() == 1000
    assert PylosBaselineSearch(position(*here, SMALL, seat=0), 1).static() == 0 - 3


def test_where_the_top_can_be_filled_nothing_more_is_searched() -> None:
    mine = PylosBaselineSearch(position(FULL, OTHERS, SMALL, seat=1), 8)
    assert (mine.root_value(), mine.nodes) == (1000, 1)
    # Light is to move and cannot: it is skipped, and for the other one the top is worth everything.
    theirs = PylosBaselineSearch(position(FULL, OTHERS, SMALL, seat=0), 8)
    assert (theirs.root_value(), theirs.nodes) == (-1000, 2)


def test_a_lifted_ball_lies_in_the_reserve_until_it_is_put_down() -> None:
    """At depth 1 the lifted ball gives the best score; at depth 2 it is placed again and gains nothing."""
    here = example(3, CLASSIC)
    assert PylosBaselineSearch(here, 1).root_value() == 12 + 1 - 12
    assert PylosBaselineSearch(here, 2).root_value() == 12 - 12


def test_cells_are_tried_from_the_top_down_row_by_row_and_the_first_of_equals_is_kept() -> None:
    assert first_choice(start(CLASSIC), 1) == "1a1"
    assert first_choice(example(2, CLASSIC), 1) == "2a1"
    taking = play_in(example(4, CLASSIC), "1b2")
    assert first_choice(taking, 1) == "-1a1"


def first_choice(here: PylosPosition, depth: int) -> str:
    return here.write_move(PylosBaselineSearch(here, depth).choose())


def play_in(here: PylosPosition, move: str) -> PylosPosition:
    here.play(here.read_move(move))
    return here


def test_a_raise_is_two_inputs_each_searched_by_itself() -> None:
    here = position("1d4 2a1 2b2 1a1 1b2 1c3 1c1 1d2", "2b1 2a2 1b1 1a2 1c2 1b3 1a3 1d1", CLASSIC)
    search = PylosBaselineSearch(here, 1)
    ball = search.best_input()
    assert here.owner(ball) == 0
    move = search.choose()
    assert move >> KIND_SHIFT == RAISE
    assert move >> FROM_SHIFT & 255 == ball
    assert here.is_legal(move)


def test_it_completes_a_square_and_takes_two_back_also_where_one_would_do() -> None:
    here = example(4, STANDARD)
    player = BASELINES["classic-minimax"](0)
    while here.seat == 0:
        here.play(player(here))
    assert here.in_reserve(0) == 12 - 1 + 2


def test_a_game_that_locks_up_is_searched_to_its_depth() -> None:
    """Example 15: Light is skipped forever, and Dark places one ball and takes it back."""
    here = play(example(15, SMALL), "pass")
    assert here.write_move(PylosBaselineSearch(here, 8).choose()) == "1c1"


@pytest.mark.parametrize("options", [*PROFILES, "small", "five"])
def test_it_finishes_games_legally(options: str) -> None:
    chosen = PROFILES.get(options) or PYLOS.check({"size": 3 if options == "small" else 5})
    played = play_game(Pairing("pylos", dict(chosen), "classic-minimax", "1", seed=3), 0)
    assert played.reason in ("apex", "stuck", "repetition", "turns")


def test_it_leaves_the_position_as_it_is() -> None:
    here = example(8)
    before = here.text(), here.key, here.moves()
    assert here.is_legal(BASELINES["classic-minimax"](1)(here))
    assert (here.text(), here.key, here.moves()) == before
    assert here.stage == PLAY
