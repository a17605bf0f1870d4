"""`Position`, the base class of all rules, and a few compiled loops over it.

A `Position` has two interfaces.

*The C interface* (declared in `position.pxd`, overridden by each game's `rules.py`, called by search without the GIL):
`generate`, `make`, `unmake`, `over`, `payoff`, `assign`, and the search hooks. It does not check arguments.

*The Python interface*: everything else. It checks arguments, raises a `ParlourError` for invalid ones, converts to
and from text, and is used by the terminal, the server and bot authors. Optional methods have defaults in
`defaults.py`. What a game overrides in Python is checked by `argument_checks.py`.

The two share one invariant: **a position is over exactly when it has no legal move.**

The module must behave the same compiled and interpreted; `COMPILED` tells which it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Self

import cython

from parlour.errors import ArgumentError, IllegalMove, NothingToUndo
from parlour.games.contract import defaults
from parlour.games.contract.argument_checks import (
    ArgumentChecks,
    check_moves,
    check_picks,
    check_seat,
    check_text,
    find_trait,
    shown,
    whole_number,
)
from parlour.games.contract.display import Effect, Mark, Move, Number, Outcome, Picks, Piece, Score, Text, apply
from parlour.games.contract.encoding import write_board_planes
from parlour.games.contract.override_guard import OverrideGuard
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.contract.draft import Draft
    from parlour.games.contract.game import Game
    from parlour.games.contract.options import Options

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

MASK = 0xFFFFFFFFFFFFFFFF

MAX_INT = 0x7FFFFFFF
MAX_SEED = 0xFFFFFFFFFFFFFFFF
MAX_WEIGHT = 100_000
"""Multiplied by the count of any term, this still fits a C integer."""
MAX_PERFT_DEPTH = 1000
"""Far beyond what can be counted; deeper recursion could overflow the C stack."""


class MoveStack:
    """A growing stack of moves. Search uses one per line: a node's moves are above its parent's."""

    def __init__(self) -> None:
        self.size = 0
        self.capacity = 512
        self.data = array("i", bytes(4 * self.capacity))

    def grow(self) -> int:
        with cython.gil:
            bigger = array("i", bytes(8 * self.capacity))
            bigger[: self.capacity] = array("i", bytes(memoryview(self.data)))
            self.data = bigger
        self.capacity *= 2
        return 0

    if not cython.compiled:

        def add(self, move: int) -> int:
            if self.size == self.capacity:
                self.grow()
            self.data[self.size] = move
            self.size += 1
            return 0


class Trail:
    """A growing stack of 64-bit words: undo information of `make`, or the keys of earlier positions."""

    def __init__(self) -> None:
        self.size = 0
        self.capacity = 256
        self.data = array("Q", bytes(8 * self.capacity))

    def grow(self) -> int:
        with cython.gil:
            bigger = array("Q", bytes(16 * self.capacity))
            bigger[: self.capacity] = array("Q", bytes(memoryview(self.data)))
            self.data = bigger
        self.capacity *= 2
        return 0

    def assign(self, other: Trail) -> int:
        """Copy another trail into this one."""
        self.size = other.size
        self.capacity = other.capacity
        self.data = array("Q", bytes(memoryview(other.data)))
        return 0

    if not cython.compiled:

        def push(self, word: int) -> int:
            if self.size == self.capacity:
                self.grow()
            self.data[self.size] = word
            self.size += 1
            return 0

        def pop(self) -> int:
            self.size -= 1
            return self.data[self.size]

        def count(self, word: int, reach: int) -> int:
            """Return how often a word occurs among the last `reach` ones."""
            low = max(0, self.size - reach)
            return sum(1 for i in range(low, self.size) if self.data[i] == word)


class Random:
    """A fast random number generator (xorshift64) with the same sequence compiled and interpreted."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF or 1

    def below(self, n: cython.int) -> cython.int:
        """Return a number from 0 to n-1."""
        x: u64 = self.state
        x = x ^ ((x << 13) & MASK)
        x = x ^ (x >> 7)
        x = x ^ ((x << 17) & MASK)
        self.state = x
        return cython.cast(cython.int, (x >> 33) % n)


class Base:
    """An empty base, because the first base of a compiled class must be a compiled class."""


