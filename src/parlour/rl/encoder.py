"""Actions, masks and observations of a game with given options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.errors import ArgumentError, IllegalMove
from parlour.games import Game, Options, Position, game
from parlour.games.contract.argument_checks import instance, shown, whole_number
from parlour.i18n.errors import localized_error
from parlour.rl.position_batch import write_mask, write_observation

Floats = NDArray[np.float32]
Integers = NDArray[np.int32]
Mask = NDArray[np.int8]


class Encoder:
    """Translates positions and moves of a game with given options to numbers and back.

    An action is a number from 0 to `num_actions` - 1, the same in every process and on every platform; `moves` has
    the move of each. An observation is an array of `observation_shape`: the planes named by `planes.names`.

    >>> encoder = Encoder("sim")
    >>> encoder.num_actions, encoder.observation_shape
    (15, (6, 6, 6))
    >>> encoder.planes.names[:2]
    ('own strokes', 'player +1 strokes')
    """

    def __init__(self, chosen: Game | str, options: Mapping[str, object] | None = None) -> None:
        self.game = game(chosen) if isinstance(chosen, str) else instance(chosen, Game, "game")
        self.options: Options = self.game.checked_options(options)
        self.moves, self._actions = _tables(self.game, self.options)
        self.planes = self.game.planes(self.options)
        self.num_actions = len(self.moves)
        self.num_players = len(self.game.sides(self.options))
        self.observation_shape = (len(self.planes.names), self.planes.height, self.planes.width)

    def start(self) -> Position:
        """Return the start position."""
        return self.game.start(self.options)

    def checked(self, position: Position) -> Position:
        """Return a position of the game with these options; raise `ArgumentError` for anything else."""
        options = instance(position, Position, "position").options
        if position.game is not self.game or (options is not self.options and options != self.options):
            raise localized_error(ArgumentError, "shared.argument.position", game=self.game.title)
        return position

    def action(self, position: Position, move: int | str) -> int:
        """Return the action of a legal move, given as a number or in the game's notation."""
        number = self.checked(position).checked_move(move)
        if not 0 <= number < len(self._actions) or self._actions[number] < 0:
            text = position.write_move(number)
            raise localized_error(ArgumentError, "shared.actions.missing", game=self.game.title, move=text)
        return int(self._actions[number])

    def move(self, position: Position, action: Any) -> int:
        """Return the move of a legal action."""
        move = int(self.moves[whole_number(action, 0, self.num_actions - 1, "action")])
        if not self.checked(position).is_legal(move):
            raise localized_error(IllegalMove, "shared.move.illegal", move=shown(int(action)))
        return move

    def mask(self, position: Position) -> Mask:
        """Return an array with 1 for each legal action and 0 for the others."""
        found = np.empty(self.num_actions, np.int8)
        write_mask(self.checked(position), self._actions, found.view(np.uint8))
        return found

    def legal_actions(self, position: Position) -> list[int]:
        """Return the legal actions in ascending order."""
        found: list[int] = np.flatnonzero(self.mask(position)).tolist()
        return found

    def observe(self, position: Position, seat: int | None = None) -> Floats:
        """Return the observation of a seat, by default of the one to move."""
        seen = self.checked(position)
        viewer = seen.seat if seat is None else whole_number(seat, 0, self.num_players - 1, "seat")
        found = np.empty(self.planes.size, np.float32)
        write_observation(seen, viewer, found)
        return found.reshape(self.observation_shape)

    def rewards(self, position: Position) -> list[float]:
        """Return 1 for each seat that has won, -1 for each that has lost, and 0 otherwise."""
        outcome = self.checked(position).outcome()
        return [0.0] * self.num_players if outcome is None else [2 * result - 1 for result in outcome.results]


@lru_cache(maxsize=64)
def _tables(played: Game, options: Options) -> tuple[Integers, Integers]:
    """Return the move of each action, and the action of each move."""
    moves = np.array(played.action_moves(options), np.int32)
    actions = np.full(int(moves.max(initial=0)) + 1, -1, np.int32)
    actions[moves] = np.arange(len(moves), dtype=np.int32)
    moves.flags.writeable = False
    return moves, actions
