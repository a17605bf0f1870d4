"""Perfect play of Pylos 3×3: the published values, and the winner wins in time."""

from functools import cache
from random import Random

import pytest

from parlour.engine.solve.perfect_play import PerfectPlay, perfect_play
from parlour.games import Position, game
from tests.games.marks import FAST_ONLY

PYLOS = game("pylos")
PROFILES = [("children", -1, 16), ("standard", 1, 15), ("classic", 1, 17), ("expert", 0, None)]


@cache
def start(profile: str) -> Position:
    return PYLOS.start(PYLOS.check({"size": 3}, profile))


def exact(profile: str) -> PerfectPlay:
    found = perfect_play(start(profile))
    assert found is not None
    return found


@FAST_ONLY
@pytest.mark.parametrize(("profile", "value", "turns"), PROFILES)
def test_the_value_of_every_profile_is_the_published_one(profile: str, value: int, turns: int | None) -> None:
    best = exact(profile).best(start(profile))
    assert best
    assert (best[0].result, best[0].turns) == (value, turns)


@FAST_ONLY
@pytest.mark.parametrize(("profile", "value", "turns"), PROFILES[:3])
def test_perfect_play_of_both_lasts_as_long_as_it_says(profile: str, value: int, turns: int) -> None:
    position = start(profile).copy()
    taken = 0
    while not position.is_over():
        best = exact(profile).best(position)
        assert best
        taken += position.turn_over(best[0].move)
        position.play(best[0].move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.results[0] == (value + 1) / 2
    assert taken == turns


@FAST_ONLY
@pytest.mark.parametrize(("profile", "value", "turns"), PROFILES[:3])
def test_the_winner_wins_in_time_against_anything(profile: str, value: int, turns: int) -> None:
    winner = 0 if value == 1 else 1
    for seed in range(15):
        lot = Random(seed)
        position = start(profile).copy()
        taken = 0
        while not position.is_over():
            best = exact(profile).best(position) if position.seat == winner else None
            move = lot.choice(position.moves()) if best is None else lot.choice(best).move
            taken += position.turn_over(move)
            position.play(move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.results[winner] == 1
        assert taken <= turns


@FAST_ONLY
def test_nobody_can_force_a_win_of_the_expert_game() -> None:
    position = start("expert").copy()
    player = exact("expert")
    for _ in range(30):
        if position.is_over():
            break
        best = player.best(position)
        assert best
        assert best[0].result == 0
        position.play(best[0].move)
    else:
        return
    assert position.outcome() is not None


@FAST_ONLY
def test_inside_a_turn_moves_have_values_too() -> None:
    # A square is made: both moves of taking back belong to the turn that is being counted.
    lot = Random(3)
    seen = 0
    for _ in range(40):
        position = start("standard").copy()
        while not position.is_over():
            move = lot.choice(position.moves())
            if not position.turn_over(move) and position.after(move).moves():
                before = exact("standard").verdicts(position)
                after = exact("standard").verdicts(position.after(move))
                assert before is not None
                assert after is not None
                one = next(one for one in before if one.move == move)
                assert (one.result, one.turns) == (after[0].result, after[0].turns)
                seen += 1
            position.play(move)
    assert seen


@pytest.mark.parametrize("options", [{"size": 5}, {"take": "optional"}, {"dark": 2}])
def test_only_stored_solutions_are_offered(options: dict[str, int | str]) -> None:
    assert perfect_play(PYLOS.start(PYLOS.check(options))) is None
