"""Sim's rules: the worked examples of the spec (W1 to W15), its tables, and every option."""

import colorsys
from itertools import permutations
from random import Random

import pytest

from parlour.errors import IllegalMove, OptionError
from parlour.games import game
from parlour.games.core import Position
from parlour.games.face import Outcome
from parlour.games.sim.game import SIDES, STANDARD, SimPosition
from parlour.games.sim.tables import stroke, strokes
from tests.games.sim.solver import Table, entry, levels, solve, winning_moves

SIM = game("sim")

EVERY_SIZE = [(players, dots) for players in (2, 3, 4, 5) for dots in range(6, 11)]


def played(moves: str, **options: object) -> SimPosition:
    """The position after some moves, written as the spec does."""
    position = SIM.start(SIM.check(options))
    for text in moves.replace(",", " ").split():
        position.play(position.read_move(text))
    assert isinstance(position, SimPosition)
    return position


def written(position: Position) -> list[str]:
    return sorted(position.write_move(move) for move in position.moves())


@pytest.fixture(scope="module")
def six() -> Table:
    """All classes of the standard game with their values."""
    table: Table = {}
    solve(SIM.start(), table)
    return table


# ---- Worked examples -----------------------------------------------------------------------------------------------


def test_w1_the_empty_board_has_fifteen_moves_and_the_second_player_wins(six: Table) -> None:
    position = SIM.start()
    assert len(position.moves()) == 15
    assert position.seat == 0
    assert position.outcome() is None
    assert solve(position, six) == -1


def test_w2_a_triangle_of_ones_own_colour_loses_at_once() -> None:
    position = played("0-4, 0-1, 2-4, 0-2, 3-5, 1-2")
    assert position.outcome() == Outcome((1.0, 0.0), "triangle")
    assert [(mark.seat, mark.sites) for mark in position.marks()] == [(1, (0, 1, 2))]
    assert 15 - len(position.strokes()) == 9
    assert position.moves() == []
    with pytest.raises(IllegalMove, match="over"):
        position.read_move("0-3")
    with pytest.raises(IllegalMove):
        position.play(stroke(0, 3))


def test_w3_exactly_three_of_nine_free_strokes_win_and_one_loses_at_once(six: Table) -> None:
    position = played("1-3, 0-4, 1-5, 1-2, 2-3, 4-5")
    assert position.outcome() is None
    assert position.seat == 0
    assert written(position) == ["0-1", "0-2", "0-3", "0-5", "1-4", "2-4", "2-5", "3-4", "3-5"]
    losing = [position.write_move(move) for move in position.completes(0)]
    assert losing == ["3-5"]
    after = position.after(position.read_move("3-5"))
    assert after.outcome() == Outcome((0.0, 1.0), "triangle")
    assert [mark.sites for mark in after.marks()] == [(1, 3, 5)]
    assert winning_moves(position, six) == ["0-3", "1-4", "2-5"]


def test_w4_joined_dots_cannot_be_joined_again_in_either_order() -> None:
    position = played("0-1")
    for text in ("1-0", "0-1"):
        with pytest.raises(IllegalMove, match="A and B are already joined: the stroke is Player 1's"):
            position.read_move(text)
    with pytest.raises(IllegalMove):
        position.play(stroke(1, 0))
    assert position.seat == 1
    assert len(position.moves()) == 14


def test_w5_one_stroke_can_complete_two_triangles_and_both_are_shown() -> None:
    position = played("0-2, 4-5, 0-3, 2-4, 1-2, 3-5, 1-3, 0-5, 0-1")
    assert position.outcome() == Outcome((0.0, 1.0), "triangle")
    shown = [(mark.kind, mark.seat, mark.sites, mark.n, mark.of) for mark in position.marks()]
    assert shown == [("triangle", 0, (0, 1, 2), 1, 2), ("triangle", 0, (0, 1, 3), 2, 2)]


