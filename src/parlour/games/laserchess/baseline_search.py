"""The compiled search of the earlier Laser Chess player: see `baseline`."""

from __future__ import annotations

from array import array

import cython

from parlour.games.contract.stacks import MoveStack
from parlour.games.laserchess.rules import LaserChessRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

ENTRIES = 100_000
CHAINS = 1 << 17
WON = 1_000_000
"""Score of a won game; the remaining plies are added, so that a faster win is better."""
EXACT, LOWER, UPPER = range(3)


class LaserChessBaselineSearch:
    """One search of the earlier player, with a table of `entries` positions."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self.stack = MoveStack()
        self.nodes = 0
        self.best = 0
        self.most = entries
        self.size = 0
        """Number of entries in the table."""
        self.place = 0
        # Entries form a ring buffer; those with equal low bits of the key form a chain.
        self.first = array("i", [-1]) * CHAINS
        self.following = array("i", [-1]) * entries
        self.keys = array("Q", [0]) * entries
        self.scores = array("i", [0]) * entries
        self.notes = array("i", [0]) * entries
        """Depth and bound of the score, `depth << 2 | EXACT, LOWER or UPPER`."""

    def choose(self, position: LaserChessRules, depth: int) -> int:
        """Return the move for the seat to move, by the position's weights; the position is unchanged."""
        deep: cython.int
        most: cython.int = depth
        self.best = 0
        for deep in range(1, most + 1):
            with cython.nogil:
                self.search(position, deep, -2 * WON, 2 * WON, True)
        return self.best

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def search(
        self, position: LaserChessRules, depth: cython.int, alpha: cython.int, beta: cython.int, root: cython.bint
    ) -> cython.int:
        """Return the score for the seat to move."""
        i: cython.int
        move: cython.int
        score: cython.int
        at: cython.int
        kind: cython.int = UPPER
        value: cython.int = -2 * WON
        best: cython.int = 0
        start: cython.int = self.stack.size
        end: cython.int
        self.nodes += 1
        if position.loser >= 0:
            return -WON - depth if position.loser == position.seat else WON + depth
        if depth == 0:
            return position.evaluate(position.seat)
        at = self.find(position.key)
        if at >= 0 and not root and self.notes[at] >> 2 >= depth:
            score = self.scores[at]
            i = self.notes[at] & 3
            if i == EXACT or (i == LOWER and score >= beta) or (i == UPPER and score <= alpha):
                return score
        if position.beam_key != position.key:
            position.record_beam()
        position.add_moves(self.stack, False)
        end = self.stack.size
        if root and self.best:
            for i in range(start, end):
                if self.stack.data[i] == self.best:
                    self.stack.data[i] = self.stack.data[start]
                    self.stack.data[start] = self.best
        for i in range(start, end):
            move = self.stack.data[i]
            position.make(move)
            score = -self.search(position, depth - 1, -beta, -alpha, False)
            position.unmake(move)
            if score > value:
                value = score
                best = move
                if score > alpha:
                    alpha = score
                    kind = EXACT
                    if score >= beta:
                        kind = LOWER
                        break
        self.stack.size = start
        if root:
            self.best = best
        self.store(position.key, value, depth << 2 | kind)
        return value

    # ---- The table ------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def find(self, key: u64) -> cython.int:
        """Return the place of a position's entry, -1 for none."""
        at: cython.int = self.first[key & (CHAINS - 1)]
        while at >= 0 and self.keys[at] != key:
            at = self.following[at]
        return at

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def store(self, key: u64, score: cython.int, note: cython.int) -> cython.int:
        """Store a score in the entry of the position, or replace the oldest entry."""
        at: cython.int = self.find(key)
        chain: cython.int
        before: cython.int
        if at < 0:
            at = self.place
            self.place = at + 1 if at + 1 < self.most else 0
            if self.size < self.most:
                self.size += 1
            else:
                chain = self.keys[at] & (CHAINS - 1)
                before = self.first[chain]
                if before == at:
                    self.first[chain] = self.following[at]
                else:
                    while self.following[before] != at:
                        before = self.following[before]
                    self.following[before] = self.following[at]
            chain = key & (CHAINS - 1)
            self.keys[at] = key
            self.following[at] = self.first[chain]
            self.first[chain] = at
        self.scores[at] = score
        self.notes[at] = note
        return 0
