"""Evaluation, tactical moves and move ordering of Laser Chess: the hooks for search.

Material matters less here than the paths of the lasers. `survey` records for both sides the path of the laser and the
cells from which a beam would reach the Pharaoh. The terms count the length of the path, its distance to the enemy
Pharaoh, and the cells where a mirror could deflect it onto a Pharaoh. The records are valid while `seen_key` is the key
of the position.
"""

from __future__ import annotations

import cython

from parlour.games.contract.display import Number
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import MoveStack, Position
from parlour.games.laserchess import tables
from parlour.games.laserchess.rules import LaserChessRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64
    from parlour.games.laserchess.tables import (
        ANUBIS,
        BOARD,
        CELL_MASK,
        KILLS,
        LEAVES,
        LIMIT,
        MET,
        NEAR,
        PHARAOH,
        PYRAMID,
        SAVES,
        SCARAB,
        STEP,
        TARGET,
    )

COMPILED: bool = cython.compiled

VALUE = tables.VALUE
WIDER = tables.WIDER


class LaserChessEvaluation(LaserChessRules):
    """Rules with their hooks for search.

    `survey` records for each seat: `glow`, the cells its beam passes; `mark`, the cell of the piece it destroys, or 0;
    `royal`, the cell of its Pharaoh; `lines`, the cells from which a beam would reach the Pharaoh; and `mirrors`, the
    cells of its Pyramids and Scarabs.
    """

    def __init__(self, game: Game, options: Options) -> None:
        LaserChessRules.__init__(self, game, options)
        if not cython.compiled:
            self.glow = [[0, 0], [0, 0]]
            self.mark = [0, 0]
            self.royal = [0, 0]
            self.mirrors = [[0, 0], [0, 0]]
            self.lines = [[0, 0], [0, 0]]
        self.seen_key = 0

    def assign(self, other: Position) -> cython.int:
        LaserChessRules.assign(self, other)
        self.seen_key = 0
        return 0

    def share(self, seat: Number) -> int:
        """Return the evaluation of one seat alone."""
        who: cython.int = self.number_below(seat, 2, "seat")
        self.survey()
        return self.worth(who)

    def crossings(self, seat: Number) -> list[int]:
        """Return the sites where a seat's beam crosses a line to the enemy Pharaoh, for a mirror."""
        who: cython.int = self.number_below(seat, 2, "seat")
        self.survey()
        found: list[int] = []
        for site in range(tables.SITES):
            cell: cython.int = tables.CELL[site]
            if self.glow[who][cell >> 6] & self.lines[1 - who][cell >> 6] & bit(cell & 63):
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
        if self.loser >= 0 or self.drawn_out():
            return 0
        if self.beam_key != self.key:
            self.aim()
        if self.seen_key != self.key:
            self.survey()
        saves = self.in_check()
        self.produce(out, not (saves or (self.beam_hit and self.cells[self.beam_hit] >> 5 != me)))
        for i in range(start, out.size):
            move = out.data[i]
            if self.touches(move):
                hit = self.shot(move)
            else:
                hit = 0 if quiet else self.shot(move)
                quiet = quiet or hit != 0
            if hit:
                if hit >> TARGET + 5 != me:
                    out.data[kept] = move
                    kept += 1
            elif saves and self.dims(move):
                out.data[kept] = move
                kept += 1
        out.size = kept
        return 0

    def in_check(self) -> cython.bint:
        """Return whether the other side's surveyed beam points at the Pharaoh of the seat to move."""
        return self.mark[1 - self.seat] != 0 and self.mark[1 - self.seat] == self.royal[self.seat]

    def dims(self, move: cython.int) -> cython.bint:
        """Return whether a move changes the path of the other side's beam, or moves the Pharaoh."""
        start: cython.int = move & CELL_MASK
        target: cython.int = move >> TARGET & CELL_MASK
        they: cython.int = 1 - self.seat
        if start == self.royal[self.seat]:
            return start != target
        return (
            self.glow[they][start >> 6] & bit(start & 63) != 0 or self.glow[they][target >> 6] & bit(target & 63) != 0
        )

    def survey(self) -> cython.int:
        """Record for both sides what the evaluation needs: Pharaoh, mirrors, beam, and lines to the Pharaoh.

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
        self.seen_key = self.key
        for seat in range(2):
            self.royal[seat] = 0
            for half in range(2):
                self.glow[seat][half] = 0
                self.lines[seat][half] = 0
                self.mirrors[seat][half] = 0
                left = self.men[seat][half]
                while left:
                    cell = ctz(left) | half << 6
                    kind = self.cells[cell] >> 2 & 7
                    if kind == PHARAOH:
                        self.royal[seat] = cell
                    elif kind != ANUBIS:
                        self.mirrors[seat][half] |= left & (0 - left)
                    left &= left - 1
            cell = self.sphinx[seat]
            way = self.cells[cell] & 3
            while way < LEAVES:
                cell += STEP[way]
                self.glow[seat][cell >> 6] |= bit(cell & 63)
                way = MET[self.cells[cell]][way]
            self.mark[seat] = cell if way == KILLS else 0
            if self.royal[seat]:
                for side in range(4):
                    cell = self.royal[seat]
                    way = side
                    while way < LEAVES:
                        cell += STEP[way]
                        self.lines[seat][cell >> 6] |= bit(cell & 63)
                        way = MET[self.cells[cell]][way]
            for half in range(2):
                self.glow[seat][half] &= BOARD[half]
                self.lines[seat][half] &= BOARD[half]
        return 0

    def worth(self, seat: cython.int) -> cython.int:
        """Return the weighted terms of one side; `LaserChess.terms` has their order."""
        half: cython.int
        cell: cython.int
        mine: cython.int = self.royal[seat]
        free: cython.int = 0
        cover: cython.int = 0
        escapes: cython.int = 0
        lines: cython.int = 0
        reach: cython.int = 0
        backfire: cython.int = 0
        left: u64
        low: u64 = self.open[seat][0] & (BOARD[0] ^ (self.men[0][0] | self.men[1][0]))
        high: u64 = self.open[seat][1] & (BOARD[1] ^ (self.men[0][1] | self.men[1][1]))
        for half in range(2):
            left = self.men[seat][half]
            while left:
                cell = ctz(left) | half << 6
                left &= left - 1
                free += popcount(NEAR[cell][0] & low) + popcount(NEAR[cell][1] & high)
            reach += popcount(self.glow[seat][half])
            lines += popcount(self.lines[seat][half])
            backfire += popcount(self.glow[seat][half] & self.lines[seat][half])
            if mine:
                cover -= popcount(NEAR[mine][half] & (BOARD[half] ^ self.men[seat][half]))
        if mine:
            cover += 8
            escapes = popcount(NEAR[mine][0] & low & (BOARD[0] ^ self.glow[1 - seat][0]))
            escapes += popcount(NEAR[mine][1] & high & (BOARD[1] ^ self.glow[1 - seat][1]))
        return (
            self.weight[0] * self.tally[seat << 3 | PYRAMID]
            + self.weight[1] * self.tally[seat << 3 | ANUBIS]
            + self.weight[2] * self.tally[seat << 3 | SCARAB]
            + self.weight[3] * free
            + self.weight[4] * cover
            + self.weight[5] * escapes
            - self.weight[6] * lines
            + self.weight[7] * reach
            - self.weight[14] * backfire
            + (self.attack_worth(seat) if self.royal[1 - seat] else 0)
            + (self.hit_worth(seat) if self.mark[seat] else 0)
        )

    def attack_worth(self, seat: cython.int) -> cython.int:
        """Return the weighted terms of one side around the other pharaoh."""
        half: cython.int
        cell: cython.int
        theirs: cython.int = self.royal[1 - seat]
        aim: cython.int = 0
        crossings: cython.int = 0
        mounts: cython.int = 0
        near: cython.int = 0
        found: u64
        for half in range(2):
            aim += popcount(NEAR[theirs][half] & self.glow[seat][half])
            aim += popcount(WIDER[theirs][half] & self.glow[seat][half])
            near += popcount(NEAR[theirs][half] & self.mirrors[seat][half])
            near += popcount(WIDER[theirs][half] & self.mirrors[seat][half])
            found = self.glow[seat][half] & self.lines[1 - seat][half]
            crossings += popcount(found)
            while found:
                cell = ctz(found) | half << 6
                found &= found - 1
                if (NEAR[cell][0] & self.mirrors[seat][0]) | (NEAR[cell][1] & self.mirrors[seat][1]):
                    mounts += 1
        return self.weight[8] * aim + self.weight[9] * crossings + self.weight[10] * mounts + self.weight[11] * near

    def hit_worth(self, seat: cython.int) -> cython.int:
        """Return the weighted term for the piece that the laser of one side hits now."""
        hit: cython.int = self.mark[seat]
        if hit == self.royal[1 - seat]:
            return self.weight[12]
        if hit == self.royal[seat]:
            return -self.weight[12]
        return -self.weight[13] if self.cells[hit] >> 5 == seat else self.weight[13]

    def evaluate(self, seat: cython.int) -> cython.int:
        if self.seen_key != self.key:
            self.survey()
        return self.worth(seat) - self.worth(1 - seat)

    def order_hint(self, move: cython.int) -> cython.int:
        """Return the value of a destroyed enemy, then rank moves that may save the Pharaoh; own losses come last."""
        hit: cython.int = self.shot(move)
        value: cython.int
        if hit:
            value = VALUE[hit >> TARGET + 2 & 7]
            return -value if hit >> TARGET + 5 == self.seat else value
        if self.seen_key != self.key:
            self.survey()
        return SAVES if self.in_check() and self.dims(move) else 0

    def moves_left(self) -> cython.int:
        return LIMIT - self.captureless if self.limited else 1000000

    def null_move_sound(self) -> cython.int:
        """Return 1 if turning the Pharaoh is a pass: the laser must not destroy the player's own piece."""
        if not self.pharaoh_turns:
            return 0
        if self.beam_key != self.key:
            self.aim()
        return 1 if not self.beam_hit or self.cells[self.beam_hit] >> 5 != self.seat else 0