def test_w6_a_triangle_of_two_colours_means_nothing() -> None:
    position = played("0-1, 1-2, 0-2")
    assert position.outcome() is None
    assert position.marks() == []
    assert len(position.moves()) == 12


@pytest.mark.parametrize(
    ("players", "moves"),
    [
        pytest.param(
            5, "0-5, 0-1, 0-3, 1-3, 0-2, 3-4, 1-5, 1-2, 2-5, 0-4, 3-5, 2-4, 2-3, 4-5, 1-4", id="W7, five players"
        ),
        pytest.param(3, "0-1 0-2 0-4 0-3 1-3 0-5 1-2 1-4 2-4 3-5 1-5 2-5 4-5 2-3 3-4", id="W8, three players"),
        pytest.param(4, "0-3 0-4 0-1 0-2 1-3 0-5 1-5 1-4 2-3 1-2 2-4 3-5 4-5 2-5 3-4", id="W9, four players"),
    ],
)
def test_w7_w8_w9_a_full_board_without_a_triangle_is_a_draw_and_not_before(players: int, moves: str) -> None:
    position = SIM.start(SIM.check({"players": players}))
    for text in moves.replace(",", " ").split():
        assert position.outcome() is None
        position.play(position.read_move(text))
    assert position.outcome() == Outcome((0.5,) * players, "full")
    assert position.marks() == []


def test_w10_with_three_players_one_loses_and_the_others_share_the_win() -> None:
    position = played("0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2", players=3)
    outcome = position.outcome()
    assert outcome == Outcome((0.0, 1.0, 1.0), "triangle")
    assert outcome.losers == (0,)
    assert outcome.winners == (1, 2)
    assert [mark.sites for mark in position.marks()] == [(0, 1, 2)]


def test_w11_every_free_stroke_may_lose() -> None:
    position = played("1-4, 2-3, 2-4, 0-3, 0-4, 3-5, 4-5, 1-3, 3-4")
    assert position.outcome() is None
    assert position.seat == 1
    assert written(position) == ["0-1", "0-2", "0-5", "1-2", "1-5", "2-5"]
    assert sorted(position.completes(1)) == sorted(position.moves())
    for move in position.moves():
        assert position.after(move).outcome() == Outcome((1.0, 0.0), "triangle")


def test_w12_the_longest_game_ends_with_the_fifteenth_stroke() -> None:
    position = played("3-5 0-4 1-4 2-4 0-2 4-5 1-2 0-1 2-5 1-3 3-4 2-3 0-3 1-5")
    assert position.outcome() is None
    assert written(position) == ["0-5"]
    assert position.seat == 0
    end = position.after(position.moves()[0])
    assert end.outcome() == Outcome((0.0, 1.0), "triangle")
    assert [score.value for score in end.scores()] == [8, 7]


def test_w13_the_opening_trap_has_seven_winning_replies(six: Table) -> None:
    position = played("0-1, 2-3, 0-2")
    winning = winning_moves(position, six)
    assert sorted(winning) == ["0-3", "0-4", "0-5", "1-4", "1-5", "2-4", "2-5"]
    assert sorted(set(written(position)) - set(winning)) == ["1-2", "1-3", "3-4", "3-5", "4-5"]


def test_w14_five_dots_can_be_drawn() -> None:
    position = played("0-1 0-2 1-2 2-4 2-3 1-4 3-4 1-3 0-4 0-3", vertices=5)
    assert position.outcome() == Outcome((0.5, 0.5), "full")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_w15_the_seats_move_in_a_fixed_circle(players: int) -> None:
    position = SIM.start(SIM.check({"players": players}))
    movers = []
    for text in ["0-1", "2-3", "4-5", "1-2", "3-4", "0-5"]:
        movers.append(position.seat)
        position.play(position.read_move(text))
    assert movers == [n % players for n in range(6)]


# ---- Counts and theory ---------------------------------------------------------------------------------------------


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
    assert winning_moves(played("0-1"), six) == [f"{a}-{b}" for b in range(6) for a in range(b) if (a, b) != (0, 1)]


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


