"""Rules: perft, random games and moves from Python; compiled against interpreted, and on two threads."""

import json
import os
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from parlour.games import Position, game, keys
from parlour.games.contract.position import COMPILED

POSITIONS: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "positions.toml").read_text())


def bench_position(key: str) -> Position:
    """Return the position in which a game is measured."""
    found, where = game(key), POSITIONS.get(key, {})
    options = found.check(where.get("options"))
    return found.read(where["text"], options) if "text" in where else found.start(options)


def per_second(work: Callable[[], int], seconds: float = 0.6) -> float:
    """Return the median rate of several runs, per second of CPU time, so that other load does not count."""
    rates: list[float] = []
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        began = time.thread_time()
        done = work()
        rates.append(done / (time.thread_time() - began))
    return statistics.median(rates)


def moves_from_python(key: str, count: int) -> int:
    """Play random games move by move, as a bot author would, until `count` moves have been made."""
    choice, start, made = Random(1).choice, game(key).start(), 0
    while made < count:
        position = start.copy()
        while moves := position.moves():
            position.play(choice(moves))
            made += 1
    return made


def measure(key: str, scale: int) -> dict[str, float]:
    """Return all figures of a game in this process; `scale` multiplies the work."""
    where, position = POSITIONS.get(key, {}), bench_position(key)
    depth = where.get("depth" if scale > 1 else "interpreted", 3 if scale > 1 else 2)
    return {
        "leaves": per_second(lambda: position.perft(depth)),
        "made": per_second(lambda: position.perft(depth, bulk=False)),
        "turns": per_second(lambda: position.perft_turns(depth)),
        "games": per_second(lambda: scale if position.game.start().playouts(scale) else 0),
        "moves": per_second(lambda: moves_from_python(key, 500 * scale)),
        "starts": per_second(lambda: len([position.game.start() for _ in range(50 * scale)])),
    }


def interpreted() -> dict[str, dict[str, float]]:
    """Return the same figures from a process without compiled modules."""
    code = "import json; from bench import rules; print(json.dumps({k: rules.measure(k, 1) for k in rules.keys()}))"
    environment = {**os.environ, "PARLOUR_PURE": "1"}
    found = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    return dict(json.loads(found.stdout))


def count_once(key: str) -> int:
    """Run one perft, as a job for a thread or a process."""
    return bench_position(key).perft(POSITIONS.get(key, {}).get("depth", 3))


def two_at_once(key: str) -> tuple[float, float]:
    """Return the speed-up of two perfts in two threads and in two processes: medians of nine."""
    threads, processes = [], []

    def timed(work: Callable[[], Any]) -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    with ThreadPoolExecutor(2) as pool, ProcessPoolExecutor(2) as fleet:
        list(fleet.map(count_once, [key, key]))
        for _ in range(9):
            one_by_one = timed(lambda: [count_once(key), count_once(key)])
            threads.append(one_by_one / timed(lambda: list(pool.map(count_once, [key, key]))))
            processes.append(one_by_one / timed(lambda: list(fleet.map(count_once, [key, key]))))
    return statistics.median(threads), statistics.median(processes)


def main() -> None:
    console = Console()
    if not COMPILED:
        console.print("The rules are not compiled: these are the figures of the interpreter.", style="red")
    slow = interpreted()
    table = Table(
        "game", "perft, bulk", "every leaf made", "turns", "random games/s", "moves/s from Python", "starts/s"
    )
    threads = Table("game", "two threads", "two processes", "threads : processes")
    for key in keys():
        fast = measure(key, 200 if COMPILED else 1)
        cells = []
        for name, unit in (
            ("leaves", "M/s"),
            ("made", "M/s"),
            ("turns", "M/s"),
            ("games", ""),
            ("moves", "k/s"),
            ("starts", "k/s"),
        ):
            size = {"M/s": 1e6, "k/s": 1e3, "": 1.0}[unit]
            cells.append(f"{fast[name] / size:,.1f} {unit} [dim]({fast[name] / slow[key][name]:,.0f}×)[/dim]")
        table.add_row(key, *cells)
        both, fleet = two_at_once(key)
        threads.add_row(key, f"{both:.2f}×", f"{fleet:.2f}×", f"{both / fleet:.2f}")
    console.print(table)
    console.print("In brackets: how many times faster than the same modules interpreted.", style="dim")
    console.print(threads)
