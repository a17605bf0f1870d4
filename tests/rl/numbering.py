"""Print actions, masks and observations of all games as digests: `python -m tests.rl.numbering [FILE.py …]`."""

import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from parlour.games import Game, Options, Position, registry
from parlour.games.conformance import option_sets
from parlour.rl import BatchEnv, Encoder


def digest(value: object) -> str:
    return sha256(value if isinstance(value, bytes) else repr(value).encode()).hexdigest()[:16]


def move_values(encoder: Encoder) -> list[object]:
    """Return the moves in the order of their actions, as values that do not depend on the process."""
    steps = getattr(encoder.game, "steps", None)
    moves = encoder.moves.tolist()
    return moves if steps is None else [steps[move] for move in moves]


def middles(encoder: Encoder, seeds: range, limit: int) -> list[Position]:
    """Return positions in the middle and at the end of random games. The moves are chosen by their actions."""
    found = []
    for seed in seeds:
        random, position = Random(seed), encoder.start()
        for _ in range(random.randrange(limit)):
            if position.is_over():
                break
            position.play(encoder.move(position, random.choice(encoder.legal_actions(position))))
        found.append(position)
    return found


def report_game(game: Game) -> dict[str, object]:
    found: dict[str, object] = {}
    for options in option_sets(game, Random(7), 3)[:5]:
        encoder = Encoder(game, options)
        positions = middles(encoder, range(4), 60)
        found[repr(options)] = [
            digest(move_values(encoder)),
            [digest(encoder.mask(position).tobytes()) for position in positions],
            [digest(encoder.observe(position, seat).tobytes()) for position in positions for seat in (0, 1)],
            digest(batch_values(game, options)),
        ]
    return found


def batch_values(game: Game, options: Options) -> bytes:
    """Return the masks and rewards of a few steps of a batch."""
    batch = BatchEnv(game, 2, options)
    values = b""
    for _ in range(5):
        rewards, _, _ = batch.step(batch.masks.argmax(axis=1))
        values += batch.masks.tobytes() + rewards.tobytes()
    return values


if __name__ == "__main__":
    files = [registry.load(Path(name)) for name in sys.argv[1:]]
    print(json.dumps({game.key: report_game(game) for game in [*registry.games(), *files]}))
