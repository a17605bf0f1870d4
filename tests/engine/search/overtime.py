"""Bots and searches with a simulated clock, which advances only by a given time per move made.

    PARLOUR_PURE=1 .venv/bin/python -m tests.engine.search.overtime

prints for each trial by how many seconds the answer was late. It runs interpreted, because compiled modules read the
system clock.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from parlour.engine.bot import BotPlayer
from parlour.engine.levels import read_bot
from parlour.games import Position
from tests.engine.search.signature import positions

TRIALS = {
    "quick moves": lambda made: 0.0001,
    "slow moves": lambda made: 0.001,
    "very slow moves": lambda made: 0.005,
    "moves that get slower": lambda made: 0.00005 if made < 2000 else 0.001,
    "a machine that halts now and then": lambda made: 0.02 if made % 200 == 0 else 0.0001,
}
"""Cost of the n-th move, in seconds."""
SECONDS = 0.25
BOTS = {
    "alphabeta": (f"8,seconds={SECONDS},threads=1", TRIALS),
    # Expanding a node is one step of dozens of moves, which cannot be interrupted.
    "mcts": (f"custom,method=mcts,seconds={SECONDS}", [trial for trial in TRIALS if trial != "very slow moves"]),
}
"""Bots, each with the trials it must pass."""


@contextmanager
def costly(position: Position, cost: Callable[[int], float]) -> Iterator[Callable[[], float]]:
    """Stop a clock except for the moves made in positions of this class."""
    now, made = 1000.0, 0
    make: Any = type(position).make

    def dear(here: Position, move: int) -> Any:
        nonlocal now, made
        made += 1
        now += cost(made)
        return make(here, move)

    def clock() -> float:
        return now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(position), "make", dear)
        for reader in ("search_limits.monotonic", "alphabeta.monotonic", "mcts.perf_counter"):
            patch.setattr(f"parlour.engine.search.{reader}", clock)
        yield clock


def overtime(key: str, who: str, trial: str) -> float:
    """Return the longest time by which a bot exceeded its limit in a few positions; negative if it never did."""
    worst = -1.0
    for position in positions(key)[1:3]:
        bot = BotPlayer(read_bot(BOTS[who][0]), position.game, position.options, seed=1)
        with costly(position, TRIALS[trial]) as clock:
            began = clock()
            bot.choose(position)
            worst = max(worst, clock() - began - SECONDS)
    return worst


if __name__ == "__main__":
    found = {
        f"{who} in {key}, {trial}": overtime(key, who, trial)
        for key in ("pylos", "yinsh")
        for who in BOTS
        for trial in BOTS[who][1]
    }
    print(json.dumps(found))
