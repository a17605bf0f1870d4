"""The node counts of fixed searches in every game: they change only when search or rules change, and only on purpose.

    .venv/bin/python -m tests.engine.search.signature

counts again and rewrites `signature.toml`. A change of rules, evaluation or search then shows as a change of this file.
"""

import json
import sys
import tomllib
from pathlib import Path

from parlour.engine.report import Limits
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.games import Position, game
from parlour.games.registry import own_keys

FILE = Path(__file__).with_name("signature.toml")
ENOUGH = 60_000
"""The update takes the first depth whose searches need so many nodes."""
DEEPEST = 12


def two_seated() -> list[str]:
    """The games of this package that two play by default."""
    return [key for key in own_keys() if len(game(key).sides(game(key).check())) == 2]


def positions(key: str) -> list[Position]:
    """The start and three positions of random games."""
    found = [game(key).start()]
    for seed, plies in ((1, 7), (2, 16), (3, 30)):
        position = game(key).start()
        position.play_random(seed, plies)
        while position.is_over():
            position.undo()
        found.append(position)
    return found


def nodes(key: str, depth: int) -> int:
    """How many nodes the searches of a game's positions need, each from an empty memory."""
    return sum(AlphaBeta(1).search(position, Limits(depth=depth)).nodes for position in positions(key))


def recorded() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = tomllib.loads(FILE.read_text()) if FILE.exists() else {}
    return found


def count_again() -> None:
    parts = ["# Made by: .venv/bin/python -m tests.engine.search.signature\n"]
    for key in two_seated():
        depth = next((d for d in range(1, DEEPEST) if nodes(key, d) >= ENOUGH), DEEPEST)
        parts.append(f"[{key}]\ndepth = {depth}\nnodes = {nodes(key, depth)}\n")
    FILE.write_text("\n".join(parts))


def quick() -> dict[str, object]:
    """What the same searches find, small enough to run interpreted."""
    return {
        key: [
            [report.nodes, report.lines[0].score, list(report.lines[0].moves), report.stats]
            for position in positions(key)
            for report in [AlphaBeta(1).search(position, Limits(depth=12, nodes=900), lines=2)]
        ]
        for key in two_seated()
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["quick"]:
        print(json.dumps(quick()))
    else:
        count_again()
