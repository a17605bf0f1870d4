"""Games in plain Python: one file, one class, no compiler.

A `PlainGame` works on *states*: any immutable, hashable value (a string, a tuple). It implements `sides`, `draw_board`,
`first`, `seat`, `moves`, `play`, `outcome`, `pieces`, `text` and `read_state`; everything else is derived, and can be
replaced one method at a time. The compiled search and the rest of Parlour use it through `PlainPosition`, slowly but in
the same way as any game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from threading import Lock
from typing import Any, ClassVar

import cython

from parlour.errors import PositionError, TextError
from parlour.games.contract.display import Mark, Move, Picks, Piece, Score
from parlour.games.contract.draft import Draft, Problem
from parlour.games.contract.game import Game, check_length
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack
from parlour.i18n.catalogue import Catalogue
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

PlainState = Any
Step = Any

MASK = 0xFFFFFFFFFFFFFFFF
FNV_OFFSET = 0xCBF29CE484222325
FNV_PRIME = 0x100000001B3
MIX = 0xD6E8FEB86659FD93

MAX_KNOWN_STATES = 1 << 15
"""Number of states whose facts a game keeps; when it is reached, all are discarded."""
UNKNOWN = object()
"""The outcome of a state before it is computed."""


def text_key(text: str) -> u64:
    """Return a 64-bit key of a text (FNV-1a with a final mix), the same in every process and build."""
    data: bytes = text.encode()
    key: u64 = FNV_OFFSET
    i: cython.Py_ssize_t
    for i in range(len(data)):
        key = ((key ^ data[i]) * FNV_PRIME) & MASK
    key = ((key ^ (key >> 32)) * MIX) & MASK
    return key ^ (key >> 29)


class PlainGame(Game):
    """A game over immutable states. Only `first` and `read_state` get the options; states store what they need."""

    templates: ClassVar[dict[str, str]] = {}
    """English sentences for messages and for the game's own reasons (`reason.<code>`)."""

    def __init__(self) -> None:
        self.steps: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        self._numbering = Lock()
        self.known_states: dict[PlainState, StateFacts] = {}

    # ---- Abstract methods -----------------------------------------------------------------------------------------

    @abstractmethod
    def first(self, options: Options) -> PlainState:
        """Return the state at the start."""

    @abstractmethod
    def seat(self, state: PlainState) -> int:
        """Return the seat to move."""

    @abstractmethod
    def moves(self, state: PlainState) -> Sequence[Hashable]:
        """Return the legal moves; a finished game has none. A move is any hashable value; `notation` writes it."""

    @abstractmethod
    def play(self, state: PlainState, move: Step) -> PlainState:
        """Return the state after a legal move."""

    @abstractmethod
    def outcome(self, state: PlainState) -> tuple[Sequence[float], str] | None:
        """Return 1, 0.5 or 0 for each seat, and a reason code; None while the game runs."""

    @abstractmethod
    def pieces(self, state: PlainState) -> list[Piece]:
        """Return the pieces (their ids do not matter)."""

    @abstractmethod
    def text(self, state: PlainState) -> str:
        """Return the state in one line."""

    @abstractmethod
    def read_state(self, text: str, options: Options) -> PlainState:
        """Return the state that a text describes; raise `ValueError` with a sentence if there is none."""

    # ---- Optional methods -----------------------------------------------------------------------------------------

    def notation(self, state: PlainState, move: Step) -> str:
        """Return the notation of a move."""
        return str(move)

    def evaluate(self, state: PlainState, seat: int) -> int:
        """Return the evaluation of a running state for a seat, in hundredths."""
        return 0

    def all_moves(self, options: Options) -> Sequence[Hashable]:
        """Return every move that can occur, in a fixed order: the actions of `parlour.rl`. Optional in small games."""
        return ()

    def key_text(self, state: PlainState) -> str:
        """Return a text that is equal for two states exactly if `text` is. Search hashes it for every new state."""
        return self.text(state)

    def picks(self, state: PlainState, move: Step) -> Sequence[Picks] | None:
        """Return the sequences of sites and verbs that mean a legal move. None: the sites that change."""
        return None

    def prompt(self, state: PlainState) -> Message | None:
        """Return what the seat to move must do now. None: that it is to move, or that the game is over."""
        return None

    def describe(self, state: PlainState, move: Step) -> Message | None:
        """Return a sentence about a legal move. None: its notation."""
        return None

    def notices(self, state: PlainState, move: Step) -> Sequence[Message]:
        """Return notable consequences of a legal move."""
        return ()

    def marks(self, state: PlainState) -> Sequence[Mark]:
        """Return what the board highlights; `mark.<kind>` in `templates` names each kind."""
        return ()

    def scores(self, state: PlainState) -> Sequence[Score]:
        """Return the numbers beside the players' names; `score.<key>` in `templates` names each."""
        return ()

    def message(self, key: str, **params: str | int) -> Message:
        """Return a message of `templates`; `seat` and `…_seat` are shown as names of players."""
        return Message(f"{self.key}.{key}", params)

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

    def _state(self, text: str, options: Options) -> PlainState:
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


class StateFacts:
    """What was computed about a state: key, seat to move, and, once asked for, outcome, moves and one evaluation.

    Thousands are kept. `moves` is a tuple, because the garbage collector does not visit tuples of numbers again.
    """

    def __init__(self, state: PlainState, seat: int, key: u64) -> None:
        self.state = state
        self.seat = seat
        self.key = key
        self.ended: object = UNKNOWN
        self.moves: tuple[int, ...] | None = None
        self.valued_seat = -1
        self.value = 0


