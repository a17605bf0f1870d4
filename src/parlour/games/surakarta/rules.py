"""Surakarta: twelve pieces per side on a 6×6 grid; captures run round the loops of two tracks.

A turn is one step to an empty neighbouring point in any of eight directions, or one capture: along one track, straight
on at every crossing, round at least one loop, over empty points only, onto an enemy. The piece's own starting point
counts as empty. A side without pieces or without a legal move has lost. Fifty moves in a row without a capture, or the
third occurrence of a position, end the game: more pieces win, equal numbers draw.

Option `ending`: `standard`, or `endless` without the fifty moves and the repetition.

A move is `from | to << 6`, plus `CAPTURE`. Captures by different routes to one target are one move.
"""

from __future__ import annotations

from typing import Any

import cython

from parlour.games.contract.display import Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack, Trail
from parlour.games.surakarta import tables

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64
    from parlour.games.surakarta.tables import CAPTURE, MAX_QUIET_MOVES, POINT_MASK

COMPILED: bool = cython.compiled

FULL = tables.FULL
PIECE_KEY, SEAT_KEY = tables.PIECE_KEY, tables.SEAT_KEY
NEIGHBOURS = tables.NEIGHBOURS
ENTRY_COUNT, ENTRIES, ENTRY_POINT = tables.ENTRY_COUNT, tables.ENTRIES, tables.ENTRY_POINT
NEXT, LOOP = tables.NEXT, tables.LOOP


