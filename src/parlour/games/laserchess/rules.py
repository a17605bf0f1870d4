"""Laser Chess: mirrors on a 10×8 board, and two lasers aimed at the enemy Pharaoh.

A turn is one action with one piece: a move to an empty neighbouring square in any of eight directions, a quarter turn
in place, or a Scarab swapping places with a neighbour. Then the mover's Sphinx fires. Mirrors deflect the beam. It ends
off the board, on a piece that stops it, or by destroying the piece it hits, of either side. A side that loses its
Pharaoh loses the game. The third occurrence of a position since the last capture is a draw.

Options: `swap` (pieces with which a Scarab swaps), `limit` (100 turns without a capture are a draw), and four that
together make the strict rules: `sphinx` (may turn, but not to face off the board), `squares` (some are reserved for one
side), `pharaoh` (may not turn), `scarab` (turns only one way, because both ways have the same result).

Codes of pieces and moves, cells, directions and sets of cells are explained in `tables.py`.

The laser fires in every `make`, so its path is stored for the side to move: `aim` records the cells that the beam
passes, in order and with directions. An action that touches none of them cannot change the beam; any other action
changes it only from the first touched cell on. The record is valid while `beam_key` is the key of the position.
"""

from __future__ import annotations

from typing import Any

import cython

from parlour.games.contract.display import Move, Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import MoveStack, Position, Trail
from parlour.games.laserchess import tables
from parlour.games.laserchess.tables import SEAT_KEY

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, u64
    from parlour.games.laserchess.tables import (
        ACTION,
        CELL_MASK,
        KILLS,
        LEAVES,
        LEFT,
        LIMIT,
        PHARAOH,
        RIGHT,
        SCARAB,
        SPHINX,
        SWAP,
        TARGET,
        WALL,
    )

COMPILED: bool = cython.compiled

STEP = tables.STEP
BOARD = tables.BOARD
NEAR = tables.NEAR
CLOSED = tables.CLOSED
MET = tables.MET
TURNED = tables.TURNED
SWAPPABLE = tables.SWAPPABLE
CELL = tables.CELL
PLANE = tables.PLANE
PIECE_KEY = tables.PIECE_KEY


