"""Sim: 2–5 players take turns to join dots, each in a colour; completing a triangle of one's own colour loses.

A turn is one stroke between two dots that are not joined yet. The corners of a triangle are dots; crossings of strokes
do not count. The game ends with the first triangle, or as a draw when all dots are joined.

Options: `vertices` 3–10 and `players` 2–5; `goal` `avoid` or `make` (the triangle wins); `clique` 3 or 4 (four dots,
all joined in one colour, instead of a triangle); `elimination` (with three or more players, completing a figure
eliminates, and the others continue until one is left or all dots are joined).

A move is the number of its stroke, see `tables`; numbers above those of all strokes are withdrawals, which exist only
with elimination and are never generated. A *figure* is the triangle or the four joined dots. A seat that has completed
one is *out*; it never draws again, so its last stroke completed it.
"""

from __future__ import annotations

from typing import Any

import cython

from parlour.games.contract.display import Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack
from parlour.games.sim import tables
from parlour.games.sim.tables import STROKES

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64

COMPILED: bool = cython.compiled

LOW, HIGH = tables.LOW, tables.HIGH
STROKE, STROKES_WITHIN = tables.STROKE, tables.STROKES_WITHIN
STROKE_KEY, DOT_RANK_KEYS = tables.STROKE_KEY, tables.DOT_RANK_KEYS
SEAT_KEY, OUT_KEY = tables.SEAT_KEY, tables.OUT_KEY


