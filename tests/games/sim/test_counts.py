"""The tables of the Sim spec: numbers of lines and classes, winners, possible draws, lengths of games."""

import pytest

from parlour.games.contract.display import Outcome
from parlour.games.sim.game import STANDARD
from parlour.games.sim.position import SimPosition
from parlour.games.sim.tables import stroke, strokes
from tests.games.sim.examples import DRAWN, SIM, played, written
from tests.games.sim.solver import Table, entry, levels, solve, winning_moves


@pytest.mark.parametrize("dots", range(3, 11))
def test_a_board_has_a_stroke_for_every_pair_of_dots(dots: int) -> None:
    position = SIM.start(SIM.check({"vertices": dots}))
    assert len(position.moves()) == dots * (dots - 1) // 2
    pairs = {tuple(sorted(path)) for move in position.moves() for path in position.picks(move)}
    assert len(pairs) == len(position.moves())


@pytest.mark.parametrize(("players", "depth"), [(2, 4), (3, 5), (4, 5)])
def test_until_the_first_triangle_can_appear_lines_are_counted_by_the_free_strokes(players: int, depth: int) -> None:
    position = SIM.start(SIM.check({"players": players}))
    lines = 1
    for drawn in range(depth):
        lines *= 15 - drawn
        assert position.perft(drawn + 1) == lines
    assert position.perft(depth, bulk=False) == lines


def test_lost_lines_are_not_continued_in_the_count() -> None:
    # Of 15·14·13·12·11 lines of five strokes those with three strokes 1, 3, 5 that make a triangle have ended: 20
    # triangles, 6 orders, 12·11 for the two between.
    assert SIM.start().perft(6) == (15 * 14 * 13 * 12 * 11 - 20 * 6 * 12 * 11) * 10


@pytest.mark.parametrize(("dots", "classes"), [(3, 4), (4, 18), (5, 136)])
def test_small_boards_have_as_many_classes_as_the_table_says_and_are_drawn(dots: int, classes: int) -> None:
    table: Table = {}
    assert solve(SIM.start(SIM.check({"vertices": dots})), table) == 0
    assert len(table) == classes


def test_six_dots_have_as_many_classes_and_won_ones_per_stroke_as_the_table_says(six: Table) -> None:
    classes, won = levels(six)
    assert classes == [1, 1, 2, 7, 25, 64, 166, 303, 500, 489, 415, 193, 71, 12, 1]
    assert won == [0, 1, 0, 7, 9, 56, 92, 224, 283, 325, 228, 111, 37, 3, 0]
    assert len(six) == 2250
    assert all(value for _, value in map(entry, six.values()))


def test_both_replies_to_the_first_stroke_keep_the_second_players_win(six: Table) -> None:
    assert sorted(winning_moves(played("A-B"), six)) == written(played("A-B"))


@pytest.mark.long
@pytest.mark.parametrize(("dots", "classes"), [(7, 77_608), (8, 5_596_437)])
def test_larger_boards_have_as_many_classes_as_the_table_says_and_the_second_player_wins(
    dots: int, classes: int
) -> None:
    table: Table = {}
    assert solve(SIM.start(SIM.check({"vertices": dots})), table) == -1
    assert len(table) == classes


@pytest.mark.parametrize(("dots", "value"), [(3, 0), (4, 0), (5, 1)])
def test_where_the_triangle_wins_the_first_player_wins_from_five_dots_on(dots: int, value: int) -> None:
    assert solve(SIM.start(SIM.check({"vertices": dots, "goal": "make"})), {}) == value


@pytest.mark.long
@pytest.mark.parametrize("dots", [6, 7])
def test_where_the_triangle_wins_the_first_player_wins_on_larger_boards_too(dots: int) -> None:
    assert solve(SIM.start(SIM.check({"vertices": dots, "goal": "make"})), {}) == 1


"""Full boards without a triangle that turn order allows."""


@pytest.mark.parametrize(("players", "dots"), DRAWN)
def test_a_draw_can_be_played_out_wherever_ramsey_allows(players: int, dots: int) -> None:
    options = SIM.check({"players": players, "vertices": dots})
    end = SIM.read(DRAWN[players, dots], options)
    assert end.outcome() == Outcome((0.5,) * players, "full")
    assert isinstance(end, SimPosition)
    left = [[move for move, owner in end.strokes().items() if owner == seat] for seat in range(players)]
    position = SIM.start(options)
    while not position.is_over():
        position.play(left[position.seat].pop())
    assert position.text() == end.text()
    assert position.outcome() == end.outcome()


def test_two_players_cannot_draw_on_six_dots(six: Table) -> None:
    # Larger boards hold six dots too, so that none of them can be filled without a triangle.
    assert max(drawn for drawn, _ in map(entry, six.values())) == 14


@pytest.mark.parametrize(("players", "dots"), [pair for pair in DRAWN if pair[1] >= STANDARD])
def test_a_full_board_shares_its_strokes_out_in_turn(players: int, dots: int) -> None:
    position = SIM.read(DRAWN[players, dots], SIM.check({"players": players, "vertices": dots}))
    assert isinstance(position, SimPosition)
    total = strokes(dots)
    shares = [total // players + (seat < total % players) for seat in range(players)]
    assert [position.count(seat) for seat in range(players)] == shares


def test_the_shares_on_six_dots_are_those_of_the_table() -> None:
    shares = {}
    for players in (3, 4, 5):
        position = SIM.read(DRAWN[players, 6], SIM.check({"players": players}))
        shares[players] = [score.value for score in position.scores()]
    assert shares == {3: [5, 5, 5], 4: [4, 4, 4, 3], 5: [3, 3, 3, 3, 3]}


def five_parts(dots: int) -> tuple[SimPosition, int]:
    """Return the fullest board without a triangle: five groups, joined as sides and diagonals of a pentagon."""
    group = [part for part in range(5) for _ in range(2 if part < dots - 5 else 1)]
    sides: list[int] = []
    diagonals: list[int] = []
    for high in range(dots):
        for low in range(high):
            apart = (group[high] - group[low]) % 5
            if apart:
                (sides if apart in (1, 4) else diagonals).append(stroke(low, high))
    position = SIM.start(SIM.check({"vertices": dots}))
    total = len(sides) + len(diagonals)
    for n in range(total):
        position.play((diagonals if n % 2 else sides).pop())
    assert isinstance(position, SimPosition)
    return position, total


@pytest.mark.parametrize(("dots", "most"), [(6, 14), (7, 19), (8, 25), (9, 32), (10, 40)])
def test_the_longest_game_of_two_reaches_its_bound_and_then_every_stroke_loses(dots: int, most: int) -> None:
    position, drawn = five_parts(dots)
    assert drawn == most
    assert position.outcome() is None
    assert sorted(position.completes(position.seat)) == sorted(position.moves())


@pytest.mark.parametrize(("players", "loser"), [(k, p) for k in (2, 3, 4, 5) for p in range(k)])
def test_the_earliest_loss_is_with_the_losers_third_stroke(players: int, loser: int) -> None:
    position = SIM.start(SIM.check({"players": players, "vertices": 10}))
    triangle = [stroke(0, 1), stroke(0, 2), stroke(1, 2)]
    # Everybody else draws strokes between an upper and a lower group: no triangle at all.
    others = [stroke(a, b) for a in (3, 4, 5) for b in (6, 7, 8, 9)]
    while not position.is_over():
        position.play(triangle.pop() if position.seat == loser else others.pop())
    assert len(position.played) == 2 * players + loser + 1
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.losers == (loser,)
