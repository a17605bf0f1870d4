"""Which moves the threads of a search are looking at, so that each looks at what the others do not.

Every thread searches the whole tree, and what one has finished the others find in the table. A move that another thread
is busy with is put off: by the time nothing else is left to do it is finished, or its inside is shared in turn. Nothing
here has to be exact: a claim that was overwritten, or left behind, costs a little time and changes no score.
"""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from parlour.games.contract.bits_pure import MASK64, u64

COMPILED: bool = cython.compiled

SLOTS = 4096
HASH_MULTIPLIER = 0x9E3779B97F4A7C15


class ThreadClaims:
    """The moves under way, one to a slot."""

    def __init__(self) -> None:
        self.slots = array("Q", bytes(8 * SLOTS))

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def taken(self, claim: u64) -> cython.bint:
        """Whether some thread is busy with it."""
        return self.slots[claim & (SLOTS - 1)] == claim

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def take(self, claim: u64) -> cython.int:
        self.slots[claim & (SLOTS - 1)] = claim
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def leave(self, claim: u64) -> cython.int:
        """Gives a claim back, unless another has taken its slot."""
        if self.slots[claim & (SLOTS - 1)] == claim:
            self.slots[claim & (SLOTS - 1)] = 0
        return 0


if not cython.compiled:

    def claim_key(key: int, move: int) -> int:
        """The name of a move in a position."""
        return key ^ (((move + 1) * HASH_MULTIPLIER) & MASK64)
