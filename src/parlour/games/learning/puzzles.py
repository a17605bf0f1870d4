"""Puzzles: positions with a goal and all solutions, from the folder `puzzles` of a game.

A puzzle asks for a sequence of *turns* of the seat to move. The solution contains every turn that solves a step, and
the replies of the other side; if a step has several solutions, `has_several` is true. Puzzles are found and proven by
the engine (`engine/puzzles.py`); this module reads and replays them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

import msgspec

from parlour.errors import ParlourError
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.options import Value
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.contract.game import Game
    from parlour.games.contract.position import Position

Goal = Literal["win", "save", "gain"]
"""A forced win; the only turn that does not lose by force; the turn that gains most by far."""
GOALS: tuple[Goal, ...] = ("win", "save", "gain")
GRADES = 5
"""Grades range from 1 (for beginners) to this."""


class PuzzleError(ParlourError):
    """Raised for an unknown puzzle, or for turns that do not belong to it."""


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The reply to a correct turn, and the solution from there."""

    reply: str
    then: dict[str, PuzzleAnswer | None]


PuzzleSolution = dict[str, PuzzleAnswer | None]
"""The notation of every turn that solves a step, with its continuation; None after the last turn."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position with its goal and the maximum number of the solver's turns.

    `within` is the number of turns in which the win is forced, or would be against any turn but the saving one. `grade`
    is the effort of finding the first turn.
    """

    id: str
    goal: Goal
    theme: str
    text: str
    turns: int
    grade: int
    within: int
    solution: PuzzleSolution
    options: dict[str, Value] = {}

    def start(self, game: Game) -> Position:
        """Return the position of the puzzle."""
        return game.read(self.text, game.check(self.options))

    def has_several(self, game: Game) -> bool:
        """Return whether some step has solutions with different first moves."""
        return _has_several(self.start(game), self.solution)

    def message(self, game: Game, key: str) -> Message:
        """Return the puzzle's title (`name`) or task (`task`), from the game's or the shared catalogue."""
        own = f"{game.key}.puzzle.{self.theme}.{key}"
        race = "-race" if self.goal == "win" and game.patient else ""
        found = own if own in catalogue_of(game) else f"shared.puzzle.{self.goal}{race}.{key}"
        return Message(found, {"n": self.within, "other_seat": 1 - self.start(game).seat})


def _has_several(position: Position, solution: PuzzleSolution) -> bool:
    turns = {turn: position.read_turn(turn) for turn in solution}
    if len({moves[0] for moves in turns.values()}) > 1:
        return True
    for turn, answer in solution.items():
        if answer is not None:
            reached = played(position, turns[turn])
            if _has_several(played(reached, reached.read_turn(answer.reply)), answer.then):
                return True
    return False


def longest(solution: PuzzleSolution) -> int:
    """Return the maximum number of the solver's turns in a solution."""
    return 1 + max((longest(answer.then) for answer in solution.values() if answer is not None), default=0)


class PuzzlePosition(msgspec.Struct, frozen=True):
    """A state of solving a puzzle: the position after the turns so far, and the solution from there.

    `solution` is None once the puzzle is solved.
    """

    goal: Goal
    position: Position
    solution: PuzzleSolution | None


def follow(puzzle: Puzzle, game: Game, turns: Sequence[str]) -> PuzzlePosition:
    """Return the state of a puzzle after correct turns of the solver and the replies to them.

    Raise `PuzzleError` for a turn that does not solve its step, and `IllegalMove` for one that cannot be played.
    """
    state = PuzzlePosition(puzzle.goal, puzzle.start(game), puzzle.solution)
    for turn in turns:
        found = judge(state, state.position.read_turn(turn)) if state.solution is not None else None
        if found is None:
            raise PuzzleError(f"“{turn[:40]}” does not solve a step of this puzzle.")
        state = found
    return state


def judge(state: PuzzlePosition, moves: Sequence[int]) -> PuzzlePosition | None:
    """Return the state after a turn and its reply; None if the turn does not solve the step.

    Turns are identified by the resulting position: the order in which rows or balls are removed does not matter. A turn
    that gains material does so with its first move; the rest of the turn does not matter.
    """
    if state.solution is None:
        return None
    reached = played(state.position, moves)
    for turn, answer in state.solution.items():
        right = state.position.read_turn(turn)
        if (state.goal == "gain" and moves[0] == right[0]) or played(state.position, right).text() == reached.text():
            if answer is None:
                return PuzzlePosition(state.goal, reached, None)
            return PuzzlePosition(state.goal, played(reached, reached.read_turn(answer.reply)), answer.then)
    return None


def played(position: Position, moves: Sequence[int]) -> Position:
    """Return the position after some moves."""
    walker = position.copy()
    for move in moves:
        walker.play(move)
    return walker


# ---- Files ----------------------------------------------------------------------------------------------------------


@cache
def puzzles_of(game: Game) -> dict[str, Puzzle]:
    """Return the puzzles of a game by id, easy ones first; none if its folder has no puzzles."""
    found: list[Puzzle] = []
    package = type(game).__module__.rpartition(".")[0]
    folder = files(package).joinpath("puzzles") if package else None
    if folder is not None and folder.is_dir():
        for goal in GOALS:
            file = folder.joinpath(f"{goal}.json")
            if file.is_file():
                found += read_puzzles(file.read_bytes())
    return {puzzle.id: puzzle for puzzle in sorted(found, key=lambda one: (one.grade, one.turns, one.id))}


def read_puzzles(data: bytes) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return msgspec.json.decode(data, type=list[Puzzle])


def write_puzzles(puzzles: Sequence[Puzzle]) -> bytes:
    """Return a file of puzzles, one per line and ordered by id, so that diffs are small."""
    lines = [msgspec.json.encode(puzzle) for puzzle in sorted(puzzles, key=lambda one: one.id)]
    return b"[\n" + b",\n".join(lines) + b"\n]\n"
