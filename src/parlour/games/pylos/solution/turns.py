"""The turns of a position of Pylos, given as masks of cells.

This is a second implementation of the rules, for speed: a solver looks at 10¹¹ turns. Tests compare it with `rules`.
"""

from __future__ import annotations

import cython

from parlour.games.pylos.solution.rule_set import RuleSet

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64

COMPILED: bool = cython.compiled

MAX_PATTERNS = 8


class TurnVisitor:
    """Calls `see` with the position after each turn, or `reach_apex` where the turn wins the game.

    Both return 1 to stop, and then `visit` returns 1. A position is given by the balls of the seat to move and those of
    its opponent, so `see` gets the opponent's balls first. Taking back two balls counts once, whichever comes first.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        if not cython.compiled:
            self.below = [0] * 32
            self.above = [0] * 32
            self.higher = [0] * 32
            self.patterns = [[0] * MAX_PATTERNS for _ in range(32)]
        for cell in range(rules.cells):
            self.below[cell] = rules.below[cell]
            self.above[cell] = rules.above[cell]
            self.higher[cell] = rules.higher[cell]
            for n, pattern in enumerate(rules.patterns[cell]):
                self.patterns[cell][n] = pattern
        self.cells = rules.cells
        self.balls = rules.balls
        self.least_taken = rules.least_taken
        self.passes = rules.passes
        self.found: list[tuple[int, int]] = []

    def successors(self, own: int, other: int) -> list[tuple[int, int]]:
        """Return the positions after all turns that do not win immediately."""
        found = self.found = []
        self.visit(own, other)
        return found

    def see(self, own: cython.uint, other: cython.uint) -> cython.int:
        with cython.gil:
            self.found.append((own, other))
        return 0

    def reach_apex(self) -> cython.int:
        return 0

    def visit(self, own: cython.uint, other: cython.uint) -> cython.int:
        """Visit all turns of a position; return whether a call asked to stop."""
        all: cython.uint = own | other
        open: cython.uint = 0
        left: u64
        to: u64
        cell: cython.int
        ball: cython.int
        moved: cython.bint = False
        for cell in range(self.cells):
            if not all >> cell & 1 and all & self.below[cell] == self.below[cell]:
                open |= cython.cast(cython.uint, bit(cell))
        if popcount(own) < self.balls:
            left = open
            while left:
                cell = ctz(left)
                left &= left - 1
                moved = True
                if self.visit_played(own | cython.cast(cython.uint, bit(cell)), other, cell):
                    return 1
        left = self.free_balls(own, all)
        while left:
            ball = ctz(left)
            left &= left - 1
            to = open & self.higher[ball]
            to ^= to & self.above[ball]
            while to:
                cell = ctz(to)
                to &= to - 1
                moved = True
                if self.visit_played(
                    own ^ cython.cast(cython.uint, bit(ball)) | cython.cast(cython.uint, bit(cell)), other, cell
                ):
                    return 1
        if not moved and self.passes:
            return self.see(other, own)
        return 0

    def visit_played(self, own: cython.uint, other: cython.uint, cell: cython.int) -> cython.int:
        """Visit the turns in which a ball has come to rest on a cell."""
        n: cython.int
        pattern: cython.uint
        if cell == self.cells - 1:
            return self.reach_apex()
        for n in range(MAX_PATTERNS):
            pattern = self.patterns[cell][n]
            if pattern == 0:
                break
            if own & pattern == pattern:
                return self.visit_taken(own, other)
        return self.see(other, own)

    def visit_taken(self, own: cython.uint, other: cython.uint) -> cython.int:
        """Visit all ways to take balls back."""
        all: cython.uint = own | other
        free: cython.uint = self.free_balls(own, all)
        first: u64 = free
        second: u64
        under: u64
        ball: cython.int
        cell: cython.int
        rest: cython.uint
        freed: cython.uint
        if self.least_taken == 0 and self.see(other, own):
            return 1
        while first:
            ball = ctz(first)
            first &= first - 1
            rest = own ^ cython.cast(cython.uint, bit(ball))
            freed = 0
            under = self.below[ball] & own
            while under:
                cell = ctz(under)
                under &= under - 1
                if self.above[cell] & all == cython.cast(cython.uint, bit(ball)):
                    freed |= cython.cast(cython.uint, bit(cell))
            if self.least_taken < 2 or (free ^ cython.cast(cython.uint, bit(ball)) | freed) == 0:
                if self.see(other, rest):
                    return 1
            second = first | freed
            while second:
                cell = ctz(second)
                second &= second - 1
                if self.see(other, rest ^ cython.cast(cython.uint, bit(cell))):
                    return 1
        return 0

    def free_balls(self, own: cython.uint, all: cython.uint) -> cython.uint:
        """Return the balls on which nothing rests."""
        found: cython.uint = 0
        left: u64 = own
        cell: cython.int
        while left:
            cell = ctz(left)
            left &= left - 1
            if not self.above[cell] & all:
                found |= cython.cast(cython.uint, bit(cell))
        return found
