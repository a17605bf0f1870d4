"""The triangular table of principal variations: each ply's best moves, built from those of the next ply."""

from __future__ import annotations

from array import array

import cython

from parlour.engine.report import MAX_DEPTH

COMPILED: bool = cython.compiled

MAX_PLY = MAX_DEPTH
ROW_SIZE = MAX_DEPTH + 2


class PvTable:
    """A principal variation for every ply. `sizes` are their lengths; a search sets the size to 0 on entering a ply."""

    def __init__(self) -> None:
        self.moves = array("i", bytes(4 * ROW_SIZE * ROW_SIZE))
        self.sizes = array("i", bytes(4 * ROW_SIZE))

    def best(self) -> list[int]:
        """Return the principal variation from the root."""
        i: cython.int
        return [self.moves[i] for i in range(self.sizes[0])]

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def extend(self, move: cython.int, ply: cython.int) -> cython.int:
        """Set the variation of a ply: this move, followed by the variation of the next ply."""
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
