"""Exact values of positions of Pylos from a file of planes."""

from __future__ import annotations

import mmap
from array import array

import cython

from parlour.games.pylos.solution.planes import Plane
from parlour.games.pylos.solution.rule_set import MAX_OWN, RuleSet
from parlour.games.pylos.solution.table_file import TableFile
from parlour.games.pylos.solution.turns import TurnVisitor

if not cython.compiled:
    from parlour.games.contract.bits_pure import popcount, u64

COMPILED: bool = cython.compiled

NONE, NOT_LOST, NO_DISTANCE = -1, -2, -3
"""Answers of `loss_of` other than a number of turns: not stored, not lost, lost after a number of turns that is not
stored."""
PLANES = 2
MAX_ARENA_BYTES = 192 * 1024 * 1024
"""Above this size all planes in memory are dropped; they are read again when needed."""
LOSS, DISTANCE = int(Plane.LOSS), int(Plane.DISTANCE)


class Lookup(TurnVisitor):
    """Answers queries about positions of one rule set. Not thread-safe.

    A stored position is lost or not. One that is not lost is won if a turn leads to a lost one, else drawn.
    """

    def __init__(self, rules: RuleSet, file: TableFile) -> None:
        TurnVisitor.__init__(self, rules)
        self.index = index = file.index
        self.file = file
        self.buffer = bytearray(1 << 16)
        self.arena: bytearray | mmap.mmap = self.buffer
        self.used = 0
        self.plane_at = array("q", [NONE]) * (index.cells * MAX_OWN * PLANES)
        if not file.header.compressed:
            self.map_file()
        if not cython.compiled:
            self.plane_of = [NONE] * 32
        for balls in range(32):
            self.plane_of[balls] = NONE
            for plane in (LOSS, DISTANCE):
                if balls < index.cells and file.has(balls, Plane(plane)):
                    self.plane_of[balls] = plane

    def memory_bytes(self) -> int:
        """Return the memory used, in bytes; a mapped file is not counted."""
        return len(self.buffer)

    def map_file(self) -> None:
        """Map an uncompressed file into memory instead of reading planes."""
        with self.file.path.open("rb") as file:
            self.arena = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        for entry in self.file.header.planes:
            at = (entry.balls * MAX_OWN + entry.own) * PLANES + entry.plane
            self.plane_at[at] = self.file.start_of(entry.balls, entry.own, Plane(entry.plane))

    def value(self, own: int, other: int) -> tuple[int, int | None] | None:
        """Return the result for the seat to move (1, 0, -1) and the number of turns to the end of the game.

        Return None if the position, or one that decides about it, is not stored. Turns are None for draws, and where
        distances are not stored.
        """
        loss = self.loss_of(own, other)
        if loss == NONE:
            return None
        if loss != NOT_LOST:
            return -1, None if loss == NO_DISTANCE else loss
        self.shortest = 0
        self.found_loss = False
        self.found_unknown = False
        self.wants_distance = self.plane_of[popcount(own | other)] == DISTANCE
        # Otherwise the first winning turn ends the visit, and another one may win sooner.
        self.is_exact = self.wants_distance
        self.visit(own, other)
        if self.found_loss:
            return 1, self.shortest + 1 if self.is_exact else None
        return None if self.found_unknown else (0, None)

    def see(self, own: cython.uint, other: cython.uint) -> cython.int:
        loss: cython.int
        with cython.gil:
            loss = self.loss_of(own, other)
        if loss == NONE:
            self.found_unknown = True
        elif loss != NOT_LOST:
            if loss == NO_DISTANCE:
                self.is_exact = False
            elif not self.found_loss or loss < self.shortest:
                self.shortest = loss
            self.found_loss = True
            return 0 if self.wants_distance and self.is_exact else 1
        return 0

    def reach_apex(self) -> cython.int:
        self.found_loss = True
        self.is_exact = True
        self.shortest = 0
        return 1

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def loss_of(self, own: cython.uint, other: cython.uint) -> cython.int:
        """Return after how many turns a position is lost, or one of NONE, NOT_LOST and NO_DISTANCE."""
        balls: cython.int = popcount(own | other)
        mine: cython.int = popcount(own)
        plane: cython.int = self.plane_of[balls]
        offset: u64
        colourings: u64
        column: u64
        start: cython.longlong
        half: cython.int
        if plane == NONE:
            return NONE
        offset = self.index.number_of(own, other) - self.index.group[balls * MAX_OWN + mine]
        if plane == DISTANCE:
            start = self.plane_start(balls, mine, DISTANCE)  # this may replace the arena
            half = self.arena[start + offset]
            return 2 * (half - 1) if half else NOT_LOST
        colourings = self.index.binomial[balls * MAX_OWN + mine]
        column = offset % colourings
        offset = offset // colourings * ((colourings + 7) // 8) + column // 8
        start = self.plane_start(balls, mine, LOSS)
        if self.arena[start + offset] >> (column & 7) & 1:
            return NO_DISTANCE
        return NOT_LOST

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def plane_start(self, balls: cython.int, own: cython.int, plane: cython.int) -> cython.longlong:
        """Return where a plane is in the arena; read it from the file if it is not there yet."""
        at: cython.int = (balls * MAX_OWN + own) * PLANES + plane
        if self.plane_at[at] == NONE:
            self.read_plane(balls, own, plane)
        return self.plane_at[at]

    def read_plane(self, balls: int, own: int, plane: int) -> None:
        content = self.file.read(balls, own, Plane(plane))
        if self.used + len(content) > MAX_ARENA_BYTES:
            self.used = 0
            self.plane_at = array("q", [NONE]) * len(self.plane_at)
        if self.used + len(content) > len(self.buffer):
            grown = bytearray(max(2 * len(self.buffer), self.used + len(content)))
            memoryview(grown)[: self.used] = memoryview(self.buffer)[: self.used]
            self.buffer = grown
            self.arena = grown
        memoryview(self.buffer)[self.used : self.used + len(content)] = content
        self.plane_at[(balls * MAX_OWN + own) * PLANES + plane] = self.used
        self.used += len(content)
