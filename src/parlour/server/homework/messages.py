"""Messages about homework."""

from __future__ import annotations

from parlour.club.homework import TaskGoal
from parlour.engine.levels import BALANCED, Level
from parlour.server.games.messages import PositionRequest
from parlour.server.messages import Request, View


class TaskRequest(Request, tag_field="is"):
    """A task of homework."""


class PuzzleTaskRequest(TaskRequest, tag="puzzle"):
    """A puzzle to solve."""

    game: str
    puzzle: str


class PositionTaskRequest(TaskRequest, tag="position"):
    """A position to win, or not to lose, with one seat against bots of a level in all others. `help` is whether hints,
    take-backs and analysis are allowed.
    """

    position: PositionRequest
    seat: int
    level: Level
    style: str = BALANCED
    goal: TaskGoal = "win"
    help: bool = True


class KeptTaskRequest(TaskRequest, tag="kept"):
    """A task that stays as it is, by its number."""

    number: int


AnyTaskRequest = PuzzleTaskRequest | PositionTaskRequest | KeptTaskRequest


class HomeworkContentRequest(Request, kw_only=True):
    """What a teacher writes. `due` is a time in milliseconds."""

    title: str
    comment: str = ""
    due: int | None = None
    tasks: tuple[AnyTaskRequest, ...]


class NewHomeworkRequest(HomeworkContentRequest, kw_only=True):
    """Homework to assign."""


class EditHomeworkRequest(HomeworkContentRequest, kw_only=True):
    """Homework as it is from now on; refused if another version is stored. Attempts do not count while it is closed."""

    version: int
    closed: bool = False


class TaskView(View):
    """A task: a puzzle has `puzzle` and `grade`, a position has `seat`, `side` and `goal`."""

    number: int
    game: str
    game_title: str
    share: str
    """The position as a share string, for a picture."""
    name: str
    """The theme of a puzzle, or the name of the bot."""
    puzzle: str | None = None
    grade: int | None = None
    seat: int | None = None
    side: str | None = None
    goal: TaskGoal | None = None
    help: bool = True


class TaskProgressView(View):
    """The progress of a pupil with a task. `clean`: done at the first attempt and without help."""

    done: int | None
    attempts: int
    clean: bool
    running: bool
    """Whether a match for it is in progress."""


class PupilProgressView(View):
    """The progress of a pupil with each task, in the order of the tasks."""

    number: int
    name: str
    tasks: tuple[TaskProgressView, ...]


class HomeworkSummaryView(View):
    """Open homework of the visitor in one of their classes."""

    id: str
    classroom: str
    """The code of the class."""
    class_name: str
    title: str
    due: int | None
    tasks: int
    done: int


class HomeworkView(View):
    """Homework of a class. A pupil gets their own progress, the teacher that of all pupils."""

    id: str
    version: int
    title: str
    comment: str
    created: int
    due: int | None
    closed: int | None
    tasks: tuple[TaskView, ...]
    own: tuple[TaskProgressView, ...]
    pupils: tuple[PupilProgressView, ...]
