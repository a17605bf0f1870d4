"""Routes that assign, edit, show and export homework, and that begin the match of a task."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from parlour.club.homework import Homework, HomeworkTask, PositionTask, PuzzleTask, check_task, replace_tasks
from parlour.engine.levels import Bot
from parlour.errors import ClassroomError, Conflict, NotFound
from parlour.i18n.errors import localized_error
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Assignment, Seat, Setup
from parlour.server.classroom.access import find_classroom
from parlour.server.games.views import read_position
from parlour.server.homework.messages import (
    AnyTaskRequest,
    EditHomeworkRequest,
    HomeworkContentRequest,
    HomeworkSummaryView,
    HomeworkView,
    KeptTaskRequest,
    NewHomeworkRequest,
    PuzzleTaskRequest,
)
from parlour.server.homework.views import NO_WORK, homework_summary, homework_view, progress_csv
from parlour.server.http.auth import PageRequest
from parlour.server.http.error_responses import Forbidden
from parlour.server.localizer import ReaderLanguage
from parlour.server.matches.match_requests import UNKNOWN_PERSON, check_bots, player_for
from parlour.server.matches.messages import MatchSummaryView
from parlour.server.matches.views import summary
from parlour.server.services import InjectedServices, Services
from parlour.store import MatchInfo, Person, Pupil, PupilWork, StoredHomework
from parlour.store.database.time_slices import Steps
from parlour.store.library.note_text import check_comment, check_title

MAX_TIMESTAMP_MS = 253_402_300_799_999
"""The last millisecond of the year 9999."""


@get("/homework")
async def list_own_homework(request: PageRequest, services: InjectedServices) -> list[HomeworkSummaryView]:
    """List the open homework of the visitor in all classes that they have joined."""
    if (person := request.user.id) is None:
        return []
    if not (assigned := await services.store.homework.of_pupil(person)):
        return []
    work = await services.store.homework.work_of(person)
    return [homework_summary(stored, work) for stored in assigned]


@get("/classrooms/{code:str}/homework")
async def list_homework(
    code: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> list[HomeworkView]:
    """List the homework of a class, with the progress of the visitor, or for the teacher of all pupils."""
    found = await find_classroom(services, request, code)
    me = request.user.require_person().id
    assigned = await services.store.homework.of_class(found.code)
    if found.teacher == me:
        pupils = await _pupils(services, found.code)
        return [homework_view(stored, reader_language, pupils=pupils) for stored in assigned]
    await _require_pupil(services, found.code, me)
    work = await services.store.homework.work_of(me)
    return [homework_view(stored, reader_language, own=work) for stored in assigned]


@post("/classrooms/{code:str}/homework", limit="saves")
async def assign_homework(
    code: FromPath[str],
    data: JSONBody[NewHomeworkRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> HomeworkView:
    """Assign homework to a class."""
    found = await find_classroom(services, request, code)
    _require_teacher(request, found.teacher)
    tasks = await _tasks(data.tasks, request, services)
    content = _content(Homework("", ()), data, tasks)
    stored = await services.store.homework.create(found.code, content, services.time.now())
    await services.homework.on_class(found.code)
    return homework_view(stored, reader_language, pupils=await _pupils(services, found.code))


@patch("/homework/{homework:str}", limit="saves")
async def edit_homework(
    homework: FromPath[str],
    data: JSONBody[EditHomeworkRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> HomeworkView:
    """Change homework, close it, or open it again."""
    before = await _taught(services, request, homework)
    tasks, now = await _tasks(data.tasks, request, services), services.time.now()

    def decide(content: Homework) -> Homework:
        closed = (content.closed or now) if data.closed else None
        return msgspec.structs.replace(_content(content, data, tasks), closed=closed)

    stored = await services.store.homework.change(homework, data.version, decide, now)
    await services.homework.on_class(before.code)
    return homework_view(stored, reader_language, pupils=await _pupils(services, before.code))


@delete("/homework/{homework:str}")
async def delete_homework(homework: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """Delete homework. Games that were played for it stay in the libraries of the pupils."""
    stored = await _taught(services, request, homework)
    await services.store.homework.delete(homework)
    await services.homework.on_class(stored.code)


@get("/homework/{homework:str}/progress.csv")
async def export_progress(
    homework: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[str]:
    """Return the progress of all pupils as a table for spreadsheets."""
    stored = await _taught(services, request, homework)
    headers = {"content-disposition": 'attachment; filename="parlour-homework.csv"'}
    text = progress_csv(stored, await _pupils(services, stored.code), reader_language)
    return Response(text, media_type="text/csv", headers=headers)


@post("/homework/{homework:str}/tasks/{task:int}/play", status_code=200, limit="matches")
async def play_task(
    homework: FromPath[str],
    task: FromPath[int],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> MatchSummaryView:
    """Begin a match from the position of a task, or return the one that is running."""
    me = request.user.require_person()
    stored = await services.store.homework.get(homework)
    await _require_pupil(services, stored.code, me.id)
    wanted = stored.homework.task(task)
    if not isinstance(wanted, PositionTask):
        raise localized_error(NotFound, "club.homework.no-task")
    if stored.homework.closed is not None:
        raise localized_error(ClassroomError, "club.homework.closed")
    info = await services.store.homework.running(homework, task, me.id)
    return summary(info or await _begin(services, stored, wanted, me), request.user, reader_language)


async def _begin(services: Services, stored: StoredHomework, task: PositionTask, me: Person) -> MatchInfo:
    """Begin a match, unless another request has just begun one."""
    now, book = services.time.now(), services.store.homework
    made = _match(task, me, now, Assignment(stored.code, stored.id, task.number))
    try:
        return await services.matches.add(made, book.begin(stored.id, task.number, me.id, made, now))
    except Conflict:
        running = await book.running(stored.id, task.number, me.id)
        if running is None:
            raise
        return running


# ---- Content ---------------------------------------------------------------------------------------------------------


def _content(before: Homework, data: HomeworkContentRequest, tasks: Sequence[HomeworkTask | int]) -> Homework:
    """Return homework as requested; raise `ParlourError`."""
    title = check_title(data.title)
    if not title:
        raise localized_error(ClassroomError, "club.homework.title")
    due = data.due if data.due is None else min(max(data.due, 0), MAX_TIMESTAMP_MS)
    content = msgspec.structs.replace(before, title=title, comment=check_comment(data.comment), due=due)
    return replace_tasks(content, tasks)


async def _tasks(
    given: Sequence[AnyTaskRequest], request: PageRequest, services: Services
) -> Sequence[HomeworkTask | int]:
    """Return the requested tasks, and the numbers of those that are kept; raise `ParlourError`."""

    def steps() -> Steps[list[HomeworkTask | int]]:
        found = []
        for one in given:
            found.append(_task(one))
            yield
        return found

    return await services.computations.compute(request, steps())


def _task(request: AnyTaskRequest) -> HomeworkTask | int:
    if isinstance(request, KeptTaskRequest):
        return request.number
    if isinstance(request, PuzzleTaskRequest):
        return PuzzleTask(request.game, request.puzzle)
    position = read_position(request.position)
    task = PositionTask(
        game=position.game.key,
        options=dict(position.options),
        start=position.text(),
        seat=request.seat,
        level=request.level,
        style=request.style,
        goal=request.goal,
        help=request.help,
    )
    check_task(task)
    _match(task, UNKNOWN_PERSON, 0)
    return task


def _match(
    task: PositionTask, me: Person, now: int, assigned: Assignment | None = None
) -> tuple[Match, list[AnyEvent]]:
    """Return the match of a task; raise `ParlourError` if it is not possible."""
    start = task.position()
    own = Seat(player_for(me), undo=task.help, hints=task.help, analysis=task.help)
    bot = Seat(Bot(task.level, task.style))
    seats = tuple(own if seat == task.seat else bot for seat in range(len(start.game.sides(start.options))))
    setup = Setup(task.game, seats, options=task.options, start=task.start, assignment=assigned)
    check_bots(setup)
    return Match.new(setup, now)


# ---- People ----------------------------------------------------------------------------------------------------------


async def _taught(services: Services, request: PageRequest, id: str) -> StoredHomework:
    stored = await services.store.homework.get(id)
    _require_teacher(request, stored.teacher)
    return stored


def _require_teacher(request: PageRequest, teacher: str) -> None:
    if request.user.id is None or request.user.id != teacher:
        raise localized_error(Forbidden, "server.classroom.teacher")


async def _require_pupil(services: Services, code: str, person: str) -> None:
    if not await services.store.classrooms.is_pupil(code, person):
        raise localized_error(Forbidden, "server.classroom.join")


async def _pupils(services: Services, code: str) -> list[tuple[Pupil, PupilWork]]:
    work = await services.store.homework.work_of_class(code)
    return [(one, work.get(one.person, NO_WORK)) for one in await services.store.classrooms.pupils(code)]


HANDLERS = [
    list_own_homework,
    list_homework,
    assign_homework,
    edit_homework,
    delete_homework,
    export_progress,
    play_task,
]
