"""Routes that create, join, teach and delete classes."""

from __future__ import annotations

from collections import Counter
from functools import partial

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from parlour.club import classroom as boards
from parlour.club.classroom import MAX_SHOWN_MOVES, ClassBoard, ShownPosition
from parlour.errors import ClassroomError, NotFound
from parlour.games import game as find_game
from parlour.i18n.errors import localized_error
from parlour.match.studies.study import Study, StudyNode, checked
from parlour.server.classroom.access import find_classroom
from parlour.server.classroom.messages import (
    AnswerRequest,
    AnyTeacherRequest,
    AskRequest,
    ClassroomView,
    EndLessonRequest,
    JoinClassroomRequest,
    NewClassroomRequest,
    OwnAnswerMessage,
    RemovePupilRequest,
    RenameClassroomRequest,
    RevealRequest,
    ShowRequest,
    WithdrawQuestionRequest,
)
from parlour.server.classroom.notices import ClassroomNotice
from parlour.server.classroom.views import classroom_view, is_teacher
from parlour.server.http.auth import PageRequest
from parlour.server.http.error_responses import Forbidden
from parlour.server.services import InjectedServices, Services
from parlour.store import Classroom
from parlour.store.library.note_text import check_title


async def _show(services: Services, request: PageRequest, code: str) -> ClassroomView:
    found = await services.store.classrooms.get(code)
    person = request.user.id
    joined = person is not None and await services.store.classrooms.is_pupil(code, person)
    open_tasks = (await _open_tasks(services, person))[code] if joined and person is not None else 0
    return classroom_view(found, request.user, joined=joined, open_tasks=open_tasks)


async def _open_tasks(services: Services, person: str) -> Counter[str]:
    """Return the number of unfinished homework tasks of a pupil, by class."""
    assigned = await services.store.homework.of_pupil(person)
    work = await services.store.homework.work_of(person) if assigned else None
    found = Counter[str]()
    for stored in assigned:
        found[stored.code] += sum(one.done is None for one in work.progress(stored)) if work is not None else 0
    return found


async def _taught(services: Services, request: PageRequest, code: str) -> Classroom:
    found = await find_classroom(services, request, code)
    if not is_teacher(found, request.user):
        raise localized_error(Forbidden, "server.classroom.teacher")
    return found


@get("/classrooms")
async def list_classrooms(request: PageRequest, services: InjectedServices) -> list[ClassroomView]:
    """List the classes that the visitor teaches or has joined."""
    if (person := request.user.id) is None:
        return []
    taught = await services.store.classrooms.taught_by(person)
    joined = await services.store.classrooms.joined_by(person)
    open_tasks = await _open_tasks(services, person) if joined else Counter[str]()
    return [
        *(classroom_view(one, request.user, joined=False) for one in taught),
        *(classroom_view(one, request.user, joined=True, open_tasks=open_tasks[one.code]) for one in joined),
    ]


@post("/classrooms", limit="matches")
async def create_classroom(
    data: JSONBody[NewClassroomRequest], request: PageRequest, services: InjectedServices
) -> ClassroomView:
    """Create a class; the sender is its teacher."""
    me = await services.sessions.ensure_person(request)
    made = await services.store.classrooms.create(me.id, data.name, services.time.now())
    return classroom_view(made, request.user, joined=False)


@get("/classrooms/{code:str}")
async def show_classroom(code: FromPath[str], request: PageRequest, services: InjectedServices) -> ClassroomView:
    """Return the class with a code."""
    found = await find_classroom(services, request, code)
    return await _show(services, request, found.code)


@post("/classrooms/{code:str}/join", status_code=200, limit="saves")
async def join_classroom(
    code: FromPath[str], data: JSONBody[JoinClassroomRequest], request: PageRequest, services: InjectedServices
) -> ClassroomView:
    """Join a class as a pupil."""
    found = await find_classroom(services, request, code)
    me = await services.sessions.ensure_person(request, data.name)
    await services.store.classrooms.join(found.code, me.id, services.time.now())
    services.classrooms.publish(found.code, ClassroomNotice("answers"))
    await services.homework.on_class(found.code)
    return await _show(services, request, found.code)


