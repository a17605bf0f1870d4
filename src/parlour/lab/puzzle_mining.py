"""Puzzle mining: play games between bots, or read recorded ones, and search every turn for puzzles.

The puzzles of every game are stored when it ends, so that an interrupted job continues where it stopped. A selection of
them is published.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
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
from parlour.lab.resumable_jobs import DifferentJobError, ResumableJob
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record

LEVELS = ("3", "5", "4", "6")
"""Levels of the bots, in turn: strong enough for realistic positions, weak enough to miss tactics."""
MIN_TURNS_APART = 4
"""Number of turns skipped after a puzzle, because the next ones mostly repeat it."""


class MiningError(ParlourError):
    """A file of mined puzzles that cannot be continued."""


class MiningJob(msgspec.Struct, frozen=True):
    """The games to search: games between bots with these options, or recorded ones."""

    game: str
    options: dict[str, Value]
    seed: int = 1
    records: tuple[str, ...] = ()


class MinedGame(msgspec.Struct, frozen=True):
    """The puzzles found in one game."""

    number: int
    puzzles: tuple[Puzzle, ...]


def mine_game(job: MiningJob, number: int) -> MinedGame:
    """Return the puzzles in one game, which depends only on the job and its number."""
    found = find_game(job.game)
    if job.records:
        record = read_record(job.records[number])
        return MinedGame(number, tuple(find_puzzles(record, found.check(record.options))))
    options = found.check(job.options)
    level = LEVELS[number % len(LEVELS)]
    # Options that only guarantee an end of games between bots are not part of the puzzle.
    finite = dict(found.check({**options, **found.finite}))
    pairing = Pairing(job.game, finite, level, level, found.opening_moves, seed=job.seed)
    return MinedGame(number, tuple(find_puzzles(read_record(play_game(pairing, number).record), options)))


def find_puzzles(record: Record, options: Options) -> Iterator[Puzzle]:
    """Yield the puzzles in a game, not too close to each other, as positions with these options."""
    finder: PuzzleFinder | None = None
    rest = 0
    for played in turn_starts(record):
        rest -= 1
        if rest >= 0:
            continue
        position = restated(played, options)
        finder = finder or PuzzleFinder(position)
        puzzle = finder.find(position)
        if puzzle is not None:
            yield puzzle
            rest = MIN_TURNS_APART


def restated(position: Position, options: Options) -> Position:
    """Return a position without its history, with other options where the position itself does not determine them."""
    counters = dict.fromkeys(position.game.counters(options), 0)
    set_up: Position = position.game.set_up(msgspec.structs.replace(position.draft(), counters=counters), options)
    return set_up


def turn_starts(record: Record) -> Iterator[Position]:
    """Yield a game's positions at the beginning of each turn: the same object, changed in place."""
    seat: int | None = None
    for position in record.positions():
        if position.seat != seat and not position.is_over():
            yield position
        seat = position.seat


class PuzzleMine(ResumableJob[MiningJob, MinedGame]):
    """A mining job with the puzzles found so far."""

    def __init__(self, job: MiningJob, path: Path | None = None) -> None:
        found = find_game(job.game)
        if len(found.sides(found.check(job.options))) != 2:
            raise MiningError("Puzzles can be mined only from games with two seats.")
        try:
            super().__init__(mine_game, job, MinedGame, path)
        except DifferentJobError as fault:
            raise MiningError(
                f"{path} contains findings of another job: other options, another seed or other records."
            ) from fault

    @property
    def puzzles(self) -> list[Puzzle]:
        """Return all puzzles found, in the order of the games."""
        return [puzzle for mined in self.in_order() for puzzle in mined.puzzles]


def select(game: Game, puzzles: Sequence[Puzzle], count: int, there: Sequence[Puzzle] = ()) -> list[Puzzle]:
    """Return up to `count` puzzles, spread over themes, grades and lengths; those with one solution first.

    Of puzzles that are equal up to a symmetry of the board only one is taken, and none that is in `there`.
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
    """Return the number of puzzles of each theme, number of turns and grade."""
    return Counter((puzzle.theme, puzzle.turns, puzzle.grade) for puzzle in puzzles)


def publish(game: Game, puzzles: Sequence[Puzzle], folder: Path, count: int) -> int:
    """Add a selection to the puzzles in a folder; return the new total."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {goal: folder / f"{goal}.json" for goal in GOALS}
    there = [one for file in files.values() if file.exists() for one in read_puzzles(file.read_bytes())]
    kept = there + select(game, puzzles, count, there)
    for goal, file in files.items():
        own = [one for one in kept if one.goal == goal]
        if own:
            file.write_bytes(write_puzzles(own))
    return len(kept)
