"""Lessons that teach a game in small steps on its board.

A lesson is TOML text, by default the file `lessons/en.toml` of the game's package (`Game.lesson`). It has steps:

    [[step]]
    key = "round-a-loop"              # progress is stored under this key
    title = "Capturing"
    text = "A capture runs round a loop …"
    position = "....../.12.../…"      # default: the start position
    options = {ending = "endless"}    # options that differ from the defaults
    task = "Take the piece on (2,1)."
    want = ["1,1x2,1"]                # accepted turns, or their first moves; default: any turn
    avoid = ["1,1-1,2"]               # turns that are not accepted
    miss = "That is a step."          # shown after any other turn
    done = "Well done."

    [[step.example]]                  # a legal move to look at …
    legal = "1,1x2,1"
    [[step.example]]                  # … or picks that are not legal, and the reason given by the rules
    illegal = "1,1 5,5"
    says = "explain.far"

Picks are labels of sites, or names of verbs after `:`. A step without a task is only read. `check` tests everything
against the rules. The English file contains the whole lesson; other languages contain only the texts, in a table for
each step: `[round-a-loop]`, `title = "…"`. Missing texts fall back to English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from parlour.errors import IllegalMove, ParlourError
from parlour.games.contract.display import Picks
from parlour.games.contract.options import Value
from parlour.games.learning.puzzles import played

if TYPE_CHECKING:
    from parlour.games.contract.game import Game
    from parlour.games.contract.position import Position

ENGLISH = "en"


class LessonError(ParlourError):
    """Raised if a lesson contradicts the rules of its game."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either a legal move, or illegal picks and the reason."""

    legal: str = ""
    illegal: str = ""
    says: str = ""

    def picks(self, position: Position) -> Picks:
        """Return the illegal picks, written as labels of sites, or as names of verbs after `:`."""
        labels = [site.label for site in position.game.board(position.options).sites]
        found: list[int | str] = []
        for word in self.illegal.split():
            if word.startswith(":"):
                found.append(word[1:])
            elif word in labels:
                found.append(labels.index(word))
            else:
                raise LessonError(f"There is no site “{word}”.")
        return tuple(found)


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: a text, examples, and optionally a task."""

    key: str
    title: str
    text: str
    position: str = ""
    options: dict[str, Value] = {}
    task: str = ""
    want: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    miss: str = ""
    done: str = ""
    example: tuple[Example, ...] = ()

    def start(self, game: Game) -> Position:
        """Return the start position of the step."""
        options = game.check(self.options)
        return game.read(self.position, options) if self.position else game.start(options)

    def does(self, position: Position, moves: Sequence[int]) -> bool:
        """Return whether a turn, or the rest of one, completes the task."""
        wanted = not self.want or any(_is_like(position, moves, text) for text in self.want)
        return wanted and not any(_is_like(position, moves, text) for text in self.avoid)


def _is_like(position: Position, moves: Sequence[int], text: str) -> bool:
    """Return whether a turn has the same result as a written one, or begins with its only written move."""
    turn = read_wanted(position, text)
    if len(turn) == 1 and not position.turn_over(turn[0]):
        return moves[0] == turn[0]
    return played(position, moves).text() == played(position, turn).text()


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a step in another language."""

    title: str = ""
    text: str = ""
    task: str = ""
    miss: str = ""
    done: str = ""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a lesson, in their order."""

    step: tuple[LessonStep, ...]


def read_wanted(position: Position, text: str) -> list[int]:
    """Return the moves of a turn, or its first move; raise `IllegalMove` if there is none."""
    try:
        return position.read_turn(text)
    except IllegalMove:
        return [position.read_move(text)]


@cache
def steps_of(game: Game, language: str = ENGLISH) -> tuple[LessonStep, ...]:
    """Return the steps of a game's lesson in a language; none if it has no lesson."""
    steps = msgspec.convert(_file_of(game, ENGLISH) or {"step": ()}, Lesson).step
    if language == ENGLISH:
        return steps
    words = words_of(game, language)
    return tuple(msgspec.structs.replace(step, **words.get(step.key, {})) for step in steps)


def words_of(game: Game, language: str) -> dict[str, dict[str, str]]:
    """Return the texts of a game's lesson in another language, by step."""
    found = msgspec.convert(_file_of(game, language), dict[str, LessonText])
    return {
        key: {name: text for name, text in msgspec.structs.asdict(words).items() if text}
        for key, words in found.items()
    }


def _file_of(game: Game, language: str) -> dict[str, object]:
    """Return the parsed lesson of a game; empty if there is none."""
    try:
        return tomllib.loads(game.lesson(language))
    except tomllib.TOMLDecodeError as fault:
        raise LessonError(f"The lesson of {game.title} is not valid TOML: {fault}") from fault


def check(game: Game, step: LessonStep) -> None:
    """Check a step against the rules; raise `LessonError` with the reason if it is wrong."""
    try:
        position = step.start(game)
        if (step.want or step.avoid) and not step.task:
            raise LessonError("turns are accepted or excluded, but there is no task")
        if (step.task or step.example) and position.is_over():
            raise LessonError("the game is over")
        for text in (*step.want, *step.avoid):
            read_wanted(position, text)
        for example in step.example:
            _check_example(position, example)
    except ParlourError as fault:
        raise LessonError(f"{game.key}, step {step.key}: {fault}") from fault


def _check_example(position: Position, example: Example) -> None:
    if bool(example.legal) == bool(example.illegal):
        raise LessonError("an example needs either a legal move or illegal picks")
    if example.legal:
        position.read_move(example.legal)
        return
    picks = example.picks(position)
    if any(picks == path for move in position.moves() for path in position.picks(move)):
        raise LessonError(f"“{example.illegal}” is legal")
    reason = position.explain(picks).key
    if reason not in (f"{position.game.key}.{example.says}", example.says):
        raise LessonError(f"“{example.illegal}” is refused because of {reason}, not {example.says}")