DRAWN = {
    (2, 3): "1/21 2",
    (2, 4): "1/21/221 1",
    (2, 5): "1/21/221/1221 1",
    (3, 6): "2/21/333/1232/13112 1",
    (3, 7): "2/23/111/3313/32231/123221 1",
    (3, 8): "3/23/112/2233/32311/211213/1313122 2",
    (3, 9): "1/22/223/3132/31132/131123/3323111/22113232 1",
    (3, 10): "1/31/331/2121/33213/221231/2222133/12332131/223132131 1",
    (4, 6): "2/32/243/4411/13132 4",
    (4, 7): "1/42/413/4313/22311/344221 2",
    (4, 8): "4/33/221/4243/43123/341234/1122114 1",
    (4, 9): "1/12/221/4143/42343/314231/3434324/21432121 1",
    (4, 10): "1/13/341/1342/32442/213211/2214113/42343143/432442312 2",
    (5, 6): "2/15/123/4345/15324 1",
    (5, 7): "1/51/514/2345/33512/421243 2",
    (5, 8): "1/54/311/3254/23512/335541/2424132 4",
    (5, 9): "1/54/453/4131/15421/134432/2243555/35223121 2",
    (5, 10): "2/52/152/2354/55411/211142/4313233/35542155/144332344 1",
}
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
    """The fullest board without a triangle: five groups of dots, joined as the sides and diagonals of a pentagon."""
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


# ---- Options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "dots"), EVERY_SIZE)
def test_every_size_can_be_played_by_every_number_of_players(players: int, dots: int) -> None:
    position = SIM.start(SIM.check({"players": players, "vertices": dots}))
    position.play_random(dots)
    outcome = position.outcome()
    assert outcome is not None
    assert len(outcome.results) == players
    assert len(outcome.losers) <= 1


@pytest.mark.parametrize("value", [0, 1, 2, 11, -1, 6.5, True, "", "2", "11", "-1", "six", None])
def test_a_number_of_dots_outside_the_range_is_refused_with_the_range(value: object) -> None:
    with pytest.raises(OptionError, match=r"vertices cannot be .*: it must be a whole number from 3 to 10\."):
        SIM.check({"vertices": value})


@pytest.mark.parametrize("value", [0, 1, 6, -1, 2.5, "", "1", "6", "-1", "two", None])
def test_a_number_of_players_outside_the_range_is_refused_with_the_range(value: object) -> None:
    with pytest.raises(OptionError, match=r"players cannot be .*: it must be a whole number from 2 to 5\."):
        SIM.check({"players": value})


def test_six_to_ten_dots_are_offered_and_three_to_five_only_as_experiments() -> None:
    choices = SIM.option("vertices").choices
    assert [choice.value for choice in choices if not choice.experimental] == [6, 7, 8, 9, 10]
    assert [choice.value for choice in choices if choice.experimental] == [3, 4, 5]
    assert SIM.check()["vertices"] == 6
    assert SIM.check()["players"] == 2


@pytest.mark.parametrize("players", [4, 5])
def test_a_set_up_in_which_somebody_would_never_move_is_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"with {players} players somebody would never move"):
        SIM.check({"vertices": 3, "players": players})
    assert SIM.check({"vertices": 3, "players": 3})
    assert SIM.check({"vertices": 4, "players": 5})


@pytest.mark.parametrize(("dots", "players"), [(3, 2), (4, 2), (5, 2), (6, 3), (7, 5)])
def test_four_joined_dots_are_refused_where_nobody_has_the_strokes_for_them(dots: int, players: int) -> None:
    with pytest.raises(OptionError, match="every game would be drawn"):
        SIM.check({"vertices": dots, "players": players, "clique": 4})


def test_elimination_is_refused_for_two_players_and_where_the_triangle_wins() -> None:
    for given in ({"players": 2}, {"players": 3, "goal": "make"}):
        with pytest.raises(OptionError, match="elimination can only be set with players=3/4/5"):
            SIM.check({**given, "elimination": True})


