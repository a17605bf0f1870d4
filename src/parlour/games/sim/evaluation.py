"""Evaluation, tactical moves and move ordering of Sim: the hooks for search.

What counts is the number of free strokes that would complete a figure for each seat. They are unsafe if figures lose,
and threats if figures win.
"""

from __future__ import annotations

import cython

from parlour.games.contract.stacks import MoveStack
from parlour.games.sim.rules import SimRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64
    from parlour.games.sim.rules import HIGH, LOW

COMPILED: bool = cython.compiled


class SimEvaluation(SimRules):
    """Rules with their hooks for search."""

    def tactical(self, out: MoveStack) -> cython.int:
        """Add strokes that win. If figures lose, no stroke is tactical."""
        left: u64
        if self.avoids_figures or self.out_count >= self.max_out:
            return 0
        left = self.completing(self.seat)
        while left:
            out.add(ctz(left))
            left &= left - 1
        return 0

    def evaluate(self, seat: cython.int) -> cython.int:
        """Return the safe strokes of a seat less the average of the others (weight 0). If figures win: the strokes that
        would complete one, less all those of the others (weight 1)."""
        other: cython.int
        rivals: cython.int = 0
        theirs: cython.int = 0
        mine: cython.int = popcount(self.completing(seat))
        for other in range(self.players):
            if other != seat and not self.out & bit(other):
                rivals += 1
                theirs += popcount(self.completing(other))
        if not self.avoids_figures:
            return self.weight[1] * (mine - theirs)
        if self.out & bit(seat):
            return -100 * self.weight[0]
        if rivals == 0:
            return 100 * self.weight[0]
        return self.weight[0] * (theirs - mine * rivals) // rivals

    def order_hint(self, move: cython.int) -> cython.int:
        me: cython.int = self.seat
        value: cython.int
        if self.would_complete(me, move):
            value = 100
        else:
            # Strokes at dots where the mover has many make many half-finished figures.
            value = popcount(self.joined[me][LOW[move]]) + popcount(self.joined[me][HIGH[move]])
        return -value if self.avoids_figures else value
