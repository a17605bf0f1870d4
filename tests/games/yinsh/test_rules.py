"""Rules of YINSH: the geometry, every worked example, and the count tables."""

from __future__ import annotations

import pytest

from parlour.games.contract.display import Outcome
from parlour.games.yinsh.tables import (
    ENDED,
    LABELS,
    LINE,
    MOVING,
    NAMED,
    ON_LINE,
    RING_AFTER,
    RING_BEFORE,
    ROW_AFTER,
    ROW_BEFORE,
)
from tests.games.yinsh.examples import (
    BLACK_ASIDE,
    EXAMPLE_9,
    EXAMPLE_10,
    EXAMPLE_11,
    EXAMPLE_12,
    EXAMPLE_13,
    EXAMPLE_15,
    WHITE_ASIDE,
    bare,
    fork,
    full_board,
    markers,
    play,
    read,
    rings,
    rows,
    targets,
    text,
    written,
)

# ---- 1.3: placement ------------------------------------------------------------------------------------------------


def test_a_ring_can_be_placed_on_each_of_the_85_points() -> None:
    for label in LABELS:
        position = play(read(text(stage="place")), label)
        assert rings(position, 0) == {label}
        assert len(position.moves()) == 84


def test_ten_rings_are_placed_in_turn_and_white_moves_first() -> None:
    position = read(text(stage="place"))
    seats = []
    for point in ("e3", "a5", "b5", "c6", "d6", "e4", "h7", "g2", "g3", "g8"):
        seats.append(position.seat)
        play(position, point)
    assert seats == [0, 1] * 5
    assert (position.seat, position.stage_now(), position.in_pool()) == (0, MOVING, 51)
    assert position.text() == text(wr="e3 b5 d6 h7 g3", br="a5 c6 e4 g2 g8")


# ---- 1.11: worked examples -----------------------------------------------------------------------------------------


def test_example_1_lone_ring_in_the_centre() -> None:
    expected = "f2 f3 f4 f5 f7 f8 f9 f10 b6 c6 d6 e6 g6 h6 i6 j6 b2 c3 d4 e5 g7 h8 i9 j10"
    assert targets(bare(wr="f6"), "f6") == set(expected.split())


def test_example_2_lone_ring_on_a_tip() -> None:
    expected = "a3 a4 a5 b2 c2 d2 e2 f2 g2 b3 c4 d5 e6 f7 g8 h9 i10 j11"
    assert targets(bare(wr="a2"), "a2") == set(expected.split())


EXAMPLE_3 = ("f6", "g6 d6", "f7 f4 e6 g7 i9", "f8 f3 h8 j10 d4")


def test_example_3_jumps_and_blocks() -> None:
    assert targets(bare(*EXAMPLE_3), "f6") == {"c3", "e5", "f2", "f5", "f9"}


@pytest.mark.parametrize(
    ("target", "turned_black", "turned_white"),
    [("f9", {"f7"}, {"f8"}), ("f2", {"f4"}, {"f3"}), ("c3", set(), {"d4"}), ("e5", set(), set()), ("f5", set(), set())],
)
def test_example_3_flips(target: str, turned_black: set[str], turned_white: set[str]) -> None:
    white, black = set(EXAMPLE_3[2].split()), set(EXAMPLE_3[3].split())
    position = play(bare(*EXAMPLE_3), f"f6-{target}")
    assert markers(position, 0) == white - turned_black | turned_white | {"f6"}
    assert markers(position, 1) == black - turned_white | turned_black
    assert rings(position, 0) == {target}
    assert (position.seat, position.stage_now()) == (1, MOVING)


EXAMPLE_4 = ("f5 a2", "k10", "b5 c5 d5 e5")


def test_example_4_row_by_the_marker_left_behind() -> None:
    position = play(bare(*EXAMPLE_4), "f5-f6")
    assert rows(position, 0) == {"b5-f5"}
    assert (position.seat, position.stage_now()) == (0, ROW_AFTER)
    assert written(position) == {"xb5-f5"}


def test_example_5_jumping_over_ones_own_four_makes_no_row() -> None:
    position = play(bare(*EXAMPLE_4), "f5-a5")
    assert markers(position, 0) == {"f5"}
    assert markers(position, 1) == {"b5", "c5", "d5", "e5"}
    assert (position.seat, position.stage_now()) == (1, MOVING)


