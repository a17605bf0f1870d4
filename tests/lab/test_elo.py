"""Elo estimates from results."""

import math
from random import Random

import pytest

from parlour.lab.elo import Sprt, WinDrawLoss, elo, elo_range


def test_a_tally_counts_wins_draws_and_losses() -> None:
    tally = WinDrawLoss()
    for result in (1, 1, 0.5, 0):
        tally.add(result)
    assert (tally.wins, tally.draws, tally.losses, tally.games, tally.share) == (2, 1, 1, 4, 0.625)
    assert WinDrawLoss().share == 0.5


def test_elo_is_symmetric_and_its_range_holds_it_and_narrows_with_games() -> None:
    assert elo(0.5) == pytest.approx(0, abs=1e-9)
    assert elo(0.7) == pytest.approx(-elo(0.3))
    few, many = WinDrawLoss(6, 2, 2), WinDrawLoss(600, 200, 200)
    assert elo_range(few)[0] < elo(few.share) < elo_range(few)[1]
    assert elo_range(many)[1] - elo_range(many)[0] < elo_range(few)[1] - elo_range(few)[0]


def test_the_sequential_test_decides_both_ways_and_waits_between() -> None:
    test = Sprt(0.55, 0.65)
    assert test.decided(WinDrawLoss(90, 20, 10)) is True
    assert test.decided(WinDrawLoss(50, 0, 50)) is False
    assert test.decided(WinDrawLoss(6, 0, 4)) is None
    assert test.decided(WinDrawLoss()) is None


def test_draws_make_the_test_quicker_because_results_vary_less() -> None:
    assert Sprt().ratio(WinDrawLoss(40, 60, 0)) > Sprt().ratio(WinDrawLoss(70, 0, 30))


@pytest.mark.parametrize(("wins", "losses"), [(6, 0), (0, 9), (30, 12), (200, 100)])
def test_without_draws_the_test_is_walds(wins: int, losses: int) -> None:
    expected = wins * math.log(0.65 / 0.55) + losses * math.log(0.35 / 0.45)
    assert Sprt(0.55, 0.65).ratio(WinDrawLoss(wins, 0, losses)) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize(("drawn", "share", "right"), [(0.0, 0.55, False), (0.0, 0.65, True), (0.3, 0.65, True)])
def test_the_test_errs_no_more_often_than_it_says(drawn: float, share: float, right: bool) -> None:
    random = Random(1)
    wrong = 0
    for _ in range(100):
        tally, decision = WinDrawLoss(), None
        while decision is None:
            lot = random.random()
            tally.add(0.5 if lot < drawn else float(lot - drawn < share - drawn / 2))
            decision = Sprt(0.55, 0.65).decided(tally)
        wrong += decision != right
    assert wrong <= 10  # 5 are to be expected; more than 10 come up once in a hundred times
