"""Many games at once play like single ones."""

import numpy as np
import pytest

from parlour.errors import ArgumentError, IllegalMove
from parlour.games import keys
from parlour.rl import BatchEnv, Encoder
from tests.games.hexapawn import Hexapawn

COUNT = 5


@pytest.mark.parametrize("key", [*keys(), "hexapawn"])
def test_a_batch_plays_like_single_positions(key: str) -> None:
    played = Hexapawn() if key == "hexapawn" else key
    batch, encoder = BatchEnv(played, COUNT), Encoder(played)
    singles = [encoder.start() for _ in range(COUNT)]
    random = np.random.default_rng(5)
    ends = 0
    for _ in range(400):
        actions = batch.sample(random)
        rewards, terminated, truncated = batch.step(actions)
        for n, action in enumerate(actions):
            singles[n].play(encoder.move(singles[n], action))
            assert rewards[n].tolist() == encoder.rewards(singles[n])
            assert terminated[n] == singles[n].is_over()
            if terminated[n]:
                ends += 1
                singles[n] = encoder.start()
        assert not truncated.any()
        assert batch.seats.tolist() == [single.seat for single in singles]
        assert (batch.masks == [encoder.mask(single) for single in singles]).all()
        assert (batch.observations == [encoder.observe(single) for single in singles]).all()
    assert ends > 0
    assert list(batch.positions) == singles


def test_three_players_have_three_rewards() -> None:
    batch, random = BatchEnv("sim", 8, {"players": 3}), np.random.default_rng(1)
    while not (ended := batch.step(batch.sample(random)))[1].any():
        pass
    rewards, terminated, _ = ended
    assert rewards.shape == (8, 3)
    assert sorted(rewards[terminated.argmax()].tolist()) in ([-1, 1, 1], [0, 0, 0])


def test_games_cannot_start_where_they_are_over() -> None:
    over = Encoder("sim").start()
    over.play_random(1)
    with pytest.raises(ArgumentError, match="over"):
        BatchEnv("sim", 2, start=over)


def test_playing_on_the_positions_of_a_batch_does_not_change_it() -> None:
    batch = BatchEnv("sim", 2)
    batch.positions[0].play_random(1)
    assert not batch.positions[0].is_over()
    assert batch.masks[0].all()


def test_an_illegal_action_changes_nothing() -> None:
    batch = BatchEnv("surakarta", 3)
    before = batch.observations.copy()
    legal = batch.sample(np.random.default_rng(1))
    for wrong in (batch.masks[1].argmin(), -1, 924, 2**40):
        actions = legal.astype(np.int64)
        actions[1] = wrong
        with pytest.raises(IllegalMove, match="game 1"):
            batch.step(actions)
        assert (batch.observations == before).all()
        assert all(not position.played for position in batch.positions)
    for shapeless in (legal[:2], 5, [[1, 2, 3]], ["a", "b", "c"], [0.5, 1.0, 2.0], None):
        with pytest.raises(ArgumentError):
            batch.step(shapeless)  # type: ignore[arg-type]  # must be refused


def test_games_are_cut_off_and_start_again() -> None:
    batch, random = BatchEnv("yinsh", 4, max_moves=3), np.random.default_rng(1)
    flags = [batch.step(batch.sample(random))[2].tolist() for _ in range(6)]
    assert flags == [[False] * 4, [False] * 4, [True] * 4] * 2
    assert (batch.observations == BatchEnv("yinsh", 4).observations).all()


def test_a_batch_starts_from_a_given_position() -> None:
    start = Encoder("sim").start().after("A-B")
    assert BatchEnv("sim", 2, start=start).seats.tolist() == [1, 1]


@pytest.mark.parametrize("count", [0, -1, 1.5, "3", None])
def test_the_count_is_checked(count: object) -> None:
    with pytest.raises(ArgumentError):
        BatchEnv("sim", count)  # type: ignore[arg-type]  # must be refused
