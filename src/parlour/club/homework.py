"""Homework of a class: puzzles to solve and positions to win against a bot, and which of them a pupil has done.

Tasks keep their numbers when the homework is edited, so that attempts stay with their task.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from parlour.engine.levels import BALANCED, Level
from parlour.errors import ClassroomError
from parlour.games import game as find_game
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.games.learning.puzzles import puzzles_of
from parlour.i18n.errors import localized_error
from parlour.match.match import Result

MAX_HOMEWORK = 50
"""Maximum number of homework assignments of one class."""
MAX_TASKS = 40
"""Maximum number of tasks of one assignment."""

TaskGoal = Literal["win", "draw"]
"""What counts as done: a win, or a win or a draw."""


class PuzzleTask(msgspec.Struct, frozen=True, tag_field="is", tag="puzzle", omit_defaults=True):
    """A puzzle to solve, by the key of its game and its id."""

    game: str
    puzzle: str
    number: int = 0
    """Identifies the task in its homework; 0 before it is assigned."""


class PositionTask(msgspec.Struct, frozen=True, tag_field="is", tag="position", omit_defaults=True):
    """A position to win, or not to lose, with one seat against bots in all others."""

    game: str
    options: dict[str, Value]
    start: str
    seat: int
    level: Level
    style: str = BALANCED
    goal: TaskGoal = "win"
    help: bool = True
    """Whether hints, take-backs and analysis are allowed."""
    number: int = 0

    def position(self) -> Position:
        """Return the position from which the task is played."""
        game = find_game(self.game)
        return game.read(self.start, game.check(self.options))


HomeworkTask = PuzzleTask | PositionTask


class Homework(msgspec.Struct, frozen=True):
    """What a teacher assigns to a class. `due` and `closed` are times; what is done after `closed` does not count."""

    title: str
    tasks: tuple[HomeworkTask, ...]
    comment: str = ""
    due: int | None = None
    closed: int | None = None
    last_task: int = 0
    """The highest number that a task ever had."""

    def task(self, number: int) -> HomeworkTask | None:
        """Return the task with a number."""
        return next((task for task in self.tasks if task.number == number), None)


class TaskAttempt(msgspec.Struct, frozen=True):
    """A match that was played for a task; `ended` is None while it is running."""

    match: str
    began: int
    ended: int | None
    result: Result
    assisted: bool


class TaskProgress(msgspec.Struct, frozen=True):
    """A pupil's progress with a task. `done` is when it was first done."""

    done: int | None = None
    attempts: int = 0
    clean: bool = False
    """Whether it was done at the first attempt and without help."""
    match: str | None = None
    """The match that is running, if any."""


def replace_tasks(homework: Homework, tasks: Iterable[HomeworkTask | int]) -> Homework:
    """Return the homework with other tasks: new ones, or existing ones by number; raise `ClassroomError`.

    A task that occurs twice is kept once. New tasks get numbers that no task had before.
    """
    found: list[HomeworkTask] = []
    last = homework.last_task
    for given in tasks:
        task = homework.task(given) if isinstance(given, int) else given
        if task is None:
            raise localized_error(ClassroomError, "club.homework.no-task")
        if any(_same(task, other) for other in found):
            continue
        if not isinstance(given, int):
            last += 1
            task = msgspec.structs.replace(check_task(task), number=last)
        found.append(task)
        if len(found) > MAX_TASKS:
            raise localized_error(ClassroomError, "club.homework.most-tasks", most=MAX_TASKS)
    if not found:
        raise localized_error(ClassroomError, "club.homework.no-tasks")
    return msgspec.structs.replace(homework, tasks=tuple(found), last_task=last)


def check_task(task: HomeworkTask) -> HomeworkTask:
    """Return a task in canonical form; raise `ClassroomError`, or the error of the game."""
    game = find_game(task.game)
    if isinstance(task, PuzzleTask):
        if task.puzzle not in puzzles_of(game):
            raise localized_error(ClassroomError, "club.homework.no-puzzle", game=game.title)
        return task
    position = task.position()
    if position.is_over():
        raise localized_error(ClassroomError, "club.homework.over")
    if not 0 <= task.seat < len(game.sides(position.options)):
        raise localized_error(ClassroomError, "club.homework.no-seat")
    return msgspec.structs.replace(task, options=dict(position.options), start=position.text())


def _same(task: HomeworkTask, other: HomeworkTask) -> bool:
    return msgspec.structs.replace(task, number=0) == msgspec.structs.replace(other, number=0)


# ---- Progress --------------------------------------------------------------------------------------------------------


def puzzle_progress(tries: int, solved: int | None, *, clean: bool, closed: int | None = None) -> TaskProgress:
    """Return the progress with a puzzle, which may have been solved before it was assigned.

    >>> puzzle_progress(2, 900, clean=False).done, puzzle_progress(2, 900, clean=False, closed=800).done
    (900, None)
    """
    done = solved if _in_time(solved, closed) else None
    return TaskProgress(done, tries, clean=clean and done is not None)


def position_progress(
    task: PositionTask, attempts: Sequence[TaskAttempt], *, closed: int | None = None
) -> TaskProgress:
    """Return the progress with a position, from all matches that were played for it."""
    right = ("won",) if task.goal == "win" else ("won", "drawn")
    in_order = sorted(attempts, key=lambda one: (one.began, one.match))
    counted = [
        one
        for one in in_order
        if one.result in right and _in_time(one.ended, closed) and (task.help or not one.assisted)
    ]
    first = min(counted, key=lambda one: one.ended or 0, default=None)
    return TaskProgress(
        done=None if first is None else first.ended,
        attempts=len(in_order),
        clean=first is not None and first == in_order[0] and not first.assisted,
        match=next((one.match for one in reversed(in_order) if one.ended is None), None),
    )


def _in_time(moment: int | None, closed: int | None) -> bool:
    return moment is not None and (closed is None or moment <= closed)
