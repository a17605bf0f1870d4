"""Evaluation, tactical moves and move ordering of Laser Chess: the hooks for search.

Material matters less here than the paths of the lasers. `survey` records for both sides the path of the laser and the
cells from which a beam would reach the Pharaoh. The terms count the length of the path, its distance to the enemy
Pharaoh, and the cells where a mirror could deflect it onto a Pharaoh. The records are valid while `survey_key` is the
key of the position.
"""

from __future__ import annotations

import cython

from parlour.games.contract.display import Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack
from parlour.games.laserchess import tables
from parlour.games.laserchess.rules import LaserChessRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64
    from parlour.games.laserchess.tables import (
        ANUBIS,
        BEAM_AFTER,
        BOARD,
        CELL_MASK,
        KILLS,
        LEAVES,
        MAX_QUIET_TURNS,
        NEIGHBOURS,
        PHARAOH,
        PYRAMID,
        RESCUE_VALUE,
        SCARAB,
        STEP,
        TARGET_SHIFT,
    )

COMPILED: bool = cython.compiled

HIT_VALUE, WITHIN_TWO = tables.HIT_VALUE, tables.WITHIN_TWO


class LaserChessEvaluation(LaserChessRules):
    """Rules with their hooks for search.

    `survey` records for each seat: `beam_cells`, the cells its beam passes; `beam_target`, the cell of the piece it
    destroys, or 0; `pharaoh_cell`, the cell of its Pharaoh; `pharaoh_lines`, the cells from which a beam would reach
    the Pharaoh; and `mirrors`, the cells of its Pyramids and Scarabs.
    """

    def __init__(self, game: Game, options: Options) -> None:
        LaserChessRules.__init__(self, game, options)
        if not cython.compiled:
            self.beam_cells = [[0, 0], [0, 0]]
            self.beam_target = [0, 0]
            self.pharaoh_cell = [0, 0]
            self.mirrors = [[0, 0], [0, 0]]
            self.pharaoh_lines = [[0, 0], [0, 0]]
        self.survey_key = 0

    def assign(self, other: Position) -> cython.int:
        LaserChessRules.assign(self, other)
        self.survey_key = 0
        return 0

    def one_sided_value(self, seat: Number) -> int:
        """Return the evaluation of one seat alone."""
        who: cython.int = self.number_below(seat, 2, "seat")
        self.survey()
        return self.side_value(who)

    def crossings(self, seat: Number) -> list[int]:
        """Return the sites where a seat's beam crosses a line to the enemy Pharaoh, for a mirror."""
        who: cython.int = self.number_below(seat, 2, "seat")
        self.survey()
        found: list[int] = []
        for site in range(tables.SITES):
            cell: cython.int = tables.CELL[site]
            if self.beam_cells[who][cell >> 6] & self.pharaoh_lines[1 - who][cell >> 6] & bit(cell & 63):
                found.append(site)
        return found

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def tactical(self, out: MoveStack) -> cython.int:
        """Return the moves that destroy an enemy, and those that may save a Pharaoh at which a laser points.

        All moves that do not change the beam destroy the same piece, so one of them represents all.
        """
        i: cython.int
        hit: cython.int
        move: cython.int
        me: cython.int = self.seat
        start: cython.int = out.size
        kept: cython.int = start
        quiet: cython.bint = False
        saves: cython.bint
        if self.loser >= 0 or self.is_drawn():
            return 0
        if self.beam_key != self.key:
            self.record_beam()
        if self.survey_key != self.key:
            self.survey()
        saves = self.in_check()
        self.add_moves(out, not (saves or (self.beam_hit and self.cells[self.beam_hit] >> 5 != me)))
        for i in range(start, out.size):
            move = out.data[i]
            if self.first_changed(move):
                hit = self.hit_of(move)
            else:
                hit = 0 if quiet else self.hit_of(move)
                quiet = quiet or hit != 0
            if hit:
                if hit >> TARGET_SHIFT + 5 != me:
                    out.data[kept] = move
                    kept += 1
            elif saves and self.may_save(move):
                out.data[kept] = move
                kept += 1
        out.size = kept
        return 0

    def in_check(self) -> cython.bint:
        """Return whether the other side's surveyed beam points at the Pharaoh of the seat to move."""
        return self.beam_target[1 - self.seat] != 0 and self.beam_target[1 - self.seat] == self.pharaoh_cell[self.seat]

    def may_save(self, move: cython.int) -> cython.bint:
        """Return whether a move changes the path of the other side's beam, or moves the Pharaoh."""
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET_SHIFT & CELL_MASK
        they: cython.int = 1 - self.seat
        if start == self.pharaoh_cell[self.seat]:
            return start != target
        return (
            self.beam_cells[they][start >> 6] & bit(start & 63) != 0
            or self.beam_cells[they][target >> 6] & bit(target & 63) != 0
        )

    def survey(self) -> cython.int:
        """Record the Pharaoh, mirrors, beam and lines to the Pharaoh of both sides.

        The lines to a Pharaoh are the cells from which a beam would reach it. Light paths are reversible, so they are
        the paths of four beams from the Pharaoh.
        """
        seat: cython.int
        half: cython.int
        side: cython.int
        cell: cython.int
        kind: cython.int
        way: cython.int
        left: u64
        self.survey_key = self.key
        for seat in range(2):
            self.pharaoh_cell[seat] = 0
            for half in range(2):
                self.beam_cells[seat][half] = 0
                self.pharaoh_lines[seat][half] = 0
                self.mirrors[seat][half] = 0
                left = self.men[seat][half]
                while left:
                    cell = ctz(left) | half << 6
                    kind = self.cells[cell] >> 2 & 7
                    if kind == PHARAOH:
                        self.pharaoh_cell[seat] = cell
                    elif kind != ANUBIS:
                        self.mirrors[seat][half] |= left & (0 - left)
                    left &= left - 1
            cell = self.sphinx[seat]
            way = self.cells[cell] & 3
            while way < LEAVES:
                cell += STEP[way]
                self.beam_cells[seat][cell >> 6] |= bit(cell & 63)
                way = BEAM_AFTER[self.cells[cell]][way]
            self.beam_target[seat] = cell if way == KILLS else 0
            if self.pharaoh_cell[seat]:
                for side in range(4):
                    cell = self.pharaoh_cell[seat]
                    way = side
                    while way < LEAVES:
                        cell += STEP[way]
                        self.pharaoh_lines[seat][cell >> 6] |= bit(cell & 63)
                        way = BEAM_AFTER[self.cells[cell]][way]
            for half in range(2):
                self.beam_cells[seat][half] &= BOARD[half]
                self.pharaoh_lines[seat][half] &= BOARD[half]
        return 0

    def side_value(self, seat: cython.int) -> cython.int:
        """Return the weighted terms of one side; `LaserChess.terms` has their order."""
        half: cython.int
        cell: cython.int
        mine: cython.int = self.pharaoh_cell[seat]
        free: cython.int = 0
        cover: cython.int = 0
        escapes: cython.int = 0
        lines: cython.int = 0
        reach: cython.int = 0
        backfire: cython.int = 0
        left: u64
        low: u64 = self.allowed[seat][0] & (BOARD[0] ^ (self.men[0][0] | self.men[1][0]))
        high: u64 = self.allowed[seat][1] & (BOARD[1] ^ (self.men[0][1] | self.men[1][1]))
        for half in range(2):
            left = self.men[seat][half]
            while left:
                cell = ctz(left) | half << 6
                left &= left - 1
                free += popcount(NEIGHBOURS[cell][0] & low) + popcount(NEIGHBOURS[cell][1] & high)
            reach += popcount(self.beam_cells[seat][half])
            lines += popcount(self.pharaoh_lines[seat][half])
            backfire += popcount(self.beam_cells[seat][half] & self.pharaoh_lines[seat][half])
            if mine:
                cover -= popcount(NEIGHBOURS[mine][half] & (BOARD[half] ^ self.men[seat][half]))
        if mine:
            cover += 8
            escapes = popcount(NEIGHBOURS[mine][0] & low & (BOARD[0] ^ self.beam_cells[1 - seat][0]))
            escapes += popcount(NEIGHBOURS[mine][1] & high & (BOARD[1] ^ self.beam_cells[1 - seat][1]))
        return (
            self.weight[0] * self.piece_counts[seat << 3 | PYRAMID]
            + self.weight[1] * self.piece_counts[seat << 3 | ANUBIS]
            + self.weight[2] * self.piece_counts[seat << 3 | SCARAB]
            + self.weight[3] * free
            + self.weight[4] * cover
            + self.weight[5] * escapes
            - self.weight[6] * lines
            + self.weight[7] * reach
            - self.weight[14] * backfire
            + (self.attack_value(seat) if self.pharaoh_cell[1 - seat] else 0)
            + (self.hit_value(seat) if self.beam_target[seat] else 0)
        )

    def attack_value(self, seat: cython.int) -> cython.int:
        """Return the weighted terms of one side around the other Pharaoh."""
        half: cython.int
        cell: cython.int
        theirs: cython.int = self.pharaoh_cell[1 - seat]
        aim: cython.int = 0
        crossings: cython.int = 0
        mounts: cython.int = 0
        near: cython.int = 0
        found: u64
        for half in range(2):
            aim += popcount(NEIGHBOURS[theirs][half] & self.beam_cells[seat][half])
            aim += popcount(WITHIN_TWO[theirs][half] & self.beam_cells[seat][half])
            near += popcount(NEIGHBOURS[theirs][half] & self.mirrors[seat][half])
            near += popcount(WITHIN_TWO[theirs][half] & self.mirrors[seat][half])
            found = self.beam_cells[seat][half] & self.pharaoh_lines[1 - seat][half]
            crossings += popcount(found)
            while found:
                cell = ctz(found) | half << 6
                found &= found - 1
                if (NEIGHBOURS[cell][0] & self.mirrors[seat][0]) | (NEIGHBOURS[cell][1] & self.mirrors[seat][1]):
                    mounts += 1
        return self.weight[8] * aim + self.weight[9] * crossings + self.weight[10] * mounts + self.weight[11] * near

    def hit_value(self, seat: cython.int) -> cython.int:
        """Return the weighted term for the piece that the laser of one side hits now."""
        hit: cython.int = self.beam_target[seat]
        if hit == self.pharaoh_cell[1 - seat]:
            return self.weight[12]
        if hit == self.pharaoh_cell[seat]:
            return -self.weight[12]
        return -self.weight[13] if self.cells[hit] >> 5 == seat else self.weight[13]

    def evaluate(self, seat: cython.int) -> cython.int:
        if self.survey_key != self.key:
            self.survey()
        return self.side_value(seat) - self.side_value(1 - seat)

    def order_hint(self, move: cython.int) -> cython.int:
        """Return the value of a destroyed enemy, then rank moves that may save the Pharaoh; own losses come last."""
        hit: cython.int = self.hit_of(move)
        value: cython.int
        if hit:
            value = HIT_VALUE[hit >> TARGET_SHIFT + 2 & 7]
            return -value if hit >> TARGET_SHIFT + 5 == self.seat else value
        if self.survey_key != self.key:
            self.survey()
        return RESCUE_VALUE if self.in_check() and self.may_save(move) else 0

    def moves_left(self) -> cython.int:
        return MAX_QUIET_TURNS - self.captureless if self.limited else 1000000

    def null_move_sound(self) -> cython.int:
        """Return 1 if rotating the Pharaoh is a pass: the laser must not destroy the player's own piece."""
        if not self.pharaoh_turns:
            return 0
        if self.beam_key != self.key:
            self.record_beam()
        return 1 if not self.beam_hit or self.cells[self.beam_hit] >> 5 != self.seat else 0
