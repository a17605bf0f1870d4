"""Threats are found by passing the turn, if the result is a valid position."""

from parlour.engine.report import Limits
from parlour.engine.threats import pass_to, threats
from parlour.games import game
from tests.games.hexapawn import Hexapawn

SURAKARTA = game("surakarta")
LIMITS = Limits(nodes=4000)


def test_the_capture_that_threatens_is_found() -> None:
    """Each of the two pieces can slide round a loop onto the other: the side to move wins immediately."""
    position = SURAKARTA.read("....../.12.../....../....../....../...... 1 0")
    found = threats(position, LIMITS)
    passed = pass_to(position, 1)
    assert found is not None
    assert passed is not None
    assert "x" in passed.write_move(found.theirs[1][0].moves[0])
    assert (found.mine[0].distance, found.theirs[1][0].distance) == (1, 1)


def test_the_limits_cover_both_searches_together() -> None:
    found = threats(SURAKARTA.start(), Limits(nodes=2), lines=2)
    assert found is not None
    assert [len(found.mine), len(found.theirs[1])] == [2, 2]


def test_passing_keeps_everything_but_the_seat() -> None:
    position = SURAKARTA.start()
    passed = pass_to(position, 1)
    assert passed is not None
    assert (passed.seat, passed.placement()) == (1, position.placement())


def test_there_are_no_threats_if_passing_is_impossible() -> None:
    assert threats(Hexapawn().start(), LIMITS) is None
