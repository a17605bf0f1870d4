"""Both solvers compared with brute force: retrograde analysis and lazy proofs."""

import os
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from parlour.engine.report import Stop
from parlour.engine.solve.proof import Prover
from parlour.engine.solve.retrograde import PositionGraph, SolverMemoryError
from parlour.games import Position, game
from tests.engine import brute_force
from tests.engine.mazes import Maze, Truth
from tests.games.hexapawn import Hexapawn

ROOT = Path(__file__).parents[3]
GO = array("i", [0])


def solved(position: Position, portion: int = 1000) -> PositionGraph:
    graph = PositionGraph(position)
    while not graph.grow(portion, GO):
        pass
    graph.link()
    while not graph.settle(portion, GO):
        pass
    return graph


@pytest.mark.parametrize("portion", [1, 1000])
def test_retrograde_analysis_of_hexapawn_is_correct(portion: int) -> None:
    start = Hexapawn().start()
    graph = solved(start, portion)
    positions = brute_force.reachable(start)
    assert graph.size == len(positions)
    for position in positions:
        node = graph.place(position)
        assert node is not None
        assert graph.result(node) == brute_force.value(position)


@pytest.mark.parametrize("seed", range(150))
def test_retrograde_analysis_of_mazes_with_cycles_is_correct(seed: int) -> None:
    maze = Maze(seed, rooms=6 + seed % 30, cycles=True)
    truth = Truth(maze)
    graph = solved(maze.start())
    for position in brute_force.reachable(maze.start()):
        node = graph.place(position)
        assert node is not None
        room = int(position.text())
        assert graph.result(node) == truth.value[room]
        assert (graph.turns(node), graph.moves(node)) == truth.length[room]


def test_all_values_occur_in_the_mazes() -> None:
    values = {value for seed in range(20) for value in Truth(Maze(seed, cycles=True)).value}
    assert values == {-1, 0, 1}


def test_a_game_that_is_too_large_raises_an_error() -> None:
    graph = PositionGraph(game("surakarta").start(), memory_mb=1)
    with pytest.raises(SolverMemoryError, match="too many positions to be solved in 1 MB"):
        graph.grow(1_000_000, GO)


def test_growth_can_be_stopped_and_continued() -> None:
    stop = Stop()
    stop.set()
    start = Hexapawn().start()
    graph = PositionGraph(start)
    assert not graph.grow(1000, stop.flag)
    assert graph.grown == 0
    assert graph.grow(1000, GO)
    assert graph.size == len(brute_force.reachable(start))


def test_lazy_proofs_of_hexapawn_are_correct() -> None:
    start = Hexapawn().start()
    prover = Prover(start)
    for position in brute_force.reachable(start):
        found = prover.value(position, GO)
        assert found is not None
        assert found[0] == brute_force.value(position)
        assert prover.knows(position)


@pytest.mark.parametrize("seed", range(100))
def test_lazy_proofs_of_mazes_are_correct(seed: int) -> None:
    maze = Maze(seed, rooms=8 + seed % 20)
    truth = Truth(maze)
    prover = Prover(maze.start())
    for position in brute_force.reachable(maze.start()):
        found = prover.value(position, GO)
        assert found is not None
        result, turns, moves = found
        room = int(position.text())
        assert result == truth.value[room]
        if result > 0:
            assert (turns, moves) >= truth.length[room]
        if result < 0:
            assert (turns, moves) >= (1, 1)


def test_a_proof_can_be_stopped_and_continued() -> None:
    start = Hexapawn().start()
    prover = Prover(start)
    stop = Stop()
    stop.set()
    assert prover.value(start, stop.flag) is None
    assert prover.value(start, GO, limit=3) is None
    assert not prover.knows(start)
    assert prover.value(start, GO) is not None


def test_a_proof_that_needs_too_much_memory_raises_an_error() -> None:
    maze = Maze(0, rooms=20000)
    prover = Prover(maze.start(), memory_mb=0)

    def prove_all() -> None:
        for room in range(len(maze.arrows) - 1, 0, -1):
            if maze.results[room] is None:
                prover.value(maze.read(str(room)), GO)

    with pytest.raises(SolverMemoryError, match="cannot be solved in 0 MB"):
        prove_all()


SOLVE = """
import sys
sys.path.insert(0, ".")
from array import array
from parlour.engine.solve.retrograde import PositionGraph
from parlour.engine.solve.proof import Prover
from tests.engine.mazes import Maze

go = array("i", [0])
for seed in range(12):
    graph = PositionGraph(Maze(seed, rooms=40, cycles=True).start())
    graph.grow(10**6, go), graph.link(), graph.settle(10**6, go)
    print(graph.size, graph.edges, graph.settled, [(graph.result(n), graph.turns(n)) for n in range(graph.size)])
    prover = Prover(Maze(seed, rooms=60).start())
    print(prover.value(Maze(seed, rooms=60).start(), go), prover.size, prover.visits)
"""


def test_compiled_and_interpreted_agree() -> None:
    answers = []
    for pure in ("0", "1"):
        environment = {**os.environ, "PARLOUR_PURE": pure}
        run = subprocess.run(
            [sys.executable, "-c", SOLVE], capture_output=True, text=True, env=environment, cwd=ROOT, check=False
        )
        assert run.returncode == 0, run.stderr
        answers.append(run.stdout)
    assert answers[0] == answers[1]
