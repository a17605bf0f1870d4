"""The rules of Connect Four, compiled: seven columns of seven bits, of which the highest is always empty.

A move is the number of a column. The same file runs interpreted with PARLOUR_PURE=1, where mistakes raise exceptions.
"""

from __future__ import annotations

import cython

from parlour.games.contract.bits_pure import random_keys
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, popcount, u64

COMPILED: bool = cython.compiled

_keys = random_keys(4)
BOTTOM = [1 << 7 * x for x in range(7)]
COLUMN = [0x7F << 7 * x for x in range(7)]
TOP = [0x20 << 7 * x for x in range(7)]
FULL = sum(0x3F << 7 * x for x in range(7))
LINES = [
    sum(1 << 7 * (x + n * dx) + y + n * dy for n in range(4))
    for x in range(7)
    for y in range(6)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if x + 3 * dx < 7 and 0 <= y + 3 * dy < 6
]
STONE_KEY = [[next(_keys) for _ in range(49)] for _ in range(2)]
SEAT_KEY = next(_keys)
STEP = [1, 6, 7, 8]
"""Distance of neighbouring bits: up, down to the right, across, up to the right."""
WORTH = [0, 1, 4, 16, 0]
"""Worth of a line without an opponent's disc, in hundredths, by the number of discs in it."""


class ConnectFourRules(Position):
    """The discs of each seat as a set of bits."""

    def __init__(self, game: Game, options: Options) -> None:
        Position.__init__(self, game, options)
        self.stones = [0, 0]

    # ---- For Python ----------------------------------------------------------------------------------------------

    def _set_up(self, first: u64, second: u64, seat: cython.int) -> None:
        """Set the discs and the seat to move."""
        spot: cython.int
        self.stones[0] = first
        self.stones[1] = second
        self.seat = seat
        self.key = SEAT_KEY if seat else 0
        for spot in range(49):
            if first & bit(spot):
                self.key ^= STONE_KEY[0][spot]
            if second & bit(spot):
                self.key ^= STONE_KEY[1][spot]

    def _discs(self) -> tuple[int, int]:
        """Return the discs of both seats."""
        return self.stones[0], self.stones[1]

    def _is_won(self) -> bool:
        return self.has_row(self.stones[1 - self.seat])

    # ---- The C interface: no Python objects, no interpreter lock ---------------------------------------------------

    def has_row(self, stones: u64) -> cython.bint:
        """Return whether four discs are in a row: up, across, or diagonally."""
        way: cython.int
        step: cython.int
        pairs: u64
        for way in range(4):
            step = STEP[way]
            pairs = stones & (stones >> step)
            if pairs & (pairs >> (2 * step)):
                return True
        return False

    def place(self, column: cython.int) -> u64:
        """Return the lowest empty place of a column."""
        return ((self.stones[0] | self.stones[1]) + BOTTOM[column]) & COLUMN[column]

    def generate(self, out: MoveStack) -> cython.int:
        column: cython.int
        taken: u64 = self.stones[0] | self.stones[1]
        if not self.has_row(self.stones[1 - self.seat]):
            for column in range(7):
                if not taken & TOP[column]:
                    out.add(column)
        return 0

    def over(self) -> cython.int:
        return self.has_row(self.stones[1 - self.seat]) or (self.stones[0] | self.stones[1]) == FULL

    def make(self, move: cython.int) -> cython.int:
        new: u64 = self.place(move)
        self.stones[self.seat] |= new
        self.key ^= STONE_KEY[self.seat][popcount(new - 1)] ^ SEAT_KEY
        self.seat = 1 - self.seat
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        last: u64 = self.place(move) >> 1
        self.seat = 1 - self.seat
        self.stones[self.seat] ^= last
        self.key ^= STONE_KEY[self.seat][popcount(last - 1)] ^ SEAT_KEY
        return 0

    def payoff(self, seat: cython.int) -> cython.int:
        if not self.has_row(self.stones[1 - self.seat]):
            return 1
        return 0 if seat == self.seat else 2

    def assign(self, other: Position) -> cython.int:
        that: ConnectFourRules = cython.cast(ConnectFourRules, other)
        self.stones[0] = that.stones[0]
        self.stones[1] = that.stones[1]
        return 0

    def evaluate(self, seat: cython.int) -> cython.int:
        n: cython.int
        mine: cython.int
        theirs: cython.int
        total: cython.int = 0
        for n in range(69):
            mine = popcount(self.stones[seat] & LINES[n])
            theirs = popcount(self.stones[1 - seat] & LINES[n])
            if theirs == 0:
                total += WORTH[mine]
            elif mine == 0:
                total -= WORTH[theirs]
        return total
