"""Hints: a whole turn with reasons."""

import pytest

from parlour.engine.hint import hint
from parlour.engine.report import Limits
from parlour.games import game, keys

QUICK = Limits(nodes=2000)


@pytest.mark.parametrize("key", keys())
def test_a_hint_is_a_whole_legal_turn_with_reasons_as_text(key: str) -> None:
    position = game(key).start()
    position.play_random(3, 14 if key != "sim" else 6)
    assert not position.is_over()
    found = hint(position, QUICK)
    walker = position.copy()
    for n, move in enumerate(found.moves, 1):
        assert walker.turn_over(move) == (n == len(found.moves))
        walker.play(move)
    assert found.reasons
    for reason in found.reasons:
        assert position.game.sentence(reason, position.options)


def test_a_forced_win_is_announced() -> None:
    position = game("surakarta").read("....../....../....../.1..2./....../...... 1 0")
    found = hint(position, QUICK)
    assert found.turn == "3,1x3,4"
    assert found.reasons[0].key == "shared.hint.wins-in"


def test_a_solved_game_gives_exact_hints() -> None:
    position = game("pylos").start().copy()
    position.play(position.read_move("1b2"))
    found = hint(position, Limits(nodes=1))
    assert found.reasons[0].key == "shared.hint.wins-in"
    assert found.reasons[0].params == {"n": 20}
