"""Counts of Surakarta positions, and figures of random play."""

from random import Random

import pytest

from parlour.games import Position, game
from parlour.games.contract import position
from tests.games.marks import FAST_ONLY
from tests.games.surakarta.examples import (
    example,
)


def start(ending: str = "standard") -> Position:
    return game("surakarta").start(game("surakarta").check({"ending": ending}))


# ---- Counts --------------------------------------------------------------------------------------------------------

OPENING = [16, 256, 5_382, 111_122, 2_572_484, 58_479_230]
W3 = [18, 303, 4_442, 64_946, 842_811, 11_446_061]
W18 = [37, 1_062, 37_548, 1_055_100, 36_168_020]
LAST_PLY_CAPTURES = [0, 0, 0, 582, 22_480, 777_210]

COUNTS = [
    *(("W1", depth, count) for depth, count in enumerate(OPENING, 1)),
    *(("W3", depth, count) for depth, count in enumerate(W3, 1)),
    *(("W18", depth, count) for depth, count in enumerate(W18, 1)),
]


@pytest.mark.parametrize(("name", "depth", "count"), [row for row in COUNTS if row[2] < 3_000_000])
def test_move_counts(name: str, depth: int, count: int) -> None:
    assert example(name).perft(depth) == count
    if count < 200_000:
        assert example(name).perft(depth, bulk=False) == count
        assert example(name).perft_turns(depth) == count


@pytest.mark.skipif(not position.COMPILED, reason="takes minutes interpreted")
@pytest.mark.parametrize(("name", "depth", "count"), [row for row in COUNTS if row[2] >= 3_000_000])
def test_deep_move_counts(name: str, depth: int, count: int) -> None:
    assert example(name).perft(depth) == count


def last_ply_captures(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.tactical_moves())
    total = 0
    for move in position.moves():
        position.play(move)
        total += last_ply_captures(position, depth - 1)
        position.undo()
    return total


@pytest.mark.parametrize(("depth", "count"), list(enumerate(LAST_PLY_CAPTURES, 1))[:4])
def test_captures_among_the_last_moves(depth: int, count: int) -> None:
    assert last_ply_captures(start(), depth) == count


@pytest.mark.skipif(not position.COMPILED, reason="takes minutes interpreted")
@pytest.mark.parametrize(("depth", "count"), list(enumerate(LAST_PLY_CAPTURES, 1))[4:])
def test_captures_among_the_last_moves_of_deep_lines(depth: int, count: int) -> None:
    assert last_ply_captures(start(), depth) == count


# ---- Figures of random play ----------------------------------------------------------------------------------------


@FAST_ONLY
def test_random_games_are_as_long_and_as_even_as_published() -> None:
    games = 20_000
    lengths, first, stuck = 0, 0, 0
    for seed in range(games):
        position = start("endless")
        lengths += position.play_random(seed)
        outcome = position.outcome()
        assert outcome is not None
        first += outcome.winners == (0,)
        stuck += outcome.reason == "stuck"
    assert 237 < lengths / games < 249  # 243
    assert 0.485 < first / games < 0.511  # 0.498
    assert 0 < stuck < 12  # 16 in 100,000


def figures(games: int, greedy: bool) -> tuple[float, float]:
    """Return mean length and mean number of legal moves of random games, with or without always capturing."""
    random = Random(1)
    plies = choices = 0
    for _ in range(games):
        position = start("endless")
        while moves := position.moves():
            plies += 1
            choices += len(moves)
            position.play(random.choice((position.tactical_moves() if greedy else []) or moves))
    return plies / games, choices / plies


def test_random_games_offer_about_as_many_moves_as_published() -> None:
    length, choices = figures(40, greedy=False)
    assert 210 < length < 280  # 243
    assert 25 < choices < 27  # 26.0


def test_games_that_capture_whenever_possible_are_as_short_as_published() -> None:
    length, choices = figures(300, greedy=True)
    assert 42 < length < 54  # 48
    assert 22 < choices < 24  # 23.0
