"""The coach warns before losing moves and shows moves that decide the game immediately."""

import pytest

from parlour.engine.analysis import analyse
from parlour.engine.coach import check_turn, verdicts
from parlour.engine.report import Limits, Stop
from parlour.games import game, keys
from parlour.games.contract.position import Position

ENOUGH = Limits(nodes=20_000)
SIM = game("sim")


@pytest.fixture
def brink() -> Position:
    position = SIM.start()
    for text in ("A-B", "D-E", "B-C", "E-F"):
        position.play(position.read_move(text))
    return position


def test_a_turn_that_loses_immediately_causes_a_warning(brink: Position) -> None:
    found = check_turn(brink, [brink.read_move("A-C")], ENOUGH)
    assert (found.again, found.loses, found.after, found.reply) == (True, True, 0, None)


def test_a_turn_that_loses_to_a_reply_comes_with_that_reply() -> None:
    """South's last piece steps into a capture."""
    position = game("surakarta").read(".12.../....../....../....../....../...... 1 0")
    step = position.read_move("0,1-1,2")
    found = check_turn(position, [step], ENOUGH)
    assert (found.again, found.loses) == (True, True)
    assert found.reply is not None
    assert position.after(step).after(found.reply.moves[0]).is_over()


@pytest.mark.parametrize("key", keys())
def test_the_best_turn_causes_no_warning(key: str) -> None:
    position = game(key).start()
    position.play_random(3, limit=6)
    best = analyse(position, Limits(nodes=ENOUGH.nodes // 3 if ENOUGH.nodes else None), lines=1).lines[0]
    assert not check_turn(position, best.moves[:1], ENOUGH).again


def test_the_coach_does_not_change_the_position_and_can_be_stopped(brink: Position) -> None:
    before = brink.text()
    stop = Stop()
    stop.set()
    check_turn(brink, brink.moves()[:1], Limits(seconds=60), stop)
    assert verdicts(brink, 60, stop) == {}
    assert brink.text() == before


def test_verdicts_name_moves_that_decide_the_game_immediately(brink: Position) -> None:
    found = {brink.write_move(move): verdict for move, verdict in verdicts(brink, 10).items()}
    assert found["A-C"] == "loses"
    assert set(found.values()) == {"loses", "safe"}
    won = game("surakarta").read("..1.../....../2...../....../....../...... 1 0")
    found = {won.write_move(move): verdict for move, verdict in verdicts(won, 10).items()}
    assert found["0,2x2,0"] == "wins"


def test_verdicts_find_decisive_moves_with_more_than_two_seats() -> None:
    position = SIM.start(SIM.check({"players": 3, "vertices": 7}))
    for text in ("A-B", "C-D", "E-F", "B-G", "C-E", "D-F"):
        position.play(position.read_move(text))
    found = {position.write_move(move): verdict for move, verdict in verdicts(position, 10).items()}
    assert found.pop("A-G") == "loses"
    assert set(found.values()) == {"safe"}
    assert check_turn(position, [position.read_move("A-G")], Limits(nodes=300)).again


@pytest.mark.parametrize("key", keys())
def test_in_every_game_the_start_is_safe(key: str) -> None:
    position = game(key).start()
    assert set(verdicts(position, 20).values()) == {"safe"}
    assert not check_turn(position, position.moves()[:1], Limits(nodes=2000)).loses
