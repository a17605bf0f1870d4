"""Print the behaviour of a build of the rules as JSON: `python agreement.py FILE.py …`."""

import json
import sys
from pathlib import Path
from random import Random

from parlour.games import Game, registry
from parlour.games.conformance import fingerprint, option_sets
from parlour.games.contract import plain_game, position

OPTION_SETS = 5
SEEDS = (1, 2, 3)


def move_counts(game: Game) -> dict[str, object]:
    """Return digests of games and small counts for several option sets."""
    found: dict[str, object] = {}
    for options in option_sets(game, Random(7), 3)[:OPTION_SETS]:
        start = game.start(options)
        middle = game.start(options)
        middle.play_random(5, 12)
        late = game.start(options)
        late.play_random(6, 200)
        for _ in range(min(3, len(late.played))):
            late.undo()
        found[repr(options)] = {
            "games": [fingerprint(game, options, seed, limit=60) for seed in SEEDS],
            "random": [list(middle.played), middle.text(), middle.key],
            "late": [late.text(), late.key, late.moves(), late.candidate_moves(), late.tactical_moves()],
            "perft": [start.perft(1), start.perft(2), middle.perft(1), middle.perft(2, bulk=False), late.perft(2)],
            "turns": [start.perft_turns(1), middle.perft_turns(1)],
            "playouts": [start.playouts(1, seed=3, limit=300), middle.playouts(2, seed=4, limit=100)],
            "evaluation": [middle.static(seat) for seat in range(len(game.sides(options)))],
        }
    return found


def report(files: list[Path]) -> dict[str, object]:
    games = [*registry.games(), *(registry.load(path) for path in files)]
    return {
        "compiled": [position.COMPILED, not plain_game.__file__.endswith(".py")],
        "games": {game.key: move_counts(game) for game in games},
    }


if __name__ == "__main__":
    print(json.dumps(report([Path(name) for name in sys.argv[1:]])))
