"""The lessons of all games agree with the rules, including every example."""

import msgspec
import pytest

from parlour.games import Position, game
from parlour.games.learning.lessons import Example, LessonError, LessonStep, check, read_wanted, steps_of
from parlour.games.registry import own_keys
from tests.games.hexapawn import Hexapawn

GAMES = own_keys()
STEP = LessonStep("step", "A step", "…", "....../.2..2./....../...1../.1..../...... 1 0", {}, "Do it.", ("4,1x1,1",))


@pytest.mark.parametrize("key", GAMES)
def test_every_position_move_and_reason_of_a_lesson_is_true(key: str) -> None:
    for step in steps_of(game(key)):
        check(game(key), step)


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_has_small_steps_with_things_to_do_and_things_that_are_not_legal(key: str) -> None:
    steps = steps_of(game(key))
    assert 8 <= len(steps) <= 14
    assert len({step.key for step in steps}) == len(steps)
    assert sum(bool(step.task) for step in steps) >= 6
    examples = [example for step in steps for example in step.example]
    assert any(example.legal for example in examples)
    assert sum(bool(example.illegal) for example in examples) >= 2


@pytest.mark.parametrize("key", GAMES)
def test_only_the_requested_turn_completes_a_step(key: str) -> None:
    for step in steps_of(game(key)):
        position = step.start(game(key))
        for text in step.want:
            assert step.does(position, finished(position, read_wanted(position, text))), (step.key, text)
        for text in step.avoid:
            assert not step.does(position, finished(position, read_wanted(position, text))), (step.key, text)
        if step.want:
            others = [finished(position, [move]) for move in position.moves()]
            assert not all(step.does(position, turn) for turn in others), step.key


def finished(position: Position, moves: list[int]) -> list[int]:
    """Return the moves of a turn, continued in any way until it is complete."""
    walker = position.copy()
    for move in moves[:-1]:
        walker.play(move)
    turn = list(moves)
    while not walker.turn_over(turn[-1]):
        walker.play(turn[-1])
        turn.append(walker.moves()[0])
    return turn


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"position": "nonsense"}, "step step"),
        ({"want": ("4,1x2,2",)}, "4,1"),
        ({"task": ""}, "no task"),
        ({"options": {"ending": "never"}}, "ending"),
        ({"example": (Example(),)}, "either a legal move or illegal picks"),
        ({"example": (Example(legal="4,1x2,2"),)}, "4,1"),
        ({"example": (Example(illegal="4,1 1,1", says="explain.far"),)}, "is legal"),
        ({"example": (Example(illegal="3,3 1,1", says="explain.far"),)}, "outer-only"),
        ({"example": (Example(illegal="3,3 9,9", says="explain.far"),)}, "no site"),
        ({"position": "....../....../....../...1../....../...... 2 0"}, "step step"),
    ],
)
def test_a_step_that_is_wrong_about_the_rules_is_found(changes: dict[str, object], reason: str) -> None:
    check(game("surakarta"), STEP)
    with pytest.raises(LessonError, match=reason):
        check(game("surakarta"), msgspec.structs.replace(STEP, **changes))


def test_a_plain_game_has_no_lesson() -> None:
    assert steps_of(Hexapawn()) == ()
