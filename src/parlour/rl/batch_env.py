"""Batches of games, stepped by compiled loops."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlour.errors import ArgumentError
from parlour.games import Game, Position
from parlour.games.contract.argument_checks import instance, shown, whole_number
from parlour.i18n.errors import localized_error
from parlour.rl.encoder import Encoder, Floats, Integers, Mask
from parlour.rl.position_batch import PositionBatch

MAX_COUNT = 1_000_000


class BatchArrays:
    """The arrays that compiled loops read and write: see `PositionBatch`."""

    def __init__(self, encoder: Encoder, count: int) -> None:
        self.masks = np.zeros((count, encoder.num_actions), np.uint8)
        self.planes = np.zeros((count, encoder.planes.size), np.float32)
        self.rewards = np.zeros((count, encoder.num_players), np.float32)
        self.to_move = np.zeros(count, np.int32)
        self.chosen = np.zeros(count, np.int32)
        self.terminated = np.zeros(count, np.uint8)
        self.truncated = np.zeros(count, np.uint8)
        self.draws = np.zeros(count, np.float64)


class BatchEnv:
    """`count` games of one kind that are stepped together. A game that ends restarts immediately.

    `observations`, `masks` and `seats` describe the current positions, each seen by the seat to move. They are the
    same arrays after every step; copy what you keep.

    >>> batch = BatchEnv("surakarta", count=3)
    >>> rewards, terminated, truncated = batch.step(batch.masks.argmax(axis=1))
    >>> batch.observations.shape, batch.seats.tolist(), terminated.any()
    ((3, 6, 6, 6), [1, 1, 1], np.False_)
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        options: Mapping[str, object] | None = None,
        *,
        start: Position | None = None,
        max_moves: int | None = None,
    ) -> None:
        """Set up `count` games, from the start or another position; games are cut off after `max_moves`."""
        self.encoder = Encoder(game, options)
        self.count = whole_number(count, 1, MAX_COUNT, "count")
        limit = 0 if max_moves is None else whole_number(max_moves, 1, 2**31 - 1, "max_moves")
        self._arrays = BatchArrays(self.encoder, self.count)
        self.observations: Floats = self._arrays.planes.reshape(self.count, *self.encoder.observation_shape)
        self.masks: Mask = self._arrays.masks.view(np.int8)
        self.seats: Integers = self._arrays.to_move
        first = self.encoder.checked(start).copy() if start is not None else self.encoder.start()
        if first.is_over():
            raise localized_error(ArgumentError, "shared.over")
        tables = (self.encoder._actions, np.array(self.encoder.moves))
        self._batch = PositionBatch(first, self.encoder.num_players, *tables, limit, self._arrays)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return copies of the current positions."""
        return tuple(position.copy() for position in self._batch.positions)

    def step(self, actions: ArrayLike) -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
        """Play an action in every game; return rewards by game and seat, and which games ended or were cut off.

        Raise `IllegalMove` and change nothing if an action is illegal.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise localized_error(ArgumentError, "shared.actions.array", count=self.count, value=shown(actions))
        self._arrays.chosen[:] = np.clip(chosen, -1, self.encoder.num_actions)
        self._batch.step()
        ended, cut = self._arrays.terminated.view(np.bool_), self._arrays.truncated.view(np.bool_)
        return self._arrays.rewards.copy(), ended.copy(), cut.copy()

    def sample(self, random: np.random.Generator) -> Integers:
        """Return a random legal action for every game."""
        self._arrays.draws[:] = instance(random, np.random.Generator, "random").random(self.count)
        self._batch.sample()
        return self._arrays.chosen.copy()
