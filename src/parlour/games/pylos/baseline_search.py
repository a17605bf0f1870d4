"""The search of an earlier Pylos program, rebuilt from its description: minimax with alpha-beta over single inputs.

An input is one click: a cell to place on, a ball to raise, the cell to raise it to, a ball to take back. Each is a ply,
and whose input it is decides who maximises. What is kept of that program, strange as it is:

- A position is worth the computer's reserve less the other's, and 1000 if the other's reserve is empty or the computer
  has won. A lifted ball lies in the reserve until it is put down. Losing counts nothing by itself; but where somebody
  can fill the top, that is worth 1000 to him without further search. A quicker win is no better.
- Inputs are tried from the top down, row by row, and the first of equals is kept. Nothing is left to chance or learnt.
- It knows no draw, always takes two balls back if it can, and sees a player who is stuck simply skipped.
"""

from __future__ import annotations

from math import floor, log

import cython

from parlour.games.contract.position import Position
from parlour.games.pylos import tables
from parlour.games.pylos.rules import PylosRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, u64
    from parlour.games.pylos.rules import (
        ANOTHER,
        CELLS,
        FROM_SHIFT,
        HIGHER_SET,
        KIND_SHIFT,
        LEVEL,
        PASS,
        PLACE,
        PLAY,
        RAISE,
        TAKE,
        TAKING,
        UP_SET,
    )

COMPILED: bool = cython.compiled

ORDER = tables.FROM_THE_TOP
NONE = -1
WON = 1000
WORST = -9999
BEST = 9999


def depth_for(size: int) -> int:
    """Return how many inputs deep the program looked on a board: so many that 10⁸ first moves would not be exceeded.

    >>> [depth_for(size) for size in (3, 4, 5, 6, 7)]
    [8, 6, 5, 5, 4]
    """
    return floor(log(1e8) / log(size * size))


