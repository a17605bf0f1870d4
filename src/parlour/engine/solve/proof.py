"""Proof search: exact values of a game in which no position repeats, proven on demand and stored.

A search asks whether the seat to move can get at least a draw, or a win. One good move proves that, so most moves are
never searched. The facts about a position are stored under its `solve_key`: a lower bound, an upper bound, and the
length of the proof in moves. Lengths are those of the proofs found, so a win may be shorter.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

import cython

from parlour.engine.solve.retrograde import SolverMemoryError
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack, Trail

if not cython.compiled:
    from parlour.engine.hashing_pure import first_slot
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

LENGTH_PER_TURN = 1024
PROGRESS_LEVELS = 8
PROGRESS_INTERVAL = 1 << 13
NO_LIMIT = 1 << 60
UNDECIDED = 3


class Prover:
    """Proven facts about the positions of one game. A fact is `1 + least + 4 * most + 16 * length`, a length `turns *
    LENGTH_PER_TURN + moves`.
    """

    def __init__(self, position: Position, memory_mb: int = 256) -> None:
        self.position = position.copy()
        self.budget = memory_mb * 1024 * 1024
        self.size = 0
        self.visits = 0
        self.slots = 1 << 14
        self.keys = array("Q", bytes(8 * self.slots))
        self.facts = array("i", bytes(4 * self.slots))
        self.old_keys = self.keys
        self.old_facts = self.facts
        self.flag = array("i", [0])
        self.moves = MoveStack()
        self.ranks = MoveStack()
        self.marks = Trail()
        self.at = [0] * 8
        self.of = [0] * 8
        self.stopped = False
        self.length = 0
        self.most = 0
        self.longest = 0
        self.on_progress: Callable[[], None] | None = None

    def memory_bytes(self) -> int:
        """Return the memory used, in bytes."""
        return 12 * self.slots

    def value(
        self,
        position: Position,
        flag: array[int],
        on_progress: Callable[[], None] | None = None,
        limit: int | None = None,
    ) -> tuple[int, int, int] | None:
        """Return the value of a running position for the seat to move (1, 0, -1), and its length in turns and moves.

        Return None if the flag was set, or `limit` positions had been visited, before the value was known; the facts
        found until then are kept. `on_progress` is called from time to time.
        """
        key: u64
        found: cython.int
        length: cython.int
        self.position = position.copy()
        self.moves.size = 0
        self.ranks.size = 0
        self.marks.size = 0
        self.stopped = False
        self.flag = flag
        self.last = NO_LIMIT if limit is None else self.visits + limit
        self.on_progress = on_progress
        for level in range(8):
            self.at[level] = 0
            self.of[level] = 1
        key = self.position.solve_key()
        try:
            with cython.nogil:
                found = self.prove(key, 2, 0)
                if found == 1 and not self.stopped:
                    found = self.prove(key, 1, 0)
                length = self.length
        finally:
            self.on_progress = None
        return None if self.stopped else (found - 1, length // LENGTH_PER_TURN, length % LENGTH_PER_TURN)

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the lower and upper bound of a running position for the seat to move, from -1 to 1."""
        fact: cython.int = self.look(position.solve_key())
        return ((fact - 1) & 3) - 1 if fact else -1, ((fact - 1) >> 2 & 3) - 1 if fact else 1

    def knows(self, position: Position) -> bool:
        """Return whether the value of a running position is already known."""
        least, most = self.bounds(position)
        return least == most

    def share(self) -> float:
        """Return the approximate share of the search that is done."""
        done: float = 0.0
        part: float = 1.0
        for level in range(8):
            part /= max(1, self.of[level])
            done += part * self.at[level]
        return min(done, 1.0)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def prove(self, key: u64, target: cython.int, depth: cython.int) -> cython.int:
        """Decide whether the seat to move gets at least `target` (1 or 2).

        Return a value that it can force if so, else one that it cannot exceed. `length` is the length of the proof.
        """
        low: cython.int
        high: cython.int
        found: cython.int
        start: cython.int = self.moves.size
        fact: cython.int = self.look(key)
        if fact:
            low = (fact - 1) & 3
            high = (fact - 1) >> 2 & 3
            self.length = fact >> 4
            if low >= target:
                return low
            if high < target:
                return high
        self.visits += 1
        if self.flag[0] or self.visits > self.last:
            self.stopped = True
            return 0
        if self.visits % PROGRESS_INTERVAL == 0:
            self.report_progress()
        self.position.generate(self.moves)
        found = self.screen_moves(key, target, start)
        return found if found != UNDECIDED else self.prove_moves(key, target, depth, start)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def screen_moves(self, key: u64, target: cython.int, start: cython.int) -> cython.int:
        """Look up the known facts about each move; return the result if one reaches the target, else `UNDECIDED`.

        The moves that remain to be searched stay on the stack, the most promising first. `most` and `longest` are the
        best result and the longest proof of the others.
        """
        i: cython.int
        move: cython.int
        rank: cython.int
        fact: cython.int
        low: cython.int
        high: cython.int
        swapped: cython.int
        length: cython.int
        mark: u64
        most: cython.int = 0
        longest: cython.int = 0
        kept: cython.int = start
        seat: cython.int = self.position.seat
        for i in range(start, self.moves.size):
            move = self.moves.data[i]
            self.position.make(move)
            low = 0
            high = 2
            length = 0
            mark = 0
            rank = 0
            if self.position.over():
                low = self.position.payoff(seat)
                high = low
                length = LENGTH_PER_TURN
            else:
                mark = self.position.solve_key()
                fact = self.look(mark)
                if fact:
                    low = (fact - 1) & 3
                    high = (fact - 1) >> 2 & 3
                    length = fact >> 4
                    if self.position.seat != seat:
                        swapped = low
                        low = 2 - high
                        high = 2 - swapped
                        length += LENGTH_PER_TURN
                if low < target and high >= target:
                    rank = self.position.evaluate(seat)
            self.position.unmake(move)
            if low >= target:
                self.drop(start)
                self.note(key, low, 2, length + 1)
                return low
            if high < target:
                most = max(most, high)
                longest = max(longest, length)
                continue
            self.insert(start, kept, move, rank, mark)
            kept += 1
        self.drop(kept)
        self.most = most
        self.longest = longest
        return UNDECIDED

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def prove_moves(self, key: u64, target: cython.int, depth: cython.int, start: cython.int) -> cython.int:
        """Search the moves that `screen_moves` has left on the stack; return as `prove` does."""
        i: cython.int
        move: cython.int
        value: cython.int
        length: cython.int
        mark: u64
        most: cython.int = self.most
        longest: cython.int = self.longest
        end: cython.int = self.moves.size
        seat: cython.int = self.position.seat
        for i in range(start, end):
            if depth < PROGRESS_LEVELS:
                self.at[depth] = i - start
                self.of[depth] = end - start
            move = self.moves.data[i]
            mark = self.marks.data[i]
            self.position.make(move)
            if self.position.seat == seat:
                value = self.prove(mark, target, depth + 1)
                length = self.length
            else:
                value = 2 - self.prove(mark, 3 - target, depth + 1)
                length = self.length + LENGTH_PER_TURN
            self.position.unmake(move)
            if self.stopped:
                break
            if value >= target:
                self.drop(start)
                self.note(key, value, 2, length + 1)
                return value
            if value > most:
                most = value
            if length > longest:
                longest = length
        if depth < PROGRESS_LEVELS:
            self.at[depth] = 0
            self.of[depth] = 1
        self.drop(start)
        if self.stopped:
            return 0
        self.note(key, 0, most, longest + 1)
        return most

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def insert(self, start: cython.int, kept: cython.int, move: cython.int, rank: cython.int, mark: u64) -> cython.int:
        """Insert a move into those stored since `start`, in descending order of rank."""
        at: cython.int = kept
        self.ranks.size = kept
        self.marks.size = kept
        self.ranks.add(rank)
        self.marks.push(mark)
        while at > start and self.ranks.data[at - 1] < rank:
            self.moves.data[at] = self.moves.data[at - 1]
            self.ranks.data[at] = self.ranks.data[at - 1]
            self.marks.data[at] = self.marks.data[at - 1]
            at -= 1
        self.moves.data[at] = move
        self.ranks.data[at] = rank
        self.marks.data[at] = mark
        return 0

    def drop(self, size: cython.int) -> cython.int:
        """Cut the stacks back to a size."""
        self.moves.size = size
        self.ranks.size = size
        self.marks.size = size
        return 0

    def report_progress(self) -> cython.int:
        """Report progress to the caller."""
        with cython.gil:
            if self.on_progress is not None:
                self.on_progress()
        return 0

    # ---- Memory ---------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def look(self, key: u64) -> cython.int:
        """Return the fact stored for a position, or 0."""
        mask: cython.int = self.slots - 1
        at: cython.int = first_slot(key, self.slots)
        while self.facts[at] and self.keys[at] != key:
            at = (at + 1) & mask
        return self.facts[at]

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def note(self, key: u64, least: cython.int, most: cython.int, length: cython.int) -> cython.int:
        """Store bounds of a position, merged with those already known."""
        mask: cython.int
        at: cython.int
        fact: cython.int
        if 2 * self.size >= self.slots:
            self.grow_table()
        mask = self.slots - 1
        at = first_slot(key, self.slots)
        while self.facts[at] and self.keys[at] != key:
            at = (at + 1) & mask
        fact = self.facts[at]
        if fact:
            least = max(least, (fact - 1) & 3)
            most = min(most, (fact - 1) >> 2 & 3)
        else:
            self.size += 1
        self.keys[at] = key
        self.facts[at] = 1 + least + 4 * most + 16 * length
        self.length = length
        return 0

    def grow_table(self) -> cython.int:
        with cython.gil:
            if 36 * self.slots > self.budget:
                raise SolverMemoryError(
                    f"This position cannot be solved in {self.budget // 1024 // 1024} MB ({self.size} were proven)."
                )
            self.old_keys = self.keys
            self.old_facts = self.facts
            self.slots *= 2
            self.keys = array("Q", bytes(8 * self.slots))
            self.facts = array("i", bytes(4 * self.slots))
            self.rehash()
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def rehash(self) -> None:
        """Rehash all facts into the larger table."""
        i: cython.int
        at: cython.int
        key: u64
        mask: cython.int = self.slots - 1
        for i in range(self.slots // 2):
            if self.old_facts[i]:
                key = self.old_keys[i]
                at = first_slot(key, self.slots)
                while self.facts[at]:
                    at = (at + 1) & mask
                self.keys[at] = key
                self.facts[at] = self.old_facts[i]
        self.old_keys = self.keys
        self.old_facts = self.facts