class Position(Base, OverrideGuard, ArgumentChecks):
    """A state of a game. `seat` is to move; `key` is its 64-bit key; `options` are those it was set up with."""

    traits: ClassVar[Mapping[str, Callable[[Any, int], float]]] = {}
    """Functions that measure playing styles, by the names in `Style.trait`."""

    if not cython.compiled:

        def __new__(cls, *given: Any, **named: Any) -> Self:
            """Call `__cinit__` of all classes, base classes first, as compiled code does."""
            self = super().__new__(cls)
            for one in reversed(cls.__mro__):
                if "__cinit__" in vars(one):
                    vars(one)["__cinit__"](self)
            return self

    def __cinit__(self) -> None:
        """Create what C methods use, which must not crash even if `__init__` was never called."""
        # `find_moves` leaves the legal moves at the bottom of `scratch`: their number, or -1, and the position's key.
        self.scratch = MoveStack()

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.seat = 0
        self.key = 0
        self.weight = [0] * 32
        if len(game.terms) > 32:  # a C array has no bounds check
            raise ValueError(f"{game.key} has {len(game.terms)} terms; there is room for 32")
        for n, term in enumerate(game.terms):
            self.weight[n] = term.weight
        self._played: list[int] = []
        self._tracks: list[list[Piece]] = []
        self.known = -1
        self.known_key = 0

    # ---- The C interface: a game's rules.py implements the first six ----------------------------------------------

    def generate(self, out: MoveStack) -> cython.int:
        """Add every legal move; none exactly if the position is over."""
        raise self._unwritten("generate")

    def make(self, move: cython.int) -> cython.int:
        """Play a legal move: update pieces, seat, key and counters, and store what `unmake` needs."""
        raise self._unwritten("make")

    def unmake(self, move: cython.int) -> cython.int:
        """Undo the last move made, which is this one."""
        raise self._unwritten("unmake")

    def over(self) -> cython.int:
        """Return 1 if the position has no legal move. Games override it if they can tell without generating moves."""
        start: cython.int = self.scratch.size
        found: cython.int
        self.generate(self.scratch)
        found = self.scratch.size - start
        self.scratch.size = start
        return 1 if found == 0 else 0

    def payoff(self, seat: cython.int) -> cython.int:
        """Return the result of a finished game for a seat: 2 for a win, 1 for a draw, 0 for a loss."""
        raise self._unwritten("payoff")

    def assign(self, other: Position) -> cython.int:
        """Copy another position of the same game and options into this one."""
        raise self._unwritten("assign")

    # ---- The C interface: search hooks, each with a default -------------------------------------------------------

    def candidates(self, out: MoveStack) -> cython.int:
        """Add the moves that a search tries: all, except those that only reach the same turn in another order.

        There is at least one unless the position is over, and together they reach every position that a turn can lead
        to. The choice may depend on the moves of this turn made on this object; a copy starts without that memory, so
        that a search from the middle of a turn, which uses a copy, still sees everything. What it depends on is
        returned by `turn_memory`.
        """
        return self.generate(out)

    def tactical(self, out: MoveStack) -> cython.int:
        """Add the moves of the quiescence search. Default: none."""
        return 0

    def evaluate(self, seat: cython.int) -> cython.int:
        """Return the evaluation of a running position for a seat, in hundredths of the game's unit. Default: 0.

        It is linear in `self.weight`, the weights of the game's `terms`; the opponent's value is its negative.
        """
        return 0

    def order_hint(self, move: cython.int) -> cython.int:
        """Return the priority of a move in search; higher is earlier. Default: 0.

        Only the order matters, with one exception: if the highest hint of a position is above 0, moves with more than
        half of it are considered forcing (a capture, a row). They come first and are searched without reduction.
        """
        return 0

    def null_move_sound(self) -> cython.int:
        """Return 1 if passing here could never be better than moving. Default: 0."""
        return 0

    def moves_left(self) -> cython.int:
        """Return the number of moves or turns until a counting rule (no progress, maximum length) ends the game.

        Near that end, search distinguishes equal keys by this number. Default: a large number, for no such rule.
        """
        return 1000000

    def solve_key(self) -> u64:
        """Return a key that is equal only for positions with the same value and distance to the end. Default: `key`.

        A game with symmetries returns a canonical form. Missing some symmetries makes solving slower, but not wrong.
        History (repetition, counters) is not part of it.
        """
        return self.key

    def turn_memory(self) -> cython.int:
        """Return a number below 256 for what `candidates` depends on besides the position. Default: 0, nothing.

        The transposition table distinguishes positions that are equal except for it.
        """
        return 0

    def write_planes(self, out: Any, viewer: cython.int) -> cython.int:
        """Write the planes of `Game.planes` into a flat array of floats, seen by a seat: its own pieces come first."""
        with cython.gil:
            write_board_planes(self, out, viewer)
        return 0

    if not cython.compiled:

        def fill_plane(self, out: Any, plane: int, area: int, value: float) -> int:
            """Set all numbers of a plane."""
            out[plane * area : (plane + 1) * area] = value
            return 0

    def _unwritten(self, name: str) -> TypeError:
        return TypeError(f"{type(self).__name__} does not implement {name}")

    # ---- Playing --------------------------------------------------------------------------------------------------

    def find_moves(self) -> cython.int:
        """Generate the legal moves into `scratch`, unless they are there; return their number.

        Methods that change the position without restoring it reset `known`.
        """
        if self.known < 0 or self.known_key != self.key:
            self.known = -1
            self.scratch.size = 0
            self.generate(self.scratch)
            self.known = self.scratch.size
            self.known_key = self.key
        return self.known

    def number_below(self, value: Any, limit: cython.int, name: str) -> cython.int:
        """Return an argument from 0 to `limit` - 1; raise `ArgumentError` for any other value."""
        if type(value) is int and 0 <= value < limit:
            return value
        return whole_number(value, 0, limit - 1, name)

    def moves(self) -> list[Move]:
        """Return the legal moves, in the order the rules generate them; none if the position is over."""
        i: cython.int
        count: cython.int = self.find_moves()
        with cython.boundscheck(False), cython.wraparound(False):
            return [self.scratch.data[i] for i in range(count)]

    def move_texts(self) -> list[str]:
        """Return the legal moves in the game's notation, in the order of `moves`."""
        return [self.write_move(move) for move in self.moves()]

    def is_legal(self, move: Move | str) -> bool:
        """Return whether a number, or a text in the game's notation, is a legal move here."""
        i: cython.int
        count: cython.int
        wanted: cython.int
        if isinstance(move, str):
            try:
                self.read_move(move)
            except IllegalMove:
                return False
            return True
        try:
            number = index(move)
        except TypeError:
            return False
        if not -0x80000000 <= number <= MAX_INT:
            return False
        wanted = number
        count = self.find_moves()
        with cython.boundscheck(False), cython.wraparound(False):
            for i in range(count):
                if self.scratch.data[i] == wanted:
                    return True
        return False

    def checked_move(self, move: Move | str) -> Move:
        """Return the number of a legal move or a withdrawal; raise `IllegalMove` for anything else."""
        if isinstance(move, str):
            return self.read_move(move)
        number: Any = move
        if not self.is_legal(move) and not (isinstance(number, int) and number == self.withdrawal()):
            raise localized_error(IllegalMove, "shared.move.illegal", move=shown(move))
        return index(number)

    def play(self, move: Move | str) -> None:
        """Play a legal move, given as a number or in the game's notation, or a withdrawal.

        Raise `IllegalMove` and change nothing if it is neither.
        """
        number: int = self.checked_move(move)
        self.make(number)
        self.known = -1
        self._played.append(number)

    def undo(self) -> Move:
        """Undo the last move played and return it."""
        if not self._played:
            raise localized_error(NothingToUndo, "shared.move.none-to-undo")
        move: int = self._played.pop()
        self.unmake(move)
        self.known = -1
        del self._tracks[len(self._played) + 1 :]
        return move

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves played on this object since it was set up."""
        return tuple(self._played)

    def copy(self) -> Position:
        """Return an independent copy with the same history."""
        n: cython.int
        other: Position = type(self)(self.game, self.options)
        other.assign(self)
        for n in range(32):
            other.weight[n] = self.weight[n]
        other.seat = self.seat
        other.key = self.key
        other._played = self._played[:]
        other._tracks = self._tracks[:]
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def __reduce__(self) -> Any:
        """Pickle the position before the first move played, and the moves."""
        i: cython.int
        first: Position = self.copy()
        for _ in self._played:
            first.undo()
        weights: list[int] = [self.weight[i] for i in range(len(self.game.terms))]
        return restore_position, (self.game, dict(self.options), first.text(), tuple(self._played), weights)

    def after(self, move: Move | str) -> Position:
        """Return the position after a legal move, given as for `play`; this one does not change."""
        other: Position = self.copy()
        other.play(move)
        return other

    def is_over(self) -> bool:
        """Return whether the game has ended here."""
        return self.over() != 0

    def outcome(self) -> Outcome | None:
        """Return the result for every seat and the reason, or None while the game runs."""
        seat: cython.int
        if not self.over():
            return None
        seats: int = len(self.game.sides(self.options))
        return Outcome(tuple([self.payoff(seat) / 2 for seat in range(seats)]), self.reason())

    def reason(self) -> str:
        """Return the reason code of a position that is over (see `display.SHARED_REASONS` for the shared ones)."""
        raise self._unwritten("reason")

    def why_over(self) -> Message:
        """Return why the game ended, as the part of a sentence after "because" or a colon."""
        return defaults.why_over(self)

    def is_out(self, seat: Number) -> bool:
        """Return whether a seat has dropped out and lost while the others play on."""
        check_seat(self, seat)
        return False

    def withdrawal(self) -> int | None:
        """Return the move by which the seat to move drops out while the others play on.

        It is not among `moves`: a match plays it for a seat that resigned or ran out of time. None, the default, if the
        game ends then.
        """
        return None

    def automatic(self) -> int | None:
        """Return the move that is played automatically here (a forced pass), if there is one."""
        return None

    # ---- Identity -------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the position in one line: pieces, seat to move, stage, counters. `Game.read` reads it."""
        raise self._unwritten("text")

    def __eq__(self, other: object) -> bool:
        """Return whether another position has the same game, options and text; earlier positions do not count."""
        if self is other:
            return True
        if not isinstance(other, Position):
            return NotImplemented
        return bool(
            self.key == other.key
            and self.game.key == other.game.key
            and self.options == other.options
            and self.text() == other.text()
        )

    def __hash__(self) -> int:
        """Return a hash of the position as it is now: keep a copy in a set, not the one that is played on."""
        return hash((self.game.key, self.key))

    def repetition_key(self) -> int:
        """Return a key that is equal for positions that count as repetitions of each other."""
        return self.key

    def canonical_key(self) -> int:
        """Return a key that is equal for positions that are symmetric to each other."""
        return defaults.canonical_key(self)

    # ---- Notation -------------------------------------------------------------------------------------------------

    def write_move(self, move: Move) -> str:
        """Return a legal move in the game's notation."""
        raise self._unwritten("write_move")

    def read_move(self, text: Text) -> Move:
        """Return the legal move that a text means; raise `IllegalMove` with the reason if there is none."""
        return defaults.read_move(self, check_text(self, text))

    def turn_over(self, move: Move) -> bool:
        """Return whether this legal move ends the turn or the game."""
        seat: cython.int = self.seat
        number: cython.int = self.checked_move(move)
        passed: bool
        self.make(number)
        passed = self.seat != seat or self.over() != 0
        self.unmake(number)
        return passed

    def write_turn(self, moves: Sequence[Move]) -> str:
        """Return the notation of a turn."""
        return defaults.write_turn(self, check_moves(self, moves))

    def read_turn(self, text: Text) -> list[Move]:
        """Return the moves of the turn that a text means; raise `IllegalMove` with the reason if there is none."""
        return defaults.read_turn(self, check_text(self, text))

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        """Return every piece on the board and in the trays, without ids (all 0)."""
        raise self._unwritten("placement")

    def pieces(self) -> list[Piece]:
        """Return every piece with an id that stays the same through moves and undo."""
        moves: list[int] = self._played
        known: int = max(len(self._tracks) - 1, 0)
        if len(self._tracks) <= len(moves):
            # Go back to the last position with known pieces and apply the effects of the moves since then.
            self.known = -1
            for move in reversed(moves[known:]):
                self.unmake(move)
            self._played = moves[:known]
            try:
                if not self._tracks:
                    self._tracks.append(defaults.number(self.placement()))
                for move in moves[known:]:
                    self._tracks.append(apply(self._tracks[-1], self.effects(move)))
                    self.make(move)
                    self.known = -1
                    self._played.append(move)
            finally:
                self.known = -1
                for move in moves[len(self._played) :]:
                    self.make(move)
                self._played = moves
        return list(self._tracks[-1])

    def scores(self) -> list[Score]:
        """Return the numbers beside the players' names: captured, in reserve, rings removed."""
        return []

    # ---- Picks and display ----------------------------------------------------------------------------------------

    def picks(self, move: Move) -> list[Picks]:
        """Return all sequences of picks that mean a legal move."""
        return defaults.picks(self, self.checked_move(move))

    def effects(self, move: Move) -> list[Effect]:
        """Return the visible changes of a legal move, in phases; each can be played forwards and backwards."""
        return defaults.effects(self, self.checked_move(move))

    def marks(self) -> list[Mark]:
        """Return what the board must show in this position, independent of its history."""
        return []

    def aids(self) -> list[Mark]:
        """Return the marks of the teaching aids."""
        return []

    def diagram(self) -> str:
        """Return the board in plain text, at most 80 columns wide."""
        return defaults.diagram(self)

    # ---- Messages -------------------------------------------------------------------------------------------------

    def explain(self, picks: Picks) -> Message:
        """Return why these picks make no move, or what is missing to make one."""
        return defaults.explain(self, check_picks(self, picks))

    def prompt(self) -> Message:
        """Return what the seat to move must do now."""
        return defaults.prompt(self)

    def describe(self, move: Move) -> Message:
        """Return a sentence that describes a legal move."""
        return defaults.describe(self, self.checked_move(move))

    def notices(self, move: Move) -> list[Message]:
        """Return notable consequences of a legal move."""
        self.checked_move(move)
        return []

    def move_counts(self, move: Move) -> dict[str, int]:
        """Return countable achievements of a move. Those with a text under `count` in the catalogue are shown."""
        return defaults.move_counts(self, self.checked_move(move))

    def turn_reasons(self, moves: Sequence[Move], line: Sequence[Move]) -> list[Message]:
        """Return the reasons for a turn: what it does, and what the line that begins with it achieves."""
        return []

    def message(self, key: str, **params: Any) -> Message:
        """Return a message of this game's catalogue."""
        return Message(f"{self.game.key}.{key}", params)

    def refusal(self, *messages: Message) -> IllegalMove:
        """Return the error that rejects a move with the given messages as its reason."""
        text = " ".join(self.game.sentence(message, self.options) for message in messages)
        refused = IllegalMove(text, messages[0] if len(messages) == 1 else messages)
        refused.game, refused.options = self.game, self.options
        return refused

    # ---- Compiled loops -------------------------------------------------------------------------------------------

    def perft(self, depth: Number, bulk: bool = True) -> int:
        """Return the number of lines of `depth` moves. Without `bulk` the last move of each is made as well."""
        stack: MoveStack = MoveStack()
        deep: cython.int = whole_number(depth, 0, MAX_PERFT_DEPTH, "depth")
        fast: cython.bint = bulk
        total: u64
        if deep <= 0:
            return 1
        with cython.nogil:
            total = count_leaves(self, stack, deep, fast)
        return total

    def perft_turns(self, depth: Number) -> int:
        """Return the number of lines of `depth` distinct turns; from within a turn, its rest counts in every order."""
        stack: MoveStack = MoveStack()
        deep: cython.int = whole_number(depth, 0, MAX_PERFT_DEPTH, "depth")
        total: u64
        # A copy has no memory of its current turn, see `candidates`.
        root: Position = self.copy()
        if deep <= 0:
            return 1
        with cython.nogil:
            total = count_turns(root, stack, deep)
        return total

    def playouts(self, games: Number, seed: Number = 1, limit: Number = 5000) -> int:
        """Play random games from here without changing the position; return the number of moves."""
        stack: MoveStack = MoveStack()
        random: Random = Random(whole_number(seed, -MAX_SEED, MAX_SEED, "seed"))
        n: cython.int
        todo: cython.int = whole_number(games, 0, MAX_INT, "games")
        most: cython.int = whole_number(limit, 0, MAX_INT, "limit")
        total: u64 = 0
        with cython.nogil:
            for n in range(todo):
                total += play_out(self, stack, random, most)
        return total

    def play_random(self, seed: Number, limit: Number = 5000) -> int:
        """Play random legal moves until the game is over or `limit` is reached; return their number."""
        random: Random = Random(whole_number(seed, -MAX_SEED, MAX_SEED, "seed"))
        i: cython.int
        move: cython.int
        count: cython.int
        most: cython.int = whole_number(limit, 0, MAX_INT, "limit")
        for i in range(most):
            count = self.find_moves()
            if count == 0:
                return i
            move = self.scratch.data[random.below(count)]
            self.make(move)
            self.known = -1
            self._played.append(move)
        return most

    def weigh(self, weights: Mapping[str, int]) -> None:
        """Change the weights of evaluation terms, for a style or for tuning; copies inherit them."""
        names: list[str] = [term.name for term in self.game.terms]
        if not isinstance(weights, Mapping):
            raise localized_error(ArgumentError, "shared.argument.weights", value=shown(weights))
        for name, weight in weights.items():
            if name not in names:
                known = ", ".join(names) or "–"
                raise localized_error(ArgumentError, "shared.argument.term", name=str(name)[:40], known=known)
            whole_number(weight, -MAX_WEIGHT, MAX_WEIGHT, str(name))
        for name, weight in weights.items():
            self.weight[names.index(name)] = weight

    def trait(self, name: Text, seat: Number) -> float:
        """Return how strongly a seat shows one of the `traits` here; averaged over games, it measures a style."""
        return find_trait(self.traits, name)(self, check_seat(self, seat))

    def static(self, seat: Number) -> int:
        """Return the game's own evaluation of a running position for a seat."""
        return self.evaluate(check_seat(self, seat))

    def solving_key(self) -> int:
        """Return the key under which solvers store this position."""
        return self.solve_key()

    def candidate_moves(self) -> list[Move]:
        """Return the moves that a search tries."""
        i: cython.int
        start: cython.int = self.scratch.size
        end: cython.int
        self.candidates(self.scratch)
        end = self.scratch.size
        self.scratch.size = start
        return [self.scratch.data[i] for i in range(start, end)]

    def tactical_moves(self) -> list[Move]:
        """Return the moves of the quiescence search."""
        i: cython.int
        start: cython.int = self.scratch.size
        end: cython.int
        self.tactical(self.scratch)
        end = self.scratch.size
        self.scratch.size = start
        return [self.scratch.data[i] for i in range(start, end)]

    def __repr__(self) -> str:
        return f"<{self.game.key} {self.text()}>"

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks."""
        from parlour.games.drawing.svg import render

        return render(self)

    def draft(self) -> Draft:
        """Return this position as a draft for the editor."""
        return self.game.parse(self.text(), self.options)


def restore_position(game: Game, options: Any, text: str, moves: Sequence[int], weights: Sequence[int]) -> Position:
    """Return a pickled position."""
    position: Position = game.read(text, options)
    position.weigh({term.name: weight for term, weight in zip(game.terms, weights, strict=True)})
    for move in moves:
        position.play(move)
    return position


@cython.boundscheck(False)
@cython.wraparound(False)
def count_leaves(position: Position, stack: MoveStack, depth: cython.int, bulk: cython.bint) -> u64:
    i: cython.int
    end: cython.int
    move: cython.int
    total: u64 = 0
    start: cython.int = stack.size
    position.generate(stack)
    end = stack.size
    if depth == 1 and bulk:
        stack.size = start
        return end - start
    for i in range(start, end):
        move = stack.data[i]
        position.make(move)
        if depth == 1:
            total += 1
        else:
            total += count_leaves(position, stack, depth - 1, bulk)
        position.unmake(move)
    stack.size = start
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def count_turns(position: Position, stack: MoveStack, depth: cython.int) -> u64:
    i: cython.int
    end: cython.int
    move: cython.int
    total: u64 = 0
    start: cython.int = stack.size
    seat: cython.int = position.seat
    position.candidates(stack)
    end = stack.size
    for i in range(start, end):
        move = stack.data[i]
        position.make(move)
        if position.seat == seat and not position.over():
            total += count_turns(position, stack, depth)
        elif depth == 1:
            total += 1
        else:
            total += count_turns(position, stack, depth - 1)
        position.unmake(move)
    stack.size = start
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def play_out(position: Position, stack: MoveStack, random: Random, limit: cython.int) -> cython.int:
    """Play random moves to the end and undo them; return their number."""
    made: cython.int = 0
    start: cython.int = stack.size
    base: cython.int
    count: cython.int
    i: cython.int
    # Each move made stays on the stack so that it can be undone.
    while made < limit:
        base = stack.size
        position.generate(stack)
        count = stack.size - base
        if count == 0:
            break
        stack.data[base] = stack.data[base + random.below(count)]
        stack.size = base + 1
        position.make(stack.data[base])
        made += 1
    for i in range(made):
        stack.size -= 1
        position.unmake(stack.data[stack.size])
    stack.size = start
    return made
