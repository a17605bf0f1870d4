"""The bots of the earlier YINSH: their published scores, their faults, and legal play."""

from math import inf

import pytest

from parlour.games.yinsh import baseline_search
from parlour.games.yinsh.baseline import BASELINES, ClassicPlayer, FixedPlayer
from parlour.games.yinsh.rules import YinshRules
from parlour.games.yinsh.tables import MOVING
from parlour.lab.arena import Pairing, play_game
from tests.games.yinsh.examples import (
    EXAMPLE_11,
    WINNING,
    bare,
    fork,
    play,
    read,
    sampled,
    text,
)


def worth(wm: str) -> float:
    """Return the earlier program's score of some white markers, without their individual values."""
    return round(baseline_search.score(bare(wm=wm)) - 0.1 * len(wm.split()), 6)


def test_the_earlier_scores_of_runs() -> None:
    assert worth(wm="e4") == 0
    assert worth(wm="e4 e5") == 30
    assert worth(wm="e4 e5 e6") == 500 + 30
    assert worth(wm="e4 e5 e6 e7") == 2000 + 500 + 30
    assert worth(wm="e4 e5 e6 e7 e8") == 100_000 + 2000 + 500 + 30
    assert worth(wm="e4 e5 e6 e7 e8 e9") == 2 * 100_000 + 2000 + 500 + 30
    assert baseline_search.score(bare(wm="e4 e5 e6", bm="g4 g5 g6")) == 0


@pytest.mark.parametrize(("ring", "distance"), [("f6", 1.0), ("f7", 0.8), ("f8", 0.7), ("f9", 0.7), ("f10", 0.5)])
def test_the_earlier_scores_of_a_ring(ring: str, distance: float) -> None:
    position = bare(wr=ring)
    assert baseline_search.score(position) == pytest.approx(distance + 0.01 * len(position.moves()))
    assert baseline_search.score(bare(wr="a2")) == pytest.approx(0.2 + 0.01 * 18)


def test_the_earlier_scores_of_removed_rows() -> None:
    for removed, value in enumerate((0, 1e9, 1e14, 1e19)):
        assert baseline_search.score(bare(removed=(removed, 0))) == value
        assert baseline_search.score(bare(removed=(0, removed))) == -value


def test_a_ring_in_a_run_makes_it_a_tenth_and_the_fault_carries_it_into_the_next_direction() -> None:
    # From e4: along e with the ring 30 × 0.1; then along the number and the diagonal, 30 each, or a tenth of it.
    def runs(faithful: bool) -> float:
        with_ring = bare(wr="e5", wm="e4 f4 f5")
        without_runs = bare(wr="e5")
        moves = 0.01 * (len(with_ring.moves()) - len(without_runs.moves()))
        return baseline_search.score(with_ring, faithful) - baseline_search.score(without_runs, faithful) - moves - 0.3

    # e4–e5 holds the ring; e4–f4, e4–f5 and f4–f5 do not; e5–f5 begins with the ring.
    assert runs(faithful=False) == pytest.approx(3 + 30 + 30 + 30 + 3)
    assert runs(faithful=True) == pytest.approx(3 + 3 + 3 + 30 + 30 * 0.01)


def test_beside_two_removed_rows_the_earlier_program_cannot_see_small_things() -> None:
    bare_board, better = bare(removed=(3, 0)), bare(wr="f6", wm="e4 e5", removed=(3, 0))
    assert baseline_search.score(bare_board) == baseline_search.score(better)
    assert baseline_search.score(bare_board, False) < baseline_search.score(better, False)


def test_the_earlier_player_looks_at_five_moves_only_and_remembers_pictures() -> None:
    position = read(text(**EXAMPLE_11))
    player = ClassicPlayer(1)
    five = player.best_five(position, high=True)
    assert len(five) == 5
    scores = sorted((score for _, _, score in baseline_search.successors(position)), reverse=True)
    assert [score for score, _ in five] == scores[:5]
    # The same picture with other rings removed gets the score that was remembered.
    later = read(text(**{**EXAMPLE_11, "seat": "w"}))
    later._begin(0, MOVING, 0, 1, 0)
    assert player.best_five(later, high=True) == five