@post("/classrooms/{code:str}/leave", status_code=200, limit="saves")
async def leave_classroom(code: FromPath[str], request: PageRequest, services: InjectedServices) -> ClassroomView:
    """Leave a class."""
    found = await find_classroom(services, request, code)
    await _remove(services, found.code, request.user.require_person().id)
    return await _show(services, request, found.code)


@post("/classrooms/{code:str}/answer", status_code=200, limit="saves")
async def answer_question(
    code: FromPath[str], data: JSONBody[AnswerRequest], request: PageRequest, services: InjectedServices
) -> OwnAnswerMessage:
    """Answer the question of the teacher; the answer can be changed until the solution is shown."""
    found = await find_classroom(services, request, code)
    me = request.user.require_person()
    if not await services.store.classrooms.is_pupil(found.code, me.id):
        raise localized_error(Forbidden, "server.classroom.join")
    now = services.time.now()
    turn = await services.store.classrooms.answer(found.code, me.id, data.question, data.moves, now)
    services.classrooms.publish(found.code, ClassroomNotice("answers", person=me.id))
    return OwnAnswerMessage(data.question, turn)


@post("/classrooms/{code:str}/commands", status_code=200, limit="lessons")
async def teach(
    code: FromPath[str], data: JSONBody[AnyTeacherRequest], request: PageRequest, services: InjectedServices
) -> ClassroomView:
    """Execute a command of the teacher."""
    found = await _taught(services, request, code)
    if isinstance(data, RemovePupilRequest):
        pupils = await services.store.classrooms.pupils(found.code)
        person = next((one.person for one in pupils if one.number == data.number), None)
        if person is None:
            raise localized_error(NotFound, "store.none.pupil")
        await _remove(services, found.code, person)
    elif isinstance(data, RenameClassroomRequest):
        await services.store.classrooms.rename(found.code, data.name, services.time.now())
        services.classrooms.publish(found.code, ClassroomNotice("all"))
    else:
        await services.classrooms.change(found.code, partial(_decide, shown=_shown(data), request=data))
    return await _show(services, request, found.code)


@delete("/classrooms/{code:str}")
async def delete_classroom(code: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """Delete a class. The teacher's studies stay."""
    found = await _taught(services, request, code)
    await services.store.classrooms.delete(found.code)
    services.classrooms.publish(found.code, ClassroomNotice("gone"))


async def _remove(services: Services, code: str, person: str) -> None:
    await services.store.classrooms.leave(code, person)
    services.classrooms.publish(code, ClassroomNotice("gone", person=person))
    services.classrooms.publish(code, ClassroomNotice("answers"))
    await services.homework.on_class(code, person)


def _shown(data: AnyTeacherRequest) -> ShownPosition | None:
    """Return the position that a teacher shows, checked like a study; raise `RecordError`."""
    if not isinstance(data, ShowRequest):
        return None
    if len(data.moves) > MAX_SHOWN_MOVES:
        raise localized_error(ClassroomError, "server.position.moves", most=f"{MAX_SHOWN_MOVES:,}")
    find_game(data.game)
    nodes = [StudyNode(), *(StudyNode(n, text) for n, text in enumerate(data.moves))]
    last = nodes[-1]
    nodes[-1] = StudyNode(last.parent, last.text, comment=data.comment, arrows=data.arrows, quiz=data.quiz)
    line = checked(Study(data.game, data.options, data.start, tuple(nodes)))
    return ShownPosition(
        game=line.game,
        options=line.options,
        start=line.start,
        moves=tuple(node.text for node in line.nodes[1:]),
        title=check_title(data.title),
        course=check_title(data.course),
        study=None if data.study is None else data.study[:40],
        comment=data.comment,
        arrows=data.arrows,
    )


def _decide(board: ClassBoard, *, shown: ShownPosition | None, request: AnyTeacherRequest) -> ClassBoard:
    match request:
        case ShowRequest() if shown is not None:
            return boards.show(board, shown, request.quiz)
        case AskRequest():
            return boards.ask(board, request.text)
        case RevealRequest():
            return boards.reveal(board, request.solutions)
        case WithdrawQuestionRequest():
            return boards.withdraw_question(board)
        case EndLessonRequest():
            return boards.end_lesson(board)
        case _:
            raise AssertionError(request)


HANDLERS = [
    list_classrooms,
    create_classroom,
    show_classroom,
    join_classroom,
    leave_classroom,
    answer_question,
    teach,
    delete_classroom,
]
