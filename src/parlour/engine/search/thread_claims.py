"""Moves that threads are searching now, so that other threads search different ones.

Every thread searches the whole tree and finds the results of the others in the transposition table. A move that another
thread is searching is deferred: when nothing else is left, either its result is known or its subtree is shared as well.
Claims need not be exact: one that was overwritten or not released costs a little time and changes no score.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from parlour.engine.hashing_pure import scatter
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

SLOTS = 4096


class ThreadClaims:
    """The claimed moves, one per slot."""

    def __init__(self) -> None:
        self.slots = array("Q", bytes(8 * SLOTS))

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def taken(self, claim: u64) -> cython.bint:
        """Return whether some thread is searching the move."""
        return self.slots[claim & (SLOTS - 1)] == claim

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def take(self, claim: u64) -> cython.int:
        self.slots[claim & (SLOTS - 1)] = claim
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def leave(self, claim: u64) -> cython.int:
        """Release a claim, unless another one has overwritten its slot."""
        if self.slots[claim & (SLOTS - 1)] == claim:
            self.slots[claim & (SLOTS - 1)] = 0
        return 0


if not cython.compiled:

    def claim_key(key: int, move: int) -> int:
        """Return the claim for a move in a position."""
        return key ^ scatter(move + 1)