class SimRules(Position):
    """The state: a set of strokes for each seat, the neighbours of each dot, and the seats that are out.

    `free` are the strokes not drawn, `out` the seats with a figure or `resigned`, and `out_count` their number; the
    game is over when `max_out` are out or nothing is free. The fields after `out_count` are used by `canonical` only.
    """

    def __init__(self, game: Game, options: Options) -> None:
        i: cython.int
        Position.__init__(self, game, options)
        self.dots = int(options["vertices"])
        self.players = int(options["players"])
        self.needs_four = options["clique"] == 4
        self.avoids_figures = options["goal"] == "avoid"
        self.max_out = self.players - 1 if options["elimination"] else 1
        self.free = 0
        for i in range(tables.strokes(self.dots)):
            self.free |= bit(i)
        self.drawn = [0] * 5
        self.joined = [[0] * 10 for _ in range(5)]
        self.out = 0
        self.resigned = 0
        self.out_count = 0
        self.colour = [[0] * 10 for _ in range(10)]
        self.rank_sums = [0] * 10
        self.rank = [0] * 10
        self.order = [0] * 10
        self.colour_rows = [0] * 10
        self.best_order = [0] * 10
        self.best_rows = [0] * 10
        self.has_best = False

    # ---- Set-up and queries ---------------------------------------------------------------------------------------

    def _draw(self, seat: cython.int, stroke: cython.int) -> None:
        """Draw a stroke while a position is being set up."""
        self.drawn[seat] |= bit(stroke)
        self.free ^= bit(stroke)
        self.joined[seat][LOW[stroke]] |= bit(HIGH[stroke])
        self.joined[seat][HIGH[stroke]] |= bit(LOW[stroke])
        self.key ^= STROKE_KEY[seat][stroke]

    def _begin(self, seat: cython.int, resigned: cython.int = 0) -> None:
        """Finish the set-up with the seat to move and resigned seats; the strokes determine who else is out."""
        other: cython.int
        left: u64
        for other in range(self.players):
            if resigned >> other & 1:
                self.drop(other)
            left = self.drawn[other]
            while left:
                if self.would_complete(other, ctz(left)):
                    self.out |= bit(other)
                    self.out_count += 1
                    break
                left &= left - 1
        self.seat = seat
        self.key ^= SEAT_KEY[seat]

    def owner(self, stroke: Number) -> int | None:
        """Return the seat that drew a stroke."""
        line: cython.int = self.number_below(stroke, STROKES, "stroke")
        seat: cython.int
        for seat in range(self.players):
            if self.drawn[seat] & bit(line):
                return seat
        return None

    def count(self, seat: Number) -> int:
        """Return how many strokes a seat has drawn."""
        who: cython.int = self.number_below(seat, self.players, "seat")
        return popcount(self.drawn[who])

    def is_out(self, seat: Number) -> bool:
        """Return whether a seat has completed a figure or resigned."""
        who: cython.int = self.number_below(seat, self.players, "seat")
        return self.out & bit(who) != 0

    def has_resigned(self, seat: Number) -> bool:
        """Return whether a seat resigned."""
        who: cython.int = self.number_below(seat, self.players, "seat")
        return self.resigned & bit(who) != 0

    def outs(self) -> int:
        """Return how many seats are out."""
        return self.out_count

    def completes(self, seat: Number) -> list[int]:
        """Return the free strokes with which a seat would complete a figure."""
        who: cython.int = self.number_below(seat, self.players, "seat")
        found: list[int] = []
        left: u64 = self.completing(who)
        while left:
            found.append(ctz(left))
            left &= left - 1
        return found

    def canonical_key(self) -> int:
        """Return the key of the canonical representative of all positions that differ only in the naming of dots.

        Every renaming of the dots is a symmetry of the rules, not only rotations and reflections of the board.
        """
        return self.canonical()

    # ---- The contract ---------------------------------------------------------------------------------------------

    def assign(self, other: Position) -> cython.int:
        seat: cython.int
        dot: cython.int
        that: SimRules = cython.cast(SimRules, other)
        self.free = that.free
        self.out = that.out
        self.resigned = that.resigned
        self.out_count = that.out_count
        for seat in range(5):
            self.drawn[seat] = that.drawn[seat]
            for dot in range(10):
                self.joined[seat][dot] = that.joined[seat][dot]
        return 0

    def generate(self, out: MoveStack) -> cython.int:
        left: u64 = self.free
        if self.out_count >= self.max_out:
            return 0
        while left:
            out.add(ctz(left))
            left &= left - 1
        return 0

    def make(self, move: cython.int) -> cython.int:
        me: cython.int = self.seat
        following: cython.int = me + 1
        if move >= STROKES:
            self.drop(me)
        else:
            if self.would_complete(me, move):
                self.out |= bit(me)
                self.out_count += 1
            self.drawn[me] |= bit(move)
            self.free ^= bit(move)
            self.joined[me][LOW[move]] ^= bit(HIGH[move])
            self.joined[me][HIGH[move]] ^= bit(LOW[move])
            self.key ^= STROKE_KEY[me][move]
        if following == self.players:
            following = 0
        # One seat is always left: the game ends before the last one drops out.
        while self.out & bit(following):
            following += 1
            if following == self.players:
                following = 0
        self.key ^= SEAT_KEY[me] ^ SEAT_KEY[following]
        self.seat = following
        return 0

    def drop(self, seat: cython.int) -> cython.int:
        """Withdraw a seat."""
        self.out |= bit(seat)
        self.resigned |= bit(seat)
        self.out_count += 1
        self.key ^= OUT_KEY[seat]
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        me: cython.int = self.seat
        if move >= STROKES:
            me = move - STROKES
            self.out ^= bit(me)
            self.resigned ^= bit(me)
            self.out_count -= 1
            self.key ^= OUT_KEY[me] ^ SEAT_KEY[me] ^ SEAT_KEY[self.seat]
            self.seat = me
            return 0
        # The mover is the nearest previous seat that owns the stroke; seats in between are out.
        while True:
            me = self.players - 1 if me == 0 else me - 1
            if self.drawn[me] & bit(move):
                break
        self.drawn[me] ^= bit(move)
        self.free ^= bit(move)
        self.joined[me][LOW[move]] ^= bit(HIGH[move])
        self.joined[me][HIGH[move]] ^= bit(LOW[move])
        if self.out & bit(me):
            self.out ^= bit(me)
            self.out_count -= 1
        self.key ^= STROKE_KEY[me][move] ^ SEAT_KEY[me] ^ SEAT_KEY[self.seat]
        self.seat = me
        return 0

    def over(self) -> cython.int:
        return 1 if self.out_count >= self.max_out or self.free == 0 else 0

    def payoff(self, seat: cython.int) -> cython.int:
        if self.out_count == 0:
            return 1
        if self.out & bit(seat):
            return 0 if self.avoids_figures else 2
        return 2 if self.avoids_figures else 0

    def reason(self) -> str:
        return "triangle" if self.out_count >= self.max_out else "full"

    # ---- Figures --------------------------------------------------------------------------------------------------

    def would_complete(self, seat: cython.int, stroke: cython.int) -> cython.bint:
        """Return whether a stroke is, or would be, part of a figure of a seat: both dots are joined to a third one or,
        for four dots, to both ends of another stroke."""
        common: u64 = self.joined[seat][LOW[stroke]] & self.joined[seat][HIGH[stroke]]
        if common == 0:
            return False
        return not self.needs_four or STROKES_WITHIN[common] & self.drawn[seat] != 0

    def completing(self, seat: cython.int) -> u64:
        """Return the free strokes with which a seat would complete a figure."""
        dot: cython.int
        stroke: cython.int
        left: u64
        found: u64 = 0
        # Two dots joined to the same third one are the ends of a stroke that completes a triangle.
        for dot in range(self.dots):
            found |= STROKES_WITHIN[self.joined[seat][dot]]
        found &= self.free
        if self.needs_four:
            left = found
            while left:
                stroke = ctz(left)
                left &= left - 1
                if not self.would_complete(seat, stroke):
                    found ^= bit(stroke)
        return found

    # ---- Machine learning -----------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def write_planes(self, out: Any, viewer: cython.int) -> cython.int:
        n: cython.int
        seat: cython.int
        stroke: cython.int
        size: cython.int = self.dots
        area: cython.int = size * size
        left: u64
        for n in range(self.players):
            seat = (viewer + n) % self.players
            self.fill_plane(out, n, area, 0)
            left = self.drawn[seat]
            while left:
                stroke = ctz(left)
                left &= left - 1
                out[n * area + LOW[stroke] * size + HIGH[stroke]] = 1
                out[n * area + HIGH[stroke] * size + LOW[stroke]] = 1
            self.fill_plane(out, self.players + n, area, 1 if self.out & bit(seat) else 0)
            self.fill_plane(out, 2 * self.players + n, area, 1 if self.seat == seat else 0)
        return 0

    # ---- Canonical form -------------------------------------------------------------------------------------------

    def canonical(self) -> u64:
        """Return the key of the position with its dots renamed to their places in `order_dots`."""
        seat: cython.int
        stroke: cython.int
        left: u64
        key: u64 = SEAT_KEY[self.seat]
        self.order_dots()
        for seat in range(self.players):
            if self.resigned & bit(seat):
                key ^= OUT_KEY[seat]
            left = self.drawn[seat]
            while left:
                stroke = ctz(left)
                left &= left - 1
                key ^= STROKE_KEY[seat][STROKE[self.rank[LOW[stroke]]][self.rank[HIGH[stroke]]]]
        return key

    def solve_key(self) -> u64:
        """Return the strokes in canonical order, two bits each, if they fit, so that the key is unique.

        Bits 0–55 hold the colours of 28 strokes, bits 56 and 57 the seat to move.
        """
        seat: cython.int
        stroke: cython.int
        left: u64
        code: u64 = bit(56) * self.seat
        if self.dots > 8 or self.players > 3:
            return self.canonical()
        self.order_dots()
        for seat in range(self.players):
            left = self.drawn[seat]
            while left:
                stroke = ctz(left)
                left &= left - 1
                stroke = STROKE[self.rank[LOW[stroke]]][self.rank[HIGH[stroke]]]
                code |= bit(2 * stroke) * (seat + 1)
        return code

    def order_dots(self) -> cython.int:
        """Order the dots canonically; `rank` is then the place of each dot.

        Dots are distinguished by their connections (`rank_dots`). Among equal dots, the order with the
        lexicographically first rows of colours is chosen, where the row of a dot lists its colours to the dots before
        it (`arrange`).
        """
        one: cython.int
        seat: cython.int
        stroke: cython.int
        left: u64
        left = self.free
        while left:
            stroke = ctz(left)
            left &= left - 1
            self.colour[LOW[stroke]][HIGH[stroke]] = 0
            self.colour[HIGH[stroke]][LOW[stroke]] = 0
        for seat in range(self.players):
            left = self.drawn[seat]
            while left:
                stroke = ctz(left)
                left &= left - 1
                self.colour[LOW[stroke]][HIGH[stroke]] = seat + 1
                self.colour[HIGH[stroke]][LOW[stroke]] = seat + 1
        self.rank_dots()
        self.has_best = False
        self.arrange(0, bit(self.dots) - 1, True)
        for one in range(self.dots):
            self.rank[self.best_order[one]] = one
        return 0

    def rank_dots(self) -> cython.int:
        """Rank each dot by the number of dots before it; dots that three rounds cannot distinguish are equal."""
        one: cython.int
        other: cython.int
        turn: cython.int
        total: u64
        for one in range(self.dots):
            self.rank[one] = 0
        for turn in range(3):
            for one in range(self.dots):
                total = DOT_RANK_KEYS[0][self.rank[one]]
                for other in range(self.dots):
                    if other != one and self.colour[one][other]:
                        total += DOT_RANK_KEYS[self.colour[one][other]][self.rank[other]]
                self.rank_sums[one] = total
            for one in range(self.dots):
                self.rank[one] = 0
                for other in range(self.dots):
                    if self.rank_sums[other] < self.rank_sums[one]:
                        self.rank[one] += 1
        return 0

    def twins(self, one: cython.int, other: cython.int) -> cython.bint:
        """Return whether two dots have the same connections to all others, so that swapping them changes nothing."""
        dot: cython.int
        for dot in range(self.dots):
            if dot != one and dot != other and self.colour[one][dot] != self.colour[other][dot]:
                return False
        return True

    def arrange(self, depth: cython.int, left: u64, better: cython.bint) -> cython.int:
        """Try the remaining dots for place `depth`; `better` is set if the rows so far already beat the best order."""
        dot: cython.int
        place: cython.int
        first: cython.int = 10
        code: u64
        least: u64 = 0
        todo: u64
        these: u64 = 0
        tried: u64 = 0
        if depth == self.dots:
            if better:
                for place in range(self.dots):
                    self.best_order[place] = self.order[place]
                    self.best_rows[place] = self.colour_rows[place]
                self.has_best = True
            return 0
        # Of the dots of lowest rank, those whose row comes first.
        todo = left
        while todo:
            dot = ctz(todo)
            todo &= todo - 1
            if self.rank[dot] > first:
                continue
            code = 0
            for place in range(depth):
                code = code * 6 + self.colour[dot][self.order[place]]
            if self.rank[dot] < first or code < least:
                first = self.rank[dot]
                least = code
                these = 0
            if code == least:
                these |= bit(dot)
        if self.has_best and not better:
            if least > self.best_rows[depth]:
                return 0
            better = least < self.best_rows[depth]
        self.colour_rows[depth] = least
        while these:
            dot = ctz(these)
            these &= these - 1
            todo = tried
            while todo and not self.twins(dot, ctz(todo)):
                todo &= todo - 1
            if todo:
                continue
            tried |= bit(dot)
            self.order[depth] = dot
            self.arrange(depth + 1, left ^ bit(dot), better)
            # If these rows were better, the best order now begins with them.
            better = False
        return 0
