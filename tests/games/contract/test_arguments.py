"""Positions take moves as text, compare, pickle and copy, and reject hostile arguments."""

import copy
import multiprocessing
import pickle
import subprocess
import sys
from typing import Any

import pytest

from parlour.errors import ArgumentError, IllegalMove, OptionError, ParlourError, TextError
from parlour.games import Game, Outcome, Position, game, keys
from parlour.games.contract.position import COMPILED
from tests.games.known import HEXAPAWN, known

GAMES = ["surakarta", "yinsh", "sim", "pylos", "laserchess"]


@pytest.mark.skipif(not COMPILED, reason="interpreted modules show their C methods")
def test_no_public_method_crashes_or_corrupts_a_position() -> None:
    """Every public method answers hostile arguments with a `ParlourError` or an answer, and changes nothing."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.games.contract.hostile_calls", str(HEXAPAWN)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, f"crashed in the last of these calls: {answer.stderr[-600:]}"
    assert answer.stderr.count("\n") > 5000
    assert answer.stdout == ""


@pytest.mark.parametrize("key", GAMES)
def test_a_number_that_is_not_a_legal_move_is_named(key: str) -> None:
    position = game(key).start()
    with pytest.raises(IllegalMove, match="2147483647 is not a legal move"):
        position.turn_over(2147483647)
    with pytest.raises(ArgumentError, match=r"seat cannot be 9: .* from 0 to 1"):
        position.static(9)


def test_hostile_options_and_texts_are_refused() -> None:
    sim = game("sim")
    hostile: list[Any] = [{"vertices": 99}, {"nonsense": 1}, {3: 4}, [1], "size", 5, game("pylos").check()]
    for options in hostile:
        with pytest.raises(OptionError):
            sim.start(options)
        with pytest.raises(OptionError):
            sim.read("1", options)
    for text in (None, 5, b"x", ["1"]):
        with pytest.raises(TextError):
            sim.read(text)  # type: ignore[arg-type]
    with pytest.raises(ParlourError):
        sim.kind("dragon")
    with pytest.raises(ParlourError):
        sim.with_first(sim.start().text(), 7, sim.check())


def test_options_are_checked_and_completed() -> None:
    position = game("sim").start({"vertices": "7", "players": 3})
    assert (position.options["vertices"], position.options["goal"]) == (7, "avoid")
    assert game("sim").read(position.text(), {"vertices": 7, "players": 3}) == position


def test_moves_are_texts_too() -> None:
    position = game("surakarta").start()
    position.play("4,0-3,0")
    assert position.after("1,1-2,1").undo() == position.read_move("1,1-2,1")
    assert position.is_legal("1,1-2,1")
    assert not position.is_legal("4,0-3,0")
    assert position.move_texts() == [position.write_move(move) for move in position.moves()]
    with pytest.raises(IllegalMove):
        position.play("9,9-3,0")


@pytest.mark.parametrize("key", GAMES)
def test_positions_are_equal_if_their_texts_are(key: str) -> None:
    start = game(key).start()
    other = start.copy()
    assert (start == other, hash(start) == hash(other), start != 5) == (True, True, True)
    other.play_random(1, 2)
    assert start != other
    assert len({start, other, start.copy()}) == 2


@pytest.mark.parametrize("key", [*GAMES, "hexapawn"])
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_copies_and_pickles_keep_history_and_weights(key: str, way: Any) -> None:
    with known(HEXAPAWN):
        position = game(key).start()
        position.play_random(5, 3)
        if position.game.terms:
            position.weigh({position.game.terms[0].name: 7})
        other = way(position)
        assert other == position
        assert (other.played, other.moves(), other.pieces()) == (position.played, position.moves(), position.pieces())
        assert other.game is position.game
        if not position.is_over():
            assert other.static(0) == position.static(0)
        other.undo()
        assert other != position


def _key_and_text(position: Position) -> tuple[str, str]:
    return position.game.key, position.text()


def test_positions_travel_to_other_processes() -> None:
    """Also of a game in a file, which the other process has not loaded."""
    with known(HEXAPAWN):
        positions = [game(key).start() for key in (*GAMES, "hexapawn")]
        for position in positions:
            position.play_random(2, 2)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.map(_key_and_text, positions) == [_key_and_text(position) for position in positions]


def test_a_game_pickles_as_itself() -> None:
    found: Game = pickle.loads(pickle.dumps(game("yinsh")))
    assert found is game("yinsh")


def test_an_outcome_names_its_winner() -> None:
    assert Outcome((0.0, 1.0), "captured").winner == 1
    assert Outcome((0.5, 0.5), "full").winner is None
    assert Outcome((1.0, 1.0, 0.0), "triangle").winner is None


def test_start_positions_are_independent() -> None:
    for key in keys():
        one, other = game(key).start(), game(key).start()
        one.play(one.moves()[0])
        assert one != other
