"""Ratings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from parlour.club.ratings import Rating, TimeClass, rate, time_class
from parlour.match.clock import MINUTE_MS, SECOND_MS, Clock, Limit
from tests.club.rating_table import Played, ratings_after


def test_a_win_raises_one_rating_and_lowers_the_other() -> None:
    winner, loser = rate([Rating(), Rating()], [1.0, 0.0])
    assert winner.points > 1500 > loser.points
    assert winner.uncertainty < Rating().uncertainty
    assert (winner.games, loser.games) == (1, 1)


def test_a_draw_between_equals_changes_nothing_but_the_uncertainty() -> None:
    one, other = rate([Rating(), Rating()], [0.5, 0.5])
    assert one.points == other.points == 1500
    assert one.uncertainty < Rating().uncertainty


def test_one_loser_among_several_players() -> None:
    after = rate([Rating()] * 4, [1.0, 1.0, 0.0, 1.0])
    assert after[2].points < 1500
    assert after[0].points == after[1].points == after[3].points > 1500


def test_ratings_are_provisional_at_first() -> None:
    draw = Played(("Ann", "Bob"), (0.5, 0.5))
    assert Rating().provisional
    assert ratings_after([draw] * 5)["Ann"].provisional
    assert not ratings_after([draw] * 30)["Ann"].provisional


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        (Clock(), "untimed"),
        (Clock("up"), "untimed"),
        (Clock("down", (Limit(base=3 * MINUTE_MS),)), "blitz"),
        (Clock("down", (Limit(base=5 * MINUTE_MS, increment=10 * SECOND_MS),)), "rapid"),
        (Clock("down", (Limit(base=30 * MINUTE_MS), Limit(base=MINUTE_MS))), "classical"),
        (Clock("down", (Limit(per_turn=10 * SECOND_MS),)), "blitz"),
        (Clock("down", (Limit(per_turn=24 * 60 * MINUTE_MS),)), "correspondence"),
    ],
)
def test_time_classes(clock: Clock, expected: TimeClass) -> None:
    assert time_class(clock) == expected


def simulated_results(strengths: list[float], games: int) -> list[Played]:
    """Results of players whose strengths are Elo points."""
    rng = Random(7)
    found = []
    for _ in range(games):
        one, other = rng.sample(range(len(strengths)), 2)
        chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
        results = (1.0, 0.0) if rng.random() < chance else (0.0, 1.0)
        found.append(Played((str(one), str(other)), results))
    return found


def simulated_tables(strengths: list[float], games: int, seats: int) -> list[Played]:
    """Results of tables with one loser each, more often a weaker player."""
    rng = Random(seats)
    found = []
    for _ in range(games):
        players = rng.sample(range(len(strengths)), seats)
        [loser] = rng.choices(players, [10 ** (-strengths[one] / 400) for one in players])
        results = tuple(float(one != loser) for one in players)
        found.append(Played(tuple(map(str, players)), results))
    return found


def points_after(results: list[Played], players: int) -> list[int]:
    ratings = ratings_after(results)
    return [ratings[str(player)].points for player in range(players)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ratings_of_tables_with_one_loser_order_simulated_players_by_strength(seats: int) -> None:
    """By rank: the strongest lose so rarely that their distances are not found."""
    rng = Random(2)
    strengths = [rng.gauss(1500, 250) for _ in range(20)]
    found = points_after(simulated_tables(strengths, 20 * 60, seats), 20)
    assert correlation(ranks(found), ranks(strengths)) > 0.93


def test_ratings_converge_to_the_strengths_of_simulated_players() -> None:
    rng = Random(1)
    strengths = [rng.gauss(1500, 250) for _ in range(30)]
    found = points_after(simulated_results(strengths, 30 * 60), 30)
    mean = sum(found) / 30 - sum(strengths) / 30
    errors = [abs(points - mean - strength) for points, strength in zip(found, strengths, strict=True)]
    assert sum(errors) / 30 < 80
    assert correlation(found, strengths) > 0.95


def ranks(values: Sequence[float]) -> list[int]:
    ordered = sorted(values)
    return [ordered.index(value) for value in values]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    first, second = sum(one) / len(one), sum(other) / len(other)
    both = sum((a - first) * (b - second) for a, b in zip(one, other, strict=True))
    own = sum((a - first) ** 2 for a in one) * sum((b - second) ** 2 for b in other)
    return float(both / own**0.5)


def test_rating_an_archive_again_gives_the_same_numbers() -> None:
    """Recorded numbers: another version of the model, or of openskill, would change the ratings of everybody."""
    found = ratings_after(simulated_results([1400, 1500, 1700], 200) + simulated_tables([1400, 1500, 1700], 20, 3))
    numbers = {player: (rating.points, rating.uncertainty, rating.games) for player, rating in found.items()}
    assert numbers == {"0": (1432, 54, 164), "1": (1423, 55, 150), "2": (1621, 59, 146)}
