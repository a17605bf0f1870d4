"""Score calibration from games, and accuracy based on it: a stronger player is more accurate."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from parlour.engine.analysis import OddsCurves, curve_odds, search_for
from parlour.engine.report import WIN, Limits
from parlour.engine.review import accuracy, judge_turn, review_position
from parlour.games import game
from parlour.games.contract.position import Position
from parlour.lab.arena import ArenaGame, Pairing, play_game
from parlour.lab.score_calibration import ScoredPosition, equal_play, fit_curves, log_loss, scored
from parlour.match.records.text_format import read_record

LEVELS = Path(__file__).parent / "levels"
"""Games of level 7 against level 3, each in turn first: `parlour arena GAME 7 3 --games 4 --seed 1`."""
GAMES = sorted(path.stem for path in LEVELS.glob("*.jsonl"))
WORK = Limits(nodes=4000)


def drawn_from(curves: OddsCurves, number: int, seed: int = 1) -> list[ScoredPosition]:
    """Return results of games with exactly these win probabilities."""
    random, found = Random(seed), []
    for _ in range(number):
        score = round(random.gauss(0, 2 * curves.scale))
        chances, lot = curve_odds(score, curves), random.random()
        found.append(
            ScoredPosition(score, 1.0 if lot < chances.win else 0.5 if lot < chances.win + chances.draw else 0.0)
        )
    return found


@pytest.mark.parametrize("true", [OddsCurves(40, 0), OddsCurves(60, 40), OddsCurves(500, 300)])
def test_calibration_recovers_the_curves_behind_results(true: OddsCurves) -> None:
    data = drawn_from(true, 3000)
    found = fit_curves(game("surakarta"), data)
    assert found.curves.scale == pytest.approx(true.scale, rel=0.15)
    assert found.curves.margin == pytest.approx(true.margin, abs=0.15 * true.scale)
    assert found.loss <= log_loss(data, true) + 1e-9
    assert found.loss <= found.loss_before


def test_calibration_keeps_curves_that_fit() -> None:
    surakarta = game("surakarta")
    data = drawn_from(OddsCurves.of(surakarta), 3000)
    found = fit_curves(surakarta, data)
    assert found.loss <= found.loss_before
    assert found.curves.scale == pytest.approx(OddsCurves.of(surakarta).scale, rel=0.15)


@pytest.mark.parametrize("key", GAMES)
def test_odds_rise_with_the_score_and_are_symmetric(key: str) -> None:
    curves = OddsCurves.of(game(key))
    shares = [curve_odds(score, curves) for score in range(-WIN, WIN, 97)]
    assert [one.win for one in shares] == sorted(one.win for one in shares)
    for score in (0, 1, 40, 700, WIN - 5000, WIN - 3):
        one, other = curve_odds(score, curves), curve_odds(-score, curves)
        assert math.isclose(one.win + one.draw + one.loss, 1, abs_tol=1e-9)
        assert math.isclose(one.win, other.loss, abs_tol=1e-9)


def test_games_are_scored_for_the_side_to_move() -> None:
    pairing = equal_play(game("surakarta"), game("surakarta").check(), "3", seed=5)
    played = play_game(pairing, 0)
    outcome = read_record(played.record).outcome
    assert outcome is not None
    results = set(outcome.results)
    found = list(scored(played.record, Limits(nodes=300), Random(1), each=1000))
    assert found
    assert {one.result for one in found} <= results
    assert found == list(scored(played.record, Limits(nodes=300), Random(1), each=1000)), "the same seed, the same data"


# ---- Kept games ------------------------------------------------------------------------------------------------------


def kept(key: str) -> list[ArenaGame]:
    pairing, *games = (LEVELS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(pairing)["first"] == "7"
    return [msgspec.json.decode(line, type=ArenaGame) for line in games]


def turn_by_turn(record: str) -> Iterator[tuple[Position, list[str]]]:
    """Return the position before every turn and its moves; the last entry is the final position."""
    read = read_record(record)
    begun: list[str] = []
    before: Position | None = None
    for n, position in enumerate(read.positions()):
        if before is None:
            before = position.copy()
        if n < len(read.moves):
            text = read.moves[n].text
            begun.append(text)
            if position.turn_over(position.read_move(text)):
                yield before, begun
                before, begun = None, []
        else:
            yield position.copy(), []


def accuracies(played: ArenaGame) -> tuple[float, float]:
    """Return the accuracy of level 7 and of level 3."""
    turns = list(turn_by_turn(played.record))
    memory = search_for(turns[0][0])
    reviews = [review_position(position, WORK, memory) for position, _ in reversed(turns)][::-1]
    losses: tuple[list[float], list[float]] = ([], [])
    for n, (position, moves) in enumerate(turns[:-1]):
        if reviews[n].choices > 1:
            losses[position.seat != played.seat].append(judge_turn(reviews[n], reviews[n + 1], moves).loss)
    first, second = accuracy(losses[0]), accuracy(losses[1])
    assert first is not None
    assert second is not None
    return first, second


@pytest.mark.parametrize("key", GAMES)
def test_level_7_is_more_accurate_than_level_3(key: str) -> None:
    found = [accuracies(played) for played in kept(key)]
    strong, weak = (sum(one[n] for one in found) / len(found) for n in (0, 1))
    assert strong > weak + 3, found


def test_stored_games_match_those_the_arena_plays() -> None:
    for key in GAMES:
        for played in kept(key):
            read = read_record(played.record)
            assert read.outcome is not None
            assert read.tags[f"Seat{played.seat + 1}"] == "7"
            assert sum(1 for _ in read.positions()) == len(read.moves) + 1, "every move is legal"


def test_a_pairing_of_equals_is_one_bot_against_itself() -> None:
    pairing: Pairing = equal_play(game("laserchess"), game("laserchess").check(), "5", seed=2)
    assert (pairing.first, pairing.second) == ("5", "5")
    assert pairing.opening_moves >= 2
