"""Analysis chooses a suitable search and explains scores."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.analysis import analyse, line_odds, odds, score_text, search_for
from parlour.engine.report import WIN, Limits, PrincipalVariation, Report, Stop
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.games import game
from tests.games.hexapawn import Hexapawn

SURAKARTA = game("surakarta")


def test_analysis_streams_and_can_be_stopped() -> None:
    stop, seen = Stop(), []

    def stop_after_report(report: Report) -> None:
        seen.append(report)
        if report.depth == 3:
            stop.set()

    report = analyse(SURAKARTA.start(), Limits(), 2, stop, stop_after_report)
    assert [one.depth for one in seen] == [1, 2, 3]
    assert report.depth == 3
    assert len(report.lines) == 2


def test_alpha_beta_is_used_for_two_seats_and_can_be_reused() -> None:
    position = SURAKARTA.start()
    memory = search_for(position)
    assert isinstance(memory, AlphaBeta)
    first = analyse(position, Limits(depth=5), memory=memory)
    assert analyse(position, Limits(depth=5), memory=memory).nodes < first.nodes


@given(st.integers(-WIN, WIN))
def test_odds_are_probabilities_and_symmetric(score: int) -> None:
    mine, yours = odds(score, SURAKARTA), odds(-score, SURAKARTA)
    assert mine.win + mine.draw + mine.loss == pytest.approx(1)
    assert min(mine.win, mine.draw, mine.loss) >= 0
    assert (mine.win, mine.draw, mine.loss) == pytest.approx((yours.loss, yours.draw, yours.win))


def test_a_proven_draw_is_certain() -> None:
    assert line_odds(PrincipalVariation((1,), 0, proven=0), SURAKARTA).draw == 1
    assert line_odds(PrincipalVariation((1,), 0), SURAKARTA).draw < 1


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (PrincipalVariation((1,), 123), "+1.2"),
        (PrincipalVariation((1,), -50), "-0.5"),
        (PrincipalVariation((1,), -4), "0.0"),
        (PrincipalVariation((1,), WIN - 1, 1, 1, 1), "wins in 1 move"),
        (PrincipalVariation((1,), WIN - 5, 1, 5, 3), "wins within 3 moves"),
        (PrincipalVariation((1,), WIN - 5, 1, 5, 3, turns_exact=True), "wins in 3 moves"),
        (PrincipalVariation((1,), 4 - WIN, -1, 4, 4), "loses within 4 moves"),
        (PrincipalVariation((1,), 4 - WIN, -1, 4, 4, turns_exact=True), "loses in 4 moves"),
        (PrincipalVariation((1,), 40 - WIN, -1, 40), "loses"),
        (PrincipalVariation((1,), 0, 0), "a draw"),
    ],
)
def test_a_score_in_words(line: PrincipalVariation, text: str) -> None:
    assert score_text(SURAKARTA.start(), line) == text


def test_hexapawn_is_described_as_lost_for_the_first_player() -> None:
    position: Any = Hexapawn().start()
    assert score_text(position, analyse(position, Limits(depth=20)).lines[0]).startswith("loses within ")
