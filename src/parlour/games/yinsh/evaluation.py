"""Evaluation, tactical moves and move ordering of YINSH: the hooks for search.

The terms of `evaluate` are the number of rings still needed, the fives that could become rows, the markers on the
board, and the places of the rings. `NOTES.md` describes how the weights were found.
"""

from __future__ import annotations

import cython

from parlour.games.contract.display import Move
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.stacks import MoveStack
from parlour.games.yinsh import tables
from parlour.games.yinsh.rules import YinshRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import ctz, popcount, u64
    from parlour.games.yinsh.lines_pure import ALL, fives, reach, within
    from parlour.games.yinsh.rules import MOVE, PLACE, TAKE_RING, TAKE_ROW
    from parlour.games.yinsh.tables import (
        BITS,
        ENDED,
        LINE,
        LINES,
        LOW_HALF,
        MARKERS,
        MOVING,
        PLACING,
        RING_AFTER,
        RING_BEFORE,
        ROW_AFTER,
        ROW_BEFORE,
        SITE_AT,
        SITE_MASK,
    )

COMPILED: bool = cython.compiled

ROW_SET = tables.ROW_SET
ROW_STARTS = tables.ROW_STARTS
CENTRE = tables.CENTRE


def share_marker(one: cython.int, other: cython.int) -> cython.bint:
    """Return whether two rows share a marker."""
    return (ROW_SET[one][0] & ROW_SET[other][0]) | (ROW_SET[one][1] & ROW_SET[other][1]) != 0