def test_five_default_colours_are_neither_red_nor_black() -> None:
    assert len({side.colour for side in SIDES}) == 5
    for side in SIDES:
        red, green, blue = (int(side.colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        hue, _, brightness = colorsys.rgb_to_hsv(red, green, blue)
        assert 20 < 360 * hue < 340, f"{side.name} is red"
        assert brightness > 0.5, f"{side.name} is nearly black"
    assert [side.name for side in SIDES] == ["Player 1", "Player 2", "Player 3", "Player 4", "Player 5"]


def test_where_the_triangle_wins_the_one_who_completes_it_wins() -> None:
    position = played("0-4, 0-1, 2-4, 0-2, 3-5, 1-2", goal="make")
    assert position.outcome() == Outcome((0.0, 1.0), "triangle")
    three = played("0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2", players=3, goal="make")
    assert three.outcome() == Outcome((1.0, 0.0, 0.0), "triangle")


def test_with_four_dots_a_triangle_means_nothing_and_six_strokes_between_four_dots_decide() -> None:
    moves = "0-1 0-4 0-2 1-4 1-2 2-4 0-3 0-5 1-3 1-5"
    position = played(moves, clique=4)
    assert position.outcome() is None
    assert [position.write_move(move) for move in position.completes(0)] == ["2-3"]
    end = position.after(position.read_move("2-3"))
    assert end.outcome() == Outcome((0.0, 1.0), "triangle")
    assert [(mark.kind, mark.sites) for mark in end.marks()] == [("four", (0, 1, 2, 3))]
    assert played(f"{moves} 2-3", clique=4, goal="make").outcome() == Outcome((1.0, 0.0), "triangle")


# ---- Elimination ---------------------------------------------------------------------------------------------------


def test_with_elimination_the_loser_drops_out_and_the_others_play_on() -> None:
    position = played("0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2", players=3, elimination=True)
    assert position.outcome() is None
    assert position.is_out(0)
    assert [(mark.seat, mark.sites) for mark in position.marks()] == [(0, (0, 1, 2))]
    assert position.seat == 1
    position.play(position.read_move("1-3"))
    assert position.seat == 2
    position.play(position.read_move("1-4"))
    assert position.seat == 1, "the seat that dropped out is passed over"
    assert "0-1" not in written(position), "its strokes stay"


def test_with_elimination_the_last_one_left_wins() -> None:
    position = played("0-1, 2-3, 4-5, 1-2, 3-4, 0-5, 0-2, 2-4", players=3, elimination=True)
    assert position.outcome() == Outcome((0.0, 0.0, 1.0), "triangle")
    assert position.moves() == []
    assert [(mark.seat, mark.sites, mark.n, mark.of) for mark in position.marks()] == [
        (0, (0, 1, 2), 1, 2),
        (1, (2, 3, 4), 2, 2),
    ]
    position.undo()
    assert position.seat == 1
    assert not position.is_out(1)
    assert position.is_out(0)


def test_with_elimination_a_full_board_is_shared_by_those_left_or_drawn_if_all_are() -> None:
    options = SIM.check({"players": 3, "elimination": True})
    everybody = SIM.read(DRAWN[3, 6], options)
    assert everybody.outcome() == Outcome((0.5, 0.5, 0.5), "full")
    found = set()
    for seed in range(200):
        position = SIM.start(options)
        position.play_random(seed)
        outcome = position.outcome()
        assert outcome is not None
        if outcome.reason == "full" and outcome.losers:
            found.add(outcome.results)
            assert not position.moves()
            assert len(outcome.winners) == 2
    assert found == {(0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0)}


def test_with_elimination_several_in_a_row_may_be_passed_over() -> None:
    options = SIM.check({"players": 5, "vertices": 10, "elimination": True})
    position = SIM.start(options)
    triangles = {1: [stroke(0, 1), stroke(0, 2), stroke(1, 2)], 2: [stroke(3, 4), stroke(3, 5), stroke(4, 5)]}
    others = [stroke(a, b) for a in (0, 1, 2) for b in (3, 4, 5, 6, 7, 8, 9)]
    for _ in range(13):
        position.play(triangles[position.seat].pop() if position.seat in triangles else others.pop())
    order = []
    for _ in range(6):
        order.append(position.seat)
        position.play(others.pop())
    assert order == [3, 4, 0, 3, 4, 0]


# ---- Names of dots -------------------------------------------------------------------------------------------------


def renamed(position: Position, order: tuple[int, ...]) -> Position:
    """The same drawing with its dots renamed."""
    dots = len(order)
    signs = {stroke(order[a], order[b]): sign for (a, b), sign in _signs(position).items()}
    rows = ["".join(signs[stroke(a, b)] for a in range(b)) for b in range(1, dots)]
    return SIM.read(f"{'/'.join(rows)} {position.seat + 1}", position.options)


def _signs(position: Position) -> dict[tuple[int, int], str]:
    rows = position.text().split()[0].split("/")
    return {(a, b): sign for b, row in enumerate(rows, 1) for a, sign in enumerate(row)}


@pytest.mark.parametrize("dots", [4, 5])
def test_all_renamings_of_the_dots_share_one_canonical_key(dots: int) -> None:
    for seed in range(12):
        position = SIM.start(SIM.check({"vertices": dots}))
        position.play_random(seed, seed % (strokes(dots) + 1))
        keys = {renamed(position, order).canonical_key() for order in permutations(range(dots))}
        assert len(keys) == 1


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("dots", [6, 7, 8, 9, 10])
def test_a_renaming_keeps_the_canonical_key_and_another_seat_or_stroke_changes_it(dots: int, players: int) -> None:
    random = Random(dots * 10 + players)
    options = SIM.check({"vertices": dots, "players": players})
    for seed in range(20):
        position = SIM.start(options)
        position.play_random(seed, random.randrange(strokes(dots)))
        order = tuple(random.sample(range(dots), dots))
        assert renamed(position, order).canonical_key() == position.canonical_key()
        if not position.is_over():
            assert position.after(position.moves()[0]).canonical_key() != position.canonical_key()


def test_a_perfect_matching_of_ten_dots_is_recognised_under_any_names() -> None:
    random = Random(5)
    position = SIM.start(SIM.check({"vertices": 10, "players": 5}))
    for move in ("0-1", "2-3", "4-5", "6-7", "8-9"):
        position.play(position.read_move(move))
    for _ in range(20):
        order = tuple(random.sample(range(10), 10))
        assert renamed(position, order).canonical_key() == position.canonical_key()


# ---- Hooks for search ----------------------------------------------------------------------------------------------


def test_the_evaluation_counts_safe_strokes_and_is_the_same_from_both_sides() -> None:
    # Player 1 completes a triangle with one free stroke (3-5), Player 2 with one too (0-5).
    position = played("1-3, 0-4, 1-5, 1-2, 2-3, 4-5")
    assert [position.completes(0), position.completes(1)] == [[stroke(3, 5)], [stroke(0, 5)]]
    assert position.static(0) == position.static(1) == 0
    worse = played("0-1 2-3 0-2")
    assert worse.static(0) == -100
    assert worse.static(1) == 100
    position.weigh({"safe": 7})
    worse.weigh({"safe": 7})
    assert worse.static(0) == -7


def test_with_three_players_the_evaluation_compares_with_the_mean_of_the_others() -> None:
    position = played("0-1 2-3 4-5 0-2", players=3)
    assert [position.static(seat) for seat in range(3)] == [-100, 50, 50]


def test_only_where_the_triangle_wins_completing_it_is_tactical() -> None:
    moves = "0-1 2-3 0-2 4-5"
    assert played(moves).tactical_moves() == []
    assert played(moves, goal="make").tactical_moves() == [stroke(1, 2)]
    assert played(moves, goal="make").static(0) == 100
