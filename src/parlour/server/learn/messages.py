"""Messages about lessons, puzzles and progress."""

from __future__ import annotations

from typing import Literal

from parlour.games.contract.display import Effect
from parlour.server.games.messages import PositionDetailView
from parlour.server.messages import Request, SentenceView, View

PuzzleState = Literal["new", "missed", "solved", "clean"]
"""Not tried; tried but unsolved; solved later; solved at the first try without help."""


class CourseView(View):
    """The lesson and puzzles of a game, and how many are done."""

    game: str
    title: str
    description: str
    share: str
    steps: int
    steps_done: int
    puzzles: int
    puzzles_solved: int


class LearnView(View):
    """Courses of all games, with the current and longest streak of puzzles solved at the first try without help."""

    courses: tuple[CourseView, ...]
    streak: int
    best_streak: int


# ---- Lessons ---------------------------------------------------------------------------------------------------------


class LessonStepHeaderView(View):
    """A step of a lesson."""

    key: str
    title: str


class LessonStepSummaryView(LessonStepHeaderView):
    """A step of a lesson as a list shows it."""

    done: bool


class LessonView(View):
    """The lesson of a game; without steps if it has none."""

    game: str
    title: str
    steps: tuple[LessonStepSummaryView, ...]
    puzzles: int


class ExampleView(View):
    """An example: a legal move and what it does, or picks that are not a move and why."""

    legal: bool
    shown: str
    """The move in notation, or the labels of the picks."""
    says: SentenceView
    effects: tuple[Effect, ...]
    sites: tuple[int, ...]


class LessonStepView(LessonStepHeaderView):
    """A step of a lesson. A step without a task is only read."""

    text: str
    task: str
    examples: tuple[ExampleView, ...]
    position: PositionDetailView


# ---- Puzzles ---------------------------------------------------------------------------------------------------------


class PuzzleThemeView(View):
    """A theme of puzzles."""

    key: str
    name: str
    count: int


class PuzzleSummaryView(View):
    """A puzzle as a list shows it."""

    id: str
    share: str
    theme: str
    grade: int
    turns: int
    state: PuzzleState


class PuzzlesView(View):
    """The puzzles of a game: unsolved ones first, easy ones first; equally hard ones change their order daily."""

    game: str
    title: str
    themes: tuple[PuzzleThemeView, ...]
    puzzles: tuple[PuzzleSummaryView, ...]
    streak: int
    best_streak: int


class PuzzleView(View):
    """A puzzle. `rules` lists options that differ from the default; `several`: some step has several solutions."""

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


class AttemptRequest(Request):
    """All moves since the start in notation, including replies; the last one may be new."""

    moves: tuple[str, ...] = ()


class AttemptView(View):
    """The judgement of the last move.

    `open`: the turn is not complete. `right`: correct, and `answers` has the effects of the reply. `solved`: the last
    turn was correct. `wrong`: the board returns to `position`, where the turn began.
    """

    verdict: Literal["open", "right", "solved", "wrong"]
    text: str
    moves: tuple[str, ...]
    """All moves that remain after the judgement."""
    effects: tuple[Effect, ...]
    """Effects of the last move."""
    answers: tuple[tuple[Effect, ...], ...]
    position: PositionDetailView


class RefutationView(View):
    """Why a turn is wrong: a text, the effects of the reply, and the position after it."""

    text: str
    effects: tuple[tuple[Effect, ...], ...]
    position: PositionDetailView


class ClueView(View):
    """Where the correct turn begins, with reasons for it."""

    text: str
    sites: tuple[int, ...]


class SolutionView(View):
    """A solution to its end: turns, and the effects of every move."""

    turns: tuple[str, ...]
    effects: tuple[tuple[Effect, ...], ...]
    moves: tuple[str, ...]
    position: PositionDetailView
