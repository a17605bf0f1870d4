"""The bots of the earlier Surakarta: their choices, their faults, and that current bots beat them."""

import pytest

from parlour.games.contract.xorshift import Random as Chance
from parlour.games.surakarta.baseline import BASELINES, BaselineNode, BaselineTree
from parlour.games.surakarta.baseline_search import rollout
from parlour.games.surakarta.tables import CORNER, POINT_MASK, POINTS
from parlour.lab.arena import Pairing, play_game
from tests.games.marks import FAST_ONLY
from tests.games.surakarta.examples import EXAMPLES, OPTIONS, SURAKARTA, captures, example, read, sampled

CORNERS = [site for site in range(POINTS) if 1 << site & CORNER]


def test_the_easy_player_captures_if_it_can() -> None:
    for name, (_, _, possible) in EXAMPLES.items():
        position = example(name)
        if possible:
            for seed in range(8):
                assert position.write_move(BASELINES["classic-easy"](seed)(position)) in possible


def test_the_easy_player_looks_at_its_men_in_a_random_order() -> None:
    position = example("W15")
    assert {position.write_move(BASELINES["classic-easy"](seed)(position)) for seed in range(40)} == captures(position)


def test_otherwise_the_easy_player_leaves_corners_and_never_enters_them() -> None:
    position = read("X....X/....../..X.../....../....../O.....")
    chosen = {position.write_move(BASELINES["classic-easy"](seed)(position)) for seed in range(40)}
    assert chosen == {"0,0-0,1", "0,5-0,4"}
    inside = read("....../....../..X.../....../....../O.....")
    moves = {BASELINES["classic-easy"](seed)(inside) for seed in range(80)}
    assert moves == set(inside.moves())
    assert not any(move >> 6 & POINT_MASK in CORNERS for move in moves)


def test_a_tree_has_about_as_many_positions_as_the_earlier_program_made() -> None:
    for nodes in (350, 700):
        root = example("W3")
        tree = BaselineTree(root, Chance(1)).grow(nodes)
        assert nodes <= tree.size < nodes + 40
        assert len(tree.root.children) == len(root.moves()) == 18


def test_the_medium_and_the_hard_player_grow_trees_of_350_and_700_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    grown: list[int] = []
    grow = BaselineTree.grow

    def recorded(tree: BaselineTree, nodes: int) -> BaselineTree:
        grown.append(nodes)
        return grow(tree, nodes)

    monkeypatch.setattr(BaselineTree, "grow", recorded)
    for name in ("classic-easy", "classic-medium", "classic-hard"):
        assert example("W3").is_legal(BASELINES[name](1)(example("W3")))
    assert grown == [350, 700]


def test_a_tree_believes_in_a_helpful_opponent_and_chooses_by_the_sum_of_results() -> None:
    """The faults that make it weak: one sign for all positions, and the highest sum instead of the most visits."""
    liked, often = BaselineNode(1), BaselineNode(2)
    liked.visits, liked.value = 10, 8
    often.visits, often.value = 50, 7
    assert liked.ucb(60) > often.ucb(60)
    tree = BaselineTree(example("W2"), Chance(1))
    tree.root.children = [often, liked]
    assert tree.choice() == 1
    assert BaselineNode(3).ucb(60) == float("inf")


def test_random_games_of_the_earlier_search_take_turns_and_end_by_count_after_their_limit() -> None:
    position = read("XX..../....../....../....../....../....O.", ending="endless")
    before = position.text()
    assert rollout(position, Chance(3), 0, 0) == 1
    assert rollout(position, Chance(3), 1, 0) == -1
    results = {rollout(position, Chance(seed), 0, 500) for seed in range(60)}
    assert results == {-1, 1}
    assert position.text() == before
    # A piece in a corner captures nothing with its first move; then it is the opponent's turn, who may capture it.
    cornered = read("X...../....../....../....../.O..../......", ending="endless")
    assert {rollout(cornered, Chance(seed), 0, 1) for seed in range(60)} == {0}
    assert {rollout(cornered, Chance(seed), 0, 2) for seed in range(60)} == {0, -1}


def test_random_games_of_the_earlier_search_end_where_a_side_cannot_move() -> None:
    stuck = read("XO..../OO..../....../....../....../......", ending="endless")
    assert rollout(stuck, Chance(1), 0, 500) == -1
    assert rollout(stuck, Chance(1), 1, 500) == 1


@pytest.mark.parametrize("name", BASELINES)
def test_the_earlier_players_leave_the_position_as_it_is_and_repeat_by_seed(name: str) -> None:
    for position in sampled(3):
        before = position.text(), position.key, position.played
        chosen = BASELINES[name](4)(position)
        assert position.is_legal(chosen)
        assert (position.text(), position.key, position.played) == before
        assert BASELINES[name](4)(position) == chosen


@pytest.mark.parametrize("name", BASELINES)
def test_the_earlier_players_finish_games_legally(name: str) -> None:
    assert play_game(Pairing("surakarta", dict(OPTIONS), name, "1", seed=3), 0).reason in SURAKARTA.reasons


@FAST_ONLY
def test_a_middle_level_beats_the_hardest_of_the_earlier_players() -> None:
    pairing = Pairing("surakarta", dict(OPTIONS), "5", "classic-hard", seed=1)
    assert sum(play_game(pairing, number).result for number in range(6)) >= 5


@FAST_ONLY
def test_the_lowest_levels_are_no_weaker_than_the_earlier_easy_player() -> None:
    pairing = Pairing("surakarta", dict(OPTIONS), "2", "classic-easy", seed=1)
    assert sum(play_game(pairing, number).result for number in range(30)) >= 15
