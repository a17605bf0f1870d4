"""Move ordering: the earlier the best move is searched, the smaller the tree.

The order is: the transposition table move, moves that the game recommends, killer moves, the counter move, and the rest
by their history score.
"""

from __future__ import annotations

from array import array

import cython

from parlour.engine.report import MAX_DEPTH
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack

if not cython.compiled:
    from parlour.engine.search.transposition_table import NO_MOVE

COMPILED: bool = cython.compiled

KILLER_PLIES = MAX_DEPTH + 2
HISTORY_SIZE = 8192

TABLE_MOVE_RANK = 1 << 30
FORCING_RANK = 1 << 26
KILLER_RANK = 1 << 25
COUNTER_MOVE_RANK = 1 << 24
DEFERRED_PENALTY = 1 << 28
"""Subtracted from the rank of a move that another thread is searching, so that it comes last."""


class MoveOrdering:
    """The move stack of a search with a rank for each move, and the killer, counter and history tables."""

    def __init__(self) -> None:
        self.stack = MoveStack()
        self.ranks = MoveStack()
        self.killers = array("i", [NO_MOVE] * (2 * KILLER_PLIES))
        self.history = array("i", bytes(4 * 2 * HISTORY_SIZE))
        self.counters = array("i", [NO_MOVE] * (2 * HISTORY_SIZE))

    def begin(self) -> None:
        """Prepare for a search: empty the stack, clear the killers, and age the history."""
        i: cython.int
        self.drop(0)
        for i in range(2 * KILLER_PLIES):
            self.killers[i] = NO_MOVE
        for i in range(2 * HISTORY_SIZE):
            self.history[i] = self.history[i] >> 2

    def drop(self, size: cython.int) -> cython.int:
        """Cut the stack back to a size."""
        self.stack.size = size
        self.ranks.size = size
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def rank(
        self,
        position: Position,
        start: cython.int,
        end: cython.int,
        best: cython.int,
        ply: cython.int,
        last: cython.int,
    ) -> cython.int:
        """Rank the moves on the stack; `last` is the previous move, except at ply 0.

        Moves with more than half of the highest hint of the game come before all others.
        """
        i: cython.int
        move: cython.int
        hint: cython.int
        value: cython.int
        top: cython.int = 0
        seat: cython.int = position.seat
        counter: cython.int = NO_MOVE
        if ply > 0:
            counter = self.counters[seat * HISTORY_SIZE + history_index(last)]
        for i in range(start, end):
            hint = position.order_hint(self.stack.data[i])
            if hint > 4096:
                hint = 4096
            elif hint < -4096:
                hint = -4096
            if hint > top:
                top = hint
            self.ranks.add(hint)
        for i in range(start, end):
            move = self.stack.data[i]
            hint = self.ranks.data[i]
            if move == best:
                value = TABLE_MOVE_RANK
            else:
                value = hint * 1024 + (self.history[seat * HISTORY_SIZE + history_index(move)] >> 1)
                if 2 * hint > top:
                    value += FORCING_RANK
                elif move == self.killers[2 * ply]:
                    value += KILLER_RANK
                elif move == self.killers[2 * ply + 1] or move == counter:
                    value += COUNTER_MOVE_RANK
            self.ranks.data[i] = value
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def rank_tactical(self, position: Position, start: cython.int, end: cython.int) -> cython.int:
        """Rank tactical moves by the hints of the game."""
        i: cython.int
        for i in range(start, end):
            self.ranks.add(position.order_hint(self.stack.data[i]))
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def pick(self, i: cython.int, end: cython.int) -> cython.int:
        """Move the best of the moves from index `i` on to `i`; among equals the one generated first."""
        n: cython.int
        move: cython.int
        top: cython.int = i
        value: cython.int = self.ranks.data[i]
        for n in range(i + 1, end):
            if self.ranks.data[n] > value:
                value = self.ranks.data[n]
                top = n
        if top != i:
            move = self.stack.data[top]
            for n in range(top, i, -1):
                self.stack.data[n] = self.stack.data[n - 1]
                self.ranks.data[n] = self.ranks.data[n - 1]
            self.stack.data[i] = move
            self.ranks.data[i] = value
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def reward(
        self,
        seat: cython.int,
        start: cython.int,
        i: cython.int,
        depth: cython.int,
        ply: cython.int,
        last: cython.int,
    ) -> cython.int:
        """Update killers, counter moves and history after a cutoff by the move at `i`."""
        n: cython.int
        at: cython.int
        move: cython.int = self.stack.data[i]
        bonus: cython.int = depth * depth
        if bonus > 400:
            bonus = 400
        if move != self.killers[2 * ply]:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        if ply > 0:
            self.counters[seat * HISTORY_SIZE + history_index(last)] = move
        at = seat * HISTORY_SIZE + history_index(move)
        self.history[at] += 8 * bonus - ((self.history[at] * bonus) >> 10)
        for n in range(start, i):
            at = seat * HISTORY_SIZE + history_index(self.stack.data[n])
            self.history[at] -= 8 * bonus + ((self.history[at] * bonus) >> 10)
        return 0


def history_index(move: cython.int) -> cython.int:
    """Return the index of a move in the history tables; collisions do no harm."""
    return (move ^ (move >> 13) ^ (move >> 26)) & (HISTORY_SIZE - 1)
