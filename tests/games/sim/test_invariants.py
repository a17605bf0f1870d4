"""Invariants of Sim on random games: a few hundred always, 100,000 in the long tests."""

from itertools import combinations
from random import Random

import pytest

from parlour.games import game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.sim.position import SimPosition
from parlour.games.sim.tables import stroke, strokes

SIM = game("sim")

LONGEST = {6: 15, 7: 20, 8: 26, 9: 33, 10: 41}
"""By the numbers of Ramsey and Turán a game of two is lost by this move at the latest."""


def option_sets() -> list[Options]:
    """Return every number of dots and players, each with every other option that is allowed."""
    found = []
    for dots in range(3, 11):
        for players in range(2, 6):
            if players <= strokes(dots):
                found.append(SIM.check({"vertices": dots, "players": players}))
                found.append(SIM.check({"vertices": dots, "players": players, "goal": "make"}))
                if players > 2:
                    found.append(SIM.check({"vertices": dots, "players": players, "elimination": True}))
                if -(-strokes(dots) // players) >= 6:
                    found.append(SIM.check({"vertices": dots, "players": players, "clique": 4}))
    return found


def full_scan(position: SimPosition, seat: int) -> bool:
    """Return whether a seat owns a figure, found by checking all figures."""
    drawn = position.strokes()
    return any(
        all(drawn.get(stroke(*pair)) == seat for pair in combinations(corners, 2))
        for corners in combinations(range(position.size()), int(position.options["clique"]))
    )


def check_running(position: Position) -> None:
    """Check that strokes alternate, and that incremental figures equal those of a full scan."""
    assert isinstance(position, SimPosition)
    players = int(position.options["players"])
    counts = [position.count(seat) for seat in range(players)]
    assert sum(counts) == len(position.played)
    standing = [count for seat, count in enumerate(counts) if not position.is_out(seat)]
    assert max(standing) - min(standing) <= 1
    for seat in range(players):
        assert position.is_out(seat) == full_scan(position, seat)
    free = {move for move in range(strokes(position.size())) if position.owner(move) is None}
    assert set(position.moves()) == (set() if position.is_over() else free)
    if not position.is_over():
        losing = {
            move
            for move in free
            if isinstance(after := position.after(move), SimPosition) and after.is_out(position.seat)
        }
        assert set(position.completes(position.seat)) == losing


def check_end(position: Position) -> None:
    """Check that the result follows from the strokes and that the length of the game is possible."""
    assert isinstance(position, SimPosition)
    outcome = position.outcome()
    assert outcome is not None
    options, moves = position.options, position.played
    dots, players = int(options["vertices"]), int(options["players"])
    closed = tuple(seat for seat in range(players) if full_scan(position, seat))
    assert len(moves) <= strokes(dots)
    if not closed:
        assert outcome.results == (0.5,) * players
        assert len(moves) == strokes(dots)
    elif options["goal"] == "make":
        assert outcome.winners == closed
    else:
        assert outcome.losers == closed
        assert outcome.winners
    if not options["elimination"]:
        assert len(closed) <= 1
    if closed and options["clique"] == 3:
        assert len(moves) >= 2 * players + closed[0] + 1
    if (players, options["clique"]) == (2, 3) and dots in LONGEST:
        assert len(moves) <= LONGEST[dots]
        assert closed
    assert {mark.seat for mark in position.marks()} == set(closed)
    again = SIM.read(position.text(), options)
    assert (again.key, again.outcome()) == (position.key, outcome)


def play_and_check(options: Options, seed: int) -> None:
    """Play one random game, check it in the middle and at its end, and undo it to the start."""
    position = SIM.start(options)
    position.play_random(seed, Random(seed).randrange(strokes(int(options["vertices"])) + 1))
    check_running(position)
    position.play_random(seed + 1)
    check_running(position)
    check_end(position)
    while position.played:
        position.undo()
    assert position.text() == SIM.start_text(options)
    assert position.key == SIM.start(options).key


def test_the_invariants_hold_in_some_hundred_random_games() -> None:
    for options in option_sets():
        for seed in range(4):
            play_and_check(options, seed)


@pytest.mark.long
def test_the_invariants_hold_in_100_000_random_games() -> None:
    sets = option_sets()
    for seed in range(100_000):
        play_and_check(sets[seed % len(sets)], seed)


def test_a_longest_bound_exists_for_every_offered_size() -> None:
    # The move after the most strokes that five groups of dots allow between them (Turán).
    for dots, last in LONGEST.items():
        within = sum(size * (size - 1) // 2 for size in ((dots + part) // 5 for part in range(5)))
        assert last == strokes(dots) - within + 1
