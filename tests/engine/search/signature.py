"""Node counts of fixed searches in every game, which change only with the search or the rules.

    .venv/bin/python -m tests.engine.search.signature

rewrites `signature.toml`. A change of rules, evaluation or search shows as a change of this file.
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
"""The update takes the first depth whose searches need this number of nodes."""
DEEPEST = 12


def two_seated() -> list[str]:
    """Return the games of this package that have two seats by default."""
    return [key for key in own_keys() if len(game(key).sides(game(key).check())) == 2]


def positions(key: str) -> list[Position]:
    """Return the start and three positions of random games."""
    found = [game(key).start()]
    for seed, plies in ((1, 7), (2, 16), (3, 30)):
        position = game(key).start()
        position.play_random(seed, plies)
        while position.is_over():
            position.undo()
        found.append(position)
    return found


def nodes(key: str, depth: int) -> int:
    """Return the number of nodes searched in a game's positions, each with an empty transposition table."""
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
    """Return the results of smaller searches that can also run interpreted."""
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