class PylosBaselineSearch:
    """A search for the seat to move of a position, which is the computer's. `nodes` counts its positions."""

    def __init__(self, position: Position, depth: int) -> None:
        self.position = cython.cast(PylosRules, position.copy())
        self.cpu = position.seat
        self.depth = depth
        self.nodes = 0

    def choose(self) -> int:
        """Return the move it plays. A raise is two inputs, each searched by itself."""
        cell: cython.int = self.best_input()
        return self.move_of(cell) if self.allowed(cell) else self.raise_of(cell, self.best_target(cell))

    def root_value(self) -> int:
        """Return what the position is worth after a search of the full depth."""
        return self.value(self.depth, WORST, BEST)

    def static(self) -> int:
        """Return what the position is worth as it stands."""
        return self.worth(NONE)

    def best_input(self) -> int:
        """Return the first of the best inputs: a cell to place on or to take from, or a ball to raise."""
        i: cython.int
        cell: cython.int
        value: cython.int
        chosen: cython.int = NONE
        best: cython.int = WORST
        for i in range(CELLS[self.position.shape]):
            cell = ORDER[self.position.shape][i]
            if self.allowed(cell) or self.can_climb(cell):
                value = self.input_value(cell, self.depth - 1, best, BEST)
                if chosen == NONE or value > best:
                    best = value
                    chosen = cell
        return chosen

    def best_target(self, ball: int) -> int:
        """Return the first of the best cells for a ball that has been lifted."""
        i: cython.int
        cell: cython.int
        value: cython.int
        chosen: cython.int = NONE
        best: cython.int = WORST
        for i in range(CELLS[self.position.shape]):
            cell = ORDER[self.position.shape][i]
            if self.climbs_to(ball, cell):
                value = self.target_value(ball, cell, self.depth - 1, best, BEST)
                if chosen == NONE or value > best:
                    best = value
                    chosen = cell
        return chosen

    def raise_of(self, ball: int, cell: int) -> int:
        """Return the move that raises a ball to a cell."""
        return cell | ball << FROM_SHIFT | RAISE << KIND_SHIFT

    # ---- The search -----------------------------------------------------------------------------------------------

    def worth(self, lifting: cython.int) -> cython.int:
        """Return the evaluation, for the computer; `lifting` is the seat that holds a ball in its hand, if one does."""
        mine: cython.int = self.position.reserve[self.cpu]
        theirs: cython.int = self.position.reserve[1 - self.cpu]
        if lifting == self.cpu:
            mine += 1
        elif lifting != NONE:
            theirs += 1
        if self.position.crowned == self.cpu + 1 or theirs == 0:
            return WON
        return mine - theirs

    def value(self, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return what a position is worth so many inputs deep."""
        i: cython.int
        cell: cython.int
        apex: cython.int
        score: cython.int
        shape: cython.int = self.position.shape
        high: cython.bint = self.position.seat == self.cpu
        best: cython.int = WORST if high else BEST
        played: cython.bint = False
        self.nodes += 1
        if self.position.crowned or self.position.drawn():
            return self.worth(NONE)
        apex = CELLS[shape] - 1
        if self.position.stage == PLAY and self.allowed(apex):
            return WON if high else -WON
        if depth == 0:
            return self.worth(NONE)
        for i in range(CELLS[shape]):
            cell = ORDER[shape][i]
            if not self.allowed(cell) and not self.can_climb(cell):
                continue
            played = True
            score = self.input_value(cell, depth - 1, alpha, beta)
            if high:
                if score > best:
                    best = score
                if score > alpha:
                    alpha = score
            else:
                if score < best:
                    best = score
                if score < beta:
                    beta = score
            if alpha >= beta:
                return best
        if played:
            return best
        if not self.position.passes:
            return self.worth(NONE)
        self.position.make(PASS << KIND_SHIFT)
        best = self.value(depth, alpha, beta)
        self.position.unmake(PASS << KIND_SHIFT)
        return best

    def input_value(self, cell: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return what is left after an input."""
        move: cython.int
        score: cython.int
        if not self.allowed(cell):
            return self.lifted_value(cell, depth, alpha, beta)
        move = self.move_of(cell)
        self.position.make(move)
        score = self.value(depth, alpha, beta)
        self.position.unmake(move)
        return score

    def lifted_value(self, ball: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return what a position is worth in which a ball has been lifted and has yet to be put down."""
        i: cython.int
        cell: cython.int
        score: cython.int
        seat: cython.int = self.position.seat
        high: cython.bint = seat == self.cpu
        best: cython.int = WORST if high else BEST
        self.nodes += 1
        if depth == 0:
            return self.worth(seat)
        for i in range(CELLS[self.position.shape]):
            cell = ORDER[self.position.shape][i]
            if not self.climbs_to(ball, cell):
                continue
            score = self.target_value(ball, cell, depth - 1, alpha, beta)
            if high:
                if score > best:
                    best = score
                if score > alpha:
                    alpha = score
            else:
                if score < best:
                    best = score
                if score < beta:
                    beta = score
            if alpha >= beta:
                break
        return best

    def target_value(
        self, ball: cython.int, cell: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """Return what is left after a lifted ball has been put down."""
        move: cython.int = cell | ball << FROM_SHIFT | RAISE << KIND_SHIFT
        score: cython.int
        self.position.make(move)
        score = self.value(depth, alpha, beta)
        self.position.unmake(move)
        return score

    # ---- Inputs ---------------------------------------------------------------------------------------------------

    def allowed(self, cell: cython.int) -> cython.bint:
        """Return whether a cell can be placed on or, while balls are taken back, its ball can be taken."""
        inside: u64 = bit(cell & 63)
        word: cython.int = cell >> 6
        seat: cython.int = self.position.seat
        if self.position.stage == PLAY:
            return self.position.reserve[seat] > 0 and self.position.open[word] & inside != 0
        return self.position.men[seat][word] & inside != 0 and self.position.carrying[word] & inside == 0

    def move_of(self, cell: cython.int) -> cython.int:
        """Return the move that an allowed cell means."""
        if self.position.stage == PLAY:
            return cell | PLACE << KIND_SHIFT
        return cell | (TAKE if self.position.stage == TAKING else ANOTHER) << KIND_SHIFT

    def climbs_to(self, ball: cython.int, cell: cython.int) -> cython.bint:
        """Return whether a free ball can be raised to a cell."""
        inside: u64 = bit(cell & 63)
        word: cython.int = cell >> 6
        shape: cython.int = self.position.shape
        if LEVEL[shape][cell] <= LEVEL[shape][ball] or UP_SET[shape][ball][word] & inside:
            return False
        return self.position.open[word] & inside != 0

    def can_climb(self, ball: cython.int) -> cython.bint:
        """Return whether a cell holds a ball of the mover that can be raised."""
        inside: u64 = bit(ball & 63)
        word: cython.int = ball >> 6
        up: cython.int
        targets: u64
        shape: cython.int = self.position.shape
        if self.position.stage != PLAY or self.position.carrying[word] & inside:
            return False
        if self.position.men[self.position.seat][word] & inside == 0:
            return False
        for up in range(word, self.position.words):
            targets = self.position.open[up] & HIGHER_SET[shape][LEVEL[shape][ball]][up]
            if targets ^ (targets & UP_SET[shape][ball][up]):
                return True
        return False