class SurakartaRules(Position):
    """The state: a set of points for each seat, and the number of moves since the last capture."""

    def __cinit__(self) -> None:
        """Create what C methods use, which must not crash even if `__init__` was never called."""
        self.undo_trail = Trail()
        self.keys = Trail()

    def __init__(self, game: Game, options: Options) -> None:
        Position.__init__(self, game, options)
        self.endless = options["ending"] == "endless"
        self.captureless = 0
        self.men = [0, 0]

    def _place(self, seat: cython.int, site: cython.int) -> None:
        """Put a piece on an empty point while a position is being set up."""
        self.men[seat] |= bit(site)
        self.key ^= PIECE_KEY[seat][site]

    def _begin(self, seat: cython.int, captureless: cython.int) -> None:
        """Finish the set-up with the seat to move and the number of moves since the last capture."""
        self.seat = seat
        self.captureless = captureless
        if seat:
            self.key ^= SEAT_KEY

    def owner(self, site: Number) -> int | None:
        """Return the owner of the piece on a point."""
        at: cython.int = self.number_below(site, 36, "site")
        if self.men[0] & bit(at):
            return 0
        if self.men[1] & bit(at):
            return 1
        return None

    def count(self, seat: Number) -> int:
        """Return how many pieces a seat has."""
        who: cython.int = self.number_below(seat, 2, "seat")
        return popcount(self.men[who])

    def quiet_moves(self) -> int:
        """Return the number of moves since the last capture."""
        return self.captureless

    def assign(self, other: Position) -> cython.int:
        that: SurakartaRules = cython.cast(SurakartaRules, other)
        self.men[0] = that.men[0]
        self.men[1] = that.men[1]
        self.captureless = that.captureless
        self.undo_trail.assign(that.undo_trail)
        self.keys.assign(that.keys)
        return 0

    def capturable(self, site: cython.int) -> u64:
        """Return the enemies that the mover's piece on a point can capture."""
        k: cython.int
        way: cython.int
        start: cython.int
        entry: cython.int
        loops: cython.int
        here: u64
        found: u64 = 0
        opponent: u64 = self.men[1 - self.seat]
        free: u64 = FULL ^ self.men[self.seat] ^ opponent | bit(site)
        for k in range(ENTRY_COUNT[site]):
            start = ENTRIES[site][k]
            for way in range(2):
                entry = start
                loops = 0
                while True:
                    loops += LOOP[way][entry]
                    entry = NEXT[way][entry]
                    if entry == start:
                        break
                    here = bit(ENTRY_POINT[entry])
                    if here & free:
                        continue
                    if loops and here & opponent:
                        found |= here
                    break
        return found

    def generate(self, out: MoveStack) -> cython.int:
        site: cython.int
        left: u64
        found: u64
        me: u64 = self.men[self.seat]
        opponent: u64 = self.men[1 - self.seat]
        empty: u64 = FULL ^ me ^ opponent
        if opponent == 0 or self.is_drawn():
            return 0
        self.add_captures(out)
        left = me
        while left:
            site = ctz(left)
            left &= left - 1
            found = NEIGHBOURS[site] & empty
            while found:
                out.add(site | ctz(found) << 6)
                found &= found - 1
        return 0

    def make(self, move: cython.int) -> cython.int:
        start: cython.int = move & POINT_MASK
        target: cython.int = move >> 6 & POINT_MASK
        me: cython.int = self.seat
        self.keys.push(self.key)
        self.undo_trail.push(self.captureless)
        self.men[me] ^= bit(start) | bit(target)
        self.key ^= PIECE_KEY[me][start] ^ PIECE_KEY[me][target] ^ SEAT_KEY
        if move & CAPTURE:
            self.men[1 - me] ^= bit(target)
            self.key ^= PIECE_KEY[1 - me][target]
            self.captureless = 0
        else:
            self.captureless += 1
        self.seat = 1 - me
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        start: cython.int = move & POINT_MASK
        target: cython.int = move >> 6 & POINT_MASK
        me: cython.int = 1 - self.seat
        self.men[me] ^= bit(start) | bit(target)
        if move & CAPTURE:
            self.men[1 - me] ^= bit(target)
        self.seat = me
        self.captureless = cython.cast(cython.int, self.undo_trail.pop())
        self.key = self.keys.pop()
        return 0

    def is_drawn(self) -> cython.bint:
        """Return whether fifty moves without a capture or a third occurrence have ended the game."""
        if self.endless or self.captureless < 8:
            return False
        return self.captureless >= MAX_QUIET_MOVES or self.keys.count(self.key, self.captureless) >= 2

    def can_step(self) -> cython.bint:
        site: cython.int
        left: u64 = self.men[self.seat]
        empty: u64 = FULL ^ self.men[0] ^ self.men[1]
        while left:
            site = ctz(left)
            left &= left - 1
            if NEIGHBOURS[site] & empty:
                return True
        left = self.men[self.seat]
        while left:
            site = ctz(left)
            left &= left - 1
            if self.capturable(site):
                return True
        return False

    def over(self) -> cython.int:
        if self.men[0] == 0 or self.men[1] == 0 or self.is_drawn() or not self.can_step():
            return 1
        return 0

    def payoff(self, seat: cython.int) -> cython.int:
        mine: cython.int = popcount(self.men[seat])
        theirs: cython.int = popcount(self.men[1 - seat])
        if mine == 0 or theirs == 0 or self.is_drawn():
            return 2 if mine > theirs else 1 if mine == theirs else 0
        return 0 if seat == self.seat else 2

    def reason(self) -> str:
        if self.men[0] == 0 or self.men[1] == 0:
            return "captured"
        if not self.is_drawn():
            return "stuck"
        return "no-progress" if self.captureless >= MAX_QUIET_MOVES else "repetition"

    def add_captures(self, out: MoveStack) -> cython.int:
        site: cython.int
        found: u64
        left: u64 = self.men[self.seat]
        while left:
            site = ctz(left)
            left &= left - 1
            found = self.capturable(site)
            while found:
                out.add(site | ctz(found) << 6 | CAPTURE)
                found &= found - 1
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def write_planes(self, out: Any, viewer: cython.int) -> cython.int:
        site: cython.int
        rest: cython.bint = self.endless
        for site in range(36):
            out[site] = 1 if self.men[viewer] & bit(site) else 0
            out[36 + site] = 1 if self.men[1 - viewer] & bit(site) else 0
        self.fill_plane(out, 2, 36, viewer)
        self.fill_plane(out, 3, 36, 1 if self.seat == viewer else 0)
        self.fill_plane(out, 4, 36, 0 if rest else self.captureless / MAX_QUIET_MOVES)
        self.fill_plane(out, 5, 36, 0 if rest else self.keys.count(self.key, self.captureless) / 2)
        return 0
