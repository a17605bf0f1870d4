"""Games in plain Python: one file, one class, no compiler.

A `PlainGame` works on *states*: any immutable, hashable value (a string, a tuple). It implements `sides`, `draw_board`,
`first`, `seat`, `moves`, `play`, `outcome`, `pieces`, `text` and `read_state`; everything else is derived. The compiled
search and the rest of Parlour use it through `PlainPosition`, slowly but in the same way as any game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Any, ClassVar

import cython

from parlour.errors import PositionError, TextError
from parlour.games.contract.display import Move, Piece
from parlour.games.contract.draft import Draft, Problem
from parlour.games.contract.game import Game, check_length
from parlour.games.contract.options import Options
from parlour.games.contract.position import MoveStack, Position
from parlour.i18n.catalogue import Catalogue
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

State = Any
Step = Any


class PlainGame(Game):
    """A game over immutable states. Only `first` and `read_state` get the options; states store what they need."""

    templates: ClassVar[dict[str, str]] = {}
    """English sentences for messages and for the game's own reasons (`reason.<code>`)."""

    def __init__(self) -> None:
        self.steps: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        self._numbering = Lock()

    # ---- Abstract methods -----------------------------------------------------------------------------------------

    @abstractmethod
    def first(self, options: Options) -> State:
        """Return the state at the start."""

    @abstractmethod
    def seat(self, state: State) -> int:
        """Return who is to move."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Hashable]:
        """Return the legal moves; a finished game has none. A move is any hashable value; `notation` writes it."""

    @abstractmethod
    def play(self, state: State, move: Step) -> State:
        """Return the state after a legal move."""

    @abstractmethod
    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        """Return 1, 0.5 or 0 for each seat, and a reason code; None while the game runs."""

    @abstractmethod
    def pieces(self, state: State) -> list[Piece]:
        """Return the pieces (their ids do not matter)."""

    @abstractmethod
    def text(self, state: State) -> str:
        """Return the state in one line."""

    @abstractmethod
    def read_state(self, text: str, options: Options) -> State:
        """Return the state that a text describes; raise `ValueError` with a sentence if there is none."""

    # ---- Optional methods -----------------------------------------------------------------------------------------

    def notation(self, state: State, move: Step) -> str:
        """Return the notation of a move."""
        return str(move)

    def evaluate(self, state: State, seat: int) -> int:
        """Return how good a running state is for a seat, in hundredths."""
        return 0

    def all_moves(self, options: Options) -> Sequence[Hashable]:
        """Return every move that can occur, in a fixed order: the actions of `parlour.rl`. Small games need not."""
        return ()

    # ---- Derived --------------------------------------------------------------------------------------------------

    def number(self, move: Hashable) -> int:
        """Return the number of a move; a new move gets the next free one."""
        known = self.numbers.get(move)
        if known is None:
            with self._numbering:
                known = self.numbers.setdefault(move, len(self.steps))
                if known == len(self.steps):
                    self.steps.append(move)
        return known

    def action_moves(self, options: Options) -> Sequence[int]:
        """Return the numbers of `all_moves`; without it, of the moves of all positions, sorted by their values."""
        listed = self.all_moves(options)
        if not listed:
            reached = [self.steps[move] for move in Game.action_moves(self, options)]
            try:
                listed = sorted(reached)  # type: ignore[type-var]
            except TypeError:
                listed = sorted(reached, key=repr)
        return [self.number(step) for step in listed]

    def catalogue(self, language: str = "en") -> Catalogue:
        return self.templates

    def start_text(self, options: Options) -> str:
        return self.text(self.first(options))

    def start(self, options: Mapping[str, object] | None = None) -> Position:
        # Not stored: `first` may shuffle.
        checked = self.checked_options(options)
        return self.read(self.start_text(checked), checked)

    editable = False

    def parse(self, text: str, options: Options) -> Draft:
        state = self._state(text, options)
        return Draft(tuple(self.pieces(state)), self.seat(state), stage=text)

    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        try:
            self.read_state(draft.stage, options)
        except ValueError:
            return [Problem(Message("shared.no-editor"))]
        return []

    def build(self, draft: Draft, options: Options) -> Position:
        return PlainPosition(self, options, self._state(draft.stage, options))

    def read(self, text: str, options: Mapping[str, object] | None = None) -> Position:
        checked = self.checked_options(options)
        return PlainPosition(self, checked, self._state(text, checked))

    def _state(self, text: str, options: Options) -> State:
        check_length(text)
        try:
            state = self.read_state(text, options)
        except PositionError:
            raise
        except ValueError as wrong:
            raise (TextError(str(wrong)) if str(wrong) else localized_error(TextError, "shared.text.none")) from wrong
        if self.text(state) != text.strip():
            raise localized_error(TextError, "shared.text.otherwise", text=self.text(state))
        return state


class PlainPosition(Position):
    """Adapts a plain game to `Position`. Moves get numbers when they first appear and keep them."""

    def __init__(self, game: PlainGame, options: Options, state: State = None) -> None:
        Position.__init__(self, game, options)
        self.plain = game
        self.states: list[State] = []
        self.settle(game.first(options) if state is None else state)

    def __reduce__(self) -> Any:
        """Pickle states and moves: the numbers of moves differ between processes."""
        steps = [self.plain.steps[move] for move in self.played]
        return restore_plain_position, (self.plain, dict(self.options), self.state, self.states, steps)

    def settle(self, state: State) -> cython.int:
        """Set the state, its seat and its key; if the game raises an error, nothing changes."""
        seat: cython.int = self.plain.seat(state)
        text: str = self.plain.text(state)
        self.key = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
        self.seat = seat
        self.state = state
        return 0

    def generate(self, out: MoveStack) -> cython.int:
        with cython.gil:
            if self.plain.outcome(self.state) is None:
                for move in self.plain.moves(self.state):
                    out.add(self.plain.number(move))
        return 0

    def make(self, move: cython.int) -> cython.int:
        with cython.gil:
            before: object = self.state
            self.settle(self.plain.play(before, self.plain.steps[move]))
            self.states.append(before)
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        with cython.gil:
            self.settle(self.states.pop())
        return 0

    def payoff(self, seat: cython.int) -> cython.int:
        with cython.gil:
            ended = self.plain.outcome(self.state)
            value: cython.int = 0 if ended is None else round(2 * ended[0][seat])
        return value

    def assign(self, other: Position) -> cython.int:
        that: PlainPosition = cython.cast(PlainPosition, other)
        self.state = that.state
        self.states = that.states[:]
        return 0

    def evaluate(self, seat: cython.int) -> cython.int:
        with cython.gil:
            value: cython.int = self.plain.evaluate(self.state, seat)
        return value

    def reason(self) -> str:
        ended = self.plain.outcome(self.state)
        return "" if ended is None else ended[1]

    def text(self) -> str:
        return self.plain.text(self.state)

    def placement(self) -> list[Piece]:
        return list(self.plain.pieces(self.state))

    def write_move(self, move: Move) -> str:
        return self.plain.notation(self.state, self.plain.steps[self.checked_move(move)])


def restore_plain_position(
    game: PlainGame, options: Mapping[str, object], state: State, states: list[State], steps: list[Hashable]
) -> PlainPosition:
    """Return a pickled position."""
    position: PlainPosition = PlainPosition(game, game.checked_options(options), state)
    position.states = states
    position._played = [game.number(step) for step in steps]
    return position
