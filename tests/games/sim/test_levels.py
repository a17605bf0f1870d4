"""Exact mean scores of the levels on six dots against the levels below.

A level of a solved game is a lottery over moves: a perfect one, one that does not lose immediately, or any. Since
dots can be renamed, 2,250 positions represent all; going backwards through them gives the mean result of two levels.
"""

from functools import cache

import pytest

from parlour.engine.levels import Bot, settings
from parlour.engine.solve.perfect_play import perfect_play
from parlour.games import Position, game
from parlour.games.contract import position

SIM = game("sim")
pytestmark = pytest.mark.skipif(not position.COMPILED, reason="takes minutes interpreted")

Lottery = dict[int, float]
"""How likely each following position is, by its canonical key."""


class Six:
    """All positions on six dots: for each running one the lotteries of its perfect, safe and legal moves."""

    def __init__(self) -> None:
        self.over: dict[int, float] = {}
        """The first player's result."""
        self.running: dict[int, tuple[int, Lottery, Lottery, Lottery]] = {}
        """Seat to move, perfect, safe and legal moves. A position comes after all that follow it."""
        self.start = self.visit(SIM.start())

    def visit(self, position: Position) -> int:
        key = position.canonical_key()
        if key in self.over or key in self.running:
            return key
        outcome = position.outcome()
        if outcome is not None:
            self.over[key] = outcome.results[0]
            return key
        exact = perfect_play(position)
        assert exact is not None
        perfect = {one.move for one in exact.best(position) or []}
        moves = position.moves()
        safe = [move for move in moves if not position.after(move).is_over()] or moves
        after = {}
        for move in moves:
            position.play(move)
            after[move] = self.visit(position)
            position.undo()

        def even(chosen: list[int]) -> Lottery:
            found: Lottery = {}
            for move in chosen:
                found[after[move]] = found.get(after[move], 0) + 1 / len(chosen)
            return found

        self.running[key] = position.seat, even(sorted(perfect)), even(safe), even(moves)
        return key

    def first_wins(self, first: tuple[float, float], second: tuple[float, float]) -> float:
        """Return the mean result of the first player for the levels of both players."""
        value = dict(self.over)
        for key, (seat, *lotteries) in self.running.items():
            blunders, careless = (first, second)[seat]
            shares = (1 - blunders, blunders * (1 - careless), blunders * careless)
            value[key] = sum(
                share * chance * value[after]
                for share, lottery in zip(shares, lotteries, strict=True)
                for after, chance in lottery.items()
            )
        return value[self.start]


@cache
def six() -> Six:
    return Six()


def lottery(level: int) -> tuple[float, float]:
    """Return how often a level does not play perfectly, and how often it then plays any move."""
    found = settings(Bot(level), SIM, SIM.check())
    return (1.0, 1.0) if found.method == "random" else (found.blunder_rate, found.eval_noise / 100)


def score(level: int, other: int) -> float:
    """Return the mean result of a level against another, with each seat equally often."""
    one, two = lottery(level), lottery(other)
    return (six().first_wins(one, two) + 1 - six().first_wins(two, one)) / 2


def test_there_are_as_many_positions_as_there_must_be() -> None:
    assert len(six().running) == 2250


@pytest.mark.parametrize("level", range(2, 9))
def test_each_level_scores_two_thirds_against_the_one_below(level: int) -> None:
    assert score(level, level - 1) == pytest.approx(0.668, abs=0.006)


@pytest.mark.parametrize("level", range(3, 9))
def test_each_level_scores_three_quarters_against_the_second_one_below(level: int) -> None:
    assert score(level, level - 2) > 0.79


def test_random_players_and_players_who_only_avoid_losing_immediately_score_as_the_specification_says() -> None:
    anything, safe, perfect = (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)
    assert six().first_wins(anything, anything) == pytest.approx(0.40, abs=0.01)
    assert six().first_wins(safe, safe) == pytest.approx(0.51, abs=0.01)
    assert six().first_wins(perfect, perfect) == 0


def test_every_level_but_the_highest_loses_sometimes_even_as_second_player() -> None:
    for level in range(1, 8):
        assert six().first_wins(lottery(8), lottery(level)) > 0
    assert all(six().first_wins(lottery(level), lottery(8)) == 0 for level in range(1, 9))
