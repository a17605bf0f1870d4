"""Endurance: bots of all levels play many games to the end, and memory does not grow.

python -m bench endurance                                        64 games of each: every pair of levels once
python -m bench.endurance pylos --games 1000 --keep docs         many of one game, for the strength page
"""

import argparse
import resource
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from parlour.games.registry import own_keys
from parlour.lab.strength_report import Endurance, StrengthMeasurements
from tests.lab.all_levels import bot_game, check, megabytes

WARM_UP_GAMES = 100
"""Number of games after which memory use should be stable."""


def endure(key: str, games: int, folder: Path | None) -> Endurance:
    """Play games and check each record; an error ends it. Results are saved every hundred games."""
    found = Endurance(0, 0, 0, 0.0, 0.0, 0.0)
    for number in track(range(games), key):
        played = bot_game(key, number)
        check(key, played)
        found.games += 1
        found.moves += sum(played.moves)
        found.adjudicated += played.reason == "adjudication"
        if found.games % WARM_UP_GAMES and found.games != games:
            continue
        found.late = megabytes()
        found.early = found.early or found.late
        found.most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        if folder is not None:
            with StrengthMeasurements.edited(folder, key) as book:
                book.endurance[key] = found
    return found


def main(wanted: list[str] | None = None, games: int = 64, folder: Path | None = None) -> None:
    table = Table("game", "games", "moves", "stopped", f"MB after {WARM_UP_GAMES}", "MB at the end", "most MB")
    for key in wanted or own_keys():
        found = endure(key, games, folder)
        sizes = (f"{size:.0f}" for size in (found.early, found.late, found.most))
        table.add_row(key, f"{found.games}", f"{found.moves:,}", f"{found.adjudicated}", *sizes)
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play many games between bots of all levels.")
    parser.add_argument("games_to_play", nargs="*", metavar="GAME", choices=[[], *own_keys()])
    parser.add_argument("--games", type=int, default=1000, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    main(given.games_to_play, given.games, given.keep)
