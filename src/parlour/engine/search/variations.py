"""The best lines of a search: for each ply the best moves from there on, made from those of the ply below."""

from __future__ import annotations

from array import array

import cython

from parlour.engine.report import MAX_DEPTH

COMPILED: bool = cython.compiled

MAX_PLY = MAX_DEPTH
ROW_SIZE = MAX_DEPTH + 2


class PvTable:
    """A line for every ply. `sizes` are their lengths; whoever reaches a ply sets its own to 0."""

    def __init__(self) -> None:
        self.moves = array("i", bytes(4 * ROW_SIZE * ROW_SIZE))
        self.sizes = array("i", bytes(4 * ROW_SIZE))

    def best(self) -> list[int]:
        """The line from the root."""
        i: cython.int
        return [self.moves[i] for i in range(self.sizes[0])]

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def extend(self, move: cython.int, ply: cython.int) -> cython.int:
        """Makes the best line at a ply: this move, then the best line after it."""
        i: cython.int
        row: cython.int = ply * ROW_SIZE
        below: cython.int = row + ROW_SIZE
        size: cython.int = self.sizes[ply + 1]
        if size > MAX_PLY - 1:
            size = MAX_PLY - 1
        self.moves[row] = move
        for i in range(size):
            self.moves[row + 1 + i] = self.moves[below + i]
        self.sizes[ply] = size + 1
        return 0
