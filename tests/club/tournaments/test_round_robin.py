"""Round robin: pairs and sides."""

from __future__ import annotations

import pytest

from parlour.club.tournaments.round_robin import round_robin
from parlour.club.tournaments.rounds import histories


@pytest.mark.parametrize("entrants", range(2, 13))
def test_everybody_meets_everybody_once_with_balanced_sides(entrants: int) -> None:
    rounds = round_robin(range(1, entrants + 1))
    pairs = [frozenset(game.entrants) for games in rounds for game in games if game.second is not None]
    assert len(pairs) == len(set(pairs)) == entrants * (entrants - 1) // 2
    for history in histories(range(1, entrants + 1), rounds).values():
        assert abs(history.surplus) <= 1
        assert history.points == 0


def test_pairs_are_those_of_the_berger_table() -> None:
    assert [[game.entrants for game in games] for games in round_robin(range(1, 7))] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


def test_a_second_cycle_exchanges_sides() -> None:
    rounds = round_robin([1, 2, 3], cycles=2)
    assert len(rounds) == 6
    pairs = [game.entrants for games in rounds for game in games if game.second is not None]
    assert sorted(pairs) == sorted((second, first) for first, second in pairs)
