"""Search: nodes per second in every game, depth by time, time to depth, and the speed-up of a second thread.

    python -m bench search                  all games
    python -m bench.search pylos docs       one game, stored for the strength page

Nodes per second and depths are from one thread and an empty transposition table. The figures of two threads come from
alternating runs to the same depth in several positions: `to depth` is the speed-up, `nodes` the ratio of nodes per
second. Time is CPU time of the calling thread, so that other load does not count.
"""

import os
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from bench.rules import POSITIONS
from parlour.engine.report import Limits, Report
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.negamax import COMPILED
from parlour.games import Position, game, keys
from parlour.lab.strength_report import Speed, StrengthMeasurements

SECONDS = 1.0
"""Duration of the measured search."""
MIN_SECONDS = 0.3
"""Seconds of one thread that decide the depth of the two-thread runs."""
RUNS = 2
POSITION_COUNT = 20
"""Number of positions in which two threads are measured."""
STAGES = 6
"""Number of stages of a game from which they come."""
REPORT_SECONDS = (1, 5, 15)
"""Seconds after which the completed depth is reported."""


def timed(position: Position, limits: Limits) -> tuple[Report, float]:
    """Run a search from an empty table; return it and its CPU time."""
    search = AlphaBeta(64)
    began = time.thread_time()
    report = search.search(position, limits)
    return report, time.thread_time() - began


def time_to_depth(position: Position, depth: int) -> float:
    """Return the shortest time of three runs."""
    return min(timed(position, Limits(depth=depth))[1] for _ in range(3))


def depth_for(position: Position, seconds: float) -> int | None:
    """Return the first depth that takes this long, if any."""
    reached: list[Report] = []
    AlphaBeta(64).search(position, Limits(seconds=3 * seconds), on_report=reached.append)
    return next((report.depth for report in reached if report.seconds >= seconds), None)


def middle_games(key: str) -> Iterator[tuple[Position, int]]:
    """Return positions of games in which both sides choose among their three best moves, with a suitable depth for
    each.
    """
    found = game(key)
    options = found.check(POSITIONS.get(key, {}).get("shared"))
    for seed in range(3 * POSITION_COUNT):
        choice, search, position = Random(seed).choice, AlphaBeta(2), found.start(options)
        for _ in range(2 + 4 * (seed % STAGES)):
            if not position.is_over():
                best = search.search(position, Limits(nodes=2000), lines=3).lines
                position.play(choice(best).moves[0])
        if not position.is_over() and (depth := depth_for(position, MIN_SECONDS)):
            yield position, depth


def two_threads(key: str) -> tuple[int, float, float]:
    """Return the number of positions and the ratios of two threads to one, in time to depth and nodes per second:
    geometric means, because one position depends on luck.
    """
    positions, sooner, busier = 0, [], []
    for position, depth in islice(middle_games(key), POSITION_COUNT):
        positions += 1
        for run in range(RUNS):
            found = {}
            for threads in (1, 2) if run % 2 else (2, 1):
                found[threads] = timed(position, Limits(depth=depth, threads=threads))
            (one, alone), (two, together) = found[1], found[2]
            sooner.append(alone / together)
            busier.append((two.nodes / together) / (one.nodes / alone))
    return positions, statistics.geometric_mean(sooner), statistics.geometric_mean(busier)


def depths_in(position: Position, speed: float) -> dict[int, int]:
    """Return the depth completed after each of `REPORT_SECONDS` at a given rate of nodes."""
    reached: list[Report] = []
    AlphaBeta(64).search(position, Limits(nodes=int(speed * REPORT_SECONDS[-1])), on_report=reached.append)
    return {wait: max(one.depth for one in reached if one.nodes <= speed * wait) for wait in REPORT_SECONDS}


def measure(key: str) -> Speed:
    """Return all figures of a game."""
    start = game(key).start()
    report, busy = timed(next(middle_games(key))[0], Limits(seconds=SECONDS))
    speed = report.nodes / busy
    goal = POSITIONS.get(key, {}).get("search_depth", 5)
    places, sooner, busier = two_threads(key)
    return Speed(speed, depths_in(start, speed), goal, time_to_depth(start, goal), places, sooner, busier)


def main(wanted: list[str] | None = None, folder: Path | None = None) -> None:
    console = Console()
    console.print(f"{'compiled' if COMPILED else 'interpreted'}, {os.cpu_count()} cores")
    waits = "/".join(map(str, REPORT_SECONDS))
    table = Table("game", "nodes/s", f"depth in {waits} s", "start to depth", "2 threads in", "to depth", "nodes")
    for key in wanted or keys():
        if len(game(key).sides(game(key).check())) != 2:
            continue
        found = measure(key)
        table.add_row(
            key,
            f"{found.nodes / 1e6:.2f} M",
            "/".join(map(str, found.depths.values())),
            f"{found.goal}: {found.goal_seconds:.3f} s",
            f"{found.positions} positions",
            f"{found.sooner:.2f}×",
            f"{found.busier:.2f}×",
        )
        if folder is not None:
            with StrengthMeasurements.edited(folder, key) as book:
                book.speed[key] = found
    console.print(table)


if __name__ == "__main__":
    games, folders = [one for one in sys.argv[1:] if one in keys()], [one for one in sys.argv[1:] if one not in keys()]
    main(games, Path(folders[0]) if folders else None)