class PlainPosition(Position):
    """Adapts a plain game to `Position`. Moves get numbers when they first appear and keep them.

    Facts about states are kept by the game, because a search sees the same states again and again, and by the position
    for the moves made, so that `unmake` calls no Python function.
    """

    def __cinit__(self) -> None:
        """Create what C methods use, which must not crash even if `__init__` was never called."""
        self.facts = StateFacts(None, 0, 0)

    def __init__(self, game: PlainGame, options: Options, state: PlainState = None) -> None:
        Position.__init__(self, game, options)
        self.plain = game
        self.earlier: list[StateFacts] = []
        self.settle(game.first(options) if state is None else state)

    @property
    def state(self) -> PlainState:
        """The state of the game."""
        return self.facts.state

    @state.setter
    def state(self, state: PlainState) -> None:
        self.settle(state)

    def __reduce__(self) -> Any:
        """Pickle states and moves: the numbers of moves differ between processes."""
        steps = [self.plain.steps[move] for move in self.played]
        facts: StateFacts
        states: list[PlainState] = []
        for facts in self.earlier:
            states.append(facts.state)
        return restore_plain_position, (self.plain, dict(self.options), self.facts.state, states, steps)

    def settle(self, state: PlainState) -> cython.int:
        """Set the state, its seat and its key; if the game raises an error, nothing changes."""
        facts: StateFacts
        known: dict[PlainState, StateFacts] = self.plain.known_states
        found: object = known.get(state)
        if found is None:
            facts = StateFacts(state, self.plain.seat(state), text_key(self.plain.key_text(state)))
            if len(known) >= MAX_KNOWN_STATES:
                known.clear()
            known[state] = facts
        else:
            facts = cython.cast(StateFacts, found)
        self.facts = facts
        self.key = facts.key
        self.seat = facts.seat
        return 0

    def ending(self) -> object:
        """Return the outcome of the state; it is computed once."""
        facts: StateFacts = self.facts
        if facts.ended is UNKNOWN:
            facts.ended = self.plain.outcome(facts.state)
        return facts.ended

    def generate(self, out: MoveStack) -> cython.int:
        with cython.gil:
            number: cython.int
            facts: StateFacts = self.facts
            if facts.moves is None:
                found: list[int] = []
                if self.ending() is None:
                    for move in self.plain.moves(facts.state):
                        known = self.plain.numbers.get(move)
                        found.append(self.plain.number(move) if known is None else known)
                facts.moves = tuple(found)
            for number in facts.moves:
                out.add(number)
        return 0

    def over(self) -> cython.int:
        ended: cython.bint
        with cython.gil:
            ended = self.ending() is not None
        return ended

    def make(self, move: cython.int) -> cython.int:
        with cython.gil:
            before: StateFacts = self.facts
            self.settle(self.plain.play(before.state, self.plain.steps[move]))
            self.earlier.append(before)
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        with cython.gil:
            facts: StateFacts = cython.cast(StateFacts, self.earlier.pop())
            self.facts = facts
            self.seat = facts.seat
            self.key = facts.key
        return 0

    def payoff(self, seat: cython.int) -> cython.int:
        with cython.gil:
            ended: Any = self.ending()
            value: cython.int = 0 if ended is None else round(2 * ended[0][seat])
        return value

    def assign(self, other: Position) -> cython.int:
        that: PlainPosition = cython.cast(PlainPosition, other)
        self.facts = that.facts
        self.earlier = that.earlier[:]
        return 0

    def evaluate(self, seat: cython.int) -> cython.int:
        value: cython.int
        with cython.gil:
            facts: StateFacts = self.facts
            if facts.valued_seat == seat:
                value = facts.value
            else:
                value = self.plain.evaluate(facts.state, seat)
                facts.value = value
                facts.valued_seat = seat
        return value

    def reason(self) -> str:
        ended: Any = self.ending()
        return "" if ended is None else ended[1]

    def text(self) -> str:
        return self.plain.text(self.state)

    def placement(self) -> list[Piece]:
        return list(self.plain.pieces(self.facts.state))

    def write_move(self, move: Move) -> str:
        return self.plain.notation(self.state, self.plain.steps[self.checked_move(move)])

    # ---- Messages and marks ----------------------------------------------------------------------------------------

    def picks(self, move: Move) -> list[Picks]:
        number: int = self.checked_move(move)
        own = self.plain.picks(self.state, self.plain.steps[number])
        return Position.picks(self, number) if own is None else [tuple(path) for path in own]

    def prompt(self) -> Message:
        own = self.plain.prompt(self.state)
        return Position.prompt(self) if own is None else own

    def describe(self, move: Move) -> Message:
        number: int = self.checked_move(move)
        own = self.plain.describe(self.state, self.plain.steps[number])
        return Position.describe(self, number) if own is None else own

    def notices(self, move: Move) -> list[Message]:
        return list(self.plain.notices(self.state, self.plain.steps[self.checked_move(move)]))

    def marks(self) -> list[Mark]:
        return list(self.plain.marks(self.state))

    def scores(self) -> list[Score]:
        return list(self.plain.scores(self.state))


def restore_plain_position(
    game: PlainGame, options: Mapping[str, object], state: PlainState, states: list[PlainState], steps: list[Hashable]
) -> PlainPosition:
    """Return a pickled position."""
    position: PlainPosition = PlainPosition(game, game.checked_options(options), state)
    then: PlainPosition
    for earlier in states:
        then = PlainPosition(game, position.options, earlier)
        position.earlier.append(then.facts)
    position._played = [game.number(step) for step in steps]
    return position
