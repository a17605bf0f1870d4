"""Laser Chess: mirrors on a 10×8 board, and two lasers aimed at the enemy Pharaoh.

A turn is one action with one piece: a move to an empty neighbouring square in any of eight directions, a quarter turn
in place, or a Scarab swapping places with a neighbour. Then the mover's Sphinx fires. Mirrors deflect the beam. It ends
off the board, on a piece that stops it, or by destroying the piece it hits, of either side. A side that loses its
Pharaoh loses the game. The third occurrence of a position since the last capture is a draw.

Options: `swap` (pieces with which a Scarab swaps), `limit` (100 turns without a capture are a draw), and four that
together make the strict rules: `sphinx` (may turn, but not to face off the board), `squares` (some are reserved for one
side), `pharaoh` (may not turn), `scarab` (turns only one way, because both ways have the same result).

Codes of pieces and moves, cells, directions and sets of cells are explained in `tables.py`.

The laser fires in every `make`, so its path is stored for the side to move: `record_beam` records the cells that the
beam passes, in order and with directions. An action that touches none of them cannot change the beam; any other action
changes it only from the first touched cell on. The record is valid while `beam_key` is the key of the position.
"""

from __future__ import annotations

from typing import Any

import cython

from parlour.games.contract.display import Move, Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack, Trail
from parlour.games.laserchess import tables
from parlour.games.laserchess.tables import SEAT_KEY

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, u64
    from parlour.games.laserchess.tables import (
        ACTION_SHIFT,
        CELL_MASK,
        KILLS,
        LEAVES,
        LEFT,
        MAX_QUIET_TURNS,
        PHARAOH,
        RIGHT,
        SCARAB,
        SPHINX,
        SWAP,
        TARGET_SHIFT,
        WALL,
    )

COMPILED: bool = cython.compiled

