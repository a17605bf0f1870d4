"""PettingZoo's AEC interface to every game: `env()` as in PettingZoo's own classic games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from parlour.errors import ArgumentError
from parlour.games import Game, Position
from parlour.games.contract.argument_checks import one_of, whole_number
from parlour.i18n.errors import localized_error
from parlour.rl.encoder import Encoder

Observation = dict[str, Any]
RENDER_MODES = ("human", "ansi")


def observation_space(encoder: Encoder) -> spaces.Dict:
    """Return the space of observations: planes and a mask of legal actions."""
    planes = spaces.Box(0.0, 1.0, encoder.observation_shape, np.float32)
    return spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (encoder.num_actions,), np.int8)})


class TurnBasedEnv(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game for agents `player_0`, `player_1` …, one per seat.

    An agent with several moves in a turn is selected again. Observations are dicts of `observation` and `action_mask`;
    the mask of an agent that is not to move is all 0. Rewards come at the end: 1, 0 or -1 for each agent. After
    `max_moves` the game is truncated.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, object] | None = None,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        EzPickle.__init__(self, game, options, max_moves, render_mode)
        self.encoder = Encoder(game, options)
        self.max_moves = None if max_moves is None else whole_number(max_moves, 1, 2**31 - 1, "max_moves")
        self.render_mode = None if render_mode is None else one_of(render_mode, RENDER_MODES, "render_mode")
        self.metadata = {**self.metadata, "name": f"parlour_{self.encoder.game.key}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.encoder.num_players)]
        # One space per agent: a test that seeds those of several agents must not seed one space twice.
        self.observation_spaces = {agent: observation_space(self.encoder) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoder.num_actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0.0, 1.0, self.encoder.observation_shape, np.float32)
        self.position: Position = self.encoder.start()
        self.agents: list[str] = []
        self.agent_selection = ""

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[one_of(agent, self.possible_agents, "agent")]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[one_of(agent, self.possible_agents, "agent")]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new game. The games have no chance element, so a seed has no effect."""
        self.position = self.encoder.start()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.seat]

    def observe(self, agent: str) -> Observation:
        if not self.agent_selection:
            raise localized_error(ArgumentError, "shared.actions.reset")
        seat = self.possible_agents.index(one_of(agent, self.possible_agents, "agent"))
        if agent == self.agent_selection and not self.position.is_over():
            mask = self.encoder.mask(self.position)
        else:
            mask = np.zeros(self.encoder.num_actions, np.int8)
        return {"observation": self.encoder.observe(self.position, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the selected agent; raise `IllegalMove` and change nothing if it is illegal."""
        if not self.agents:
            raise localized_error(ArgumentError, "shared.actions.reset")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            if action is not None:
                raise localized_error(ArgumentError, "shared.actions.over")
            self._was_dead_step(action)
            return
        self.position.play(self.encoder.move(self.position, action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        over = self.position.is_over()
        self.rewards = dict(zip(self.possible_agents, self.encoder.rewards(self.position), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        cut = not over and self.max_moves is not None and len(self.position.played) >= self.max_moves
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self.position.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Print the board in plain text, or return it in the mode "ansi"."""
        if self.render_mode == "ansi":
            return self.position.diagram()
        print(self.position.diagram())
        return None

    def state(self) -> Any:
        """Return the observation of the seat to move: the games have no hidden information."""
        return self.encoder.observe(self.position)

    def close(self) -> None:
        """Do nothing: an environment holds no resources."""


raw_env = TurnBasedEnv
"""The environment without wrappers: an illegal action raises `IllegalMove`."""


def env(
    game: Game | str,
    options: Mapping[str, object] | None = None,
    max_moves: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """Return the environment with PettingZoo's usual wrappers: an illegal action loses the game.

    >>> games = env("yinsh", {"rings": 1})
    >>> games.reset(seed=1)
    >>> games.agent_selection, games.action_space("player_0").n
    ('player_0', np.int64(2142))
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(game, options, max_moves, render_mode), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
