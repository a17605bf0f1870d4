"""Convert homework into views."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from parlour.club.homework import HomeworkTask, PositionTask, PuzzleTask, TaskProgress
from parlour.engine.levels import Bot, bot_name
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.games import write_share
from parlour.server.homework.messages import (
    HomeworkSummaryView,
    HomeworkView,
    PupilProgressView,
    TaskProgressView,
    TaskView,
)
from parlour.server.learn.views import find_puzzle
from parlour.server.localizer import Localizer, server_text
from parlour.server.spreadsheet import write_csv
from parlour.store import Pupil, PupilWork, StoredHomework

NO_WORK = PupilWork({}, {})
"""The work of a pupil who has tried nothing."""


def task_view(task: HomeworkTask, language: str) -> TaskView:
    """Return a task. One whose game or puzzle is no longer installed has no picture."""
    try:
        return _puzzle_view(task, language) if isinstance(task, PuzzleTask) else _position_view(task, language)
    except ParlourError:
        name = task.puzzle if isinstance(task, PuzzleTask) else str(task.level)
        return TaskView(task.number, task.game, task.game, "", name)


def _puzzle_view(task: PuzzleTask, language: str) -> TaskView:
    game = find_game(task.game)
    puzzle = find_puzzle(game, task.puzzle)
    start = puzzle.start(game)
    name = Localizer(game, start.options, language).text(puzzle.message(game, "name"))
    return TaskView(task.number, game.key, game.title, write_share(start), name, puzzle=puzzle.id, grade=puzzle.grade)


def _position_view(task: PositionTask, language: str) -> TaskView:
    position = task.position()
    game = position.game
    return TaskView(
        task.number,
        game.key,
        game.title,
        write_share(position),
        bot_name(Bot(task.level, task.style), game, language),
        seat=task.seat,
        side=Localizer(game, position.options, language).names[task.seat],
        goal=task.goal,
        help=task.help,
    )


def homework_view(
    stored: StoredHomework,
    language: str,
    *,
    own: PupilWork | None = None,
    pupils: Iterable[tuple[Pupil, PupilWork]] = (),
) -> HomeworkView:
    """Return homework with the progress of a pupil or of all."""
    content = stored.homework
    return HomeworkView(
        id=stored.id,
        version=stored.version,
        title=content.title,
        comment=content.comment,
        created=stored.created,
        due=content.due,
        closed=content.closed,
        tasks=tuple(task_view(task, language) for task in content.tasks),
        own=() if own is None else progress_views(own.progress(stored)),
        pupils=tuple(
            PupilProgressView(pupil.number, pupil.name, progress_views(work.progress(stored))) for pupil, work in pupils
        ),
    )


def progress_views(progress: Iterable[TaskProgress]) -> tuple[TaskProgressView, ...]:
    """Return the progress of a pupil."""
    return tuple(TaskProgressView(one.done, one.attempts, one.clean, one.match is not None) for one in progress)


def homework_summary(stored: StoredHomework, work: PupilWork) -> HomeworkSummaryView:
    """Return homework as the home page lists it."""
    done = sum(one.done is not None for one in work.progress(stored))
    content = stored.homework
    return HomeworkSummaryView(
        stored.id, stored.code, stored.class_name, content.title, content.due, len(content.tasks), done
    )


def progress_csv(stored: StoredHomework, pupils: Sequence[tuple[Pupil, PupilWork]], language: str) -> str:
    """Return the progress of a class for spreadsheets: when each task was done (UTC), and after how many attempts."""
    numbers = range(1, len(stored.homework.tasks) + 1)
    headings = [server_text(f"csv.{column}", language) for column in ("number", "name", "done")]
    of_task = ("task-done", "task-attempts")
    of_tasks = [server_text(f"csv.{column}", language, n=n) for n in numbers for column in of_task]
    rows: list[list[str | float]] = [[*headings, *of_tasks]]
    for pupil, work in pupils:
        progress = work.progress(stored)
        cells = [cell for one in progress for cell in (_moment(one.done), one.attempts)]
        done = sum(one.done is not None for one in progress)
        rows.append([pupil.number, pupil.name, done, *cells])
    return write_csv(rows, language)


def _moment(done: int | None) -> str:
    return "" if done is None else datetime.fromtimestamp(done / 1000, UTC).strftime("%Y-%m-%d %H:%M")
