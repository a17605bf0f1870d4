"""The interface of OpenSpiel to every game; OpenSpiel itself is not needed.

Names and meanings are those of OpenSpiel's Python API, as far as they make sense for games without chance and without
hidden information.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

from parlour.games import Game, Position, read_share, write_share
from parlour.games.contract.argument_checks import instance, whole_number
from parlour.rl.encoder import Encoder

TERMINAL_PLAYER_ID = -4
"""What `State.current_player` returns after the end, as in OpenSpiel."""
MAX_GAME_LENGTH = 20_000
"""Number of moves that a record can have: games declare no maximum of their own."""


class Dynamics(Enum):
    """Whether players move one after the other."""

    SEQUENTIAL = 0
    SIMULTANEOUS = 1


class ChanceMode(Enum):
    """Whether a game has chance nodes."""

    DETERMINISTIC = 0
    EXPLICIT_STOCHASTIC = 1
    SAMPLED_STOCHASTIC = 2


class Information(Enum):
    """What players know."""

    ONE_SHOT = 0
    PERFECT_INFORMATION = 1
    IMPERFECT_INFORMATION = 2


class Utility(Enum):
    """The sum of the returns of all players."""

    ZERO_SUM = 0
    CONSTANT_SUM = 1
    GENERAL_SUM = 2
    IDENTICAL = 3


class RewardModel(Enum):
    """When players are rewarded."""

    REWARDS = 0
    TERMINAL = 1


class GameType(msgspec.Struct, frozen=True, kw_only=True):
    """The properties of a game, with the names and in the order that OpenSpiel gives them."""

    short_name: str
    long_name: str
    dynamics: Dynamics = Dynamics.SEQUENTIAL
    chance_mode: ChanceMode = ChanceMode.DETERMINISTIC
    information: Information = Information.PERFECT_INFORMATION
    utility: Utility
    reward_model: RewardModel = RewardModel.TERMINAL
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = True
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True
    parameter_specification: dict[str, object]
    """The options with their defaults."""


class SpielGame:
    """A game with given options, as OpenSpiel describes games."""

    def __init__(self, game: Game | str, options: Mapping[str, object] | None = None) -> None:
        self.encoder = Encoder(game, options)

    def new_initial_state(self) -> State:
        """Return the state at the start."""
        return State(self, self.encoder.start())

    def deserialize_state(self, text: str) -> State:
        """Return the state that a text written by `State.serialize` describes."""
        share, *actions = instance(text, str, "text").split("\n")
        state = State(self, read_share(share))
        for word in filter(None, actions):
            state.apply_action(int(word) if word.isascii() and word.isdecimal() and len(word) < 10 else word)
        return state

    def get_type(self) -> GameType:
        """Return the properties of the game."""
        game = self.encoder.game
        utility = Utility.ZERO_SUM if self.encoder.num_players == 2 else Utility.GENERAL_SUM
        seats = game.options_by_seats()
        return GameType(
            short_name=game.key,
            long_name=game.title,
            utility=utility,
            max_num_players=max(seats),
            min_num_players=min(seats),
            parameter_specification=dict(game.check()),
        )

    def max_game_length(self) -> int:
        """Return a number of actions that no game should exceed; games that could continue forever have no maximum."""
        return MAX_GAME_LENGTH

    def num_players(self) -> int:
        """Return the number of players."""
        return self.encoder.num_players

    def num_distinct_actions(self) -> int:
        """Return the number of actions: they are numbered from 0."""
        return self.encoder.num_actions

    def observation_tensor_shape(self) -> list[int]:
        """Return the numbers of planes, rows and columns of an observation."""
        return list(self.encoder.observation_shape)

    def observation_tensor_size(self) -> int:
        """Return the number of values in an observation."""
        return self.encoder.planes.size

    def min_utility(self) -> float:
        """Return the return of a lost game."""
        return -1.0

    def max_utility(self) -> float:
        """Return the return of a won game."""
        return 1.0

    def utility_sum(self) -> float | None:
        """Return the sum of all returns; None with more than two players, where one may lose and all others win."""
        return 0.0 if self.encoder.num_players == 2 else None

    def get_parameters(self) -> dict[str, object]:
        """Return the options."""
        return dict(self.encoder.options)

    def __str__(self) -> str:
        return f"{self.encoder.game.key}({','.join(f'{k}={v}' for k, v in self.encoder.options.items())})"


def load_game(game: Game | str, options: Mapping[str, object] | None = None) -> SpielGame:
    """Return a game by its key, with options other than the defaults.

    >>> state = load_game("sim", {"players": 3, "vertices": 7}).new_initial_state()
    >>> state.current_player(), len(state.legal_actions()), state.action_to_string(20)
    (0, 21, 'F-G')
    """
    return SpielGame(game, options)


class State:
    """A state of a game, as OpenSpiel describes states."""

    def __init__(self, game: SpielGame, position: Position) -> None:
        self._game = instance(game, SpielGame, "game")
        self._encoder = game.encoder
        self.position = self._encoder.checked(position)

    def get_game(self) -> SpielGame:
        """Return the game."""
        return self._game

    def current_player(self) -> int:
        """Return the player to move, or -4 after the end."""
        return TERMINAL_PLAYER_ID if self.position.is_over() else self.position.seat

    def num_players(self) -> int:
        """Return the number of players."""
        return self._encoder.num_players

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player, in ascending order; none for a player who is not to move."""
        if not self._is_to_move(player):
            return []
        return self._encoder.legal_actions(self.position)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for each legal action and 0 for the others."""
        if not self._is_to_move(player):
            return [0] * self._encoder.num_actions
        mask: list[int] = self._encoder.mask(self.position).tolist()
        return mask

    def _is_to_move(self, player: int | None) -> bool:
        if player is None:
            return True
        return whole_number(player, TERMINAL_PLAYER_ID, self.num_players() - 1, "player") == self.current_player()

    def apply_action(self, action: Any) -> None:
        """Play an action; raise `IllegalMove` and change nothing if it is illegal."""
        self.position.play(self._encoder.move(self.position, action))

    def undo_action(self, player: int, action: int) -> None:
        """Undo the last action. The arguments are those of OpenSpiel and are not needed."""
        self.position.undo()

    def clone(self) -> State:
        """Return an independent copy."""
        return State(self._game, self.position.copy())

    def child(self, action: int) -> State:
        """Return the state after an action."""
        state = self.clone()
        state.apply_action(action)
        return state

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over()

    def is_initial_state(self) -> bool:
        """Return whether no action has been played."""
        return not self.position.played

    def is_player_node(self) -> bool:
        """Return whether a player is to move."""
        return not self.position.is_over()

    def is_mean_field_node(self) -> bool:
        """Return False: the games have no mean field."""
        return False

    def is_chance_node(self) -> bool:
        """Return False: the games have no chance element."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Return False: players move one after the other."""
        return False

    def returns(self) -> list[float]:
        """Return 1, 0 or -1 for each player, all 0 while the game runs."""
        return self._encoder.rewards(self.position)

    def rewards(self) -> list[float]:
        """Return the rewards of the last action: those of `returns`."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """Return the return of a player."""
        return self.returns()[whole_number(player, 0, self._encoder.num_players - 1, "player")]

    def history(self) -> list[int]:
        """Return the actions since the start."""
        return [int(self._encoder._actions[move]) for move in self.position.played]

    def move_number(self) -> int:
        """Return the number of actions since the start."""
        return len(self.position.played)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """Return a legal action in the game's notation; the player may be omitted."""
        move = self._encoder.move(self.position, player if action is None else action)
        return self.position.write_move(move)

    def string_to_action(self, player: int | str, text: str | None = None) -> int:
        """Return the legal action that a text means; the player may be omitted."""
        return self._encoder.action(self.position, str(player) if text is None else text)

    def observation_string(self, player: int | None = None) -> str:
        """Return the position in its text form, the same for all players."""
        return self.position.text()

    def information_state_string(self, player: int | None = None) -> str:
        """Return the actions since the start as text, the same for all players."""
        return ", ".join(map(str, self.history()))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation of a player, by default of the one to move, as a flat list."""
        found: list[float] = self._encoder.observe(self.position, player).ravel().tolist()
        return found

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation: it has all that a player knows, except the order in which positions occurred."""
        return self.observation_tensor(player)

    def serialize(self) -> str:
        """Return the state as text: the share string of its first position, then a line with each action."""
        first = self.position.copy()
        for _ in self.position.played:
            first.undo()
        return "\n".join([write_share(first), *map(str, self.history())])

    def __str__(self) -> str:
        return self.position.text()

    def __repr__(self) -> str:
        return repr(self.position)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, State) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)
