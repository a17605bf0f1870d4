"""Mines puzzles: plays games between bots, or reads recorded ones, and looks at every turn for something to find.

The finds of every game are kept as it ends, so that work that was broken off goes on where it ended. What is shipped is
a selection of the finds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from parlour.engine.puzzles import PuzzleFinder
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options, Value
from parlour.games.contract.position import Position
from parlour.games.learning.puzzles import GOALS, Puzzle, read_puzzles, write_puzzles
from parlour.lab.arena import Pairing, play_game
from parlour.lab.resumable_jobs import DifferentJobError, JobLog, run_parallel
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record

LEVELS = ("3", "5", "4", "6")
"""The bots whose games are looked through, in turn: good enough for real positions, weak enough to miss things."""
APART = 4
"""After a find so many turns are left out: what follows is mostly the same once more."""


class MiningError(ParlourError):
    """A file of finds that cannot be gone on with."""


class MiningJob(msgspec.Struct, frozen=True):
    """What is mined: games of bots with these options, or recorded ones."""

    game: str
    options: dict[str, Value]
    seed: int = 1
    records: tuple[str, ...] = ()


class MinedGame(msgspec.Struct, frozen=True):
    """What was found in one game."""

    number: int
    puzzles: tuple[Puzzle, ...]


def mine_game(vein: MiningJob, number: int) -> MinedGame:
    """The puzzles in one game, which depends on the vein and its number only."""
    found = find_game(vein.game)
    if vein.records:
        record = read_record(vein.records[number])
        return MinedGame(number, tuple(find_puzzles(record, found.check(record.options))))
    options = found.check(vein.options)
    level = LEVELS[number % len(LEVELS)]
    # Bots play with what ends every game; that is no part of the puzzle.
    finite = dict(found.check({**options, **found.finite}))
    pairing = Pairing(vein.game, finite, level, level, found.opening_moves, seed=vein.seed)
    return MinedGame(number, tuple(find_puzzles(read_record(play_game(pairing, number).record), options)))


def find_puzzles(record: Record, options: Options) -> Iterator[Puzzle]:
    """The puzzles in a game, not too close to each other, as positions with these options."""
    miner: PuzzleFinder | None = None
    rest = 0
    for played in turn_starts(record):
        rest -= 1
        if rest >= 0:
            continue
        position = restated(played, options)
        miner = miner or PuzzleFinder(position)
        puzzle = miner.look(position)
        if puzzle is not None:
            yield puzzle
            rest = APART


def restated(position: Position, options: Options) -> Position:
    """A position without its past, with other options for what does not stand on the board."""
    counters = dict.fromkeys(position.game.counters(options), 0)
    set_up: Position = position.game.set_up(msgspec.structs.replace(position.draft(), counters=counters), options)
    return set_up


def turn_starts(record: Record) -> Iterator[Position]:
    """A game's positions at the beginning of each turn. It is one position that is played on."""
    seat: int | None = None
    for position in record.positions():
        if position.seat != seat and not position.is_over():
            yield position
        seat = position.seat


class PuzzleMine:
    """A vein with what was found in it so far."""

    def __init__(self, vein: MiningJob, path: Path | None = None) -> None:
        found = find_game(vein.game)
        if len(found.sides(found.check(vein.options))) != 2:
            raise MiningError("Puzzles are looked for in games for two only.")
        self.vein = vein
        try:
            self._kept = JobLog(vein, MinedGame, path)
        except DifferentJobError as fault:
            raise MiningError(
                f"{path} holds finds of something else: other options, another seed or other records."
            ) from fault
        self.mined = {one.number: one for one in self._kept.portions}

    @property
    def puzzles(self) -> list[Puzzle]:
        """All puzzles found, in the order of the games."""
        return [puzzle for number in sorted(self.mined) for puzzle in self.mined[number].puzzles]

    def run(
        self, games: int, *, processes: int | None = None, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[MinedGame]:
        """Looks through games until so many are done, and yields each as it ends."""
        count = min(games, len(self.vein.records)) if self.vein.records else games
        todo = [number for number in range(count) if number not in self.mined]
        for mined in run_parallel(mine_game, self.vein, todo, processes, stopped):
            self.mined[mined.number] = mined
            self._kept.add(mined)
            yield mined


def select(game: Game, puzzles: Sequence[Puzzle], count: int, there: Sequence[Puzzle] = ()) -> list[Puzzle]:
    """So many puzzles, as even over themes, grades and lengths as there are some; those with one solution first.

    Of puzzles that are the same up to a symmetry of the board one is taken, and none that is `there` already.
    """
    heaps: dict[tuple[str, int, int], list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda one: (one.has_several(game), len(one.solution))):
        heaps[puzzle.theme, puzzle.grade, puzzle.turns].append(puzzle)
    chosen: list[Puzzle] = []
    seen = {puzzle.start(game).canonical_key() for puzzle in there}
    rows = [heaps[key] for key in sorted(heaps)]
    while any(rows) and len(chosen) < count:
        for row in rows:
            if row and len(chosen) < count:
                puzzle = row.pop(0)
                key = puzzle.start(game).canonical_key()
                if key not in seen:
                    seen.add(key)
                    chosen.append(puzzle)
    return chosen


def tally(puzzles: Sequence[Puzzle]) -> Counter[tuple[str, int, int]]:
    """How many puzzles there are of each theme, number of turns and grade."""
    return Counter((puzzle.theme, puzzle.turns, puzzle.grade) for puzzle in puzzles)


def publish(game: Game, puzzles: Sequence[Puzzle], folder: Path, count: int) -> int:
    """Adds a selection to the puzzles of a folder; returns how many lie there then."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {goal: folder / f"{goal}.json" for goal in GOALS}
    there = [one for file in files.values() if file.exists() for one in read_puzzles(file.read_bytes())]
    kept = there + select(game, puzzles, count, there)
    for goal, file in files.items():
        own = [one for one in kept if one.goal == goal]
        if own:
            file.write_bytes(write_puzzles(own))
    return len(kept)
