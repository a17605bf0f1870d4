"""Convert classes into views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from parlour.club.classroom import ClassBoard, ClassQuestion, ShownPosition
from parlour.games.contract.position import Position
from parlour.match.studies.study import Study, StudyNode
from parlour.server.classroom.messages import (
    AnswerCountView,
    ClassBoardMessage,
    ClassroomView,
    PupilView,
    QuestionView,
    ShownPositionView,
    TallyMessage,
)
from parlour.server.games.messages import EffectsView
from parlour.server.games.views import effects_view, position_detail
from parlour.server.http.auth import Visitor
from parlour.server.localizer import Localizer
from parlour.server.studies.views import study_localizer, study_view
from parlour.store import Classroom, Pupil
from parlour.store.database.time_slices import run_steps


def is_teacher(classroom: Classroom, visitor: Visitor) -> bool:
    """Return whether a visitor teaches a class."""
    return visitor.id is not None and visitor.id == classroom.teacher


def classroom_view(classroom: Classroom, visitor: Visitor, *, joined: bool, open_tasks: int = 0) -> ClassroomView:
    """Return a class as lists show it."""
    teaching, shown = is_teacher(classroom, visitor), classroom.board.shown
    return ClassroomView(
        code=classroom.code,
        name=classroom.name,
        teacher_name=classroom.teacher_name,
        pupils=classroom.pupils,
        live=shown is not None,
        teaching=teaching,
        joined=joined,
        study=shown.study if teaching and shown is not None else None,
        open_tasks=open_tasks,
    )


def board_message(classroom: Classroom, language: str) -> ClassBoardMessage:
    """Return what the class sees."""
    board = classroom.board
    shown = None if board.shown is None else shown_view(board.shown, language)
    return ClassBoardMessage(classroom.version, classroom.name, shown, _question_view(board.question))


def _question_view(question: ClassQuestion | None) -> QuestionView | None:
    return None if question is None else QuestionView(question.number, question.solutions, question.text)


def shown_view(shown: ShownPosition, language: str) -> ShownPositionView:
    """Return the shown position with everything that boards need to draw it and the turn before it."""
    moves = tuple(StudyNode(n, text) for n, text in enumerate(shown.moves))
    line = Study(shown.game, shown.options, shown.start, (StudyNode(), *moves))
    localizer = study_localizer(line, language)
    position = shown.position()
    detail = position_detail(position, localizer)
    return ShownPositionView(
        game=shown.game,
        options=shown.options,
        start=shown.start,
        moves=shown.moves,
        nodes=run_steps(study_view(line, localizer)).nodes,
        title=shown.title,
        course=shown.course,
        comment=shown.comment,
        arrows=shown.arrows,
        position=detail.position,
        share=detail.share,
        diagram=detail.diagram,
        outcome=detail.outcome,
        turns=detail.turns,
        effects=_last_turn_effects(position, localizer),
    )


def _last_turn_effects(position: Position, localizer: Localizer) -> tuple[EffectsView, ...]:
    walker = position.copy()
    found: list[EffectsView] = []
    for _ in position.played:
        move = walker.undo()
        if found and walker.turn_over(move):
            break
        found.append(effects_view(walker, move, localizer))
    return tuple(reversed(found))


def tally_message(
    board: ClassBoard, pupils: Iterable[Pupil], *, names: bool, is_present: Callable[[str], bool]
) -> TallyMessage:
    """Return the answers to the current question, with the pupils and their answers if `names`."""
    asked = board.question is not None
    people = [PupilView(one.number, one.name, one.turn if asked else None, is_present(one.person)) for one in pupils]
    counts = Counter(one.turn for one in people if one.turn is not None)
    return TallyMessage(
        question=None if board.question is None else board.question.number,
        pupils=len(people),
        answers=tuple(AnswerCountView(turn, count) for turn, count in counts.most_common()),
        people=tuple(people) if names else (),
    )
