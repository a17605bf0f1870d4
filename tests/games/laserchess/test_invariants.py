"""Invariants of every Laser Chess game, checked on random games."""

from random import Random

import pytest

from parlour.games.contract.options import Options
from parlour.games.laserchess import GAME
from parlour.games.laserchess.position import LaserChessPosition
from parlour.games.laserchess.tables import KILLS, SITES
from tests.games.laserchess.boards import any_options, begin
from tests.games.laserchess.naive import turns


def some_options(random: Random) -> Options:
    """Return the standard rules half of the time, otherwise any combination."""
    if random.random() < 0.5:
        return GAME.check({"layout": random.choice(GAME.option("layout").values())})
    return any_options(random)


def census(position: LaserChessPosition) -> list[int]:
    return [position.count(seat, kind) for seat in (0, 1) for kind in range(1, 6)]


def check_game(seed: int, limit: int) -> None:
    """Play one random game and check it turn by turn."""
    random = Random(seed)
    options = some_options(random)
    position = GAME.start(options)
    assert isinstance(position, LaserChessPosition)
    keys = [position.repetition_key()]
    scarabs = census(position)[1::5]
    while True:
        moves = position.moves()
        if not moves or len(position.played) >= limit:
            break
        move = moves[int(random.random() * len(moves))]
        beam = position.beam(position.seat, move)
        assert len(beam) <= 2 * SITES
        assert all(beam.count(part) == 1 for part in beam), "a beam never runs the same way twice"
        hit = beam[-1][0] if beam[-1][1] == KILLS else -1
        assert position.victim(move) == hit
        before, seat, key = census(position), position.seat, position.key
        position.play(move)
        after = census(position)
        lost = [one - other for one, other in zip(before, after, strict=True)]
        assert sum(lost) == (hit >= 0)
        assert min(lost) == 0
        assert after[1::5] == scarabs, "Scarabs are never destroyed"
        assert after[4::5] == [1, 1], "Sphinxes are never destroyed"
        assert position.seat == 1 - seat
        assert position.quiet_turns() == (0 if hit >= 0 else len(keys))
        if hit >= 0:
            keys.clear()
        keys.append(position.repetition_key())
        if len(position.played) % 16 == 0:
            position.undo()
            assert (census(position), position.key, position.seat) == (before, key, seat)
            position.play(move)
            assert position.repetition_key() == keys[-1]
    check_end(position, keys, options)


def check_end(position: LaserChessPosition, keys: list[int], options: Options) -> None:
    outcome = position.outcome()
    pharaohs = [position.count(seat, 1) for seat in (0, 1)]
    times = keys.count(keys[-1])
    assert max(keys.count(key) for key in keys[-2:]) <= 3
    if outcome is None:
        assert pharaohs == [1, 1]
        assert times < 3
    elif outcome.drawn:
        assert pharaohs == [1, 1]
        assert times == 3 or (options["limit"] and position.quiet_turns() == 100)
        assert (outcome.reason == "no-progress") == (position.quiet_turns() >= 100 and options["limit"] is True)
    else:
        assert sorted(pharaohs) == [0, 1]
        assert outcome.losers == (pharaohs.index(0),)
        assert (outcome.reason == "own-pharaoh") == (outcome.losers[0] != position.seat)
    read = GAME.read(position.text(), options)
    assert (read.text(), read.key, read.seat) == (position.text(), position.key, position.seat)


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_random_games_keep_all_invariants(first: int) -> None:
    for seed in range(first, first + 100):
        check_game(seed, 400)


@pytest.mark.long
def test_a_hundred_thousand_random_games_keep_all_invariants() -> None:
    for seed in range(1_000_000, 1_100_000):
        check_game(seed, 400)


def check_against_naive(seed: int, plies: int, every: int) -> None:
    """Compare all turns and their results with the naive implementation."""
    random = Random(seed)
    options = some_options(random)
    position = GAME.start(options)
    assert isinstance(position, LaserChessPosition)
    for ply in range(plies):
        moves = position.moves()
        if not moves:
            break
        if ply % every == 0:
            fast = {}
            for move in moves:
                turn = position.write_move(move).partition("x")[0]
                fast[turn] = " ".join(position.after(move).text().split()[:2])
            assert fast == turns(position.text(), options)
        position.play(random.choice(moves))


def test_the_rules_agree_with_the_same_rules_by_coordinates() -> None:
    for seed in range(60):
        check_against_naive(seed, 60, 10)


@pytest.mark.long
def test_the_rules_agree_with_the_same_rules_by_coordinates_in_many_games() -> None:
    for seed in range(1000, 1500):
        check_against_naive(seed, 120, 3)


def test_a_cached_beam_gives_the_same_result_as_a_fresh_one() -> None:
    """The same line with and without the cached beam gives the same position."""
    for seed in range(40):
        random = Random(seed)
        options = some_options(random)
        noted = GAME.start(options)
        noted.play_random(seed, 80)
        walker = GAME.start(options)
        for n, move in enumerate(noted.played):
            # A position that has just been searched has noted another beam than one that was only played.
            if n % 8 == seed % 8:
                walker.perft(2, bulk=False)
            walker.play(move)
        assert (walker.text(), walker.key) == (noted.text(), noted.key)


def test_a_thousand_random_games_take_the_recorded_number_of_turns() -> None:
    """A signature: it changes only when the rules or the move order change."""
    assert begin().playouts(1000, seed=7) == 92_032