def test_example_6_six_in_line_give_two_choices_and_seven_three() -> None:
    set_up = {"wr": f"e6 {WHITE_ASIDE}", "br": BLACK_ASIDE, "wm": "b6 c6 d6 f6 g6"}
    position = play(read(text(**set_up)), "e6-e7")
    assert written(position) == {"xb6-f6", "xc6-g6"}
    play(position, "xb6-f6")
    assert markers(position, 0) == {"g6"}
    assert written(position) == {"xe7", "xa2", "xa3", "xk7", "xk8"}
    play(position, "xe7")
    assert (position.seat, position.stage_now()) == (1, MOVING)
    assert markers(play(read(text(**set_up)), "e6-e7", "xc6-g6"), 0) == {"b6"}
    longer = play(read(text(**{**set_up, "wm": "b6 c6 d6 f6 g6 h6"})), "e6-e7")
    assert written(longer) == {"xb6-f6", "xc6-g6", "xd6-h6"}


def test_example_7_nine_in_line_give_five_choices_and_never_a_second_row() -> None:
    position = play(bare(wr="f5 a2", br="k10", wm="b5 c5 d5 e5 g5 h5 i5 j5"), "f5-f6")
    choices = {"xb5-f5", "xc5-g5", "xd5-h5", "xe5-i5", "xf5-j5"}
    assert written(position) == choices
    for choice in sorted(choices):
        after = fork(position)
        play(after, choice, "xa2")
        assert rows(after, 0) == set()
        assert (after.seat, after.stage_now()) == (1, MOVING)


@pytest.mark.parametrize(("taken", "left"), [("b6-f6", {"f2", "f3", "f4", "f5"}), ("f2-f6", {"b6", "c6", "d6", "e6"})])
def test_example_8_of_crossing_rows_one_goes_and_one_ring(taken: str, left: set[str]) -> None:
    position = read(text(wr=f"f6 {WHITE_ASIDE}", br=BLACK_ASIDE, wm="b6 c6 d6 e6 f2 f3 f4 f5"))
    play(position, "f6-g7")
    assert written(position) == {"xb6-f6", "xf2-f6"}
    play(position, f"x{taken}", "xg7")
    assert markers(position, 0) == left
    assert (position.seat, position.stage_now(), position.rings_removed(0)) == (1, MOVING, 1)


@pytest.mark.parametrize("order", [("b4-f4", "f6-j6"), ("f6-j6", "b4-f4")])
def test_example_9_two_separate_rows_both_go_in_either_order(order: tuple[str, str]) -> None:
    position = play(read(text(**EXAMPLE_9)), "f3-f7")
    assert written(position) == {"xb4-f4", "xf6-j6"}
    play(position, f"x{order[0]}")
    assert position.stage_now() == RING_AFTER
    play(position, "xa2")
    assert written(position) == {f"x{order[1]}"}
    play(position, f"x{order[1]}", "xa3")
    assert (markers(position, 0), markers(position, 1)) == ({"f3"}, {"f5"})
    assert (position.seat, position.stage_now(), position.rings_removed(0)) == (1, MOVING, 2)


def test_example_10_one_row_crossing_two_gives_one_or_two_removals() -> None:
    position = play(read(text(**EXAMPLE_10)), "d6-h6")
    assert written(position) == {"xd5-h9", "xf4-f8", "xf5-j9"}
    one = fork(position)
    play(one, "xf4-f8", "xa2")
    assert (one.seat, one.rings_removed(0)) == (1, 1)
    for first, second in (("d5-h9", "f5-j9"), ("f5-j9", "d5-h9")):
        two = fork(position)
        play(two, f"x{first}", "xa2")
        assert written(two) == {f"x{second}"}
        play(two, f"x{second}", "xa3")
        assert (two.seat, two.rings_removed(0)) == (1, 2)


def test_example_11_rows_for_both_are_removed_mover_first() -> None:
    position = play(read(text(**EXAMPLE_11)), "f3-f6")
    assert (rows(position, 0), rows(position, 1)) == ({"b4-f4"}, {"b5-f5"})
    steps = []
    for move in ("xb4-f4", "xa2", "xb5-f5", "xa4"):
        steps.append((position.seat, position.stage_now(), len(position.moves())))
        play(position, move)
    assert steps == [(0, ROW_AFTER, 1), (0, RING_AFTER, 5), (1, ROW_BEFORE, 1), (1, RING_BEFORE, 5)]
    assert (position.seat, position.stage_now()) == (1, MOVING)
    assert (position.rings_removed(0), position.rings_removed(1)) == (1, 1)


def test_example_12_a_row_for_the_opponent_only_is_removed_before_the_opponent_moves() -> None:
    position = play(read(text(**EXAMPLE_12)), "f3-f6")
    assert (position.seat, position.stage_now()) == (1, ROW_BEFORE)
    assert written(position) == {"xb5-f5"}
    play(position, "xb5-f5", "xg11")
    assert (position.seat, position.stage_now()) == (1, MOVING)
    assert all("-" in move and move[0] != "x" for move in written(position))


