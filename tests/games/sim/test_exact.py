"""Perfect play of Sim: the published values and classes, and won games are never given away."""

from array import array
from functools import cache
from random import Random

import pytest

from parlour.engine.report import Limits
from parlour.engine.search.mcts import Mcts
from parlour.engine.solve.perfect_play import PerfectPlay, perfect_play
from parlour.engine.solve.proof import Prover
from parlour.engine.solve.retrograde import PositionGraph
from parlour.engine.solve.solvers import SolveProgress
from parlour.games import Position, game
from tests.games.marks import FAST_ONLY
from tests.games.sim.solver import Table, solve

SIM = game("sim")
GO = array("i", [0])


def exact(dots: int) -> PerfectPlay:
    found = perfect_play(SIM.start(SIM.check({"vertices": dots})))
    assert found is not None
    return found


def played(*strokes: str) -> Position:
    position = SIM.start()
    for stroke in strokes:
        position.play(position.read_move(stroke))
    return position


def winning(position: Position) -> set[str]:
    found = exact(6).verdicts(position)
    assert found is not None
    return {position.write_move(one.move) for one in found if one.result == 1}


@cache
def six() -> Table:
    """Return the values of all classes on six dots, found by an independent solver."""
    table: Table = {}
    solve(SIM.start(), table)
    return table


@pytest.mark.parametrize(
    ("dots", "value", "turns"),
    [(3, 0, None), (4, 0, None), (5, 0, None), (6, -1, 15), pytest.param(7, -1, 19, marks=FAST_ONLY)],
)
def test_small_boards_are_drawn_and_from_six_dots_on_the_second_player_wins(
    dots: int, value: int, turns: int | None
) -> None:
    start = SIM.start(SIM.check({"vertices": dots}))
    best = exact(dots).best(start)
    assert best
    assert (best[0].result, best[0].turns) == (value, turns)


@FAST_ONLY
def test_eight_dots_are_solved_ahead_with_progress() -> None:
    start = SIM.start(SIM.check({"vertices": 8}))
    player = PerfectPlay(SIM, start.options)
    seen: list[SolveProgress] = []
    assert not player.is_ready(start)
    assert player.solve(start, on_progress=seen.append)
    assert player.is_ready(start)
    best = player.best(start)
    assert best
    assert best[0].result == -1
    assert [one.positions for one in seen] == sorted(one.positions for one in seen)
    assert all(0 <= one.share <= 1 for one in seen)
    assert seen[-1].positions < 500_000


@pytest.mark.parametrize(("dots", "value"), [(3, 0), (4, 0), (5, 1), (6, 1), (7, 1)])
def test_where_the_triangle_wins_the_first_player_wins_from_five_dots_on(dots: int, value: int) -> None:
    start = SIM.start(SIM.check({"vertices": dots, "goal": "make"}))
    best = PerfectPlay(SIM, start.options).best(start)
    assert best
    assert best[0].result == value


@pytest.mark.parametrize(
    ("dots", "classes"), [(3, 3), (4, 17), (5, 135), (6, 2250), pytest.param(7, 77_608, marks=FAST_ONLY)]
)
def test_the_key_for_solvers_makes_one_of_all_renamings(dots: int, classes: int) -> None:
    # The table counts the full boards without a triangle too, one class on three, four and five dots.
    graph = PositionGraph(SIM.start(SIM.check({"vertices": dots})))
    while not graph.grow(10_000, GO):
        pass
    assert graph.size == classes


@pytest.mark.parametrize(("dots", "players"), [(6, 2), (8, 2), (8, 3), (7, 4), (10, 2)])
def test_positions_share_the_key_for_solvers_exactly_if_they_share_the_canonical_one(dots: int, players: int) -> None:
    options = SIM.check({"vertices": dots, "players": players})
    pairs = set()
    for seed in range(300):
        position = SIM.start(options)
        position.play_random(seed, seed % 12)
        pairs.add((position.solving_key(), position.canonical_key()))
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


