"""Gymnasium's own check passes for all games, and whole games are played against bots."""

from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

from parlour import Bot
from parlour.errors import ArgumentError
from parlour.games import keys
from parlour.rl import SinglePlayerEnv


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("key", keys())
def test_gymnasium_accepts_the_environment(key: str, seat: int | None) -> None:
    check_env(gymnasium.make("parlour.rl.gymnasium_env:Parlour-v0", game=key, seat=seat, render_mode="ansi").unwrapped)


def play(games: SinglePlayerEnv, seed: int | None) -> tuple[list[int], float, dict[str, Any]]:
    """Play a random game; return the actions, the last reward and the last info."""
    observation, info = games.reset(seed=seed)
    if seed is not None:
        games.action_space.seed(seed)
    actions, reward, over = [], 0.0, False
    while not over:
        action = games.action_space.sample(observation["action_mask"])
        actions.append(int(action))
        observation, reward, terminated, truncated, info = games.step(action)
        over = terminated or truncated
    return actions, reward, info


@pytest.mark.parametrize(("key", "options"), [("sim", {"players": 5}), ("pylos", {}), ("yinsh", {"rings": 1})])
def test_a_seed_repeats_a_game_against_a_bot(key: str, options: dict[str, object]) -> None:
    games = SinglePlayerEnv(key, options, opponent=Bot(level=3), seat=None)
    first = play(games, 7)
    assert first[1] in (-1, 0, 1)
    assert not first[2]["illegal"]
    assert play(games, 7) == first
    assert any(play(games, seed) != first for seed in range(5))


def test_a_function_can_be_the_opponent() -> None:
    games = SinglePlayerEnv("surakarta", opponent=lambda position: position.move_texts()[0], seat=1)
    _, info = games.reset()
    assert info["seat"] == 1
    assert len(games.position.played) == 1


def test_an_illegal_action_loses() -> None:
    games = SinglePlayerEnv("sim")
    games.reset(seed=1)
    games.step(0)
    _, reward, terminated, truncated, info = games.step(0)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    with pytest.raises(ArgumentError):
        games.step(15)


def test_long_games_are_truncated() -> None:
    games = SinglePlayerEnv("surakarta", {"ending": "endless"}, max_moves=6)
    assert len(play(games, 1)[0]) == 3