def test_example_13_both_third_rows_the_mover_wins() -> None:
    position = play(read(text(**EXAMPLE_13)), "f3-f6", "xb4-f4")
    assert position.outcome() is None
    play(position, "xa2")
    assert position.outcome() == Outcome((1.0, 0.0), "rings")
    assert (position.rings_removed(0), position.rings_removed(1)) == (3, 2)
    assert rows(position, 1) == {"b5-f5"}
    assert position.moves() == []


@pytest.mark.parametrize(
    ("ring", "white", "black"),
    [("d5", "b5 c5 e5 f5 g5", ""), ("a2", "b6 c5 d4 e3 f2", ""), ("a2", "b5 c5 d5 e5", "f5")],
    ids=["a ring among them", "no line", "one of the other colour"],
)
def test_example_14_not_rows(ring: str, white: str, black: str) -> None:
    position = bare(wr=ring, br="k10", wm=white, bm=black)
    assert rows(position, 0) == rows(position, 1) == set()


def test_example_15_a_blocked_player_passes() -> None:
    position = read(text(**EXAMPLE_15))
    assert written(position) == {"pass"}
    assert position.outcome() is None
    assert position.automatic() == position.moves()[0]
    play(position, "pass")
    assert (position.seat, position.stage_now(), position.in_pool()) == (1, MOVING, 51)
    assert len(position.moves()) == 70
    assert position.automatic() is None


@pytest.mark.parametrize(
    ("white_rings", "black_rings", "outcome"),
    [
        ("a2 a3 k7", "a4 a5 k9 k10", Outcome((1.0, 0.0), "pool")),
        ("a2 a3 j11 k7", "a4 a5 k9", Outcome((0.0, 1.0), "pool")),
        ("a2 a3 j11 k7", "a4 a5 k9 k10", Outcome((0.5, 0.5), "pool")),
    ],
)
def test_example_16_with_the_last_marker_more_removed_rings_win(
    white_rings: str, black_rings: str, outcome: Outcome
) -> None:
    white, black = full_board(50)
    position = read(text(wr=white_rings, br=black_rings, wm=white, bm=black))
    assert position.in_pool() == 1
    play(position, "k7-k8")
    assert (position.in_pool(), position.seat) == (0, 1)
    assert position.outcome() == outcome
    assert position.moves() == []


def last_marker_makes_a_row() -> str:
    """Return a position with one marker in the pool in which f5-f6 makes the row b5-f5."""
    taken = {"f5", "f6", *WHITE_ASIDE.split(), *BLACK_ASIDE.split()}
    points = [label for label in LABELS if label not in taken and label[1:] != "5"][:46]
    white = set(full_board(85)[0].split())
    return text(
        wr="f5 a2 a3 k7",
        br="k9 k10 a4 a5",
        wm=" ".join(["b5 c5 d5 e5", *(p for p in points if p in white)]),
        bm=" ".join(p for p in points if p not in white),
    )


def test_example_16_a_row_returns_its_markers_and_the_game_continues() -> None:
    position = read(last_marker_makes_a_row())
    assert position.in_pool() == 1
    play(position, "f5-f6")
    assert (position.in_pool(), position.outcome()) == (0, None)
    play(position, "xb5-f5", "xa2")
    assert (position.in_pool(), position.outcome()) == (5, None)
    assert (position.seat, position.stage_now()) == (1, MOVING)


def test_example_17_in_blitz_the_first_ring_wins() -> None:
    both = play(read(text(**EXAMPLE_11), blitz=True), "f3-f6", "xb4-f4")
    assert both.outcome() is None
    play(both, "xa2")
    assert both.outcome() == Outcome((1.0, 0.0), "rings")
    given = play(read(text(**EXAMPLE_12), blitz=True), "f3-f6", "xb5-f5", "xa4")
    assert given.outcome() == Outcome((0.0, 1.0), "rings")


def test_blitz_with_an_empty_pool_is_a_draw() -> None:
    white, black = full_board(50)
    position = read(text(wr="a2 a3 j10 j11 k7", br="a4 a5 j9 k9 k10", wm=white, bm=black), blitz=True)
    play(position, "k7-k8")
    assert position.outcome() == Outcome((0.5, 0.5), "pool")


def test_example_18_a_lone_ring_walks_itself_a_row() -> None:
    position = bare(wr="b2")
    for point in ("b3", "b4", "b5", "b6", "b7"):
        play(position, f"b{int(point[1]) - 1}-{point}")
        if position.stage_now() == MOVING:
            play(position, "pass")
    assert written(position) == {"xb2-b6"}
    play(position, "xb2-b6")
    assert (rings(position, 0), markers(position, 0)) == ({"b7"}, set())
    play(position, "xb7")
    assert rings(position, 0) == markers(position, 0) == set()