def test_three_plies_of_the_earlier_hard_level_are_scored_after_two() -> None:
    """It chooses the best static score after the expected reply, not after three plies."""
    for position in sampled(12):
        if position.stage_now() != MOVING or len(position.moves()) < 6:
            continue
        hard, helper = ClassicPlayer(3), ClassicPlayer(2)
        chosen = hard(position)
        values = {}
        for _, move in helper.best_five(position, position.seat == 0):
            after = fork(position)
            after.play(move)
            reply, value = ClassicPlayer(2)._choose(after, 2, -inf, inf, position.seat == 1)
            settled = fork(after)
            if reply is not None:
                settled.play(reply)
            static = baseline_search.score(settled)
            assert value == pytest.approx(static, rel=1e-6)
            values[move] = value
        best = max(values.values()) if position.seat == 0 else min(values.values())
        assert values[chosen] == pytest.approx(best, rel=1e-6)


def test_the_earlier_player_takes_turns_with_itself_and_the_fixed_one_does_not() -> None:
    """When White has to remove a ring, the earlier bot lets Black choose it."""
    owed = play(read(text(**{**EXAMPLE_11, "bm": "f4"})), "f3-f6", "xb4-f4")
    waiting = play(read(text(**{**EXAMPLE_11, "bm": "f4"})), "f3-f6")
    scores = [score for _, _, score in baseline_search.successors(owed)]
    assert min(scores) < max(scores)
    assert ClassicPlayer(1)._choose(owed, 1, -inf, inf, False)[1] == min(scores)
    mended = [score for _, _, score in baseline_search.successors(owed, False)]
    assert FixedPlayer(2)._choose(waiting, 2, -inf, inf)[1] == max(mended)


def test_the_earlier_player_cuts_off_only_beyond_the_bound() -> None:
    class Counting(ClassicPlayer):
        looked = 0

        def best_five(self, position: YinshRules, high: bool) -> list[tuple[float, int]]:
            self.looked += 1
            return super().best_five(position, high)

    position = read(text(**EXAMPLE_11))
    first = ClassicPlayer(2).best_five(position, True)[0][1]
    after = fork(position)
    after.play(first)
    bound = ClassicPlayer(1)._choose(after, 1, -inf, inf, False)[1]
    for beta, more in ((bound, True), (bound - 1, False)):
        player = Counting(2)
        player._choose(position, 2, -inf, beta, True)
        assert (player.looked > 2) == more


def test_the_fixed_player_takes_a_win() -> None:
    position = read(text(**WINNING))
    for _ in range(3):
        position.play(FixedPlayer(3)(position))
    assert position.is_over()


def test_the_earlier_levels_look_one_two_and_three_moves_ahead() -> None:
    players = {name: make(1) for name, make in BASELINES.items()}
    depths = {name: player.depth for name, player in players.items() if isinstance(player, ClassicPlayer)}
    assert depths == {"classic-easy": 1, "classic-medium": 2, "classic-hard": 3}
    fixed = players["classic-fixed"]
    assert isinstance(fixed, FixedPlayer)
    assert fixed.depth == 3


@pytest.mark.parametrize("name", BASELINES)
def test_the_earlier_players_finish_games_legally(name: str) -> None:
    played = play_game(Pairing("yinsh", {}, name, "1", seed=3), 0)
    assert played.reason in ("rings", "pool", "stuck")


@pytest.mark.parametrize("name", BASELINES)
def test_the_earlier_players_leave_the_position_as_it_is(name: str) -> None:
    position = read(text(**EXAMPLE_11))
    before = position.text(), position.key
    assert position.is_legal(BASELINES[name](1)(position))
    assert (position.text(), position.key) == before
