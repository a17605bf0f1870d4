"""Gymnasium's interface to every game: one agent plays, bots play the other seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import msgspec
import numpy as np
from gymnasium import spaces

from parlour.engine.levels import Bot
from parlour.errors import ArgumentError
from parlour.games import Game, Position
from parlour.games.contract.argument_checks import function, one_of, whole_number
from parlour.i18n.errors import localized_error
from parlour.rl.encoder import Encoder
from parlour.rl.pettingzoo_env import RENDER_MODES, Observation, observation_space

Chooser = Callable[[Position], int | str]
"""A player: returns a legal move, as a number or in the game's notation."""
StepResult = tuple[Observation, float, bool, bool, dict[str, Any]]


class SinglePlayerEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; the others are played by a bot, or by a function that chooses a move.

    The reward is 1, 0 or -1 at the end. An illegal action loses at once, and `info["illegal"]` is then true; the mask
    in the observation prevents it. With `seat=None` the agent's seat is drawn for each game.

    >>> env = SinglePlayerEnv("pylos", opponent=Bot(level=2))
    >>> observation, info = env.reset(seed=1)
    >>> action = env.action_space.sample(observation["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> reward, terminated, info["illegal"]
    (0.0, False, False)
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, object] | None = None,
        *,
        opponent: Bot | Chooser | None = None,
        seat: int | None = 0,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.encoder = Encoder(game, options)
        chosen = Bot(level=1) if opponent is None else opponent
        self.opponent = chosen if isinstance(chosen, Bot) else function(chosen, "opponent")
        self.fixed_seat = None if seat is None else whole_number(seat, 0, self.encoder.num_players - 1, "seat")
        self.max_moves = None if max_moves is None else whole_number(max_moves, 1, 2**31 - 1, "max_moves")
        self.render_mode = None if render_mode is None else one_of(render_mode, RENDER_MODES, "render_mode")
        self.observation_space = observation_space(self.encoder)
        self.action_space = spaces.Discrete(self.encoder.num_actions)
        self.position: Position = self.encoder.start()
        self.seat = self.fixed_seat or 0
        self._players: dict[int, Chooser] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game and let the others move until it is the agent's turn."""
        super().reset(seed=None if seed is None else whole_number(seed, 0, 2**63 - 1, "seed"))
        seats = self.encoder.num_players
        self.position = self.encoder.start()
        self.seat = int(self.np_random.integers(seats)) if self.fixed_seat is None else self.fixed_seat
        self._players = {seat: self._player() for seat in range(seats) if seat != self.seat}
        self._let_others_move()
        return self._observation(), self._info(False)

    def step(self, action: Any) -> StepResult:
        """Play an action, and let the others move until it is the agent's turn again or the game is over."""
        if not self._players:
            raise localized_error(ArgumentError, "shared.actions.reset")
        chosen = whole_number(action, 0, self.encoder.num_actions - 1, "action")
        move = int(self.encoder.moves[chosen])
        if not self.position.is_legal(move):
            return self._observation(), -1.0, True, False, self._info(True)
        self.position.play(move)
        self._let_others_move()
        over = self.position.is_over()
        cut = not over and self.max_moves is not None and len(self.position.played) >= self.max_moves
        reward = self.encoder.rewards(self.position)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, cut, self._info(False)

    def render(self) -> Any:
        """Print the board in plain text, or return it in the mode "ansi"."""
        if self.render_mode == "ansi":
            return self.position.diagram()
        print(self.position.diagram())
        return None

    def _player(self) -> Chooser:
        """Return a player of another seat; a bot gets its seed from the environment."""
        if not isinstance(self.opponent, Bot):
            return self.opponent
        seed = int(self.np_random.integers(2**31))
        bot = self.opponent if self.opponent.seed is not None else msgspec.structs.replace(self.opponent, seed=seed)
        return bot.player(self.position).choose

    def _let_others_move(self) -> None:
        position = self.position
        while position.seat != self.seat and not position.is_over():
            position.play(self._players[position.seat](position))

    def _observation(self) -> Observation:
        mask = self.encoder.mask(self.position)
        return {"observation": self.encoder.observe(self.position, self.seat), "action_mask": mask}

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {"seat": self.seat, "position": self.position.text(), "illegal": illegal}


gymnasium.register(id="Parlour-v0", entry_point="parlour.rl.gymnasium_env:SinglePlayerEnv", disable_env_checker=True)