STEP, BOARD = tables.STEP, tables.BOARD
NEIGHBOURS, FORBIDDEN_CELLS = tables.NEIGHBOURS, tables.FORBIDDEN_CELLS
BEAM_AFTER, ROTATED, SWAPPABLE = tables.BEAM_AFTER, tables.ROTATED, tables.SWAPPABLE
CELL, PLANE = tables.CELL, tables.PLANE
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
        self.undo_trail = Trail()
        self.keys = Trail()

    def __init__(self, game: Game, options: Options) -> None:
        Position.__init__(self, game, options)
        self.swap_mode = tables.SWAPS[str(options["swap"])]
        self.limited = bool(options["limit"])
        self.sphinx_turns = options["sphinx"] == "turns"
        self.pharaoh_turns = options["pharaoh"] == "turns"
        self.scarab_turns_left = options["scarab"] == "both"
        self.reserved = options["squares"] == "reserved"
        self.men = [[0, 0], [0, 0]]
        self.allowed = [[0, 0], [0, 0]]
        self.piece_counts = [0] * 16
        self.captureless = 0
        self.loser = -1
        self.beam_key = 0
        self.beam_hit = 0
        self.lit_cells = [0, 0]
        self.beam_order = [0] * 120
        self.beam_ways = [0] * 120

    # ---- Set-up and queries ---------------------------------------------------------------------------------------

    def _place(self, code: cython.int, cell: cython.int) -> None:
        """Put a piece on an empty cell while a position is being set up."""
        owner: cython.int = code >> 5
        self.cells[cell] = code
        self.key ^= PIECE_KEY[code][cell]
        self.piece_counts[code >> 2] += 1
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
            if self.piece_counts[owner << 3 | PHARAOH] == 0:
                self.loser = owner
            for half in range(2):
                self.allowed[owner][half] = BOARD[half]
                if self.reserved:
                    self.allowed[owner][half] ^= FORBIDDEN_CELLS[owner][half]
        for cell in range(120):
            if self.cells[cell] >> 2 & 7 == SPHINX:
                for owner in range(2):
                    self.allowed[owner][cell >> 6] &= BOARD[cell >> 6] ^ bit(cell & 63)
        self.record_beam()

    def code(self, site: Number) -> int:
        """Return the code of the piece on a site, or 0."""
        at: cython.int = self.number_below(site, tables.SITES, "site")
        return self.cells[tables.CELL[at]]

    def count(self, seat: Number, kind: Number) -> int:
        """Return how many pieces of a kind a seat has on the board."""
        who: cython.int = self.number_below(seat, 2, "seat")
        sort: cython.int = self.number_below(kind, 8, "kind")
        return self.piece_counts[who << 3 | sort]

    def quiet_turns(self) -> int:
        """Return the number of turns since the last capture."""
        return self.captureless

    def repetition_count(self) -> int:
        """Return how often the position has occurred since the last capture, including now."""
        return self.occurrences() + 1

    def victim(self, move: Move) -> int:
        """Return the site of the piece that a legal move's shot destroys, -1 for none."""
        move = self.checked_move(move)
        hit: cython.int = self.hit_cell(move)
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
            self.apply_action(done, False)
        way = self.cells[cell] & 3
        found: list[tuple[int, int]] = [(tables.SITE[cell], way)]
        while True:
            cell += STEP[way]
            met = BEAM_AFTER[self.cells[cell]][way]
            if met == LEAVES:
                break
            found.append((tables.SITE[cell], met))
            if met > LEAVES:
                break
            way = met
        if done:
            self.apply_action(done, True)
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
                way = BEAM_AFTER[code][way]
                if way >= LEAVES:
                    return cell if way == KILLS else 0
                step = STEP[way]
            cell += step

    def fire(self, seat: cython.int) -> cython.int:
        """Return the cell of the piece that a seat's laser destroys, 0 for none."""
        cell: cython.int = self.sphinx[seat]
        way: cython.int = self.cells[cell] & 3
        return self.trace(cell + STEP[way], way)

    def record_beam(self) -> cython.int:
        """Store the path of the beam of the seat to move."""
        cell: cython.int = self.sphinx[self.seat]
        way: cython.int = self.cells[cell] & 3
        met: cython.int = way
        n: cython.int = 0
        here: u64
        self.lit_cells[0] = 0
        self.lit_cells[1] = 0
        self.beam_key = self.key
        while met < LEAVES:
            way = met
            cell += STEP[way]
            here = bit(cell & 63)
            if not self.lit_cells[cell >> 6] & here:
                self.lit_cells[cell >> 6] |= here
                self.beam_order[cell] = n
                self.beam_ways[cell] = way
                n += 1
            met = BEAM_AFTER[self.cells[cell]][way]
        self.beam_hit = cell if met == KILLS else 0
        return 0

    def first_changed(self, move: cython.int) -> cython.int:
        """Return the first cell of the stored beam that a move changes, 0 for none. A rotating Sphinx changes all."""
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET_SHIFT & CELL_MASK
        if start == self.sphinx[self.seat]:
            return start
        if self.lit_cells[start >> 6] & bit(start & 63):
            if self.lit_cells[target >> 6] & bit(target & 63) and self.beam_order[target] < self.beam_order[start]:
                return target
            return start
        return target if self.lit_cells[target >> 6] & bit(target & 63) else 0

    def hit_cell(self, move: cython.int) -> cython.int:
        """Return the cell of the piece that a legal move's shot destroys, 0 for none."""
        return self.hit_of(move) & CELL_MASK

    def hit_of(self, move: cython.int) -> cython.int:
        """Return what the shot of a legal move destroys: its cell, and its code above `TARGET_SHIFT`; 0 for nothing.

        Only the cells change temporarily: a beam needs nothing else.
        """
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET_SHIFT & CELL_MASK
        action: cython.int = move >> ACTION_SHIFT
        code: cython.int = self.cells[start]
        other: cython.int = self.cells[target]
        first: cython.int
        hit: cython.int
        if self.beam_key != self.key:
            self.record_beam()
        first = self.first_changed(move)
        if first == 0 and self.beam_hit == 0:
            return 0
        if action >= RIGHT:
            self.cells[start] = ROTATED[action - RIGHT][code]
        else:
            self.cells[start] = other
            self.cells[target] = code
        if first == 0:
            hit = self.beam_hit
        elif first == self.sphinx[self.seat]:
            hit = self.fire(self.seat)
        else:
            hit = self.trace(first, self.beam_ways[first])
        if hit:
            hit |= self.cells[hit] << TARGET_SHIFT
        self.cells[target] = other
        self.cells[start] = code
        return hit

    # ---- Playing --------------------------------------------------------------------------------------------------

    def generate(self, out: MoveStack) -> cython.int:
        if self.loser >= 0 or self.is_drawn():
            return 0
        if self.beam_key != self.key:
            self.record_beam()
        return self.add_moves(out, False)

    def add_moves(self, out: MoveStack, beam_only: cython.bint) -> cython.int:
        """Add the legal moves of a running position; with `beam_only` only those that touch the recorded beam."""
        self.add_steps(out, beam_only)
        if self.swap_mode:
            self.add_swaps(out, beam_only)
        self.add_rotations(out, beam_only)
        return 0

    def add_steps(self, out: MoveStack, beam_only: cython.bint) -> cython.int:
        """Add the moves of pieces to empty squares."""
        half: cython.int
        side: cython.int
        cell: cython.int
        me: cython.int = self.seat
        onto_beam: cython.bint
        left: u64
        found: u64
        for half in range(2):
            left = self.men[me][half]
            while left:
                cell = ctz(left) | half << 6
                onto_beam = beam_only and not self.lit_cells[half] & left & (0 - left)
                left &= left - 1
                for side in range(2):
                    found = NEIGHBOURS[cell][side] & self.allowed[me][side]
                    found &= BOARD[side] ^ (self.men[0][side] | self.men[1][side])
                    if onto_beam:
                        found &= self.lit_cells[side]
                    while found:
                        out.add(cell | (ctz(found) | side << 6) << TARGET_SHIFT)
                        found &= found - 1
        return 0

    def add_swaps(self, out: MoveStack, beam_only: cython.bint) -> cython.int:
        """Add the swaps of Scarabs with other pieces."""
        half: cython.int
        cell: cython.int
        scarabs: u64
        for half in range(2):
            scarabs = self.scarabs(half)
            while scarabs:
                cell = ctz(scarabs) | half << 6
                scarabs &= scarabs - 1
                self.add_swaps_of(cell, out, beam_only and not self.lit_cells[half] & bit(cell & 63))
        return 0

    def scarabs(self, half: cython.int) -> u64:
        """Return the Scarabs of the side to move, one word of the set."""
        left: u64 = self.men[self.seat][half]
        found: u64 = 0
        while left:
            if self.cells[ctz(left) | half << 6] >> 2 & 7 == SCARAB:
                found |= left & (0 - left)
            left &= left - 1
        return found

    def add_swaps_of(self, cell: cython.int, out: MoveStack, onto_beam: cython.bint) -> cython.int:
        """Add the swaps of one Scarab. With reserved squares, both pieces must be allowed on their new squares."""
        side: cython.int
        target: cython.int
        found: u64
        for side in range(2):
            found = NEIGHBOURS[cell][side] & self.allowed[self.seat][side] & (self.men[0][side] | self.men[1][side])
            if not self.allowed[1 - self.seat][cell >> 6] & bit(cell & 63):
                found &= self.men[self.seat][side]
            if onto_beam:
                found &= self.lit_cells[side]
            while found:
                target = ctz(found) | side << 6
                found &= found - 1
                if SWAPPABLE[self.swap_mode][self.cells[target]]:
                    out.add(cell | target << TARGET_SHIFT | SWAP << ACTION_SHIFT)
        return 0

    def add_rotations(self, out: MoveStack, beam_only: cython.bint) -> cython.int:
        """Add the rotations of pieces and of the Sphinx."""
        half: cython.int
        cell: cython.int
        kind: cython.int
        me: cython.int = self.seat
        left: u64
        for half in range(2):
            left = self.men[me][half]
            if beam_only:
                left &= self.lit_cells[half]
            while left:
                cell = ctz(left) | half << 6
                left &= left - 1
                kind = self.cells[cell] >> 2 & 7
                if kind == PHARAOH and not self.pharaoh_turns:
                    continue
                out.add(cell | cell << TARGET_SHIFT | RIGHT << ACTION_SHIFT)
                if kind != SCARAB or self.scarab_turns_left:
                    out.add(cell | cell << TARGET_SHIFT | LEFT << ACTION_SHIFT)
        if self.sphinx_turns:
            cell = self.sphinx[me]
            for kind in range(2):
                if self.cells[cell + STEP[ROTATED[kind][self.cells[cell]] & 3]] != WALL:
                    out.add(cell | cell << TARGET_SHIFT | (RIGHT + kind) << ACTION_SHIFT)
        return 0

    def apply_action(self, move: cython.int, undo: cython.bint) -> cython.int:
        """Apply the action of a move of the seat to move to cells and sets, or undo it; the laser does not fire."""
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET_SHIFT & CELL_MASK
        action: cython.int = move >> ACTION_SHIFT
        me: cython.int = self.seat
        code: cython.int = self.cells[start]
        other: cython.int
        if action >= RIGHT:
            self.cells[start] = ROTATED[LEFT - action if undo else action - RIGHT][code]
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
        target: cython.int = move >> TARGET_SHIFT & CELL_MASK
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
        self.apply_action(move, False)
        key ^= PIECE_KEY[self.cells[target]][target]
        if move >> ACTION_SHIFT == SWAP:
            key ^= PIECE_KEY[other][start] ^ PIECE_KEY[other][target]
        if not known:
            hit = self.fire(me)
        else:
            hit = self.beam_hit
            first = self.first_changed(move)
            if first:
                if first == self.sphinx[me]:
                    hit = self.fire(me)
                else:
                    hit = self.trace(first, self.beam_ways[first])
        if hit:
            victim = self.cells[hit]
            self.cells[hit] = 0
            self.men[victim >> 5][hit >> 6] ^= bit(hit & 63)
            self.piece_counts[victim >> 2] -= 1
            key ^= PIECE_KEY[victim][hit]
            if victim >> 2 & 7 == PHARAOH:
                self.loser = victim >> 5
            self.captureless = 0
        else:
            self.captureless += 1
        # State restored by `unmake`: the victim's code in bits 0-5, its cell in bits 6-12, the quiet turns above that.
        self.undo_trail.push(word << 13 | hit << 6 | victim)
        self.key = key
        self.seat = 1 - me
        return 0

    def unmake(self, move: cython.int) -> cython.int:
        word: u64 = self.undo_trail.pop()
        hit: cython.int = word >> 6 & CELL_MASK
        victim: cython.int = word & 63
        if victim:
            self.cells[hit] = victim
            self.men[victim >> 5][hit >> 6] ^= bit(hit & 63)
            self.piece_counts[victim >> 2] += 1
            self.loser = -1
        self.captureless = word >> 13
        self.key = self.keys.pop()
        self.seat = 1 - self.seat
        self.apply_action(move, True)
        return 0

    def assign(self, other: Position) -> cython.int:
        that: LaserChessRules = cython.cast(LaserChessRules, other)
        cell: cython.int
        seat: cython.int
        half: cython.int
        for cell in range(120):
            self.cells[cell] = that.cells[cell]
            self.beam_order[cell] = that.beam_order[cell]
            self.beam_ways[cell] = that.beam_ways[cell]
        for cell in range(16):
            self.piece_counts[cell] = that.piece_counts[cell]
        for seat in range(2):
            self.sphinx[seat] = that.sphinx[seat]
            self.lit_cells[seat] = that.lit_cells[seat]
            for half in range(2):
                self.men[seat][half] = that.men[seat][half]
                self.allowed[seat][half] = that.allowed[seat][half]
        self.captureless = that.captureless
        self.loser = that.loser
        self.beam_key = that.beam_key
        self.beam_hit = that.beam_hit
        self.undo_trail.assign(that.undo_trail)
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
        self.fill_plane(out, 32, 80, min(self.captureless, MAX_QUIET_TURNS) / MAX_QUIET_TURNS)
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

    def is_drawn(self) -> cython.bint:
        """Return whether a third occurrence or, with the option `limit`, too many quiet turns have ended the game."""
        if self.captureless < 4:
            return False
        return (self.limited and self.captureless >= MAX_QUIET_TURNS) or self.occurrences() >= 2

    def over(self) -> cython.int:
        return 1 if self.loser >= 0 or self.is_drawn() else 0

    def payoff(self, seat: cython.int) -> cython.int:
        if self.loser >= 0:
            return 0 if seat == self.loser else 2
        return 1

    def reason(self) -> str:
        if self.loser >= 0:
            # The turn has passed: the side to move was shot at, the other one has just moved.
            return "pharaoh" if self.loser == self.seat else "own-pharaoh"
        return "no-progress" if self.limited and self.captureless >= MAX_QUIET_TURNS else "repetition"
