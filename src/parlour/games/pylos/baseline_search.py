"""The search of an earlier Pylos program, rebuilt from its description: minimax with alpha-beta over single inputs.

An input is one click: a cell to place on, a ball to raise, the cell to raise it to, a ball to take back. Each is a ply,
and its player maximises. Peculiarities of that program that are kept:

- A position is worth the computer's reserve less the opponent's, and 1000 if the opponent's reserve is empty or the
  computer has won. A lifted ball counts as in reserve until it is placed. A loss has no value of its own, but a side
  that can fill the top gets 1000 without further search. A faster win is not better.
- Inputs are tried from the top down, row by row, and the first of equals is chosen. There is no randomness.
- It has no draws, always takes two balls back if possible, and skips a player who cannot move.
"""

from __future__ import annotations

from math import floor, log

import cython

from parlour.games.contract.position import Position
from parlour.games.pylos import tables
from parlour.games.pylos.rules import PylosRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, u64
    from parlour.games.pylos.tables import (
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
NO_INPUT = 10_000


def depth_for(size: int) -> int:
    """Return the search depth of the program on a board, in inputs: the largest with at most 10⁸ positions.

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
        """Return the chosen move. A raise is two inputs, each searched separately."""
        cell: cython.int = self.best_input()
        return self.move_of(NONE, cell) if self.allowed(cell) else self.move_of(cell, self.best_input(cell))

    def root_value(self) -> int:
        """Return the value of the position after a search of the full depth."""
        return self.value(self.depth, WORST, BEST)

    def static(self) -> int:
        """Return the value of the position without a search."""
        return self.worth(NONE)

    def best_input(self, ball: int = NONE) -> int:
        """Return the first of the best inputs: a cell to place on or to take from, or a ball to raise.

        If a ball has been lifted, the inputs are the cells to which it can be raised.
        """
        i: cython.int
        cell: cython.int
        value: cython.int
        lifted: cython.int = ball
        chosen: cython.int = NONE
        best: cython.int = WORST
        for i in range(CELLS[self.position.shape]):
            cell = ORDER[self.position.shape][i]
            if self.is_input(lifted, cell):
                value = self.input_value(lifted, cell, self.depth - 1, best, BEST)
                if chosen == NONE or value > best:
                    best = value
                    chosen = cell
        return chosen

    # ---- The search -----------------------------------------------------------------------------------------------

    def worth(self, lifting: cython.int) -> cython.int:
        """Return the evaluation for the computer; `lifting` is the seat that has lifted a ball, if any."""
        mine: cython.int = self.position.reserve[self.cpu]
        theirs: cython.int = self.position.reserve[1 - self.cpu]
        if lifting == self.cpu:
            mine += 1
        elif lifting != NONE:
            theirs += 1
        if self.position.apex_owner == self.cpu + 1 or theirs == 0:
            return WON
        return mine - theirs

    def value(self, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return the value of a position after a search of `depth` inputs."""
        best: cython.int
        high: cython.bint = self.position.seat == self.cpu
        self.nodes += 1
        if self.position.apex_owner or self.position.is_drawn():
            return self.worth(NONE)
        if self.position.stage == PLAY and self.allowed(CELLS[self.position.shape] - 1):
            return WON if high else -WON
        if depth == 0:
            return self.worth(NONE)
        best = self.best_value(NONE, depth, alpha, beta)
        if best != NO_INPUT:
            return best
        if not self.position.passes:
            return self.worth(NONE)
        self.position.make(PASS << KIND_SHIFT)
        best = self.value(depth, alpha, beta)
        self.position.unmake(PASS << KIND_SHIFT)
        return best

    def lifted_value(self, ball: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return the value of a position in which a ball has been lifted and not yet been put down."""
        self.nodes += 1
        if depth == 0:
            return self.worth(self.position.seat)
        return self.best_value(ball, depth, alpha, beta)

    def best_value(self, ball: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        """Return the minimax value over all inputs, or `NO_INPUT`; `ball` is the lifted ball, if there is one."""
        i: cython.int
        cell: cython.int
        score: cython.int
        shape: cython.int = self.position.shape
        high: cython.bint = self.position.seat == self.cpu
        best: cython.int = NO_INPUT
        for i in range(CELLS[shape]):
            cell = ORDER[shape][i]
            if not self.is_input(ball, cell):
                continue
            score = self.input_value(ball, cell, depth - 1, alpha, beta)
            if high:
                if best == NO_INPUT or score > best:
                    best = score
                if score > alpha:
                    alpha = score
            else:
                if best == NO_INPUT or score < best:
                    best = score
                if score < beta:
                    beta = score
            if alpha >= beta:
                break
        return best

    def input_value(
        self, ball: cython.int, cell: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """Return the value after an input; `ball` is the lifted ball, if there is one."""
        move: cython.int
        score: cython.int
        if ball == NONE and not self.allowed(cell):
            return self.lifted_value(cell, depth, alpha, beta)
        move = self.move_of(ball, cell)
        self.position.make(move)
        score = self.value(depth, alpha, beta)
        self.position.unmake(move)
        return score

    # ---- Inputs ---------------------------------------------------------------------------------------------------

    def is_input(self, ball: cython.int, cell: cython.int) -> cython.bint:
        """Return whether a cell is an input; `ball` is the lifted ball, if there is one."""
        if ball != NONE:
            return self.climbs_to(ball, cell)
        return self.allowed(cell) or self.can_climb(cell)

    def allowed(self, cell: cython.int) -> cython.bint:
        """Return whether a cell can be placed on or, while balls are taken back, its ball can be taken."""
        inside: u64 = bit(cell & 63)
        word: cython.int = cell >> 6
        seat: cython.int = self.position.seat
        if self.position.stage == PLAY:
            return self.position.reserve[seat] > 0 and self.position.open[word] & inside != 0
        return self.position.men[seat][word] & inside != 0 and self.position.carrying[word] & inside == 0

    def move_of(self, ball: cython.int, cell: cython.int) -> cython.int:
        """Return the move of an input: to raise a lifted ball to a cell, to place a ball there, or to take one back."""
        if ball != NONE:
            return cell | ball << FROM_SHIFT | RAISE << KIND_SHIFT
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