def test_w3_exactly_three_moves_win() -> None:
    assert winning(played("B-D", "A-E", "B-F", "B-C", "C-D", "E-F")) == {"A-D", "B-E", "C-F"}


def test_w13_seven_replies_win() -> None:
    assert winning(played("A-B", "C-D", "A-C")) == {"A-D", "A-E", "A-F", "B-E", "B-F", "C-E", "C-F"}


def test_every_verdict_agrees_with_another_solver_and_the_best_move_keeps_the_value() -> None:
    for seed in range(150):
        position = SIM.start()
        position.play_random(seed, seed % 11)
        if position.is_over():
            continue
        found = exact(6).verdicts(position)
        assert found is not None
        for one in found:
            assert one.result == -solve(position.after(one.move), six())
        assert found[0].result == solve(position, six())


@pytest.mark.parametrize(("dots", "games"), [(6, 30), pytest.param(7, 10, marks=FAST_ONLY)])
def test_the_second_player_never_loses(dots: int, games: int) -> None:
    player = exact(dots)
    for seed in range(games):
        lot = Random(seed)
        position = SIM.start(SIM.check({"vertices": dots}))
        while not position.is_over():
            moves = position.moves()
            if position.seat == 1:
                best = player.best(position)
                assert best
                move = lot.choice(best).move
            else:
                move = lot.choice([move for move in moves if not position.after(move).is_over()] or moves)
            position.play(move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.results == (0.0, 1.0)


@pytest.mark.parametrize("values", [{"players": 3}, {"vertices": 9}, {"vertices": 8, "clique": 4}])
def test_larger_games_are_not_declared_solvable(values: dict[str, object]) -> None:
    assert perfect_play(SIM.start(SIM.check(values))) is None


def test_a_lazy_proof_agrees_with_the_whole() -> None:
    prover = Prover(SIM.start())
    for seed in range(60):
        position = SIM.start()
        position.play_random(seed, seed % 10)
        if not position.is_over():
            found = prover.value(position, GO)
            assert found is not None
            assert found[0] == solve(position, six())


def test_a_tree_search_for_three_gives_every_seat_its_part() -> None:
    options = SIM.check({"players": 3})
    for seed in range(5):
        position = SIM.start(options)
        position.play_random(seed, 10)
        if position.is_over():
            continue
        report = Mcts(seed=seed).search(position, Limits(nodes=400))
        assert {line.moves[0] for line in report.lines} == set(position.moves())
        safe = [move for move in position.moves() if not position.after(move).is_over()]
        assert report.lines[0].moves[0] in (safe or position.moves())
        for line in report.lines:
            assert len(line.results) in (0, 3)
            if line.visits:
                assert 1.5 <= sum(line.results) <= 2.0


@pytest.mark.long
def test_no_move_on_six_dots_gives_a_won_game_away() -> None:
    """All 1,350,022 reachable positions that are not over."""
    player = exact(6)
    seen: set[int] = set()
    won = 0

    def look(position: Position) -> None:
        nonlocal won
        if position.key in seen or position.is_over():
            return
        seen.add(position.key)
        if solve(position, six()) == 1:
            won += 1
            best = player.best(position)
            assert best
            for one in best:
                position.play(one.move)
                assert solve(position, six()) == -1
                position.undo()
        for move in position.moves():
            position.play(move)
            look(position)
            position.undo()

    look(SIM.start())
    assert len(seen) == 1_350_022
    assert won > 0


@FAST_ONLY
@pytest.mark.parametrize("dots", [6, 7, 8])
def test_the_second_player_never_loses_in_many_games(dots: int) -> None:
    player = exact(dots)
    for seed in range(200):
        lot = Random(seed)
        position = SIM.start(SIM.check({"vertices": dots}))
        while not position.is_over():
            best = player.best(position) if position.seat == 1 else None
            move = lot.choice(position.moves()) if best is None else lot.choice(best).move
            position.play(move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.results == (0.0, 1.0)
