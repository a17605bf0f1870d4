"""The number of turns that a search announces for a win or a loss is never below the exact one."""

from collections.abc import Callable

import pytest

from parlour.engine.report import Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.mcts import Mcts
from parlour.engine.solve.perfect_play import PerfectPlay, perfect_play
from parlour.games import Position, game
from tests.engine import brute_force
from tests.engine.mazes import Maze
from tests.games.marks import FAST_ONLY

SEARCHES: dict[str, Callable[[], AlphaBeta | Mcts]] = {"alpha-beta": lambda: AlphaBeta(4), "mcts": lambda: Mcts(seed=1)}


def compare_best_line(search: str, nodes: int, exact: PerfectPlay, position: Position) -> bool:
    """Compare the best line of a search with the exact value; return whether it is a proven win or loss."""
    line = SEARCHES[search]().search(position, Limits(nodes=nodes)).lines[0]
    if not line.proven:
        return False
    best = exact.best(position)
    assert best
    assert line.proven == best[0].result
    assert best[0].turns_exact
    assert line.turns is not None
    assert best[0].turns is not None
    assert line.turns >= best[0].turns
    assert line.turns == best[0].turns or not line.turns_exact
    return True


@FAST_ONLY
@pytest.mark.parametrize(("search", "nodes", "proofs"), [("alpha-beta", 20_000, 600), ("mcts", 2_000, 300)])
def test_pylos_in_which_the_opponent_may_choose_a_line_with_more_turns(search: str, nodes: int, proofs: int) -> None:
    pylos = game("pylos")
    compared = 0
    for profile in ("standard", "classic", "expert"):
        start = pylos.start(pylos.check({"size": 3}, profile))
        exact = perfect_play(start)
        assert exact is not None
        for seed in range(300):
            position = start.copy()
            position.play_random(seed, 4 + seed % 14)
            if not position.is_over():
                compared += compare_best_line(search, nodes, exact, position)
    assert compared >= proofs


@pytest.mark.parametrize("search", SEARCHES)
def test_mazes_whose_turns_have_several_moves(search: str) -> None:
    compared = 0
    for seed in range(120):
        maze = Maze(seed, rooms=20, way="fixpoint")
        exact = PerfectPlay(maze, maze.check())
        for position in brute_force.reachable(maze.start()):
            compared += compare_best_line(search, 200, exact, position)
    assert compared > 200