def test_example_18_a_step_leaves_a_marker_of_the_mover() -> None:
    assert markers(play(bare(wr="f6", br="a2"), "f6-g6"), 0) == {"f6"}
    assert markers(play(bare(wr="a2", br="j10", seat=1), "j10-j5"), 1) == {"j10"}


# ---- 1.6 to 1.8: what the examples leave open ----------------------------------------------------------------------


def test_ten_in_line_are_two_rows_or_a_choice_that_leaves_less() -> None:
    position = bare(wr="e6 a2 k7", br="k10", wm="e1 e2 e3 e4 e5 e7 e8 e9 e10")
    play(position, "e6-f7")
    assert len(position.moves()) == 6
    play(position, "xe1-e5", "xa2")
    assert written(position) == {"xe6-e10"}


def test_a_row_the_opponent_makes_can_be_followed_by_a_row_of_ones_own() -> None:
    position = read(
        text(
            wr=f"f3 {WHITE_ASIDE}",
            br="h9 k9 a4 a5 g11",
            wm="f5",
            bm="f4 b5 c5 d5 e5 d9 e9 f9 g9",
            stage="move",
            seat="w",
        )
    )
    play(position, "f3-f6", "xb5-f5", "xa4")
    assert (position.seat, position.stage_now()) == (1, MOVING)
    play(position, "h9-h10")
    assert (position.seat, position.stage_now()) == (1, ROW_AFTER)
    play(position, "xd9-h9", "xa5")
    assert (position.seat, position.stage_now(), position.rings_removed(1)) == (0, MOVING, 2)


def test_a_third_ring_for_a_row_of_the_opponents_making_ends_the_game_before_the_move() -> None:
    position = read(text(**{**EXAMPLE_12, "wr": "f3 a2 a3 k7", "br": "k9 k10 a4"}))
    play(position, "f3-f6", "xb5-f5", "xa4")
    assert position.stage_now() == ENDED
    assert position.outcome() == Outcome((0.0, 1.0), "rings")


def test_with_two_rings_removed_and_two_rows_the_first_row_wins() -> None:
    position = read(text(**{**EXAMPLE_9, "wr": "f3 a2 a3"}))
    play(position, "f3-f7", "xb4-f4", "xa2")
    assert position.outcome() == Outcome((1.0, 0.0), "rings")
    assert rows(position, 0) == {"f6-j6"}


def stuck(removed: tuple[int, int]) -> Outcome | None:
    """Return the end of a game in which markers block all lines of the remaining rings."""
    lines = [LABELS[site] for line in (*LINE[NAMED["a5"]], *LINE[NAMED["k10"]]) for site in ON_LINE[line]]
    held = sorted(set(lines) - {"a5", "k10"})
    white = set(full_board(85)[0].split()) | {"a3", "k9"}
    position = bare(
        wr="a5",
        br="k10",
        wm=" ".join(p for p in held if p in white),
        bm=" ".join(p for p in held if p not in white),
        removed=removed,
    )
    assert position.moves() == []
    assert position.in_pool() > 0
    return position.outcome()


def test_when_neither_can_move_the_game_ends_as_with_an_empty_pool() -> None:
    assert stuck((1, 1)) == Outcome((0.5, 0.5), "stuck")
    assert stuck((2, 1)) == Outcome((1.0, 0.0), "stuck")
    assert stuck((0, 1)) == Outcome((0.0, 1.0), "stuck")


def test_an_empty_pool_ends_the_game_even_for_a_player_who_could_not_move() -> None:
    white, black = full_board(51)
    position = bare(wr="a2", br="k10", wm=white, bm=black, removed=(0, 1))
    assert position.outcome() == Outcome((0.0, 1.0), "pool")


# ---- For search ----------------------------------------------------------------------------------------------------


def test_candidates_remove_the_same_rows_and_rings_in_one_order_only() -> None:
    separate = play(read(text(**EXAMPLE_9)), "f3-f7").copy()
    assert separate.perft(4) == 2 * 5 * 1 * 4
    assert separate.perft_turns(1) == 5 * 4 // 2
    crossing = play(read(text(**EXAMPLE_10)), "d6-h6").copy()
    assert crossing.perft_turns(1) == 5 + 5 * 4 // 2


def test_a_copy_in_the_middle_of_a_turn_has_all_rings_as_candidates() -> None:
    position = play(read(text(**EXAMPLE_9)), "f3-f7", "xb4-f4", "xk7", "xf6-j6")
    assert {position.write_move(move) for move in position.candidate_moves()} == {"xk8"}
    assert {position.write_move(move) for move in position.copy().candidate_moves()} == {"xa2", "xa3", "xf7", "xk8"}


def test_where_the_next_ring_wins_every_row_is_a_candidate() -> None:
    position = play(read(text(**{**EXAMPLE_9, "wr": "f3 a2 a3"})), "f3-f7")
    assert len(position.candidate_moves()) == 2
