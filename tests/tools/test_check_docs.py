"""The check of the stored measurements reports what is missing or too weak."""

from copy import deepcopy

import pytest

from parlour.lab.elo import WinDrawLoss
from parlour.lab.strength_report import StrengthMeasurements
from tools.check_docs import CHECKS, DOCS, problems

MISSING = {
    "every_step_was_played",
    "every_bot_of_an_earlier_program_was_met",
    "both_methods_were_compared_at_equal_time",
    "sim_is_always_won_as_second_player",
    "every_style_was_measured",
    "the_page_is_current",
}
"""The checks that report matches that were not played."""


@pytest.fixture
def book() -> StrengthMeasurements:
    return deepcopy(StrengthMeasurements.collect(DOCS / "strength"))


def reported(book: StrengthMeasurements) -> set[str]:
    return {problem.partition(":")[0] for problem in problems(book)}


def test_weak_results_are_reported(book: StrengthMeasurements) -> None:
    for one in book.matches:
        one.tally = WinDrawLoss(10, 0, 90)
        one.seconds_a_move = (9.0, 9.0)
    for speed in book.speed.values():
        speed.nodes, speed.sooner, speed.goal_seconds = 1.0, 1.0, 99.0
    for endurance in book.endurance.values():
        endurance.late += 100
    missing = MISSING - {"the_page_is_current"}
    assert reported(book) == {check.__name__ for check in CHECKS} - missing


def test_missing_matches_are_reported(book: StrengthMeasurements) -> None:
    book.matches.clear()
    assert reported(book) == MISSING


def test_a_stale_page_is_reported(book: StrengthMeasurements) -> None:
    book.matches[0].tally.wins += 1
    assert "the_page_is_current" in reported(book)
