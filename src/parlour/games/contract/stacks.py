"""Growing stacks of numbers for compiled code: `MoveStack` and `Trail`."""

from __future__ import annotations

from array import array

import cython


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
