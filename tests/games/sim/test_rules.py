"""Rules of Sim: the worked examples of the spec (W1 to W15), and every option."""

import colorsys
from itertools import permutations
from random import Random

import pytest

from parlour.errors import IllegalMove, OptionError
from parlour.games.contract.display import Outcome
from parlour.games.contract.position import Position
from parlour.games.sim.game import SIDES
from parlour.games.sim.position import SimPosition
from parlour.games.sim.tables import stroke, strokes
from tests.games.sim.examples import DRAWN, EVERY_SIZE, SIM, played, written
from tests.games.sim.solver import Table, solve, winning_moves

# ---- Worked examples -----------------------------------------------------------------------------------------------


def test_w1_the_empty_board_has_fifteen_moves_and_the_second_player_wins(six: Table) -> None:
    position = SIM.start()
    assert len(position.moves()) == 15
    assert position.seat == 0
    assert position.outcome() is None
    assert solve(position, six) == -1


def test_w2_a_triangle_of_ones_own_colour_loses_immediately() -> None:
    position = played("A-E, A-B, C-E, A-C, D-F, B-C")
    assert position.outcome() == Outcome((1.0, 0.0), "triangle")
    assert [(mark.seat, mark.sites) for mark in position.marks()] == [(1, (0, 1, 2))]
    assert 15 - len(position.strokes()) == 9
    assert position.moves() == []
    with pytest.raises(IllegalMove, match="over"):
        position.read_move("A-D")
    with pytest.raises(IllegalMove):
        position.play(stroke(0, 3))


def test_w3_exactly_three_of_nine_free_strokes_win_and_one_loses_immediately(six: Table) -> None:
    position = played("B-D, A-E, B-F, B-C, C-D, E-F")
    assert position.outcome() is None
    assert position.seat == 0
    assert written(position) == ["A-B", "A-C", "A-D", "A-F", "B-E", "C-E", "C-F", "D-E", "D-F"]
    losing = [position.write_move(move) for move in position.completes(0)]
    assert losing == ["D-F"]
    after = position.after(position.read_move("D-F"))
    assert after.outcome() == Outcome((0.0, 1.0), "triangle")
    assert [mark.sites for mark in after.marks()] == [(1, 3, 5)]
    assert winning_moves(position, six) == ["A-D", "B-E", "C-F"]


def test_w4_joined_dots_cannot_be_joined_again_in_either_order() -> None:
    position = played("A-B")
    for text in ("B-A", "A-B"):
        with pytest.raises(IllegalMove, match="A and B are already joined by Player 1"):
            position.read_move(text)
    with pytest.raises(IllegalMove):
        position.play(stroke(1, 0))
    assert position.seat == 1
    assert len(position.moves()) == 14


def test_w5_one_stroke_can_complete_two_triangles_and_both_are_shown() -> None:
    position = played("A-C, E-F, A-D, C-E, B-C, D-F, B-D, A-F, A-B")
    assert position.outcome() == Outcome((0.0, 1.0), "triangle")
    shown = [(mark.kind, mark.seat, mark.sites, mark.n, mark.of) for mark in position.marks()]
    assert shown == [("triangle", 0, (0, 1, 2), 1, 2), ("triangle", 0, (0, 1, 3), 2, 2)]


def test_w6_a_triangle_of_two_colours_means_nothing() -> None:
    position = played("A-B, B-C, A-C")
    assert position.outcome() is None
    assert position.marks() == []
    assert len(position.moves()) == 12


