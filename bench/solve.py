"""Solving: time to solve a game, and playouts per second of the tree search.

Playouts are those of one thread from the bench position. All presets of a game that declare it are solved, in each size
that an integer option offers.
"""

import time

from rich.console import Console
from rich.table import Table

from bench.rules import bench_position
from parlour.engine.report import Limits
from parlour.engine.search.mcts import Mcts
from parlour.engine.solve.perfect_play import PerfectPlay
from parlour.errors import OptionError
from parlour.games import Game, Options, game, keys, write_share

SECONDS = 1.0


def solvable(one: Game) -> list[Options]:
    """Return the presets, combined with every value of every option, that can be solved."""
    found: dict[Options, None] = {}
    for preset in one.presets:
        for option in one.declared:
            for value in option.values():
                try:
                    options = one.check({option.key: value}, preset.key)
                except OptionError:
                    continue
                if one.exact(options) is not None:
                    found[options] = None
    return list(found)


def main() -> None:
    console = Console()
    table = Table("game", "walks/s", "moves/s", "depth", "tree")
    for key in keys():
        began = time.thread_time()
        report = Mcts().search(bench_position(key), Limits(seconds=SECONDS))
        busy = time.thread_time() - began
        table.add_row(
            key,
            f"{report.nodes / busy:,.0f}",
            f"{report.stats['steps'] / busy / 1e6:.2f} M",
            f"{report.depth}",
            f"{report.stats['tree']:,}",
        )
    console.print(table)
    table = Table("options", "way", "value", "turns", "positions", "seconds")
    for key in keys():
        for options in solvable(game(key)):
            start = game(key).start(options)
            began = time.perf_counter()
            player = PerfectPlay(game(key), options)
            best = player.best(start) or []
            wait = time.perf_counter() - began
            value = {1: "first", 0: "nobody", -1: "second"}[best[0].result if start.seat == 0 else -best[0].result]
            table.add_row(
                write_share(start).rpartition(";")[0],
                game(key).exact(options) or "",
                f"{value} wins",
                str(best[0].turns or ""),
                f"{player.positions():,}",
                f"{wait:.2f}",
            )
    console.print(table)


if __name__ == "__main__":
    main()
