"""Evaluation, tactical moves and move ordering of Surakarta: the hooks for search.

The terms of `evaluate` are the material, the places of the pieces, their steps and their access to the loops. The side
with more pieces wins on count, so its lead is worth more the longer there has been no capture.
"""

from __future__ import annotations

import cython

from parlour.games.contract.stacks import MoveStack
from parlour.games.surakarta import tables
from parlour.games.surakarta.rules import SurakartaRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import popcount, u64
    from parlour.games.surakarta.tables import CAPTURE, FULL, MAX_QUIET_MOVES, POINT_MASK

COMPILED: bool = cython.compiled

CORNER, CENTRE = tables.CORNER, tables.CENTRE
INNER_END, OUTER_END, INNER_CROSS = tables.INNER_END, tables.OUTER_END, tables.INNER_CROSS
COLUMN_GATHER = tables.COLUMN_GATHER
LINE_ACCESS, ORDER_VALUE = tables.LINE_ACCESS, tables.ORDER_VALUE
LEFT = sum(1 << tables.point(row, 0) for row in range(6))
NOT_LEFT = tables.FULL ^ LEFT
NOT_RIGHT = tables.FULL ^ LEFT << 5


class SurakartaEvaluation(SurakartaRules):
    """Rules with their hooks for search."""

    def tactical(self, out: MoveStack) -> cython.int:
        return 0 if self.is_drawn() else self.add_captures(out)

    def evaluate(self, seat: cython.int) -> cython.int:
        """Return the weighted material, point values, mobility, track access and expected result on count."""
        mine: u64 = self.men[seat]
        theirs: u64 = self.men[1 - seat]
        empty: u64 = FULL ^ mine ^ theirs
        men: cython.int = popcount(mine) - popcount(theirs)
        score: cython.int = self.weight[0] * men
        score += self.weight[1] * (popcount(mine & CORNER) - popcount(theirs & CORNER))
        score += self.weight[2] * (popcount(mine & INNER_END) - popcount(theirs & INNER_END))
        score += self.weight[3] * (popcount(mine & OUTER_END) - popcount(theirs & OUTER_END))
        score += self.weight[4] * (popcount(mine & INNER_CROSS) - popcount(theirs & INNER_CROSS))
        score += self.weight[5] * (popcount(mine & CENTRE) - popcount(theirs & CENTRE))
        score += self.weight[6] * (steps(mine, empty) - steps(theirs, empty))
        score += self.weight[7] * access(mine, theirs)
        # The number of men decides a game without captures: the side ahead only has to wait.
        if not self.endless and men:
            score += self.weight[8] * (self.captureless if men > 0 else -self.captureless)
        return score

    def order_hint(self, move: cython.int) -> cython.int:
        if move & CAPTURE:
            return 100
        # Below 0, so that steps are not considered forcing in positions without captures.
        return ORDER_VALUE[move >> 6 & POINT_MASK] - ORDER_VALUE[move & POINT_MASK] - 8

    def moves_left(self) -> cython.int:
        return 1000000 if self.endless else MAX_QUIET_MOVES - self.captureless


def steps(men: u64, empty: u64) -> cython.int:
    """Return the number of steps that a set of men can make."""
    sides: u64 = (men & NOT_LEFT) >> 1
    found: cython.int = popcount(sides & empty) + popcount(sides >> 6 & empty) + popcount(sides << 6 & empty)
    sides = (men & NOT_RIGHT) << 1
    found += popcount(sides & empty) + popcount(sides >> 6 & empty) + popcount(sides << 6 & empty)
    return found + popcount(men >> 6 & empty) + popcount(men << 6 & empty)


def access(mine: u64, theirs: u64) -> cython.int:
    """Return the number of ends of track lines whose first piece is mine, less those where it is theirs."""
    i: cython.int
    ours: u64
    others: u64
    found: cython.int = 0
    for i in range(1, 5):
        found += LINE_ACCESS[mine >> 6 * i & 63 | (theirs >> 6 * i & 63) << 6]
        ours = (mine >> i & LEFT) * COLUMN_GATHER
        others = (theirs >> i & LEFT) * COLUMN_GATHER
        found += LINE_ACCESS[ours >> 30 & 63 | (others >> 30 & 63) << 6]
    return found
