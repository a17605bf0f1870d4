"""Reviews of whole games turn by turn, and exact values of all moves in solved positions."""

import threading

import pytest

from parlour.engine.move_values import explore, solved_report
from parlour.engine.report import Limits, Stop
from parlour.engine.review import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    PositionReview,
    accuracy,
    judge_turn,
    review_position,
    turn_accuracy,
)
from parlour.engine.solve.perfect_play import perfect_play
from parlour.games import game
from tests.games.hexapawn import Hexapawn

QUICK = Limits(nodes=2000)


def evaluated(results: tuple[float, ...], moves: tuple[str, ...] = (), seat: int = 0) -> PositionReview:
    return PositionReview(0, seat, results, moves)


def test_the_best_turn_loses_nothing_whatever_a_later_search_finds() -> None:
    judged = judge_turn(evaluated((0.9, 0.1), ("a", "b", "c")), evaluated((0.4, 0.6)), ["a", "b"])
    assert (judged.loss, judged.best, judged.fault) == (0, True, None)


@pytest.mark.parametrize(
    ("loss", "fault"),
    [(0.01, None), (INACCURACY, "inaccuracy"), (MISTAKE, "mistake"), (BLUNDER, "blunder"), (1.0, "blunder")],
)
def test_a_turn_is_judged_by_the_expected_score_it_loses(loss: float, fault: str | None) -> None:
    judged = judge_turn(evaluated((0.0, 1.0), ("a",), seat=1), evaluated((loss, 1 - loss)), ["b"])
    assert judged.fault == fault
    assert judged.loss == pytest.approx(loss)


def test_a_turn_better_than_the_expected_best_loses_nothing() -> None:
    assert judge_turn(evaluated((0.5, 0.5), ("a",)), evaluated((0.8, 0.2)), ["b"]).loss == 0


def test_accuracy_falls_with_lost_expected_score() -> None:
    figures = [turn_accuracy(loss / 100) for loss in range(101)]
    assert figures == sorted(figures, reverse=True)
    assert (figures[0], figures[100]) == (100, 0)
    assert accuracy([0, 0]) == 100
    assert accuracy([]) is None
    assert accuracy([0, 1]) == 50


def test_a_position_is_judged_for_every_seat() -> None:
    found = review_position(game("sim").start(), QUICK)
    assert found.results == (0.0, 1.0), "with best play the second player wins Sim"
    assert (found.proven, found.choices, bool(found.moves)) == (-1, 15, True)
    three = game("sim").start(game("sim").check({"players": 3}))
    results = review_position(three, QUICK).results
    assert len(results) == 3
    assert all(0 < result < 1 for result in results)


def test_a_finished_game_is_evaluated_by_its_result() -> None:
    over = game("surakarta").read("1...../....../....../....../....../...... 2 0")
    assert (review_position(over, QUICK).results, review_position(over, QUICK).moves) == ((1.0, 0.0), ())


def test_a_line_of_a_solved_position_continues_to_the_end_of_the_turn() -> None:
    pylos = game("pylos")
    position = pylos.start(pylos.check({"size": 3}))
    report = solved_report(position, Limits(seconds=60), 3, Stop())
    assert report is not None
    best = report.lines[0]
    assert (best.proven, len(report.lines), len(best.moves)) == (1, 3, 8)
    walker, solver = position.copy(), perfect_play(position)
    assert solver is not None
    for move in best.moves:
        verdicts = solver.verdicts(walker)
        assert verdicts is not None
        assert verdicts[0].result == (1 if walker.seat == 0 else -1), "it stays won"
        walker.play(move)


def test_every_move_of_a_solved_game_has_its_value_and_distance() -> None:
    found = explore(game("sim").start(), Limits(seconds=60), Stop())
    assert found.exact
    assert {(value.result, value.turns) for value in found.moves} == {(-1, 15)}
    assert len(found.moves) == 15


def test_proven_moves_are_marked_in_unsolved_games() -> None:
    position = game("surakarta").read("....../.12.../....../....../....../...... 1 0")
    found = explore(position, Limits(nodes=20_000), Stop())
    assert len(found.moves) == len(position.moves())
    assert found.moves[0].worth >= found.moves[-1].worth
    start = explore(Hexapawn().start(), Limits(nodes=20_000), Stop())
    assert start.exact
    assert {value.result for value in start.moves} == {-1}, "the first player of Hexapawn loses"


def test_a_search_replaces_a_solver_that_takes_too_long() -> None:
    sim = game("sim")
    position = sim.start(sim.check({"vertices": 9}))
    before = threading.active_count()
    found = explore(position, Limits(seconds=0.05, depth=2), Stop())
    assert (found.exact, len(found.moves)) == (False, 36)
    assert threading.active_count() - before < 20


def test_a_review_can_be_stopped() -> None:
    stop = Stop()
    stop.set()
    assert len(explore(game("yinsh").start(), Limits(seconds=60), stop).moves) == 85