class LaserChessRules(Position):
    """The state: the piece on each cell, and sets of cells per seat, without the two Sphinxes.

    `key` is equal for positions that play alike: it ignores the direction of Pharaohs and distinguishes only two
    orientations of Scarabs, so it also serves for repetition.
    """

    def __cinit__(self) -> None:
        """Create what C methods use, which must not crash even if `__init__` was never called."""
        self.cells = [0 if site >= 0 else tables.WALL for site in tables.SITE]
        # A beam that starts on the board ends at a wall.
        self.sphinx = [tables.CELL[0], tables.CELL[0]]
        self.undone = Trail()
        self.keys = Trail()

    def __init__(self, game: Game, options: Options) -> None:
        Position.__init__(self, game, options)
        self.swap = tables.SWAPS[str(options["swap"])]
        self.limited = bool(options["limit"])
        self.sphinx_turns = options["sphinx"] == "turns"
        self.pharaoh_turns = options["pharaoh"] == "turns"
        self.scarab_turns_left = options["scarab"] == "both"
        self.reserved = options["squares"] == "reserved"
        self.men = [[0, 0], [0, 0]]
        self.open = [[0, 0], [0, 0]]
        self.tally = [0] * 16
        self.captureless = 0
        self.loser = -1
        self.beam_key = 0
        self.beam_hit = 0
        self.lit = [0, 0]
        self.order = [0] * 120
        self.came = [0] * 120

    # ---- Set-up and queries ---------------------------------------------------------------------------------------

    def _place(self, code: cython.int, cell: cython.int) -> None:
        """Put a piece on an empty cell while a position is being set up."""
        owner: cython.int = code >> 5
        self.cells[cell] = code
        self.key ^= PIECE_KEY[code][cell]
        self.tally[code >> 2] += 1
        if code >> 2 & 7 == SPHINX:
            self.sphinx[owner] = cell
        else:
            self.men[owner][cell >> 6] |= bit(cell & 63)

    def _begin(self, seat: cython.int, captureless: cython.int) -> None:
        """Finish the set-up with the seat to move and the number of turns since the last capture."""
        owner: cython.int
        half: cython.int
        cell: cython.int
        self.seat = seat
        self.captureless = captureless
        if seat:
            self.key ^= SEAT_KEY
        for owner in range(2):
            if self.tally[owner << 3 | PHARAOH] == 0:
                self.loser = owner
            for half in range(2):
                self.open[owner][half] = BOARD[half]
                if self.reserved:
                    self.open[owner][half] ^= CLOSED[owner][half]
        for cell in range(120):
            if self.cells[cell] >> 2 & 7 == SPHINX:
                for owner in range(2):
                    self.open[owner][cell >> 6] &= BOARD[cell >> 6] ^ bit(cell & 63)
        self.aim()

    def code(self, site: Number) -> int:
        """Return the code of the piece on a site, or 0."""
        at: cython.int = self.number_below(site, tables.SITES, "site")
        return self.cells[tables.CELL[at]]

    def count(self, seat: Number, kind: Number) -> int:
        """Return how many pieces of a kind a seat has on the board."""
        who: cython.int = self.number_below(seat, 2, "seat")
        sort: cython.int = self.number_below(kind, 8, "kind")
        return self.tally[who << 3 | sort]

    def quiet_turns(self) -> int:
        """Return the number of turns since the last capture."""
        return self.captureless

    def repetition_count(self) -> int:
        """Return how often the position has occurred since the last capture, including now."""
        return self.occurrences() + 1

    def victim(self, move: Move) -> int:
        """Return the site of the piece that a legal move's shot destroys, -1 for none."""
        move = self.checked_move(move)
        hit: cython.int = self.struck(move)
        return tables.SITE[hit] if hit else -1

    def beam(self, seat: Number, move: Move = 0) -> list[tuple[int, int]]:
        """Return the path of a seat's laser, after a legal move if one is given and before anything is destroyed.

        The path consists of pairs of a site and the direction in which the beam leaves it, starting with the Sphinx.
        The last one has `STOPS` or `KILLS` if the beam ends on the piece there; otherwise the beam leaves the board.
        """
        cell: cython.int = self.sphinx[self.number_below(seat, 2, "seat")]
        way: cython.int
        met: cython.int
        done: cython.int = self.checked_move(move) if move else 0
        if done:
            self.act(done, False)
        way = self.cells[cell] & 3
        found: list[tuple[int, int]] = [(tables.SITE[cell], way)]
        while True:
            cell += STEP[way]
            met = MET[self.cells[cell]][way]
            if met == LEAVES:
                break
            found.append((tables.SITE[cell], met))
            if met > LEAVES:
                break
            way = met
        if done:
            self.act(done, True)
        # A beam cannot pass a square more than twice, because mirrors are reversible and it starts at the Sphinx.
        assert len(found) <= 160, "the beam runs in a circle"
        return found

    # ---- The beam -------------------------------------------------------------------------------------------------

    def trace(self, cell: cython.int, way: cython.int) -> cython.int:
        """Return the cell of the piece that a beam entering a cell finally destroys, 0 for none."""
        code: cython.int
        step: cython.int = STEP[way]
        while True:
            code = self.cells[cell]
            if code:
                way = MET[code][way]
                if way >= LEAVES:
                    return cell if way == KILLS else 0
                step = STEP[way]
            cell += step

    def fire(self, seat: cython.int) -> cython.int:
        """Return the cell of the piece that a seat's laser destroys, 0 for none."""
        cell: cython.int = self.sphinx[seat]
        way: cython.int = self.cells[cell] & 3
        return self.trace(cell + STEP[way], way)

    def aim(self) -> cython.int:
        """Store the path of the beam of the seat to move."""
        cell: cython.int = self.sphinx[self.seat]
        way: cython.int = self.cells[cell] & 3
        met: cython.int = way
        n: cython.int = 0
        here: u64
        self.lit[0] = 0
        self.lit[1] = 0
        self.beam_key = self.key
        while met < LEAVES:
            way = met
            cell += STEP[way]
            here = bit(cell & 63)
            if not self.lit[cell >> 6] & here:
                self.lit[cell >> 6] |= here
                self.order[cell] = n
                self.came[cell] = way
                n += 1
            met = MET[self.cells[cell]][way]
        self.beam_hit = cell if met == KILLS else 0
        return 0

    def touches(self, move: cython.int) -> cython.int:
        """Return the first cell of the stored beam that a move changes, 0 for none. A turning Sphinx changes all."""
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET & CELL_MASK
        if start == self.sphinx[self.seat]:
            return start
        if self.lit[start >> 6] & bit(start & 63):
            if self.lit[target >> 6] & bit(target & 63) and self.order[target] < self.order[start]:
                return target
            return start
        return target if self.lit[target >> 6] & bit(target & 63) else 0

    def struck(self, move: cython.int) -> cython.int:
        """Return the cell of the piece that a legal move's shot destroys, 0 for none."""
        return self.shot(move) & CELL_MASK

    def shot(self, move: cython.int) -> cython.int:
        """Return what the shot of a legal move destroys: its cell, and its code above `TARGET`; 0 for nothing.

        Only the cells change temporarily: a beam needs nothing else.
        """
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET & CELL_MASK
        action: cython.int = move >> ACTION
        code: cython.int = self.cells[start]
        other: cython.int = self.cells[target]
        first: cython.int
        hit: cython.int
        if self.beam_key != self.key:
            self.aim()
        first = self.touches(move)
        if first == 0 and self.beam_hit == 0:
            return 0
        if action >= RIGHT:
            self.cells[start] = TURNED[action - RIGHT][code]
        else:
            self.cells[start] = other
            self.cells[target] = code
        if first == 0:
            hit = self.beam_hit
        elif first == self.sphinx[self.seat]:
            hit = self.fire(self.seat)
        else:
            hit = self.trace(first, self.came[first])
        if hit:
            hit |= self.cells[hit] << TARGET
        self.cells[target] = other
        self.cells[start] = code
        return hit

    # ---- Playing --------------------------------------------------------------------------------------------------

    def generate(self, out: MoveStack) -> cython.int:
        if self.loser >= 0 or self.drawn_out():
            return 0
        if self.beam_key != self.key:
            self.aim()
        return self.produce(out, False)

    def produce(self, out: MoveStack, bent: cython.bint) -> cython.int:
        """Add the legal moves of a running position; with `bent` only those that touch the recorded beam."""
        self.produce_steps(out, bent)
        if self.swap:
            self.produce_swaps(out, bent)
        self.produce_turns(out, bent)
        return 0

    def produce_steps(self, out: MoveStack, bent: cython.bint) -> cython.int:
        """Add the moves of pieces to empty squares."""
        half: cython.int
        side: cython.int
        cell: cython.int
        me: cython.int = self.seat
        some: cython.bint
        left: u64
        found: u64
        for half in range(2):
            left = self.men[me][half]
            while left:
                cell = ctz(left) | half << 6
                some = bent and not self.lit[half] & left & (0 - left)
                left &= left - 1
                for side in range(2):
                    found = NEAR[cell][side] & self.open[me][side]
                    found &= BOARD[side] ^ (self.men[0][side] | self.men[1][side])
                    if some:
                        found &= self.lit[side]
                    while found:
                        out.add(cell | (ctz(found) | side << 6) << TARGET)
                        found &= found - 1
        return 0

    def produce_swaps(self, out: MoveStack, bent: cython.bint) -> cython.int:
        """Add the swaps of scarabs with other pieces."""
        half: cython.int
        side: cython.int
        cell: cython.int
        target: cython.int
        me: cython.int = self.seat
        some: cython.bint
        left: u64
        found: u64
        for half in range(2):
            left = self.men[me][half]
            while left:
                cell = ctz(left) | half << 6
                some = bent and not self.lit[half] & left & (0 - left)
                left &= left - 1
                if self.cells[cell] >> 2 & 7 == SCARAB:
                    for side in range(2):
                        # With reserved squares, each of the two pieces must be allowed on its new square.
                        found = NEAR[cell][side] & self.open[me][side]
                        found &= self.men[0][side] | self.men[1][side]
                        if not self.open[1 - me][half] & bit(cell & 63):
                            found &= self.men[me][side]
                        if some:
                            found &= self.lit[side]
                        while found:
                            target = ctz(found) | side << 6
                            found &= found - 1
                            if SWAPPABLE[self.swap][self.cells[target]]:
                                out.add(cell | target << TARGET | SWAP << ACTION)
        return 0

    def produce_turns(self, out: MoveStack, bent: cython.bint) -> cython.int:
        """Add the rotations of pieces and of the sphinx."""
        half: cython.int
        cell: cython.int
        kind: cython.int
        me: cython.int = self.seat
        left: u64
        for half in range(2):
            left = self.men[me][half]
            if bent:
                left &= self.lit[half]
            while left:
                cell = ctz(left) | half << 6
                left &= left - 1
                kind = self.cells[cell] >> 2 & 7
                if kind == PHARAOH and not self.pharaoh_turns:
                    continue
                out.add(cell | cell << TARGET | RIGHT << ACTION)
                if kind != SCARAB or self.scarab_turns_left:
                    out.add(cell | cell << TARGET | LEFT << ACTION)
        if self.sphinx_turns:
            cell = self.sphinx[me]
            for kind in range(2):
                if self.cells[cell + STEP[TURNED[kind][self.cells[cell]] & 3]] != WALL:
                    out.add(cell | cell << TARGET | (RIGHT + kind) << ACTION)
        return 0

    def act(self, move: cython.int, undo: cython.bint) -> cython.int:
        """Apply the action of a move of the seat to move to cells and sets, or undo it; the laser does not fire."""
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET & CELL_MASK
        action: cython.int = move >> ACTION
        me: cython.int = self.seat
        code: cython.int = self.cells[start]
        other: cython.int
        if action >= RIGHT:
            self.cells[start] = TURNED[LEFT - action if undo else action - RIGHT][code]
            return 0
        other = self.cells[target]
        self.cells[start] = other
        self.cells[target] = code
        if action == SWAP:
            if (code if undo else other) >> 5 == me:
                return 0
            self.men[1 - me][start >> 6] ^= bit(start & 63)
            self.men[1 - me][target >> 6] ^= bit(target & 63)
        self.men[me][start >> 6] ^= bit(start & 63)
        self.men[me][target >> 6] ^= bit(target & 63)
        return 0

    def make(self, move: cython.int) -> cython.int:
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET & CELL_MASK
        me: cython.int = self.seat
        code: cython.int = self.cells[start]
        other: cython.int = self.cells[target]
        hit: cython.int
        first: cython.int
        victim: cython.int = 0
        known: cython.bint = self.beam_key == self.key
        key: u64 = self.key ^ SEAT_KEY ^ PIECE_KEY[code][start]
        word: u64 = self.captureless
        self.keys.push(self.key)
        self.act(move, False)
        key ^= PIECE_KEY[self.cells[target]][target]
        if move >> ACTION == SWAP:
            key ^= PIECE_KEY[other][start] ^ PIECE_KEY[other][target]
        if not known:
            hit = self.fire(me)
        else:
            hit = self.beam_hit
            first = self.touches(move)
            if first:
                if first == self.sphinx[me]:
                    hit = self.fire(me)
                else:
                    hit = self.trace(first, self.came[first])
        if hit:
            victim = self.cells[hit]
            self.cells[hit] = 0
            self.men[victim >> 5][hit >> 6] ^= bit(hit & 63)
            self.tally[victim >> 2] -= 1
            key ^= PIECE_KEY[victim][hit]
            if victim >> 2 & 7 == PHARAOH:
                self.loser = victim >> 5
            self.captureless = 0
        else:
            self.captureless += 1
        # What unmake needs: the victim's code in bits 0-5, its cell in bits 6-12, the quiet turns before above that.
        self.undone.push(word << 13 | hit << 6 | victim)
        self.key = key
        self.seat = 1 - me
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        word: u64 = self.undone.pop()
        hit: cython.int = word >> 6 & CELL_MASK
        victim: cython.int = word & 63
        if victim:
            self.cells[hit] = victim
            self.men[victim >> 5][hit >> 6] ^= bit(hit & 63)
            self.tally[victim >> 2] += 1
            self.loser = -1
        self.captureless = word >> 13
        self.key = self.keys.pop()
        self.seat = 1 - self.seat
        self.act(move, True)
        return 0

    def assign(self, other: Position) -> cython.int:
        that: LaserChessRules = cython.cast(LaserChessRules, other)
        cell: cython.int
        seat: cython.int
        half: cython.int
        for cell in range(120):
            self.cells[cell] = that.cells[cell]
            self.order[cell] = that.order[cell]
            self.came[cell] = that.came[cell]
        for cell in range(16):
            self.tally[cell] = that.tally[cell]
        for seat in range(2):
            self.sphinx[seat] = that.sphinx[seat]
            self.lit[seat] = that.lit[seat]
            for half in range(2):
                self.men[seat][half] = that.men[seat][half]
                self.open[seat][half] = that.open[seat][half]
        self.captureless = that.captureless
        self.loser = that.loser
        self.beam_key = that.beam_key
        self.beam_hit = that.beam_hit
        self.undone.assign(that.undone)
        self.keys.assign(that.keys)
        return 0

    # ---- Machine learning -----------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def write_planes(self, out: Any, viewer: cython.int) -> cython.int:
        site: cython.int
        code: cython.int
        plane: cython.int
        for plane in range(30):
            self.fill_plane(out, plane, 80, 0)
        for site in range(80):
            code = self.cells[CELL[site]]
            if code:
                plane = PLANE[code & 31] + (0 if code >> 5 == viewer else 15)
                out[80 * plane + site] = 1
        self.fill_plane(out, 30, 80, viewer)
        self.fill_plane(out, 31, 80, 1 if self.seat == viewer else 0)
        self.fill_plane(out, 32, 80, min(self.captureless, LIMIT) / LIMIT)
        self.fill_plane(out, 33, 80, min(self.occurrences(), 2) / 2)
        return 0

    # ---- Ends -----------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def occurrences(self) -> cython.int:
        """Return how often the position occurred since the last capture. Every second key has the same side to move."""
        i: cython.int = self.keys.size - 2
        low: cython.int = self.keys.size - self.captureless
        found: cython.int = 0
        if low < 0:
            low = 0
        while i >= low:
            if self.keys.data[i] == self.key:
                found += 1
            i -= 2
        return found

    def drawn_out(self) -> cython.bint:
        """Return whether a third occurrence or, with the option `limit`, too many quiet turns have ended the game."""
        if self.captureless < 4:
            return False
        return (self.limited and self.captureless >= LIMIT) or self.occurrences() >= 2

    def over(self) -> cython.int:
        return 1 if self.loser >= 0 or self.drawn_out() else 0

    def payoff(self, seat: cython.int) -> cython.int:
        if self.loser >= 0:
            return 0 if seat == self.loser else 2
        return 1

    def reason(self) -> str:
        if self.loser >= 0:
            # The turn has passed: the side to move was shot at, the other one has just moved.
            return "pharaoh" if self.loser == self.seat else "own-pharaoh"
        return "no-progress" if self.limited and self.captureless >= LIMIT else "repetition"
