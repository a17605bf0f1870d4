"""The board of a class: what is shown, the question about it, and which answers are accepted."""

from random import Random

import msgspec
import pytest

from parlour.club.classroom import (
    ClassBoard,
    ShownPosition,
    answer_text,
    ask,
    end_lesson,
    reveal,
    show,
    withdraw_question,
)
from parlour.errors import ClassroomError, IllegalMove
from parlour.games import game as find_game
from parlour.games.contract.position import Position


def shown(key: str, *moves: str, comment: str = "") -> ShownPosition:
    start = find_game(key).start()
    return ShownPosition(key, dict(start.options), start.text(), moves, comment=comment)


def test_a_question_stays_while_only_the_comment_changes() -> None:
    board = ask(show(ClassBoard(), shown("surakarta")))
    assert show(board, shown("surakarta", comment="Look at the corner")).question == board.question
    assert show(board, shown("surakarta", "4,0-3,0")).question is None
    assert withdraw_question(board).question is None
    assert end_lesson(board) == ClassBoard(asked=1)


def test_a_quiz_moment_asks_once_when_the_class_gets_there() -> None:
    board = show(ClassBoard(), shown("surakarta"), "Which side?")
    assert board.question is not None
    assert (board.question.number, board.question.text) == (1, "Which side?")
    assert show(board, shown("surakarta", comment="Look"), "Which side?").question == board.question
    assert show(withdraw_question(board), shown("surakarta", comment="Look"), "Which side?").question is None
    assert show(board, shown("surakarta", "4,0-3,0")).question is None
    again = show(show(board, shown("surakarta", "4,0-3,0"), ""), shown("surakarta"), "Which side?")
    assert again.asked == 3
    chapters = [msgspec.structs.replace(shown("surakarta"), study=study) for study in ("first", "second")]
    second = show(show(ClassBoard(), chapters[0], "Which side?"), chapters[1], "And here?")
    assert second.question is not None
    assert second.question.text == "And here?", "the same position of another chapter"
    over = ShownPosition("surakarta", {}, "......" + "/......" * 4 + "/111111 2 0")
    assert show(board, over, "").question is None
    with pytest.raises(ClassroomError, match="at most 200"):
        ask(board, "x" * 201)


def test_an_answer_is_one_complete_legal_turn_before_the_solution_is_shown() -> None:
    board = ask(show(ClassBoard(), shown("surakarta")))
    assert answer_text(board, 1, ["4,0-3,0"]) == "4,0-3,0"
    for moves in ([], ["4,0-3,0", "1,1-2,1"]):
        with pytest.raises(ClassroomError, match="one complete move"):
            answer_text(board, 1, moves)
    with pytest.raises(IllegalMove):
        answer_text(board, 1, ["0,0-5,5"])
    with pytest.raises(ClassroomError, match="question is over"):
        answer_text(board, 2, ["4,0-3,0"])
    with pytest.raises(ClassroomError, match="has been shown"):
        answer_text(reveal(board, ["4,0-3,0"]), 1, ["4,0-3,0"])


def written(position: Position, moves: list[int]) -> list[str]:
    walker, texts = position.copy(), []
    for move in moves:
        texts.append(walker.write_move(move))
        walker.play(move)
    return texts


def before_a_double_move(seed: int) -> tuple[list[str], Position, int]:
    """Return a random game of Pylos up to a position with a move that does not end its turn."""
    position, random = find_game("pylos").start(), Random(seed)
    texts: list[str] = []
    while True:
        double = next((move for move in position.moves() if not position.turn_over(move)), None)
        if double is not None:
            return texts, position, double
        move = random.choice(position.moves())
        texts.append(position.write_move(move))
        position.play(move)


def test_a_turn_of_several_moves_is_one_answer() -> None:
    before, position, first = before_a_double_move(seed=1)
    turn, walker = [first], position.copy()
    while not walker.turn_over(turn[-1]):
        walker.play(turn[-1])
        turn.append(walker.moves()[-1])
    board = ask(show(ClassBoard(), shown("pylos", *before)))
    texts = written(position, turn)
    assert answer_text(board, 1, texts) == position.write_turn(turn)
    with pytest.raises(ClassroomError, match="one complete move"):
        answer_text(board, 1, texts[:1])


def test_solutions_are_turns_of_the_position() -> None:
    board = ask(show(ClassBoard(), shown("surakarta")))
    question = reveal(board, ["4,0-3,0", "4,0-3,0"]).question
    assert question is not None
    assert question.solutions == ("4,0-3,0",)
    with pytest.raises(IllegalMove):
        reveal(board, ["0,0-5,5"])
    with pytest.raises(ClassroomError, match="No question"):
        reveal(show(ClassBoard(), shown("surakarta")), [])


def test_nothing_is_asked_without_a_position() -> None:
    with pytest.raises(ClassroomError, match="no position"):
        ask(ClassBoard())
