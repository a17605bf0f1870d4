"""Messages about classes."""

from __future__ import annotations

from typing import Literal

from parlour.games.contract.options import Value
from parlour.server.games.messages import EffectsView, PositionView
from parlour.server.messages import OutcomeView, Request, View
from parlour.server.studies.messages import StudyNodeView


class NewClassroomRequest(Request):
    """A class to create."""

    name: str


class JoinClassroomRequest(Request):
    """Enter a class; a guest may give a name."""

    name: str = ""


class AnswerRequest(Request):
    """A pupil's answer to a question: the moves of one turn."""

    question: int
    moves: tuple[str, ...]


class TeacherRequest(Request, tag_field="do"):
    """A command of the teacher."""


class ShowRequest(TeacherRequest, kw_only=True, tag="show"):
    """Show a position to the class, with its chapter and course, a comment and arrows between sites, by their labels.
    With a `quiz`, the class is asked when it gets there; an empty text is the usual question.
    """

    game: str
    options: dict[str, Value] = {}
    start: str
    moves: tuple[str, ...] = ()
    title: str = ""
    course: str = ""
    study: str | None = None
    comment: str = ""
    arrows: tuple[tuple[str, str], ...] = ()
    quiz: str | None = None


class AskRequest(TeacherRequest, tag="ask"):
    """Ask the class for the best turn in the shown position; an empty text is the usual question."""

    text: str = ""


class RevealRequest(TeacherRequest, tag="reveal"):
    """Show the class which turns are right."""

    solutions: tuple[str, ...] = ()


class WithdrawQuestionRequest(TeacherRequest, tag="withdraw-question"):
    """End the question."""


class EndLessonRequest(TeacherRequest, tag="end-lesson"):
    """End the lesson: show nothing. The class and its pupils stay."""


class RemovePupilRequest(TeacherRequest, tag="remove-pupil"):
    """Remove a pupil from the class, by number."""

    number: int


class RenameClassroomRequest(TeacherRequest, tag="rename"):
    """Rename the class."""

    name: str


AnyTeacherRequest = (
    ShowRequest
    | AskRequest
    | RevealRequest
    | WithdrawQuestionRequest
    | EndLessonRequest
    | RemovePupilRequest
    | RenameClassroomRequest
)


class ClassroomView(View):
    """A class as shown in lists and on its page."""

    code: str
    name: str
    teacher_name: str
    pupils: int
    live: bool
    """Whether the teacher shows something now."""
    teaching: bool
    """Whether the visitor is the teacher."""
    joined: bool
    """Whether the visitor is a pupil."""
    study: str | None = None
    """The chapter that is shown, for the teacher."""
    open_tasks: int = 0
    """Tasks of homework that the visitor has not done."""


# ---- To the pages of a class -----------------------------------------------------------------------------------------


class ClassroomMessage(View, tag_field="type"):
    """Any message to a page of a class."""


class ShownPositionView(View):
    """The position that the class sees. `nodes` describes the start and each move; `effects` are those of the moves of
    the last turn.
    """

    game: str
    options: dict[str, Value]
    start: str
    moves: tuple[str, ...]
    nodes: tuple[StudyNodeView, ...]
    title: str
    course: str
    comment: str
    arrows: tuple[tuple[str, str], ...]
    position: PositionView
    share: str
    diagram: str
    outcome: OutcomeView | None
    turns: tuple[str, ...]
    effects: tuple[EffectsView, ...]


class QuestionView(View):
    """The question about the shown position; `solutions` are the right turns once they are shown. An empty `text` is
    the usual question.
    """

    number: int
    solutions: tuple[str, ...] | None
    text: str = ""


class ClassBoardMessage(ClassroomMessage, tag="board"):
    """What the class sees now; nothing is shown before and after a lesson."""

    version: int
    name: str
    shown: ShownPositionView | None
    question: QuestionView | None


class OwnAnswerMessage(ClassroomMessage, tag="answer"):
    """The pupil's own answer to a question."""

    question: int
    turn: str


class AnswerCountView(View):
    """A turn and the number of pupils who answered with it."""

    turn: str
    count: int


class PupilView(View):
    """A pupil with the answer to the current question."""

    number: int
    name: str
    turn: str | None
    present: bool
    """Whether they have a page open."""


class TallyMessage(ClassroomMessage, tag="tally"):
    """The answers to the current question, the most frequent first. Names are for the teacher only."""

    question: int | None
    pupils: int
    answers: tuple[AnswerCountView, ...]
    people: tuple[PupilView, ...]


ClassroomSocketMessage = ClassBoardMessage | OwnAnswerMessage | TallyMessage
ClassroomPage = Literal["class", "projector"]
"""What a page shows: the visitor's own view, or (for the teacher only) the board and the tally without names."""
