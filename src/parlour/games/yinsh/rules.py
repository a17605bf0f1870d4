"""YINSH: five rings per side, markers that change sides when a ring jumps them, and rows of five that cost a ring.

White and Black alternately place a ring until all ten are on the board. After that a turn is: put a marker of one's own
colour into one of one's rings and move the ring in a straight line, over any number of vacant points and then over one
unbroken run of markers, directly behind which it must stop; every jumped marker changes its colour. Five adjacent
markers of one colour in a line are a row: its owner must remove it, and then one of their own rings. The mover's rows
are removed first, each with its ring, then the opponent's at the start of the opponent's turn. The third removed ring
wins. With an empty pool of 51 markers, or if neither side can move a ring, more removed rings win and equal numbers
draw. If only one side cannot move, it passes.

Option `rings`: the number of removed rings that wins, 3 or 1 (blitz). Options `white` and `black`: a handicap, fewer
rings for one side. If the game ends without a winner, the number of removed rings still decides.

`tables.py` describes the bit layout of moves and of the words that represent lines.
"""

from __future__ import annotations

from typing import Any

import cython

from parlour.games.contract.display import Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack, Trail
from parlour.games.yinsh import tables
from parlour.games.yinsh.handicap import rings_to_win
from parlour.games.yinsh.tables import (
    ENDED,
    LINES,
    LOW_HALF,
    MARKERS,
    MOVING,
    PLACING,
    RING_BEFORE,
    ROW_AFTER,
    ROW_BEFORE,
    SITE_MASK,
)

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64
    from parlour.games.yinsh.lines_pure import fives, reach

COMPILED: bool = cython.compiled

RING_AFTER = tables.RING_AFTER
PLACE = tables.PLACE << tables.KIND_SHIFT
MOVE = tables.MOVE << tables.KIND_SHIFT
TAKE_ROW = tables.TAKE_ROW << tables.KIND_SHIFT
TAKE_RING = tables.TAKE_RING << tables.KIND_SHIFT
PASS = tables.PASS << tables.KIND_SHIFT
LINE, POSITION, BITS = tables.LINE, tables.POSITION, tables.BITS
SITE_AT, WALLS = tables.SITE_AT, tables.WALLS
ROWS, ROW_AT = tables.ROWS, tables.ROW_AT
PLANE_CELL = tables.PLANE_CELL
MARKER_KEY, RING_KEY = tables.MARKER_KEY, tables.RING_KEY
FLIP_KEY, STAGE_KEY, SEAT_KEY = tables.FLIP_KEY, tables.STAGE_KEY, tables.SEAT_KEY


