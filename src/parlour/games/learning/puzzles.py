"""Puzzles: positions with a task and everything that solves it, kept in the folder `puzzles` of a game.

A puzzle asks for a row of *turns* of the seat to move. Every turn that solves a step is in the solution; where there
are several, the puzzle says so. What the other side answers is in it too. Puzzles are found and proven by the engine
(`engine/puzzles.py`); here they are only read and walked through.
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
"""To win by force; to find the only turn that does not lose by force; to find the turn that brings by far the most."""
GOALS: tuple[Goal, ...] = ("win", "save", "gain")
GRADES = 5
"""Grades go from 1, for beginners, to this."""


class PuzzleError(ParlourError):
    """A puzzle that does not exist, or turns that do not belong to it."""


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """What the other side answers to a turn that was right, and what solves the puzzle from there."""

    reply: str
    then: dict[str, PuzzleAnswer | None]


Solution = dict[str, PuzzleAnswer | None]
"""Every turn that solves this step, as it is written, with what comes after it: nothing if it is the last."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position and what is to be found in it, in how many turns of the solver at most.

    `within` is in how many turns the win is forced, or would be against everything but the turn that saves. `grade`
    tells how much work it takes to find the first turn.
    """

    id: str
    goal: Goal
    theme: str
    text: str
    turns: int
    grade: int
    within: int
    solution: Solution
    options: dict[str, Value] = {}

    def start(self, game: Game) -> Position:
        """Return the position of the puzzle."""
        return game.read(self.text, game.check(self.options))

    def has_several(self, game: Game) -> bool:
        """Return whether turns that begin differently solve some step; how such a turn ends makes no other solution."""
        return _has_several(self.start(game), self.solution)

    def message(self, game: Game, key: str) -> Message:
        """Return what the puzzle is called (`name`) or asks for (`task`), in words of the game or in shared ones."""
        own = f"{game.key}.puzzle.{self.theme}.{key}"
        race = "-race" if self.goal == "win" and game.patient else ""
        found = own if own in catalogue_of(game) else f"shared.puzzle.{self.goal}{race}.{key}"
        return Message(found, {"n": self.within, "other_seat": 1 - self.start(game).seat})


def _has_several(position: Position, solution: Solution) -> bool:
    turns = {turn: position.read_turn(turn) for turn in solution}
    if len({moves[0] for moves in turns.values()}) > 1:
        return True
    for turn, answer in solution.items():
        if answer is not None:
            reached = played(position, turns[turn])
            if _has_several(played(reached, reached.read_turn(answer.reply)), answer.then):
                return True
    return False


def longest(solution: Solution) -> int:
    """Return how many of the solver's turns a solution takes at most."""
    return 1 + max((longest(answer.then) for answer in solution.values() if answer is not None), default=0)


class PuzzlePosition(msgspec.Struct, frozen=True):
    """Where somebody stands in a puzzle: the position with all turns made so far, and what solves it from there.

    `solution` is None once the puzzle is solved.
    """

    goal: Goal
    position: Position
    solution: Solution | None


def follow(puzzle: Puzzle, game: Game, turns: Sequence[str]) -> PuzzlePosition:
    """Return where a puzzle stands after some right turns of the solver and the answers to them.

    Raises `PuzzleError` for a turn that does not solve its step, and `IllegalMove` for one that cannot be played.
    """
    stand = PuzzlePosition(puzzle.goal, puzzle.start(game), puzzle.solution)
    for turn in turns:
        found = judge(stand, stand.position.read_turn(turn)) if stand.solution is not None else None
        if found is None:
            raise PuzzleError(f"“{turn[:40]}” is no step of this puzzle.")
        stand = found
    return stand


def judge(stand: PuzzlePosition, moves: Sequence[int]) -> PuzzlePosition | None:
    """Return where a whole turn leads, the answer to it included; None if it does not solve the step.

    Turns are told apart by where they lead: the order in which rows or balls are taken does not matter. What gains does
    so with its first move, whatever the rest of the turn.
    """
    if stand.solution is None:
        return None
    reached = played(stand.position, moves)
    for turn, answer in stand.solution.items():
        right = stand.position.read_turn(turn)
        if (stand.goal == "gain" and moves[0] == right[0]) or played(stand.position, right).text() == reached.text():
            if answer is None:
                return PuzzlePosition(stand.goal, reached, None)
            return PuzzlePosition(stand.goal, played(reached, reached.read_turn(answer.reply)), answer.then)
    return None


def played(position: Position, moves: Sequence[int]) -> Position:
    """Return the position after some moves."""
    walker = position.copy()
    for move in moves:
        walker.play(move)
    return walker


# ---- Where puzzles lie ----------------------------------------------------------------------------------------------


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
    """Return a file of puzzles: one a line, in the order of their ids, so that a change shows as a changed line."""
    lines = [msgspec.json.encode(puzzle) for puzzle in sorted(puzzles, key=lambda one: one.id)]
    return b"[\n" + b",\n".join(lines) + b"\n]\n"
