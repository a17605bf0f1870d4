"""Rounds of tables."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.club.tournaments.rounds import Round, RoundGame, histories, table
from parlour.club.tournaments.standings import TieBreak, standings
from parlour.club.tournaments.tables import pair_tables


def play(games: Round, rng: Random) -> Round:
    """Return the tables with results: one loses, more likely a weak one."""
    return tuple(game if game.second is None else _played(game, rng) for game in games)


def _played(game: RoundGame, rng: Random) -> RoundGame:
    [loser] = rng.choices(game.entrants, weights=game.entrants)
    return msgspec.structs.replace(game, points=tuple(float(number != loser) for number in game.entrants))


def event(entrants: int, seats: int, rounds: int, seed: int) -> list[Round]:
    rng = Random(seed)
    played: list[Round] = []
    for _ in range(rounds):
        played.append(play(pair_tables(range(1, entrants + 1), played, seats), rng))
    return played


def meetings(rounds: list[Round]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for games in rounds for game in games for pair in combinations(game.entrants, 2))


@settings(max_examples=40)
@given(st.integers(2, 40), st.integers(3, 5), st.integers(0, 5), st.integers(0, 1000))
def test_everybody_sits_at_one_table_of_the_right_size_or_has_a_bye(
    entrants: int, seats: int, before: int, seed: int
) -> None:
    rounds = event(entrants, seats, before + 1, seed)
    for games in rounds:
        assert sorted(number for game in games for number in game.entrants) == list(range(1, entrants + 1))
        sizes = Counter(len(game.entrants) for game in games)
        assert sizes[seats] == entrants // seats
        assert sizes[1] == entrants % seats
        assert set(sizes) <= {1, seats}


@settings(max_examples=20)
@given(st.integers(4, 30), st.integers(3, 5), st.integers(0, 1000))
def test_byes_are_shared(entrants: int, seats: int, seed: int) -> None:
    rounds = event(entrants, seats, 6, seed)
    byes = Counter(game.first for games in rounds for game in games if game.second is None)
    counts = [byes[number] for number in range(1, entrants + 1)]
    assert max(counts) - min(counts) <= 1


@settings(max_examples=20)
@given(st.integers(3, 5), st.integers(1, 5), st.integers(0, 1000))
def test_everybody_moves_first_second_and_so_on_about_equally_often(seats: int, tables: int, seed: int) -> None:
    rounds = event(seats * tables, seats, 2 * seats, seed)
    for one in histories(range(1, seats * tables + 1), rounds).values():
        counts = [one.seats.count(seat) for seat in range(seats)]
        assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"), [(9, 3, 2), (12, 3, 3), (16, 4, 2), (24, 3, 5), (40, 4, 5), (25, 5, 2)]
)
def test_nobody_meets_an_opponent_twice_while_there_are_enough_others(entrants: int, seats: int, rounds: int) -> None:
    for seed in range(5):
        assert max(meetings(event(entrants, seats, rounds, seed)).values()) == 1


@settings(max_examples=20)
@given(st.integers(9, 24), st.integers(3, 4), st.integers(0, 1000))
def test_meetings_are_spread(entrants: int, seats: int, seed: int) -> None:
    counts = meetings(event(entrants, seats, 6, seed))
    assert max(counts.values()) <= 1 + -(-6 * (seats - 1) // (entrants - seats)) + 1


def test_the_first_round_spreads_the_strongest() -> None:
    games = pair_tables(range(1, 10), [], 3)
    assert [set(game.entrants) for game in games] == [{1, 4, 7}, {2, 5, 8}, {3, 6, 9}]
    assert len({game.entrants.index(number) for number, game in zip((1, 2, 3), games, strict=True)}) == 3


def test_winners_sit_together() -> None:
    first = tuple(msgspec.structs.replace(game, points=(1.0, 0.0, 0.0)) for game in pair_tables(range(1, 28), [], 3))
    winners = {game.first for game in first}
    second = pair_tables(range(1, 28), [first], 3)
    assert sum(set(game.entrants) <= winners for game in second) == 3


def test_many_entrants_are_seated() -> None:
    rounds = event(200, 3, 2, seed=1)
    assert max(meetings(rounds).values()) == 1


# ---- Tie-breaks ------------------------------------------------------------------------------------------------------


def result(entrants: tuple[int, ...], *points: float) -> RoundGame:
    return msgspec.structs.replace(table(entrants), points=points)


EVENT: list[Round] = [
    (result((1, 2, 3), 1, 1, 0), result((4, 5, 6), 1, 0, 1)),
    (result((1, 4, 5), 1, 0, 1), result((2, 3, 6), 0, 1, 1)),
]
"""Points: 1 and 6 have 2; 2, 3, 4 and 5 have 1."""


def values(kind: TieBreak) -> dict[int, float]:
    return {row.entrant: row.tie_breaks[0] for row in standings(range(1, 7), EVENT, (kind,))}


def test_buchholz_adds_the_mean_points_of_each_table() -> None:
    assert values("buchholz") == {1: 1 + 1, 2: 1.5 + 1.5, 3: 1.5 + 1.5, 4: 1.5 + 1.5, 5: 1.5 + 1.5, 6: 1 + 1}


def test_sonneborn_berger_compares_with_each_opponent() -> None:
    found = values("sonneborn-berger")
    assert found[1] == (0.5 * 1 + 1 * 1) / 2 + (1 * 1 + 0.5 * 1) / 2
    assert found[2] == (0.5 * 2 + 1 * 1) / 2 + 0


def test_head_to_head_compares_results_at_the_same_table() -> None:
    rows = standings((1, 2, 3), [(result((1, 2, 3), 1, 1, 0),), (result((3, 1, 2), 1, 0, 1),)], ("head-to-head",))
    assert [(row.entrant, row.points) for row in rows] == [(2, 2.0), (1, 1.0), (3, 1.0)]
    assert [row.tie_breaks for row in rows[1:]] == [(1.0,), (1.0,)]
