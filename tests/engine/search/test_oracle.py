"""The search agrees with plain minimax without pruning, and its proofs are true."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.report import PROVEN, Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.negamax import COMPILED
from parlour.engine.search.search_settings import SearchSettings
from parlour.errors import ParlourError
from parlour.games import Position, game
from tests.engine.graphs import random_graph, solve
from tests.engine.search.oracle import Minimax, TooMuch
from tests.engine.search.signature import two_seated
from tests.games.hexapawn import Hexapawn

HEXAPAWN = Hexapawn()


def exact(quiescence: bool = False, use_table: bool = True, aspiration: bool = True) -> AlphaBeta:
    """Return a search without pruning."""
    settings = SearchSettings(
        reductions=False,
        extensions=False,
        quiescence=quiescence,
        use_table=use_table,
        aspiration=aspiration,
    )
    return AlphaBeta(1, settings)


def hexapawn_positions() -> list[Position]:
    """Return every reachable position that is not over."""
    found, todo = {}, [HEXAPAWN.start()]
    while todo:
        position = todo.pop()
        if position.text() not in found and not position.is_over():
            found[position.text()] = position
            todo += [position.after(move) for move in position.moves()]
    return list(found.values())


def thinned_out(key: str, seed: int) -> Position | None:
    """Return a position of a random game with some pieces removed if the game's position texts allow it."""
    chance = random.Random(seed)
    position = game(key).start()
    position.play_random(seed, chance.randint(0, 60))
    while position.is_over():
        position.undo()
    draft = position.draft()
    pieces = tuple(piece for piece in draft.pieces if chance.random() < 0.4)
    try:
        fewer = game(key).set_up(type(draft)(pieces, draft.seat, draft.stage, draft.counters), position.options)
    except (ParlourError, ValueError):
        return position
    return None if fewer.is_over() else fewer


def test_hexapawn_is_solved_from_every_position_with_the_right_distance() -> None:
    search = AlphaBeta(1)
    positions = hexapawn_positions()
    assert len(positions) == 70
    for position in positions:
        report = search.search(position, Limits(depth=20))
        assert report.finished
        assert report.lines[0].score == Minimax().score(position, 20)
        assert report.lines[0].distance == len(report.lines[0].moves) == report.lines[0].turns


@pytest.mark.parametrize("key", two_seated())
@pytest.mark.parametrize(("use_table", "quiescence"), [(True, False), (True, True), (False, True)])
def test_a_fixed_depth_gives_the_minimax_score(key: str, use_table: bool, quiescence: bool) -> None:
    compared = 0
    for seed in range(20 if COMPILED else 8):
        position = thinned_out(key, seed)
        if position is None:
            continue
        for depth in (1, 2, 3):
            try:
                score = Minimax(quiescence, most=8000 if COMPILED else 300).score(position.copy(), depth)
            except TooMuch:
                break
            assert exact(quiescence, use_table).search(position, Limits(depth=depth)).lines[0].score == score
            compared += 1
    assert compared > (3 if COMPILED else 0)


@pytest.mark.skipif(not COMPILED, reason="takes the interpreter minutes")
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_surakarta_endgames_to_depth_four(threads: int) -> None:
    for text in (
        "....../..2.../....../....1./....../...... 1 0",
        "2...../....../....../..1.../....../.....1 2 0",
        "....../.12.../....../....../....../...... 1 0",
        "1....2/....../....../....../....../2....1 1 0",
        "....../.1..2./....../....../.2..1./...... 2 40",
        "....../.1..2./....../....../....1./...... 2 47",
    ):
        position = game("surakarta").read(text)
        for quiescence in (False, True):
            report = exact(quiescence).search(position, Limits(depth=4, threads=threads))
            assert report.lines[0].score == Minimax(quiescence).score(position, 4), text


@pytest.mark.parametrize("aspiration", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_several_lines_are_the_best_moves_with_their_exact_scores(seed: int, aspiration: bool) -> None:
    position = thinned_out("surakarta", seed + 20)
    if position is None or len(position.moves()) ** 3 > 30_000:
        position = game("surakarta").read("..2.../....../.1..2./....1./....../...... 1 0")
    report = exact(aspiration=aspiration).search(position, Limits(depth=3), lines=5)
    scores = sorted((score for _, score in Minimax().ranking(position, 3)), reverse=True)
    assert [line.score for line in report.lines] == scores[: len(report.lines)]
    assert len({line.moves[0] for line in report.lines}) == min(5, len(scores))
    by_move = dict(Minimax().ranking(position, 3))
    assert all(by_move[line.moves[0]] == line.score for line in report.lines)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_on_any_graph_what_is_called_proven_is_true(seed: int) -> None:
    graph = random_graph(seed, size=24, ends=5)
    truth = solve(graph)
    for reductions, use_table in product((True, False), (True, False)):
        search = AlphaBeta(0.1, SearchSettings(reductions=reductions, use_table=use_table))
        for node in range(0, 19, 3):
            report = search.search(graph.read(str(node)), Limits(depth=20, nodes=2000))
            line = report.lines[0]
            result, distance = truth[node]
            assert line.proven in (None, result)
            if line.proven and line.distance is not None:
                assert line.distance >= distance
                assert line.distance == distance or reductions or not report.finished
            assert (line.proven is None) == (abs(line.score) <= PROVEN and not (line.score == 0 and report.finished))


@pytest.mark.parametrize(("threads", "graphs"), [(1, 60), (3, 10)])
def test_on_small_graphs_every_win_is_found(threads: int, graphs: int) -> None:
    for seed in range(graphs):
        graph = random_graph(seed, size=12, ends=3)
        for node, (result, distance) in enumerate(solve(graph)):
            position = graph.read(str(node))
            if result != 0 and distance > 0:
                report = AlphaBeta(0.1, SearchSettings(reductions=False)).search(
                    position, Limits(depth=24, threads=threads)
                )
                assert (report.lines[0].proven, report.lines[0].distance) == (result, distance)
