"""Swiss pairing: agreement with the FIDE (Dutch) system of py4swiss, and CPU time of a round.

Events are simulated with Parlour's pairings; after each round, py4swiss pairs the same history. It is in the dependency
group `long`. A float is a game between unequal points.

    python -m bench.swiss EVENTS     another number of events for each range of entrants
"""

import sys
import tempfile
import time
from importlib.util import find_spec
from math import ceil, log2
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console
from rich.table import Table

from parlour.club.tournaments.rounds import EntrantHistory, Round, RoundGame, bye, histories
from parlour.club.tournaments.swiss import pair_swiss_round

RANGES = ((5, 10), (11, 30), (31, 60), (61, 120), (121, 200))
EVENTS = 20
DRAWS = 0.2
SPREAD = 60
"""Difference in the seeding, in percent of the entrants, that makes one entrant ten times as likely to win."""


class Compared(msgspec.Struct):
    """Sums over the compared rounds."""

    rounds: int = 0
    equal_rounds: int = 0
    games: int = 0
    equal_games: int = 0
    equal_byes: int = 0
    byes: int = 0
    floats: tuple[int, int] = (0, 0)
    drops: tuple[float, float] = (0, 0)
    unwanted_sides: tuple[int, int] = (0, 0)
    seconds: float = 0


def play(games: Round, entrants: int, rng: Random) -> Round:
    """Return the games with results drawn from the places in the seeding."""
    return tuple(game if game.second is None else _played(game, entrants, rng) for game in games)


def _played(game: RoundGame, entrants: int, rng: Random) -> RoundGame:
    if rng.random() < DRAWS:
        return msgspec.structs.replace(game, points=(0.5, 0.5))
    chance = 1 / (1 + 10 ** ((game.first - (game.second or 0)) / entrants * 100 / SPREAD))
    return msgspec.structs.replace(game, points=(1.0, 0.0) if rng.random() < chance else (0.0, 1.0))


def write_report_file(entrants: int, rounds: list[Round], planned: int) -> str:
    """Return the history as a FIDE tournament report file (TRF), which has fixed columns."""
    known = histories(range(1, entrants + 1), rounds)
    results: dict[int, list[str]] = {number: [] for number in known}
    for games in rounds:
        for game in games:
            if game.second is None:
                results[game.first].append("0000 - U")
                continue
            for number, side in zip(game.entrants, "wb", strict=True):
                result = {1.0: "1", 0.5: "=", 0.0: "0"}[game.points_of(number)]
                results[number].append(f"{game.opponents_of(number)[0]:4d} {side} {result}")
    lines = [f"XXR {planned}", "XXC white1"]
    for number, one in known.items():
        line = f"001 {number:4d} m    {f'Entrant {number}':<33} {3000 - number:4d} {'':27}{one.points:4.1f} {number:4d}"
        lines.append("".join([line, *(f"  {result}" for result in results[number])]))
    return "\n".join(lines) + "\n"


def pair_by_fide(report: str) -> Round:
    """Return the pairing of the next round by py4swiss."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(report)
        found = DutchEngine.generate_pairings(TrfParser.parse(path, strict=True))
    return tuple(RoundGame(pair.white, pair.black) if pair.black else bye(pair.white) for pair in found)


def judge(games: Round, known: dict[int, EntrantHistory]) -> tuple[int, float, int]:
    """Return the number of floats, the sum of differences in points, and the number of sides that were not wanted."""
    floats, drops, unwanted = 0, 0.0, 0
    for game in games:
        if game.second is not None:
            difference = abs(known[game.first].points - known[game.second].points)
            floats, drops = floats + (difference > 0), drops + difference
            unwanted += known[game.first].wanted_side == 1
            unwanted += known[game.second].wanted_side == 0
    return floats, drops, unwanted


def compare_event(entrants: int, seed: int, into: Compared) -> None:
    """Simulate an event and add what is compared."""
    rng = Random(seed)
    rounds: list[Round] = []
    planned = max(1, min(entrants // 2, ceil(log2(entrants)) + 2))
    for _ in range(planned):
        began = time.thread_time()
        own = pair_swiss_round(range(1, entrants + 1), rounds)
        into.seconds = max(into.seconds, time.thread_time() - began)
        theirs = pair_by_fide(write_report_file(entrants, rounds, planned))
        known = histories(range(1, entrants + 1), rounds)
        pairs, fide_pairs = ({frozenset(game.entrants) for game in games} for games in (own, theirs))
        into.rounds += 1
        into.equal_rounds += pairs == fide_pairs
        into.games += len(pairs)
        into.equal_games += len(pairs & fide_pairs)
        into.byes += entrants % 2
        into.equal_byes += sum(len(pair) == 1 for pair in pairs & fide_pairs)
        (floats, drops, sides), (fide_floats, fide_drops, fide_sides) = judge(own, known), judge(theirs, known)
        into.floats = into.floats[0] + floats, into.floats[1] + fide_floats
        into.drops = into.drops[0] + drops, into.drops[1] + fide_drops
        into.unwanted_sides = into.unwanted_sides[0] + sides, into.unwanted_sides[1] + fide_sides
        rounds.append(play(own, entrants, rng))


def main(events: int = EVENTS) -> None:
    if find_spec("py4swiss") is None:
        print("Not measured: this needs py4swiss, which “make test-long” installs.")
        return
    columns = ("entrants", "rounds", "equal rounds", "equal games", "equal byes", "floats", "points between opponents")
    table = Table(*columns, "unwanted sides", "slowest round, s")
    for low, high in RANGES:
        found, rng = Compared(), Random(low)
        for seed in range(events):
            compare_event(rng.randint(low, high), seed, found)
        table.add_row(
            f"{low}-{high}",
            str(found.rounds),
            f"{found.equal_rounds / found.rounds:.0%}",
            f"{found.equal_games / found.games:.0%}",
            f"{found.equal_byes} of {found.byes}",
            f"{found.floats[0]} : {found.floats[1]}",
            f"{found.drops[0]:.1f} : {found.drops[1]:.1f}",
            f"{found.unwanted_sides[0]} : {found.unwanted_sides[1]}",
            f"{found.seconds:.2f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
