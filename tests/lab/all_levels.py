"""Games between bots of all levels, and their memory use; `bench endurance` plays a thousand per game."""

import gc
import mmap
from pathlib import Path

from parlour.games import game
from parlour.lab.arena import ArenaGame, Pairing, play_game
from parlour.match.records.text_format import read_record

LEVELS = ("1", "2", "3", "4", "5", "6", "7", "8,seconds=0.02,threads=1")
LARGEST = 63
"""The game of two bots of the highest level, which take the most memory."""
SIZE = Path("/proc/self/statm")


def bot_game(key: str, number: int) -> ArenaGame:
    """Play a game between two levels: 64 pairs, then the same with the next preset."""
    found = game(key)
    pair, round_number = number % 64, number // 64
    preset = found.presets[round_number % len(found.presets)]
    options = found.check({**preset.values, **found.finite})
    pairing = Pairing(key, dict(options), LEVELS[pair // 8], LEVELS[pair % 8], found.opening_moves, seed=number)
    return play_game(pairing, number)


def check(key: str, played: ArenaGame) -> None:
    """Check that a record replays by the rules to the end that it names."""
    record = read_record(played.record)
    *_, last = record.positions()
    outcome = last.outcome()
    if played.reason == "adjudication":
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.reason, outcome.results[played.seat]) == (played.reason, played.result)
        assert played.reason in game(key).reasons


def megabytes() -> float:
    """Return the memory use of this process after garbage collection."""
    gc.collect()
    return int(SIZE.read_text().split()[1]) * mmap.PAGESIZE / 2**20
