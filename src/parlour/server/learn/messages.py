"""Learning: lessons, puzzles, and how far somebody has come."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.games.contract.display import Effect
from parlour.server.games.messages import PositionDetailView
from parlour.server.messages import SentenceView

PuzzleState = Literal["new", "missed", "solved", "clean"]
"""Not tried; tried and still open; solved in the end; solved at the first try and without help."""


class CourseView(msgspec.Struct, frozen=True):
    """What there is to learn about a game, and how much of it is done."""

    game: str
    title: str
    description: str
    share: str
    steps: int
    steps_done: int
    puzzles: int
    puzzles_solved: int


class LearnView(msgspec.Struct, frozen=True):
    """All games, and how many puzzles in a row were solved at the first try and without help: now, and at best."""

    courses: tuple[CourseView, ...]
    streak: int
    best_streak: int


# ---- Lessons ---------------------------------------------------------------------------------------------------------


class LessonStepSummaryView(msgspec.Struct, frozen=True):
    """A step of a lesson as a list shows it."""

    key: str
    title: str
    done: bool


class LessonView(msgspec.Struct, frozen=True):
    """A game's lesson; without steps, where it has none."""

    game: str
    title: str
    steps: tuple[LessonStepSummaryView, ...]
    puzzles: int


class ExampleView(msgspec.Struct, frozen=True):
    """Something to look at: a move that is legal and what it does, or clicks that are no move and why."""

    legal: bool
    shown: str
    """The move as it is written, or the labels of what is clicked."""
    says: SentenceView
    effects: tuple[Effect, ...]
    sites: tuple[int, ...]


class LessonStepView(msgspec.Struct, frozen=True):
    """A step of a lesson. Without a task there is nothing to do but to read."""

    key: str
    title: str
    text: str
    task: str
    examples: tuple[ExampleView, ...]
    position: PositionDetailView


# ---- Puzzles ---------------------------------------------------------------------------------------------------------


class PuzzleThemeView(msgspec.Struct, frozen=True):
    """What some puzzles of a game are about."""

    key: str
    name: str
    count: int


class PuzzleSummaryView(msgspec.Struct, frozen=True):
    """A puzzle as a list shows it."""

    id: str
    share: str
    theme: str
    grade: int
    turns: int
    state: PuzzleState


class PuzzlesView(msgspec.Struct, frozen=True):
    """A game's puzzles: those that are open first, in an order that is another one every day."""

    game: str
    title: str
    themes: tuple[PuzzleThemeView, ...]
    puzzles: tuple[PuzzleSummaryView, ...]
    streak: int
    best_streak: int


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle to solve. `rules` names what is not as usual; `several` that some step has more than one solution."""

    id: str
    theme: str
    task: SentenceView
    grade: int
    turns: int
    several: bool
    rules: tuple[str, ...]
    state: PuzzleState
    position: PositionDetailView


# ---- Trying ----------------------------------------------------------------------------------------------------------


class AttemptRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All moves played since the beginning, one's own and the answers, in their notation; the last may be a new one."""

    moves: tuple[str, ...] = ()


class AttemptView(msgspec.Struct, frozen=True):
    """What came of the last move.

    `open`: the turn is not over yet. `right`: that was it, and `answers` is what the other side did. `solved`: that was
    all. `wrong`: it was not; the board goes back to `position`, where the turn began.
    """

    verdict: Literal["open", "right", "solved", "wrong"]
    text: str
    moves: tuple[str, ...]
    """All moves that stand now."""
    effects: tuple[Effect, ...]
    """What the last move did."""
    answers: tuple[tuple[Effect, ...], ...]
    position: PositionDetailView


class RefutationView(msgspec.Struct, frozen=True):
    """Why a turn is wrong: in words, what each move of the reply to it does, and how it stands then."""

    text: str
    effects: tuple[tuple[Effect, ...], ...]
    position: PositionDetailView


class ClueView(msgspec.Struct, frozen=True):
    """Where the turn that is looked for begins, and what speaks for it."""

    text: str
    sites: tuple[int, ...]


class SolutionView(msgspec.Struct, frozen=True):
    """A solution from here to its end: turn by turn, with what each move does."""

    turns: tuple[str, ...]
    effects: tuple[tuple[Effect, ...], ...]
    moves: tuple[str, ...]
    position: PositionDetailView