class YinshEvaluation(YinshRules):
    """Rules with their hooks for search. `has_complete_row` is 1 if `row_value` has seen a row."""

    def __init__(self, game: Game, options: Options) -> None:
        YinshRules.__init__(self, game, options)
        self.has_complete_row = 0

    def could_make_row(self, move: Move) -> bool:
        """Return whether a legal ring move makes a row for the mover."""
        move = self.checked_move(move)
        return self.makes_row(move)

    # ---- Which moves are searched ---------------------------------------------------------------------------------

    def candidates(self, out: MoveStack) -> cython.int:
        """Return all moves, without other orders of removing the same rows or the same rings.

        Rings are removed in the order of their points since the search began: a copy has no memory of earlier removals
        in its turn.
        """
        i: cython.int
        count: cython.int
        pivot: cython.int
        more: cython.int
        start: cython.int = out.size
        if self.stage == ROW_BEFORE or self.stage == ROW_AFTER:
            count = self.find_rows(self.seat)
            if self.removed[self.seat] + 1 == self.needed[self.seat]:
                # The game ends with this row, so the order does not matter.
                pivot = -1
            else:
                pivot = self.pivot(count)
            for i in range(count):
                if pivot < 0 or share_marker(self.found_rows[pivot], self.found_rows[i]):
                    out.add(TAKE_ROW | self.found_rows[i])
        elif self.stage == RING_BEFORE or self.stage == RING_AFTER:
            more = 1 if self.removed[self.seat] + 1 < self.needed[self.seat] and self.has_row(self.seat) else 0
            self.add_rings(out, self.lowest_removable, more)
            if out.size == start:
                # Three rows at once, and too few points left above: another order does no harm.
                self.add_rings(out, 0, 0)
        else:
            self.generate(out)
        return 0

    def turn_memory(self) -> cython.int:
        """Return the lowest point from which rings may still be removed in this turn."""
        return self.lowest_removable

    def pivot(self, count: cython.int) -> cython.int:
        """Return a row in `found_rows` all of whose crossing rows cross each other.

        Exactly one of these will be removed, so starting with one of them reaches every result once. If there is no
        such row (four rows crossing in a square), return the first.
        """
        i: cython.int
        j: cython.int
        k: cython.int
        good: cython.bint
        for i in range(count):
            good = True
            for j in range(count):
                if share_marker(self.found_rows[i], self.found_rows[j]):
                    for k in range(j):
                        if share_marker(self.found_rows[i], self.found_rows[k]):
                            good = good and share_marker(self.found_rows[j], self.found_rows[k])
            if good:
                return i
        return 0

    def tactical(self, out: MoveStack) -> cython.int:
        """Add removals, and ring moves that make a row for the mover.

        The target of a ring whose marker completes the row matters little: one target per line suffices. Of the rings
        to remove, only the least mobile one is considered.
        """
        half: cython.int
        family: cython.int
        site: cython.int
        line: cython.int
        move: cython.int
        at: u64
        left: u64
        marked: u64
        found: u64
        plain: u64
        me: cython.int = self.seat
        ready: cython.bint
        if self.stage == PLACING or self.stage == ENDED:
            return 0
        if self.stage == RING_BEFORE or self.stage == RING_AFTER:
            out.add(TAKE_RING | self.least_mobile_ring())
            return 0
        if self.stage != MOVING:
            return self.candidates(out)
        if self.pool == 0:
            return 0
        for half in range(2):
            left = self.rings[me][half]
            while left:
                site = half << 6 | ctz(left)
                left &= left - 1
                ready = self.completes(me, site)
                for family in range(3):
                    line = LINE[site][family]
                    at = BITS[site][family]
                    marked = self.marker_words[0][line] | self.marker_words[1][line]
                    found = reach(self.wall_words[line] | marked, marked, at)
                    move = MOVE | family << 14 | site
                    if ready:
                        plain = found & reach(self.wall_words[line] | marked, 0, at)
                        if plain:
                            out.add(move | SITE_AT[line][ctz(plain)] << 7)
                        found ^= plain
                    elif marked:
                        found &= ALL ^ reach(self.wall_words[line] | marked, 0, at)
                    else:
                        found = 0
                    while found:
                        if self.makes_row(move | SITE_AT[line][ctz(found)] << 7):
                            out.add(move | SITE_AT[line][ctz(found)] << 7)
                        found &= found - 1
        return 0

    def completes(self, seat: cython.int, site: cython.int) -> cython.bint:
        """Return whether a marker of a seat on a point would complete a row."""
        family: cython.int
        for family in range(3):
            if fives(self.marker_words[seat][LINE[site][family]] | BITS[site][family]):
                return True
        return False

    def makes_row(self, move: cython.int) -> cython.bint:
        """Return whether a ring move makes a row for the mover."""
        way: cython.int
        line: cython.int
        site: cython.int
        me: cython.int = self.seat
        start: cython.int = move & SITE_MASK
        family: cython.int = move >> 14 & 3
        own: cython.int = LINE[start][family]
        left: u64 = self.jumped(start, move >> 7 & SITE_MASK, family)
        if left == 0:
            return self.completes(me, start)
        if fives(((self.marker_words[me][own] & LOW_HALF) ^ left) | (BITS[start][family] & LOW_HALF)):
            return True
        for way in range(3):
            if way != family and fives(self.marker_words[me][LINE[start][way]] | BITS[start][way]):
                return True
        left &= self.marker_words[1 - me][own]
        while left:
            site = SITE_AT[own][ctz(left)]
            left &= left - 1
            for way in range(3):
                line = LINE[site][way]
                if way != family and fives(self.marker_words[me][line] | BITS[site][way]):
                    return True
        return False

    def least_mobile_ring(self) -> cython.int:
        """Return the ring of the seat to act that has the fewest moves."""
        half: cython.int
        family: cython.int
        site: cython.int
        moves: cython.int
        best: cython.int = -1
        least: cython.int = 1000
        left: u64
        for half in range(2):
            left = self.rings[self.seat][half]
            while left:
                site = half << 6 | ctz(left)
                left &= left - 1
                moves = 0
                for family in range(3):
                    moves += popcount(self.targets(site, family))
                if moves < least:
                    least = moves
                    best = site
        return best

    def order_hint(self, move: cython.int) -> cython.int:
        """Rank rows first, then ring moves by the markers they flip to the mover's colour. Rings are placed from the
        centre outwards. Neither is forcing, so their ranks are below 0."""
        kind: cython.int = move & (7 << 16)
        line: cython.int
        jumped: u64
        if kind == PLACE:
            return CENTRE[move & SITE_MASK] - 8
        if kind != MOVE:
            return 0
        if self.makes_row(move):
            return 16
        line = LINE[move & SITE_MASK][move >> 14 & 3]
        jumped = self.jumped(move & SITE_MASK, move >> 7 & SITE_MASK, move >> 14 & 3)
        if jumped == 0:
            return -16
        return (
            popcount(jumped & self.marker_words[1 - self.seat][line])
            - popcount(jumped & self.marker_words[self.seat][line])
            - 16
        )

    # ---- Evaluation -----------------------------------------------------------------------------------------------

    def evaluate(self, seat: cython.int) -> cython.int:
        other: cython.int = 1 - seat
        total: cython.int = self.weight[13] if self.seat == seat else -self.weight[13]
        total += self.weight[14] * (MARKERS - self.pool) * (self.removed[seat] - self.removed[other])
        return total + self.side_value(seat) - self.side_value(other)

    def side_value(self, seat: cython.int) -> cython.int:
        """Return the evaluation of one seat."""
        left: cython.int = self.needed[seat] - self.removed[seat]
        total: cython.int = 0
        # A ring that must be removed for a row counts as removed.
        if self.seat == seat and (self.stage == RING_BEFORE or self.stage == RING_AFTER):
            left -= 1
        self.has_complete_row = 0
        if self.stage != PLACING:
            total = self.row_value(seat)
        left -= self.has_complete_row
        if left <= 2:
            total += self.weight[0]
        if left <= 1:
            total += self.weight[1]
        if left <= 0:
            total += self.weight[1]
        return total + self.ring_value(seat)

    def row_value(self, seat: cython.int) -> cython.int:
        """Evaluate every five adjacent points by the number of the seat's markers and the other contents.

        All fives of a line are counted at once: the bits of `ones`, `twos` and `fours` at the beginning of a five are
        the binary digits of its number of markers. `has_complete_row` becomes 1 if there is a row; its line counts no
        further.
        """
        line: cython.int
        total: cython.int = 0
        other: cython.int = 1 - seat
        a: u64
        b: u64
        c: u64
        d: u64
        three: u64
        ones: u64
        carry: u64
        over: u64
        twos: u64
        fours: u64
        shut: u64
        turn: u64
        ring: u64
        for line in range(LINES):
            a = self.marker_words[seat][line] & LOW_HALF
            if line < 11:
                total += self.weight[8] * popcount(a)
            if not a & (a - 1):
                continue
            b = a >> 1
            c = a >> 2
            d = a >> 3
            three = a ^ b ^ c
            carry = (a & b) | (c & (a ^ b))
            ones = (three ^ d ^ (a >> 4)) & ROW_STARTS[line]
            over = (three & d) | ((a >> 4) & (three ^ d))
            twos = (carry ^ over) & ROW_STARTS[line]
            fours = carry & over & ROW_STARTS[line]
            if fours & ones:
                self.has_complete_row = 1
                continue
            shut = within(self.ring_words[other][line] & LOW_HALF)
            if fours:
                turn = within(self.marker_words[other][line] & LOW_HALF)
                ring = within(self.ring_words[seat][line] & LOW_HALF)
                total += self.weight[2] * popcount(fours & ring)
                total += self.weight[3] * popcount(fours & turn)
                total += self.weight[4] * popcount(fours & (LOW_HALF ^ (ring | turn | shut)))
            total += self.weight[5] * popcount(twos & ones & (LOW_HALF ^ shut))
            total += self.weight[6] * popcount(twos & (LOW_HALF ^ (ones | shut)))
            total += self.weight[7] * popcount((fours | (twos & ones)) & shut)
        return total

    def ring_value(self, seat: cython.int) -> cython.int:
        """Evaluate a seat's rings: their moves, the markers they could flip, their centrality and spread."""
        half: cython.int
        family: cython.int
        site: cython.int
        line: cython.int
        moves: cython.int = 0
        turns: cython.int = 0
        total: cython.int
        central: cython.int = 0
        lines: cython.int = 0
        at: u64
        left: u64
        marked: u64
        blocked: u64
        ahead: u64
        stop: u64
        behind: u64
        for half in range(2):
            left = self.rings[seat][half]
            while left:
                site = half << 6 | ctz(left)
                left &= left - 1
                central += CENTRE[site]
                for family in range(3):
                    line = LINE[site][family]
                    at = BITS[site][family]
                    # Each line counts for its lowest ring only.
                    if not self.ring_words[seat][line] & LOW_HALF & ((at & LOW_HALF) - 1):
                        lines += 1
                    marked = self.marker_words[0][line] | self.marker_words[1][line]
                    blocked = self.wall_words[line] | marked
                    ahead = blocked ^ (blocked - at - at)
                    stop = ahead & blocked
                    behind = marked + stop
                    moves += popcount((ahead ^ stop) | (behind & (ALL ^ blocked)))
                    if marked:
                        # The carry passed through the jumped run, if there is a vacant point behind it.
                        ahead = marked & (ALL ^ behind)
                        behind &= ALL ^ blocked
                        if not behind & LOW_HALF:
                            ahead &= ALL ^ LOW_HALF
                        if not behind >> 32:
                            ahead &= LOW_HALF
                        turns += popcount(ahead & self.marker_words[1 - seat][line])
        total = self.weight[9] * moves + self.weight[10] * turns + self.weight[11] * central
        return total + self.weight[12] * lines
