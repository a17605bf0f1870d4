"""Games in plain Python: one file, one class, no compiler.

A `PlainGame` works on *states*: any immutable, hashable value (a string, a tuple). It writes `sides`, `draw_board`,
`first`, `seat`, `moves`, `play`, `outcome`, `pieces`, `text` and `read_state`; everything else is derived. The compiled
search and every other part of Parlour then drive it through `PlainPosition`, slowly but in the same way as any game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Any, ClassVar

import cython

from parlour.errors import PositionError, TextError
from parlour.games.contract.display import Piece
from parlour.games.contract.game import Draft, Game, Problem, check_length
from parlour.games.contract.options import Options
from parlour.games.contract.position import MoveStack, Position
from parlour.i18n.catalogue import Catalogue
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

State = Any
Step = Any


class PlainGame(Game):
    """A game over immutable states. Only `first` and `read_state` see the options; a state keeps what it needs."""

    templates: ClassVar[dict[str, str]] = {}
    """English sentences for messages and for the game's own reasons (`reason.<code>`)."""

    def __init__(self) -> None:
        self.steps: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        self._numbering = Lock()

    # ---- What the author writes -----------------------------------------------------------------------------------

    @abstractmethod
    def first(self, options: Options) -> State:
        """The state at the start."""

    @abstractmethod
    def seat(self, state: State) -> int:
        """Who is to move."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[Hashable]:
        """The legal moves; a finished game has none. A move is any hashable value; `notation` writes it."""

    @abstractmethod
    def play(self, state: State, move: Step) -> State:
        """The state after a legal move."""

    @abstractmethod
    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        """For each seat 1, 0.5 or 0, and a reason code; None while the game runs."""

    @abstractmethod
    def pieces(self, state: State) -> list[Piece]:
        """The pieces (their ids do not matter)."""

    @abstractmethod
    def text(self, state: State) -> str:
        """The state in one line."""

    @abstractmethod
    def read_state(self, text: str, options: Options) -> State:
        """The state that a text describes; raises `ValueError` with a sentence if there is none."""

    # ---- What the author may write --------------------------------------------------------------------------------

    def notation(self, state: State, move: Step) -> str:
        """A move as people write it."""
        return str(move)

    def evaluate(self, state: State, seat: int) -> int:
        """How good a running state is for a seat, in hundredths."""
        return 0

    # ---- Derived --------------------------------------------------------------------------------------------------

    def number(self, move: Hashable) -> int:
        """The number that stands for a move in the core: given at its first appearance, the same from then on."""
        known = self.numbers.get(move)
        if known is None:
            with self._numbering:
                known = self.numbers.setdefault(move, len(self.steps))
                if known == len(self.steps):
                    self.steps.append(move)
        return known

    def catalogue(self, language: str = "en") -> Catalogue:
        return self.templates

    def start_text(self, options: Options) -> str:
        return self.text(self.first(options))

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

    def read(self, text: str, options: Options | None = None) -> Position:
        options = self.check() if options is None else options
        return PlainPosition(self, options, self._state(text, options))

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
    """Drives a plain game as if it were compiled. Moves are numbered as they appear and keep their numbers."""

    def __init__(self, game: PlainGame, options: Options, state: State = None) -> None:
        Position.__init__(self, game, options)
        self.plain = game
        self.states: list[State] = []
        self.settle(game.first(options) if state is None else state)

    def settle(self, state: State) -> cython.int:
        """Takes on a state, with its seat and key; if the game cannot tell them, nothing changes."""
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

    def write_move(self, move: int) -> str:
        return self.plain.notation(self.state, self.plain.steps[move])