@pytest.mark.parametrize(
    ("players", "moves"),
    [
        pytest.param(
            5, "A-F, A-B, A-D, B-D, A-C, D-E, B-F, B-C, C-F, A-E, D-F, C-E, C-D, E-F, B-E", id="W7, five players"
        ),
        pytest.param(3, "A-B A-C A-E A-D B-D A-F B-C B-E C-E D-F B-F C-F E-F C-D D-E", id="W8, three players"),
        pytest.param(4, "A-D A-E A-B A-C B-D A-F B-F B-E C-D B-C C-E D-F E-F C-F D-E", id="W9, four players"),
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
    position = played("A-B, C-D, E-F, B-C, D-E, A-F, A-C", players=3)
    outcome = position.outcome()
    assert outcome == Outcome((0.0, 1.0, 1.0), "triangle")
    assert outcome.losers == (0,)
    assert outcome.winners == (1, 2)
    assert [mark.sites for mark in position.marks()] == [(0, 1, 2)]


def test_w11_every_free_stroke_may_lose() -> None:
    position = played("B-E, C-D, C-E, A-D, A-E, D-F, E-F, B-D, D-E")
    assert position.outcome() is None
    assert position.seat == 1
    assert written(position) == ["A-B", "A-C", "A-F", "B-C", "B-F", "C-F"]
    assert sorted(position.completes(1)) == sorted(position.moves())
    for move in position.moves():
        assert position.after(move).outcome() == Outcome((1.0, 0.0), "triangle")


def test_w12_the_longest_game_ends_with_the_fifteenth_stroke() -> None:
    position = played("D-F A-E B-E C-E A-C E-F B-C A-B C-F B-D D-E C-D A-D B-F")
    assert position.outcome() is None
    assert written(position) == ["A-F"]
    assert position.seat == 0
    end = position.after(position.moves()[0])
    assert end.outcome() == Outcome((0.0, 1.0), "triangle")
    assert [score.value for score in end.scores()] == [8, 7]


def test_w13_the_opening_trap_has_seven_winning_replies(six: Table) -> None:
    position = played("A-B, C-D, A-C")
    winning = winning_moves(position, six)
    assert sorted(winning) == ["A-D", "A-E", "A-F", "B-E", "B-F", "C-E", "C-F"]
    assert sorted(set(written(position)) - set(winning)) == ["B-C", "B-D", "D-E", "D-F", "E-F"]


def test_w14_five_dots_can_be_drawn() -> None:
    position = played("A-B A-C B-C C-E C-D B-E D-E B-D A-E A-D", vertices=5)
    assert position.outcome() == Outcome((0.5, 0.5), "full")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_w15_the_seats_move_in_a_fixed_circle(players: int) -> None:
    position = SIM.start(SIM.check({"players": players}))
    movers = []
    for text in ["A-B", "C-D", "E-F", "B-C", "D-E", "A-F"]:
        movers.append(position.seat)
        move = position.read_move(text)
        position.play(move)
        assert isinstance(position, SimPosition)
        assert position.owner(move) == movers[-1]
        assert len(position.strokes()) == len(movers)
    assert movers == [n % players for n in range(6)]


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
def test_a_set_up_in_which_a_player_would_never_move_is_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"with {players} players, at least one would never move"):
        SIM.check({"vertices": 3, "players": players})
    assert SIM.check({"vertices": 3, "players": 3})
    assert SIM.check({"vertices": 4, "players": 5})


@pytest.mark.parametrize(("dots", "players"), [(3, 2), (4, 2), (5, 2), (6, 3), (7, 5)])
def test_four_joined_dots_are_refused_where_nobody_has_the_strokes_for_them(dots: int, players: int) -> None:
    with pytest.raises(OptionError, match="every game would be a draw"):
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
    position = played("A-E, A-B, C-E, A-C, D-F, B-C", goal="make")
    assert position.outcome() == Outcome((0.0, 1.0), "triangle")
    three = played("A-B, C-D, E-F, B-C, D-E, A-F, A-C", players=3, goal="make")
    assert three.outcome() == Outcome((1.0, 0.0, 0.0), "triangle")


def test_with_four_dots_a_triangle_means_nothing_and_six_strokes_between_four_dots_decide() -> None:
    moves = "A-B A-E A-C B-E B-C C-E A-D A-F B-D B-F"
    position = played(moves, clique=4)
    assert position.outcome() is None
    assert [position.write_move(move) for move in position.completes(0)] == ["C-D"]
    end = position.after(position.read_move("C-D"))
    assert end.outcome() == Outcome((0.0, 1.0), "triangle")
    assert [(mark.kind, mark.sites) for mark in end.marks()] == [("four", (0, 1, 2, 3))]
    assert played(f"{moves} C-D", clique=4, goal="make").outcome() == Outcome((1.0, 0.0), "triangle")


# ---- Elimination ---------------------------------------------------------------------------------------------------


def test_with_elimination_the_loser_drops_out_and_the_others_play_on() -> None:
    position = played("A-B, C-D, E-F, B-C, D-E, A-F, A-C", players=3, elimination=True)
    assert position.outcome() is None
    assert position.is_out(0)
    assert [(mark.seat, mark.sites) for mark in position.marks()] == [(0, (0, 1, 2))]
    assert position.seat == 1
    position.play(position.read_move("B-D"))
    assert position.seat == 2
    position.play(position.read_move("B-E"))
    assert position.seat == 1, "the seat that dropped out is passed over"
    assert "A-B" not in written(position), "its strokes stay"


def test_with_elimination_the_last_one_left_wins() -> None:
    position = played("A-B, C-D, E-F, B-C, D-E, A-F, A-C, C-E", players=3, elimination=True)
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
    """Return the same drawing with its dots renamed."""
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
    for move in ("A-B", "C-D", "E-F", "G-H", "I-J"):
        position.play(position.read_move(move))
    for _ in range(20):
        order = tuple(random.sample(range(10), 10))
        assert renamed(position, order).canonical_key() == position.canonical_key()


# ---- Hooks for search ----------------------------------------------------------------------------------------------


def test_the_evaluation_counts_safe_strokes_and_is_the_same_from_both_sides() -> None:
    # Player 1 completes a triangle with one free stroke (D-F), Player 2 with one too (A-F).
    position = played("B-D, A-E, B-F, B-C, C-D, E-F")
    assert [position.completes(0), position.completes(1)] == [[stroke(3, 5)], [stroke(0, 5)]]
    assert position.static(0) == position.static(1) == 0
    worse = played("A-B C-D A-C")
    assert worse.static(0) == -100
    assert worse.static(1) == 100
    position.weigh({"safe": 7})
    worse.weigh({"safe": 7})
    assert worse.static(0) == -7


def test_with_three_players_the_evaluation_compares_with_the_mean_of_the_others() -> None:
    position = played("A-B C-D E-F A-C", players=3)
    assert [position.static(seat) for seat in range(3)] == [-100, 50, 50]


def test_only_where_the_triangle_wins_completing_it_is_tactical() -> None:
    moves = "A-B C-D A-C E-F"
    assert played(moves).tactical_moves() == []
    assert played(moves, goal="make").tactical_moves() == [stroke(1, 2)]
    assert played(moves, goal="make").static(0) == 100
