"""The board of a class: the position that the teacher shows, and the question about it.

A board is immutable. Each function returns the board after a command of the teacher, or raises `ClassroomError`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from parlour.errors import ClassroomError
from parlour.games import game as find_game
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.studies.study import MAX_QUESTION_CHARACTERS

MAX_SHOWN_MOVES = 1_000
MAX_SOLUTIONS = 20


class ShownPosition(msgspec.Struct, frozen=True):
    """The position that the class sees: a start position, the moves from there, and the teacher's comment."""

    game: str
    options: dict[str, Value]
    start: str
    moves: tuple[str, ...] = ()
    title: str = ""
    """Name of the chapter."""
    course: str = ""
    """Name of its course, if it has one."""
    study: str | None = None
    """Id of the study that is the chapter, if it is stored."""
    comment: str = ""
    arrows: tuple[tuple[str, str], ...] = ()

    def position(self) -> Position:
        """Return the position after the moves."""
        game = find_game(self.game)
        position = game.read(self.start, game.check(self.options))
        for text in self.moves:
            position.play(position.read_move(text))
        return position

    def same_position(self, other: ShownPosition) -> bool:
        """Return whether both show the same moves of the same chapter."""
        return (self.study, self.game, self.options, self.start, self.moves) == (
            other.study,
            other.game,
            other.options,
            other.start,
            other.moves,
        )


class ClassQuestion(msgspec.Struct, frozen=True):
    """The teacher asks for the best turn in the shown position. `solutions` are the right turns once they are shown.
    An empty `text` is the usual question.
    """

    number: int
    solutions: tuple[str, ...] | None = None
    text: str = ""


class ClassBoard(msgspec.Struct, frozen=True):
    """What a class sees. Without a shown position, no lesson is in progress."""

    shown: ShownPosition | None = None
    question: ClassQuestion | None = None
    asked: int = 0
    """Number of questions so far."""


def show(board: ClassBoard, shown: ShownPosition, quiz: str | None = None) -> ClassBoard:
    """Show a position, and ask the question of its quiz moment, if it has one.

    The question is kept if only the comment or the arrows have changed.
    """
    if board.shown is not None and board.shown.same_position(shown):
        return msgspec.structs.replace(board, shown=shown)
    new = msgspec.structs.replace(board, shown=shown, question=None)
    return new if quiz is None or shown.position().is_over() else ask(new, quiz)


def ask(board: ClassBoard, text: str = "") -> ClassBoard:
    """Ask for the best turn in the shown position, with a question in words or the usual one."""
    if len(text) > MAX_QUESTION_CHARACTERS:
        raise localized_error(ClassroomError, "club.class.question", most=MAX_QUESTION_CHARACTERS)
    if board.shown is None or board.shown.position().is_over():
        raise localized_error(ClassroomError, "club.class.nothing-to-ask")
    number = board.asked + 1
    return msgspec.structs.replace(board, question=ClassQuestion(number, text=text), asked=number)


def reveal(board: ClassBoard, solutions: Iterable[str]) -> ClassBoard:
    """Show which turns were right; a turn may be written in any way that the game accepts."""
    if board.question is None or board.shown is None:
        raise localized_error(ClassroomError, "club.class.no-question")
    position = board.shown.position()
    right = dict.fromkeys(position.write_turn(position.read_turn(text)) for text in solutions)
    if len(right) > MAX_SOLUTIONS:
        raise localized_error(ClassroomError, "club.class.solutions", most=MAX_SOLUTIONS)
    return msgspec.structs.replace(board, question=msgspec.structs.replace(board.question, solutions=tuple(right)))


def withdraw_question(board: ClassBoard) -> ClassBoard:
    """End the question."""
    return msgspec.structs.replace(board, question=None)


def end_lesson(board: ClassBoard) -> ClassBoard:
    """End the lesson: show nothing."""
    return msgspec.structs.replace(board, shown=None, question=None)


def answer_text(board: ClassBoard, number: int, moves: Iterable[str]) -> str:
    """Return the turn that a pupil answers with, in notation; it has to be one complete turn."""
    if board.question is None or board.shown is None or board.question.number != number:
        raise localized_error(ClassroomError, "club.class.question-over")
    if board.question.solutions is not None:
        raise localized_error(ClassroomError, "club.class.revealed")
    start = board.shown.position()
    walker, played, complete = start.copy(), [], False
    for text in moves:
        if complete:
            raise localized_error(ClassroomError, "club.class.one-turn")
        move = walker.read_move(text)
        complete = walker.turn_over(move)
        walker.play(move)
        played.append(move)
    if not complete:
        raise localized_error(ClassroomError, "club.class.one-turn")
    return start.write_turn(played)