class YinshRules(Position):
    """The state: the content of each line, each seat's rings as a set of two words, counters and the stage.

    `wall_words` are rings and points off the board, `ring_words` the rings and `marker_words` the markers of each seat.
    `lowest_removable` is used by `candidates` only and is not part of the position.
    """

    def __cinit__(self) -> None:
        """Create what C methods use, which must not crash even if `__init__` was never called."""
        line: cython.int
        self.wall_words = [0] * 33
        for line in range(LINES):
            self.wall_words[line] = WALLS[line]
        self.trail = Trail()

    def __init__(self, game: Game, options: Options) -> None:
        Position.__init__(self, game, options)
        self.needed = [rings_to_win(options, 0), rings_to_win(options, 1)]
        self.marker_words = [[0] * 33, [0] * 33]
        self.ring_words = [[0] * 33, [0] * 33]
        self.rings = [[0, 0], [0, 0]]
        self.removed = [0, 0]
        self.pool = MARKERS
        self.unplaced = 0
        self.stage = PLACING
        self.lowest_removable = 0
        self.found_rows = [0] * 123
        self.key = STAGE_KEY[PLACING]

    # ---- Set-up and queries ---------------------------------------------------------------------------------------

    def _put_ring(self, seat: cython.int, site: cython.int) -> None:
        """Put a ring on a vacant point while a position is being set up."""
        self.toggle_ring(seat, site)
        self.key ^= RING_KEY[seat][site]

    def _put_marker(self, seat: cython.int, site: cython.int) -> None:
        """Put a marker on a vacant point while a position is being set up."""
        self.toggle_marker(seat, site)
        self.key ^= MARKER_KEY[seat][site]
        self.pool -= 1

    def _begin(
        self, seat: cython.int, stage: cython.int, unplaced: cython.int, white: cython.int, black: cython.int
    ) -> None:
        """Finish the set-up with the seat to act, the stage, the rings to place and the rings removed by each side."""
        self.set_stage(seat, stage)
        self.unplaced = unplaced
        self.removed[0] = white
        self.removed[1] = black

    def ring_on(self, site: Number) -> int | None:
        """Return the owner of the ring on a point."""
        at: cython.int = self.number_below(site, 85, "site")
        seat: cython.int
        for seat in range(2):
            if self.rings[seat][at >> 6] & bit(at & 63):
                return seat
        return None

    def marker_on(self, site: Number) -> int | None:
        """Return the owner of the marker on a point."""
        at: cython.int = self.number_below(site, 85, "site")
        seat: cython.int
        for seat in range(2):
            if self.marker_words[seat][LINE[at][0]] & BITS[at][0]:
                return seat
        return None

    def rings_on_board(self, seat: Number) -> int:
        """Return the number of a seat's rings on the board."""
        who: cython.int = self.number_below(seat, 2, "seat")
        return popcount(self.rings[who][0]) + popcount(self.rings[who][1])

    def rings_removed(self, seat: Number) -> int:
        """Return how many rings a seat has removed."""
        who: cython.int = self.number_below(seat, 2, "seat")
        return self.removed[who]

    def rings_needed(self, seat: Number) -> int:
        """Return how many removed rings win for a seat."""
        who: cython.int = self.number_below(seat, 2, "seat")
        return self.needed[who]

    def in_pool(self) -> int:
        """Return how many markers are in the pool."""
        return self.pool

    def stage_now(self) -> int:
        """Return the stage of the turn."""
        return self.stage

    def rows(self, seat: Number) -> list[int]:
        """Return the numbers of all complete rows of a seat: every five, also within a longer line."""
        who: cython.int = self.number_below(seat, 2, "seat")
        i: cython.int
        count: cython.int = self.find_rows(who)
        return [self.found_rows[i] for i in range(count)]

    def assign(self, other: Position) -> cython.int:
        that: YinshRules = cython.cast(YinshRules, other)
        line: cython.int
        seat: cython.int
        for line in range(LINES):
            self.wall_words[line] = that.wall_words[line]
        for seat in range(2):
            for line in range(LINES):
                self.marker_words[seat][line] = that.marker_words[seat][line]
                self.ring_words[seat][line] = that.ring_words[seat][line]
            self.rings[seat][0] = that.rings[seat][0]
            self.rings[seat][1] = that.rings[seat][1]
            self.removed[seat] = that.removed[seat]
        self.pool = that.pool
        self.unplaced = that.unplaced
        self.stage = that.stage
        self.trail.assign(that.trail)
        # A copy has no memory of its turn, see `candidates`.
        self.lowest_removable = 0
        return 0

    # ---- Elementary changes; only `set_stage` updates the key ------------------------------------------------------

    def set_stage(self, seat: cython.int, stage: cython.int) -> cython.int:
        self.key ^= STAGE_KEY[self.stage] ^ STAGE_KEY[stage] ^ SEAT_KEY[self.seat] ^ SEAT_KEY[seat]
        self.seat = seat
        self.stage = stage
        return 0

    def toggle_marker(self, seat: cython.int, site: cython.int) -> cython.int:
        """Put a marker down, or remove it."""
        family: cython.int
        for family in range(3):
            self.marker_words[seat][LINE[site][family]] ^= BITS[site][family]
        return 0

    def toggle_ring(self, seat: cython.int, site: cython.int) -> cython.int:
        """Put a ring down, or remove it."""
        family: cython.int
        for family in range(3):
            self.wall_words[LINE[site][family]] ^= BITS[site][family]
            self.ring_words[seat][LINE[site][family]] ^= BITS[site][family]
        self.rings[seat][site >> 6] ^= bit(site & 63)
        return 0

    # ---- Looking along lines --------------------------------------------------------------------------------------

    def targets(self, site: cython.int, family: cython.int) -> u64:
        """Return where a ring can go on one of its lines."""
        line: cython.int = LINE[site][family]
        marked: u64 = self.marker_words[0][line] | self.marker_words[1][line]
        return reach(self.wall_words[line] | marked, marked, BITS[site][family])

    def jumped(self, start: cython.int, end: cython.int, family: cython.int) -> u64:
        """Return the markers between two points of a line, in the low half of its word."""
        line: cython.int = LINE[start][family]
        one: cython.int = POSITION[start][family]
        other: cython.int = POSITION[end][family]
        marked: u64 = self.marker_words[0][line] | self.marker_words[1][line]
        if one < other:
            return marked & (bit(other) - bit(one + 1))
        return marked & (bit(one) - bit(other + 1))

    def can_move(self, seat: cython.int) -> cython.bint:
        half: cython.int
        family: cython.int
        site: cython.int
        left: u64
        for half in range(2):
            left = self.rings[seat][half]
            while left:
                site = half << 6 | ctz(left)
                left &= left - 1
                for family in range(3):
                    if self.targets(site, family):
                        return True
        return False

    def has_row(self, seat: cython.int) -> cython.bint:
        line: cython.int
        for line in range(LINES):
            if fives(self.marker_words[seat][line]):
                return True
        return False

    def find_rows(self, seat: cython.int) -> cython.int:
        """List a seat's rows in `found_rows` and return their number."""
        line: cython.int
        count: cython.int = 0
        left: u64
        for line in range(LINES):
            left = fives(self.marker_words[seat][line]) & LOW_HALF
            while left:
                self.found_rows[count] = ROW_AT[line][ctz(left)]
                count += 1
                left &= left - 1
        return count

    # ---- Moves ----------------------------------------------------------------------------------------------------

    def generate(self, out: MoveStack) -> cython.int:
        i: cython.int
        count: cython.int
        if self.stage == MOVING:
            return self.add_moves(out)
        if self.stage == PLACING:
            for i in range(85):
                if not (self.rings[0][i >> 6] | self.rings[1][i >> 6]) & bit(i & 63):
                    out.add(PLACE | i)
        elif self.stage == ROW_BEFORE or self.stage == ROW_AFTER:
            count = self.find_rows(self.seat)
            for i in range(count):
                out.add(TAKE_ROW | self.found_rows[i])
        elif self.stage != ENDED:
            self.add_rings(out, 0, 0)
        return 0

    def add_moves(self, out: MoveStack) -> cython.int:
        half: cython.int
        family: cython.int
        site: cython.int
        line: cython.int
        move: cython.int
        left: u64
        marked: u64
        found: u64
        start: cython.int = out.size
        if self.pool == 0:
            return 0
        for half in range(2):
            left = self.rings[self.seat][half]
            while left:
                site = half << 6 | ctz(left)
                left &= left - 1
                for family in range(3):
                    line = LINE[site][family]
                    marked = self.marker_words[0][line] | self.marker_words[1][line]
                    found = reach(self.wall_words[line] | marked, marked, BITS[site][family])
                    move = MOVE | family << 14 | site
                    while found:
                        out.add(move | SITE_AT[line][ctz(found)] << 7)
                        found &= found - 1
        if out.size == start and self.can_move(1 - self.seat):
            out.add(PASS)
        return 0

    def add_rings(self, out: MoveStack, low: cython.int, keep: cython.int) -> cython.int:
        """Add the removals of the mover's rings from a point on, without the last `keep`."""
        half: cython.int
        site: cython.int
        left: u64
        start: cython.int = out.size
        for half in range(2):
            left = self.rings[self.seat][half]
            while left:
                site = half << 6 | ctz(left)
                left &= left - 1
                if site >= low:
                    out.add(TAKE_RING | site)
        out.size = max(start, out.size - keep)
        return 0

    def make(self, move: cython.int) -> cython.int:
        i: cython.int
        me: cython.int = self.seat
        kind: cython.int = move & (7 << 16)
        site: cython.int = move & SITE_MASK
        self.trail.push(self.key)
        self.trail.push(self.lowest_removable << 4 | self.stage << 1 | me)
        if kind != TAKE_ROW:
            self.lowest_removable = 0
        if kind == MOVE:
            self.move_ring(move)
        elif kind == PLACE:
            self.toggle_ring(me, site)
            self.key ^= RING_KEY[me][site]
            self.unplaced -= 1
            self.set_stage(1 - me, PLACING if self.unplaced else MOVING)
        elif kind == TAKE_ROW:
            for i in range(5):
                self.toggle_marker(me, ROWS[site][i])
                self.key ^= MARKER_KEY[me][ROWS[site][i]]
            self.pool += 5
            self.set_stage(me, self.stage + 1)
        elif kind == TAKE_RING:
            self.toggle_ring(me, site)
            self.key ^= RING_KEY[me][site]
            self.removed[me] += 1
            if self.removed[me] >= self.needed[me]:
                self.set_stage(me, ENDED)
            elif self.has_row(me):
                self.lowest_removable = site + 1
                self.set_stage(me, self.stage - 1)
            elif self.stage == RING_BEFORE:
                self.set_stage(me, MOVING)
            else:
                self.set_stage(1 - me, ROW_BEFORE if self.has_row(1 - me) else MOVING)
        else:
            self.set_stage(1 - me, MOVING)
        return 0

    def move_ring(self, move: cython.int) -> cython.int:
        """Move a ring: place the marker, move the ring, flip the jumped markers; then find the next seat and stage.

        New rows can only be on lines through changed markers, because there was none before the move.
        """
        way: cython.int
        line: cython.int
        site: cython.int
        me: cython.int = self.seat
        start: cython.int = move & SITE_MASK
        end: cython.int = move >> 7 & SITE_MASK
        family: cython.int = move >> 14 & 3
        at: u64
        mine: u64 = 0
        theirs: u64 = 0
        left: u64 = self.jumped(start, end, family)
        for way in range(3):
            line = LINE[start][way]
            at = BITS[start][way]
            self.wall_words[line] ^= at
            self.ring_words[me][line] ^= at
            self.marker_words[me][line] ^= at
            line = LINE[end][way]
            self.wall_words[line] ^= BITS[end][way]
            self.ring_words[me][line] ^= BITS[end][way]
            line = LINE[start][way]
            if way != family:
                mine |= fives(self.marker_words[me][line])
        self.rings[me][start >> 6] ^= bit(start & 63)
        self.rings[me][end >> 6] ^= bit(end & 63)
        self.pool -= 1
        self.key ^= RING_KEY[me][start] ^ RING_KEY[me][end] ^ MARKER_KEY[me][start]
        while left:
            site = SITE_AT[LINE[start][family]][ctz(left)]
            left &= left - 1
            self.key ^= FLIP_KEY[site]
            for way in range(3):
                line = LINE[site][way]
                at = BITS[site][way]
                self.marker_words[0][line] ^= at
                self.marker_words[1][line] ^= at
                if way != family:
                    mine |= fives(self.marker_words[me][line])
                    theirs |= fives(self.marker_words[1 - me][line])
        # The line of the move itself, after all its markers have been flipped.
        line = LINE[start][family]
        mine |= fives(self.marker_words[me][line])
        theirs |= fives(self.marker_words[1 - me][line])
        if mine:
            self.set_stage(me, ROW_AFTER)
        else:
            self.set_stage(1 - me, ROW_BEFORE if theirs else MOVING)
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        i: cython.int
        kind: cython.int = move & (7 << 16)
        site: cython.int = move & SITE_MASK
        state: cython.int = cython.cast(cython.int, self.trail.pop())
        me: cython.int = state & 1
        self.seat = me
        self.stage = state >> 1 & 7
        self.lowest_removable = state >> 4
        if kind == MOVE:
            self.unmove_ring(move, me)
        elif kind == PLACE:
            self.toggle_ring(me, site)
            self.unplaced += 1
        elif kind == TAKE_ROW:
            for i in range(5):
                self.toggle_marker(me, ROWS[site][i])
            self.pool -= 5
        elif kind == TAKE_RING:
            self.toggle_ring(me, site)
            self.removed[me] -= 1
        self.key = self.trail.pop()
        return 0

    def unmove_ring(self, move: cython.int, me: cython.int) -> cython.int:
        way: cython.int
        line: cython.int
        site: cython.int
        start: cython.int = move & SITE_MASK
        end: cython.int = move >> 7 & SITE_MASK
        family: cython.int = move >> 14 & 3
        left: u64 = self.jumped(start, end, family)
        for way in range(3):
            line = LINE[start][way]
            self.wall_words[line] ^= BITS[start][way]
            self.ring_words[me][line] ^= BITS[start][way]
            self.marker_words[me][line] ^= BITS[start][way]
            line = LINE[end][way]
            self.wall_words[line] ^= BITS[end][way]
            self.ring_words[me][line] ^= BITS[end][way]
        self.rings[me][start >> 6] ^= bit(start & 63)
        self.rings[me][end >> 6] ^= bit(end & 63)
        self.pool += 1
        while left:
            site = SITE_AT[LINE[start][family]][ctz(left)]
            left &= left - 1
            for way in range(3):
                line = LINE[site][way]
                self.marker_words[0][line] ^= BITS[site][way]
                self.marker_words[1][line] ^= BITS[site][way]
        return 0

    # ---- Machine learning -----------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def write_planes(self, out: Any, viewer: cython.int) -> cython.int:
        n: cython.int
        seat: cython.int
        site: cython.int
        cell: cython.int
        for n in range(5):
            self.fill_plane(out, n, 121, 0)
        for site in range(85):
            cell = PLANE_CELL[site]
            out[4 * 121 + cell] = 1
            for n in range(2):
                seat = viewer if n == 0 else 1 - viewer
                if self.rings[seat][site >> 6] & bit(site & 63):
                    out[n * 121 + cell] = 1
                if self.marker_words[seat][LINE[site][0]] & BITS[site][0]:
                    out[(2 + n) * 121 + cell] = 1
        for n in range(2):
            seat = viewer if n == 0 else 1 - viewer
            self.fill_plane(out, 5 + n, 121, (self.needed[seat] - self.removed[seat]) / 3)
            self.fill_plane(out, 7 + n, 121, self.removed[seat] / 3)
        self.fill_plane(out, 9, 121, self.pool / MARKERS)
        self.fill_plane(out, 10, 121, self.unplaced / 10)
        self.fill_plane(out, 11, 121, viewer)
        self.fill_plane(out, 12, 121, 1 if self.seat == viewer else 0)
        for n in range(6):
            self.fill_plane(out, 13 + n, 121, 1 if self.stage == n else 0)
        return 0

    # ---- The end --------------------------------------------------------------------------------------------------

    def over(self) -> cython.int:
        if self.stage == MOVING:
            if self.pool == 0:
                return 1
            return 0 if self.can_move(self.seat) or self.can_move(1 - self.seat) else 1
        return 1 if self.stage == ENDED else 0

    def payoff(self, seat: cython.int) -> cython.int:
        mine: cython.int = self.removed[seat]
        theirs: cython.int = self.removed[1 - seat]
        if self.stage == ENDED:
            return 2 if self.seat == seat else 0
        return 2 if mine > theirs else 1 if mine == theirs else 0

    def reason(self) -> str:
        if self.stage == ENDED:
            return "rings"
        return "pool" if self.pool == 0 else "stuck"
