"""Plain games: positions per second in a search of the examples, with and without their own evaluation.

Time is CPU time of the calling thread. `PYTHONPATH` selects another state of Parlour to compare with.
"""

import statistics
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from parlour.engine.report import Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.games import Game, load

EXAMPLES = Path(__file__).parents[1] / "examples"
NODES = 30_000
RUNS = 3


def thousands_per_second(name: str, evaluated: bool) -> float:
    """Return the speed of one search with empty caches."""
    game: Game = load(EXAMPLES / f"{name}.py")
    if not evaluated:
        type(game).evaluate = lambda *_: 0  # type: ignore[attr-defined]  # the file defines its class
    position, search = game.start(), AlphaBeta(16)
    began = time.thread_time()
    found = search.search(position, Limits(nodes=NODES))
    return found.nodes / (time.thread_time() - began) / 1000


def main() -> None:
    table = Table("game", "thousand positions per second", "without evaluation")
    for name in ("hex", "amazons", "connect_four"):
        rates = [
            statistics.median(thousands_per_second(name, evaluated) for _ in range(RUNS)) for evaluated in (True, False)
        ]
        table.add_row(name, *(f"{rate:,.0f}" for rate in rates))
    Console().print(table)
