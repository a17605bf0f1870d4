"""Rules of Surakarta: tracks, steps, captures, endings, counts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import IllegalMove, NothingToUndo, PositionError
from parlour.games import Outcome, Position, game
from parlour.games.surakarta import tables
from tests.games.surakarta.examples import (
    CYCLES,
    EXAMPLES,
    LOOPS,
    Point,
    all_captures,
    board_of,
    captures,
    example,
    read,
    routes,
    steps,
)

EDGE = [(0, n) for n in range(1, 5)] + [(5, n) for n in range(1, 5)]
EDGE += [(n, 0) for n in range(1, 5)] + [(n, 5) for n in range(1, 5)]


def start(ending: str = "standard") -> Position:
    return game("surakarta").start(game("surakarta").check({"ending": ending}))


def play(position: Position, *texts: str) -> Position:
    for text in texts:
        position.play(position.read_move(text))
    return position


# ---- The board -----------------------------------------------------------------------------------------------------


def test_the_start_has_twelve_pieces_each_and_seat_1_at_the_bottom_to_move() -> None:
    board = board_of(start())
    assert {point for point, owner in board.items() if owner == 0} == {(r, c) for r in (4, 5) for c in range(6)}
    assert {point for point, owner in board.items() if owner == 1} == {(r, c) for r in (0, 1) for c in range(6)}
    assert start().seat == 0


@pytest.mark.parametrize(("track", "cycle"), [("inner", CYCLES[0]), ("outer", CYCLES[1])])
def test_a_track_is_the_specified_cycle_of_24_entries_over_20_points(track: str, cycle: list[Point]) -> None:
    ours = [(site // 6, site % 6) for site in tables.TRACKS[track]]
    assert len(ours) == 24
    assert len(set(ours)) == 20
    # The same ring, whatever entry it begins with and whichever way it runs.
    turned = [cycle[n:] + cycle[:n] for n in range(24)]
    assert ours in turned or ours[::-1] in turned


def test_the_eight_loops_join_the_specified_points() -> None:
    found = {}
    for cycle in tables.TRACKS.values():
        for one, other in pairwise([*cycle, cycle[0]]):
            if tables.is_loop(one, other):
                found[tables.loop_name(one, other)] = {one, other}
    assert found == {name: {tables.point(int(end[0]), int(end[2])) for end in ends} for name, ends in LOOPS.items()}


def test_a_way_between_track_neighbours_is_a_loop_exactly_when_row_and_column_change() -> None:
    for cycle in tables.TRACKS.values():
        for one, other in pairwise([*cycle, cycle[0]]):
            near = abs(one // 6 - other // 6) + abs(one % 6 - other % 6) == 1
            assert tables.is_loop(one, other) is not near


@pytest.mark.parametrize(
    ("points", "count", "inner", "outer"),
    [
        ([(0, 0), (0, 5), (5, 0), (5, 5)], 4, 0, 0),
        ([point for point in EDGE if {1, 4} & set(point)], 8, 1, 0),
        ([point for point in EDGE if {2, 3} & set(point)], 8, 0, 1),
        ([(1, 1), (1, 4), (4, 1), (4, 4)], 4, 2, 0),
        ([(2, 2), (2, 3), (3, 2), (3, 3)], 4, 0, 2),
        ([(1, 2), (1, 3), (2, 1), (2, 4), (3, 1), (3, 4), (4, 2), (4, 3)], 8, 1, 1),
    ],
)
def test_point_classes(points: list[Point], count: int, inner: int, outer: int) -> None:
    assert len(points) == count
    for row, column in points:
        site = tables.point(row, column)
        assert tables.INNER.count(site) == inner
        assert tables.OUTER.count(site) == outer
        assert tables.ENTRY_COUNT[site] == inner + outer  # each with two directions


# ---- Worked examples -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example(name: str) -> None:
    diagram, count, expected = EXAMPLES[name]
    position = read(diagram)
    assert len(steps(position)) == count
    assert captures(position) == expected
    assert len(position.moves()) == count + len(expected)


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example_with_the_seats_exchanged(name: str) -> None:
    diagram, count, expected = EXAMPLES[name]
    position = read(diagram.translate(str.maketrans("XO", "OX")), seat=1)
    assert len(steps(position)) == count
    assert captures(position) == expected


def test_w4_the_loop_is_closed_as_well_from_its_other_end() -> None:
    assert captures(read("....../.O..O./....../....../XX..../......")) == {"4,1x1,4"}


@pytest.mark.parametrize(
    ("name", "text"),
    [("W1", "4,1x1,1"), ("W7", "4,2x1,2"), ("W7", "5,2x1,2"), ("W8", "5,1x4,3"), ("W8", "5,1x0,1"), ("W9", "0,1x1,4")],
)
def test_a_capture_named_as_illegal_is_refused(name: str, text: str) -> None:
    with pytest.raises(IllegalMove):
        example(name).read_move(text)


def test_opening_an_opponents_piece_cannot_be_moved() -> None:
    with pytest.raises(IllegalMove, match="the piece on 1,1 is North’s"):
        start().read_move("1,1-2,1")


def test_opening_a_step_goes_one_point_only() -> None:
    with pytest.raises(IllegalMove, match="3,2 is not next to 4,0"):
        start().read_move("4,0-3,2")


def test_opening_a_step_forward_is_legal() -> None:
    position = play(start(), "4,5-3,5")
    assert board_of(position)[3, 5] == 0
    assert (4, 5) not in board_of(position)
    assert position.seat == 1


# ---- Steps ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("site", range(36))
def test_a_lone_piece_steps_to_each_neighbouring_point_and_nowhere_else(site: int) -> None:
    row, column = divmod(site, 6)
    signs = ["."] * 36
    signs[site] = "X"
    # An enemy somewhere far, or the game would be over; in a corner it can neither be captured nor be in the way.
    far = next(corner for corner in (0, 5, 30, 35) if max(abs(corner // 6 - row), abs(corner % 6 - column)) > 1)
    signs[far] = "O"
    position = read("/".join("".join(signs[n : n + 6]) for n in range(0, 36, 6)))
    near = {(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {(row, column)}
    assert steps(position) == {f"{row},{column}-{r},{c}" for r, c in near if 0 <= r < 6 and 0 <= c < 6}
    assert captures(position) == set()


def test_a_step_needs_an_empty_point() -> None:
    position = read("....../....../..XX../..O.../....../......")
    with pytest.raises(IllegalMove, match="Your own piece is on 2,3"):
        position.read_move("2,2-2,3")
    assert not {"2,2-2,3", "2,2-3,2"} & steps(position)


def test_a_piece_cannot_stay_where_it_is() -> None:
    with pytest.raises(IllegalMove, match="cannot stay where it is"):
        start().read_move("4,0-4,0")


def test_a_capture_is_never_compulsory() -> None:
    position = example("W5")
    assert captures(position)
    assert len(steps(position)) == 5


def test_there_is_no_passing_and_a_turn_is_one_move() -> None:
    position = example("W18")
    seat = position.seat
    for move in position.moves():
        assert position.after(move).seat == 1 - seat
        assert position.turn_over(move)
        assert position.after(move).text().split()[0] != position.text().split()[0]


# ---- Captures ------------------------------------------------------------------------------------------------------


def test_a_captured_piece_is_removed_and_the_capturer_takes_its_point() -> None:
    position = play(example("W2"), "4,1x1,4")
    assert board_of(position) == {(1, 1): 1, (1, 4): 0, (3, 3): 0}


def test_a_capture_may_run_over_the_movers_own_start() -> None:
    # W2: 4,1 leaves by 4,0, comes out of the loop at 5,1 and passes 4,1 again.
    assert "4,1x1,1" in captures(example("W2"))
    assert routes(board_of(example("W2")), (4, 1), 0)[1, 1] == [(6, 1)]


def test_a_lone_piece_does_not_run_into_itself() -> None:
    for site in range(36):
        signs = ["."] * 36
        signs[site], signs[35 if site == 0 else 0] = "X", "O"
        assert captures(read("/".join("".join(signs[n : n + 6]) for n in range(0, 36, 6)))) == set()


def test_no_route_has_more_than_four_loops_or_23_steps_and_some_have_as_many() -> None:
    lengths, loops = set(), set()
    for one in range(36):
        for other in set(range(36)) - {one}:
            board = {divmod(one, 6): 0, divmod(other, 6): 1}
            for walked, rounded in routes(board, divmod(one, 6), 0).get(divmod(other, 6), []):
                lengths.add(walked)
                loops.add(rounded)
    assert loops == {1, 2, 3, 4}
    assert max(lengths) == 23


def test_with_one_enemy_on_the_board_every_pair_of_points_agrees_with_the_written_rules() -> None:
    for one in range(36):
        for other in set(range(36)) - {one}:
            board = {divmod(one, 6): 0, divmod(other, 6): 1}
            signs = ["X" if n == one else "O" if n == other else "." for n in range(36)]
            position = read("/".join("".join(signs[n : n + 6]) for n in range(0, 36, 6)))
            assert captures(position) == all_captures(board, 0)


@given(st.lists(st.sampled_from("....XO"), min_size=36, max_size=36), st.integers(0, 1))
def test_on_any_board_the_captures_are_those_of_the_written_rules(signs: list[str], seat: int) -> None:
    men = {"X": 0, "O": 0}
    for n, sign in enumerate(signs):
        if sign != ".":
            men[sign] += 1
            if men[sign] > 12:
                signs[n] = "."
    if "X" not in signs or "O" not in signs:
        return
    position = read("/".join("".join(signs[n : n + 6]) for n in range(0, 36, 6)), seat=seat)
    assert captures(position) == all_captures(board_of(position), seat)
    from_one_piece = [move & tables.POINT_MASK for move in position.moves() if move & tables.CAPTURE]
    assert max(map(from_one_piece.count, from_one_piece), default=0) <= 4


def test_several_routes_to_one_target_are_one_move() -> None:
    assert len(routes(board_of(example("W10")), (0, 1), 0)[1, 4]) == 2
    assert len(captures(example("W10"))) == 1
    assert sorted(loops for _, loops in routes(board_of(example("W16")), (3, 1), 0)[3, 4]) == [2, 2, 4]
    assert len(captures(example("W16"))) == 1


def test_a_blocked_direction_does_not_hide_an_open_one() -> None:
    # W15: both short ways of 1,2 are closed by own pieces; the long ones are still found.
    assert "1,2x2,1" in captures(example("W15"))
    # W11: straight down the enemy is met without a loop, round the loop it can be taken.
    assert "0,1x1,1" in captures(example("W11"))


def test_a_diagonal_neighbour_is_not_captured() -> None:
    # (2,2) is on the outer track only, (1,1) on the inner only.
    assert captures(read("....../.O..../..X.../....../....../......")) == set()


def test_captures_stay_in_step_with_the_board_through_whole_games() -> None:
    for seed in range(5):
        position = start("endless")
        while not position.is_over():
            assert captures(position) == all_captures(board_of(position), position.seat)
            position.play_random(1000 * seed + len(position.played), 1)


# ---- How a game ends -----------------------------------------------------------------------------------------------


def test_a_running_game_has_no_outcome_and_says_so_when_asked_why_it_ended() -> None:
    assert start().outcome() is None
    assert not start().is_over()
    with pytest.raises(PositionError, match="not over"):
        start().why_over()


@pytest.mark.parametrize("ending", ["standard", "endless"])
def test_capturing_the_last_piece_wins(ending: str) -> None:
    position = play(read(EXAMPLES["W16"][0], ending=ending), "3,1x3,4")
    assert position.outcome() == Outcome((1.0, 0.0), "captured")
    assert position.moves() == []
    position = play(read(EXAMPLES["W16"][0].translate(str.maketrans("XO", "OX")), seat=1, ending=ending), "3,1x3,4")
    assert position.outcome() == Outcome((0.0, 1.0), "captured")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_side_without_pieces_has_lost_whichever_side_is_to_move(seat: int) -> None:
    position = read("X...../....../....../....../....../......", seat=seat)
    assert position.outcome() == Outcome((1.0, 0.0), "captured")


@pytest.mark.parametrize("ending", ["standard", "endless"])
def test_a_side_that_cannot_move_has_lost_though_others_have_more_pieces(ending: str) -> None:
    position = read(EXAMPLES["W17"][0], ending=ending)
    assert position.moves() == []
    assert position.outcome() == Outcome((0.0, 1.0), "stuck")
    # The same side may be stuck with as many pieces: what counts is that it is to move.
    assert read(EXAMPLES["W17"][0], seat=1, ending=ending).outcome() is None


def test_a_player_can_be_stuck_by_the_opponents_move() -> None:
    position = read("XO..../.O..../O...../....../....../......", seat=1)
    play(position, "2,0-1,0")
    assert position.outcome() == Outcome((0.0, 1.0), "stuck")
    position.undo()
    assert position.outcome() is None


@pytest.mark.parametrize(
    ("diagram", "results"),
    [
        ("X...../....../....../....../....../.....O", (0.5, 0.5)),
        ("X....X/....../....../....../....../.....O", (1.0, 0.0)),
        ("X...../....../....../....../....../O....O", (0.0, 1.0)),
    ],
)
def test_the_fiftieth_move_without_a_capture_ends_the_game_and_more_pieces_win(
    diagram: str, results: tuple[float, ...]
) -> None:
    position = read(diagram, quiet=48)
    play(position, "0,0-1,1")
    assert position.outcome() is None
    play(position, "5,5-5,4")
    assert position.outcome() == Outcome(results, "no-progress")
    assert position.moves() == []
    assert position.text().endswith(" 1 50")


def test_a_capture_at_the_last_moment_sets_the_count_back() -> None:
    position = play(read("..X..O/....../O...../....../....../......", quiet=49), "0,2x2,0")
    assert position.outcome() is None
    assert position.text().endswith(" 2 0")


def shuffle(position: Position, rounds: int) -> Position:
    """Let both sides step out and back, `rounds` times."""
    for _ in range(rounds):
        play(position, "4,0-3,0", "1,0-2,0", "3,0-4,0", "2,0-1,0")
    return position


def test_the_third_occurrence_of_a_position_ends_the_game() -> None:
    position = shuffle(start(), 1)
    play(position, "4,0-3,0", "1,0-2,0", "3,0-4,0")
    assert position.outcome() is None
    play(position, "2,0-1,0")
    assert position.outcome() == Outcome((0.5, 0.5), "repetition")
    assert position.moves() == []


def test_at_a_repetition_more_pieces_win() -> None:
    position = read("....../O...../....../....../X...../X.....")
    shuffle(position, 2)
    assert position.outcome() == Outcome((1.0, 0.0), "repetition")


def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    position = read("....../O...../....../....../X...../......")
    other = read("....../O...../....../....../X...../......", seat=1)
    assert position.key != other.key
    assert position.repetition_key() != other.repetition_key()


def test_a_position_read_from_text_has_no_past() -> None:
    position = shuffle(start(), 1)
    again = game("surakarta").read(position.text())
    shuffle(again, 1)
    assert again.outcome() is None
    shuffle(position, 1)
    assert position.outcome() is not None


def test_endless_games_have_neither_the_count_nor_repetition() -> None:
    position = shuffle(start("endless"), 20)
    assert position.outcome() is None
    assert position.text().endswith(" 1 80")
    assert len(position.moves()) == 16
    assert read("X...../....../....../....../....../.....O", quiet=500, ending="endless").outcome() is None


# ---- Taking back ---------------------------------------------------------------------------------------------------


def test_taking_back_a_capture_brings_piece_and_count_back() -> None:
    position = example("W2", quiet=17)
    before = position.text(), position.key, position.moves()
    play(position, "4,1x1,1")
    assert position.text().endswith(" 2 0")
    assert position.write_move(position.undo()) == "4,1x1,1"
    assert (position.text(), position.key, position.moves()) == before


def test_taking_back_the_repeating_move_lets_the_game_continue() -> None:
    position = shuffle(start(), 2)
    position.undo()
    assert position.outcome() is None
    assert "2,0-1,0" in steps(position)
    play(position, "2,0-2,1")
    assert position.outcome() is None


def test_nothing_can_be_taken_back_at_the_start() -> None:
    with pytest.raises(NothingToUndo):
        start().undo()


@given(st.integers(0, 2**30), st.sampled_from(["standard", "endless"]))
def test_a_whole_game_can_be_taken_back_move_by_move(seed: int, ending: str) -> None:
    position = start(ending)
    seen = []
    while position.moves() and len(position.played) < 150:
        seen.append((position.text(), position.key, position.moves()))
        position.play_random(seed + len(position.played), 1)
    for state in reversed(seen):
        position.undo()
        assert (position.text(), position.key, position.moves()) == state
    assert position.played == ()
