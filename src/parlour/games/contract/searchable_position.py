"""`SearchablePosition`, the C interface of positions, and a few compiled loops over it.

Search calls these methods without the GIL. They do not check arguments.
"""

from __future__ import annotations

from typing import Any, Self

import cython

from parlour.games.contract.argument_checks import whole_number
from parlour.games.contract.display import Move, Number
from parlour.games.contract.stacks import MoveStack
from parlour.games.contract.xorshift import Random

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

MAX_INT = 0x7FFFFFFF
MAX_SEED = 0xFFFFFFFFFFFFFFFF
MAX_PERFT_DEPTH = 1000
"""Far beyond what can be counted; deeper recursion could overflow the C stack."""


class SearchablePosition:
    """What search needs of a position: moves, results and hooks. `seat` is to move; `key` is its 64-bit key."""

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
        self.known = -1
        self.known_key = 0
        self.seat = 0
        self.key = 0

    # ---- Moves and results, implemented by the rules of each game -------------------------------------------------

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

    # ---- Hooks for search, each with a default --------------------------------------------------------------------

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

    if not cython.compiled:

        def fill_plane(self, out: Any, plane: int, area: int, value: float) -> int:
            """Set all numbers of a plane."""
            out[plane * area : (plane + 1) * area] = value
            return 0

    def _unwritten(self, name: str) -> TypeError:
        return TypeError(f"{type(self).__name__} does not implement {name}")

    def copy(self) -> SearchablePosition:
        """Return an independent copy with the same history."""
        raise self._unwritten("copy")

    # ---- The same for Python --------------------------------------------------------------------------------------

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

    def moves(self) -> list[Move]:
        """Return the legal moves, in the order the rules generate them; none if the position is over."""
        i: cython.int
        count: cython.int = self.find_moves()
        with cython.boundscheck(False), cython.wraparound(False):
            return [self.scratch.data[i] for i in range(count)]

    def candidate_moves(self) -> list[Move]:
        """Return the moves that a search tries."""
        start: cython.int = self.scratch.size
        self.candidates(self.scratch)
        return self._take(start)

    def tactical_moves(self) -> list[Move]:
        """Return the moves of the quiescence search."""
        start: cython.int = self.scratch.size
        self.tactical(self.scratch)
        return self._take(start)

    def _take(self, start: cython.int) -> list[Move]:
        """Remove the moves from `start` on from `scratch` and return them."""
        i: cython.int
        end: cython.int = self.scratch.size
        self.scratch.size = start
        return [self.scratch.data[i] for i in range(start, end)]

    def solving_key(self) -> int:
        """Return the key under which solvers store this position."""
        return self.solve_key()

    # ---- Compiled loops -------------------------------------------------------------------------------------------

    def perft(self, depth: Number, bulk: bool = True) -> int:
        """Return the number of lines of `depth` moves. Without `bulk` the last move of each is made as well."""
        stack: MoveStack = MoveStack()
        deep: cython.int = whole_number(depth, 0, MAX_PERFT_DEPTH, "depth")
        fast: cython.bint = bulk
        total: u64
        root: SearchablePosition = self.copy()  # another thread may read this position
        if deep <= 0:
            return 1
        with cython.nogil:
            total = count_leaves(root, stack, deep, fast)
        return total

    def perft_turns(self, depth: Number) -> int:
        """Return the number of lines of `depth` distinct turns; from within a turn, its rest counts in every order."""
        stack: MoveStack = MoveStack()
        deep: cython.int = whole_number(depth, 0, MAX_PERFT_DEPTH, "depth")
        total: u64
        # A copy has no memory of its current turn, see `candidates`.
        root: SearchablePosition = self.copy()
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
        root: SearchablePosition = self.copy()  # another thread may read this position
        with cython.nogil:
            for n in range(todo):
                total += play_out(root, stack, random, most)
        return total


@cython.boundscheck(False)
@cython.wraparound(False)
def count_leaves(position: SearchablePosition, stack: MoveStack, depth: cython.int, bulk: cython.bint) -> u64:
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
def count_turns(position: SearchablePosition, stack: MoveStack, depth: cython.int) -> u64:
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
def play_out(position: SearchablePosition, stack: MoveStack, random: Random, limit: cython.int) -> cython.int:
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
