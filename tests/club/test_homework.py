"""Homework: which tasks are accepted, and what counts as done."""

import pytest

from parlour.club.homework import (
    MAX_TASKS,
    Homework,
    PositionTask,
    PuzzleTask,
    TaskAttempt,
    position_progress,
    puzzle_progress,
    replace_tasks,
)
from parlour.errors import ClassroomError, NotFound, TextError, UnknownGame
from parlour.games import game as find_game
from parlour.games.learning.puzzles import puzzles_of
from parlour.match.match import Result

PUZZLES = tuple(PuzzleTask("surakarta", id) for id in puzzles_of(find_game("surakarta")))
START = find_game("surakarta").start()
POSITION = PositionTask("surakarta", dict(START.options), START.text(), seat=0, level=2)


def attempt(
    began: int, ended: int | None = None, result: Result = "unfinished", *, assisted: bool = False
) -> TaskAttempt:
    return TaskAttempt(f"match {began}", began, ended, result, assisted)


def test_tasks_keep_their_numbers_when_homework_is_edited() -> None:
    first = replace_tasks(Homework("Corners", ()), [PUZZLES[0], POSITION, PUZZLES[1]])
    assert [task.number for task in first.tasks] == [1, 2, 3]
    edited = replace_tasks(first, [3, PUZZLES[2], 1])
    assert [task.number for task in edited.tasks] == [3, 4, 1]
    again = replace_tasks(replace_tasks(edited, [1]), [1, PUZZLES[2]])
    assert [task.number for task in again.tasks] == [1, 5]


def test_a_task_is_assigned_once() -> None:
    twice = replace_tasks(Homework("Corners", ()), [PUZZLES[0], PUZZLES[0], POSITION, POSITION])
    assert len(twice.tasks) == 2
    assert len(replace_tasks(twice, [1, PUZZLES[0], 2, POSITION]).tasks) == 2


def test_impossible_tasks_are_refused() -> None:
    empty = Homework("Corners", ())
    over = "222222/222222/....../....../....../...... 1 0"
    wrong: list[tuple[PuzzleTask | PositionTask, type[Exception]]] = [
        (PuzzleTask("surakarta", "nosuch"), ClassroomError),
        (PuzzleTask("chess", "a"), UnknownGame),
        (PositionTask("surakarta", {}, START.text(), 2, 3), ClassroomError),
        (PositionTask("surakarta", {}, over, 0, 3), ClassroomError),
        (PositionTask("surakarta", {}, "nonsense", 0, 3), TextError),
    ]
    for task, error in wrong:
        with pytest.raises((error, NotFound)):
            replace_tasks(empty, [task])
    with pytest.raises(ClassroomError, match="no such task"):
        replace_tasks(empty, [1])
    with pytest.raises(ClassroomError, match="at least one"):
        replace_tasks(empty, [])


def test_the_number_of_tasks_is_limited() -> None:
    with pytest.raises(ClassroomError, match=f"at most {MAX_TASKS}"):
        replace_tasks(
            Homework("Corners", ()),
            [PositionTask("surakarta", {}, START.text(), 0, level=1 + n / 100) for n in range(MAX_TASKS + 1)],
        )


def test_the_first_win_counts_and_all_matches_are_attempts() -> None:
    attempts = [attempt(30, 40, "won"), attempt(10, 20, "lost"), attempt(50, 60, "won"), attempt(70)]
    found = position_progress(POSITION, attempts)
    assert (found.done, found.attempts, found.clean, found.match) == (40, 4, False, "match 70")
    assert position_progress(POSITION, [attempt(1, 2, "drawn"), attempt(3, 4, "none")]).done is None
    assert position_progress(POSITION, []).attempts == 0


def test_a_draw_counts_where_a_draw_is_asked_for() -> None:
    task = PositionTask("surakarta", {}, START.text(), 0, 2, goal="draw")
    assert position_progress(task, [attempt(1, 2, "lost"), attempt(3, 4, "drawn")]).done == 4


def test_help_counts_only_where_it_is_allowed() -> None:
    helped = [attempt(1, 2, "won", assisted=True)]
    assert position_progress(POSITION, helped).done == 2
    assert not position_progress(POSITION, helped).clean
    assert position_progress(POSITION, [attempt(1, 2, "won")]).clean
    alone = PositionTask("surakarta", {}, START.text(), 0, 2, help=False)
    assert position_progress(alone, helped).done is None


def test_nothing_counts_after_homework_was_closed() -> None:
    won = [attempt(1, 90, "won")]
    assert position_progress(POSITION, won, closed=80).done is None
    assert position_progress(POSITION, won, closed=90).done == 90
    late = puzzle_progress(1, 90, clean=True, closed=80)
    assert (late.done, late.attempts, late.clean) == (None, 1, False)
    assert puzzle_progress(1, 90, clean=True).clean
