"""Forced wins in turns, compared with brute force on random small games and real positions."""

from random import Random

import pytest

from parlour.engine.report import Stop
from parlour.engine.solve.forced_wins import MAX_TURNS, ForcedWinSearch
from parlour.games import Position, game
from tests.engine.mazes import Maze


def truth(position: Position, seat: int, turns: int) -> bool:
    """Return whether a seat wins within `turns` of its own turns, by exhaustive search."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.results[seat] == 1
    mine = position.seat == seat
    if mine and turns == 0:
        return False
    found = []
    for move in position.moves():
        after = position.after(move)
        ended = mine and after.seat != seat
        found.append(truth(after, seat, turns - ended))
    return any(found) if mine else all(found)


@pytest.mark.parametrize("seed", range(40))
def test_forced_wins_are_those_that_brute_force_finds(seed: int) -> None:
    position = Maze(seed, rooms=14).start()
    forced = ForcedWinSearch(position, memory_mb=1)
    for turns in range(4):
        for seat in (0, 1):
            assert forced.wins(position, turns, seat=seat) == truth(position, seat, turns), (turns, seat)


@pytest.mark.parametrize(("key", "moves"), [("sim", 9), ("pylos", 34), ("surakarta", 60)])
def test_earlier_results_do_not_change_later_ones_in_real_games(key: str, moves: int) -> None:
    """One object analyses many positions for both seats, with a table small enough to be overwritten."""
    start = game(key).start()
    forced = ForcedWinSearch(start, memory_mb=1)
    for seed in range(6):
        position = start.copy()
        position.play_random(seed, moves)
        if position.is_over():
            continue
        turns = 3 if key == "sim" else 1
        for seat in (0, 1):
            assert forced.wins(position, turns, seat=seat) == truth(position, seat, turns)


def test_the_shortest_win_is_counted_in_turns_not_in_moves() -> None:
    """White makes its third row and removes it and a ring: three moves, one turn."""
    yinsh = game("yinsh")
    start = yinsh.start(yinsh.check({"rings": 1}))
    found = None
    for seed in range(200):
        position = start.copy()
        position.play_random(seed, 40 + seed % 20)
        if position.is_over() or position.draft().stage != "move":
            continue
        if ForcedWinSearch(position).shortest(position, 1) == 1:
            found = position
            break
    assert found is not None
    winning = [move for move in found.moves() if not found.turn_over(move)]
    assert winning, "the row still has to be taken"
    assert truth(found, found.seat, 1)


def test_a_question_ends_when_its_limit_is_reached_or_it_is_stopped() -> None:
    position = game("laserchess").start()
    forced = ForcedWinSearch(position)
    assert forced.wins(position, 4, limit=1000) is None
    stop = Stop()
    stop.set()
    assert forced.wins(position, 4, stop=stop) is None
    assert forced.shortest(position, 4, limit=1000) is None


def test_the_search_gives_up_on_an_endless_turn() -> None:
    """In mazes with cycles a seat may move forever; the search claims nothing that it cannot prove."""
    found = set()
    for seed in range(20):
        position = Maze(seed, rooms=8, cycles=True).start()
        found.add(ForcedWinSearch(position, memory_mb=1).wins(position, 2, limit=100_000))
    assert found == {True, False, None}


def test_invalid_queries_are_refused() -> None:
    sim = game("sim")
    with pytest.raises(ValueError, match="two seats"):
        ForcedWinSearch(sim.start(sim.check({"players": 3})))
    position = sim.start()
    with pytest.raises(ValueError, match="at most"):
        ForcedWinSearch(position).wins(position, MAX_TURNS + 1)
    over = position.copy()
    over.play_random(Random(1).randrange(100))
    with pytest.raises(ValueError, match="over"):
        ForcedWinSearch(position).wins(over, 1)
