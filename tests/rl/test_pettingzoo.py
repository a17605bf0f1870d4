"""PettingZoo's own tests pass for all games."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from parlour.errors import IllegalMove
from parlour.games import keys
from parlour.rl import env, raw_env
from tests.games.hexapawn import Hexapawn

SET_UPS: dict[str, tuple[Any, dict[str, object]]] = {
    **{key: (key, {}) for key in keys()},
    "sim, 3 players": ("sim", {"players": 3}),
    "sim, 4 players, elimination": ("sim", {"players": 4, "elimination": True}),
    "sim, 5 players, 10 dots": ("sim", {"players": 5, "vertices": 10}),
    "pylos, expert": ("pylos", {"line": "official"}),
    "yinsh, blitz": ("yinsh", {"rings": 1}),
    "hexapawn": (Hexapawn(), {}),
}


@pytest.fixture(params=SET_UPS)
def create(request: pytest.FixtureRequest) -> Callable[..., Any]:
    played, options = SET_UPS[request.param]
    return lambda **rest: env(played, options, **rest)


# PettingZoo warns of any observation that is a dict, its own games' too, and of agents without a legal action.
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
)
def test_api(create: Callable[..., Any]) -> None:
    api_test(create(), num_cycles=300)


def test_seeds(create: Callable[..., Any]) -> None:
    seed_test(create, num_cycles=100)


@pytest.mark.parametrize("key", keys())
def test_state_and_rendering(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    single = raw_env(key)
    single.reset()
    assert single.state_space.contains(single.state())
    render_test(lambda **rest: env(key, **rest))
    assert raw_env(key).position.diagram() in capsys.readouterr().out


def play(games: Any, seed: int) -> list[str]:
    """Play a random game and return the agents in the order in which they moved."""
    games.reset(seed=seed)
    for n, agent in enumerate(games.possible_agents):
        games.action_space(agent).seed(seed + n)
    movers = []
    for agent in games.agent_iter():
        observation, _, terminated, truncated, _ = games.last()
        if terminated or truncated:
            games.step(None)
            continue
        movers.append(agent)
        games.step(games.action_space(agent).sample(observation["action_mask"]))
    return movers


@pytest.mark.parametrize("key", ["pylos", "yinsh"])
def test_an_agent_with_several_moves_in_its_turn_is_selected_again(key: str) -> None:
    movers = play(env(key), 3)
    assert any(one == other for one, other in pairwise(movers))


def test_every_agent_gets_its_result_at_the_end() -> None:
    games = env("sim", {"players": 4})
    games.reset()
    totals = dict.fromkeys(games.possible_agents, 0.0)
    for agent in games.agent_iter():
        observation, reward, terminated, _, _ = games.last()
        totals[agent] += reward
        games.step(None if terminated else games.action_space(agent).sample(observation["action_mask"]))
    assert sorted(totals.values()) in ([-1, 1, 1, 1], [0, 0, 0, 0])


def test_an_illegal_action_loses_with_wrappers_and_is_refused_without() -> None:
    wrapped, bare = env("sim"), raw_env("sim")
    for games in (wrapped, bare):
        games.reset()
        games.step(0)
    wrapped.step(0)
    assert wrapped.rewards == {"player_0": 0, "player_1": -1}
    with pytest.raises(IllegalMove):
        bare.step(0)
    assert bare.agent_selection == "player_1"


def test_long_games_are_truncated() -> None:
    games = raw_env("surakarta", {"ending": "endless"}, max_moves=10)
    assert len(play(games, 1)) == 10
