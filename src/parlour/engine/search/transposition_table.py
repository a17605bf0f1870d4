"""The transposition table: results of searches by position, shared by several threads without locks.

A bucket has four entries, an entry two words: `key ^ data` and `data`. Two threads that write one entry at once
leave a pair that matches no key and is not found. The bits of `data`, from the lowest:

    32 move · 16 score + 32768 · 8 depth · 2 bound · 1 solid · 5 age

`bound` is EXACT, LOWER (the score is at least this), UPPER (at most), or 0 in an empty entry. `solid` means that the
score does not depend on an evaluation: it holds at any depth. Scores of wins and losses count from the position itself,
not from the root; the search converts them when it stores and probes.

The words are mapped memory: pages take neither time nor memory before they are used, and are freed with the table.
"""

from __future__ import annotations

import mmap

import cython

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

HUGE_PAGE_MIN_BYTES = 16 << 20
"""Smallest table for which huge pages are requested: random access is faster with them."""
LOW_WORD = 0xFFFFFFFF
NO_MOVE = -1
UPPER = 1
LOWER = 2
EXACT = 3


class TranspositionTable:
    """Entries by position key; the size is rounded down to a power of two."""

    def __init__(self, megabytes: float = 16) -> None:
        buckets: int = max(1, int(megabytes * (1 << 20)) // 64)
        self.mask = (1 << (buckets.bit_length() - 1)) - 1
        self.clear()

    def clear(self) -> None:
        """Remove all entries."""
        self.age = 0
        self.words = zeroed_words(self.bytes())

    def next_search(self) -> None:
        """Age the entries: older ones are replaced first."""
        self.age = (self.age + 1) & 31

    def bytes(self) -> int:
        """Return the size of the entries in bytes."""
        return 64 * (int(self.mask) + 1)

    def put(self, key: int, move: int, score: int, depth: int, bound: int, solid: bool = False) -> None:
        """Store an entry, from Python."""
        self.store(key, move, score, depth, bound, 1 if solid else 0)

    def get(self, key: int) -> tuple[int, int, int, int, bool] | None:
        """Return the entry of a key as move, score, depth, bound and solid, or None."""
        data: u64 = self.find(key)
        if data == 0:
            return None
        return move_of(data), score_of(data), depth_of(data), bound_of(data), solid_of(data) != 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def find(self, key: u64) -> u64:
        """Return the data stored for a key, or 0."""
        i: cython.Py_ssize_t
        data: u64
        first: cython.Py_ssize_t = (key & self.mask) * 8
        for i in range(first, first + 8, 2):
            data = self.words[i + 1]
            if self.words[i] ^ data == key and data != 0:
                return data
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def store(
        self,
        key: u64,
        move: cython.int,
        score: cython.int,
        depth: cython.int,
        bound: cython.int,
        solid: cython.int,
    ) -> cython.int:
        """Store an entry: replace the entry of the same position unless it is deeper, else the least useful entry."""
        i: cython.Py_ssize_t
        data: u64
        word: u64
        worth: cython.int
        least: cython.int = 1000
        first: cython.Py_ssize_t = (key & self.mask) * 8
        place: cython.Py_ssize_t = first
        if depth < 0:
            depth = 0
        if depth > 255:
            depth = 255
        for i in range(first, first + 8, 2):
            data = self.words[i + 1]
            if data == 0:
                if least > -1000:
                    least = -1000
                    place = i
                continue
            if self.words[i] ^ data == key:
                if move == NO_MOVE:
                    move = move_of(data)
                if (
                    bound != EXACT
                    and solid <= solid_of(data)
                    and depth + 2 < depth_of(data)
                    and age_of(data) == self.age
                ):
                    return 0
                place = i
                break
            worth = depth_of(data) - 8 * ((self.age - age_of(data)) & 31)
            if worth < least:
                least = worth
                place = i
        word = cython.cast(u64, move) & LOW_WORD
        data = score + 32768
        word |= data << 32
        data = depth
        word |= data << 48
        data = bound
        word |= data << 56
        data = solid
        word |= data << 58
        data = self.age
        word |= data << 59
        self.words[place] = key ^ word
        self.words[place + 1] = word
        return 0


def zeroed_words(size: int) -> memoryview[int]:
    """Return `size` zeroed bytes as 64-bit words."""
    pages = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
    if size >= HUGE_PAGE_MIN_BYTES and hasattr(mmap, "MADV_HUGEPAGE"):
        pages.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(pages).cast("Q")


if not cython.compiled:

    def move_of(data: int) -> int:
        low = data & 0xFFFFFFFF
        return low - 0x100000000 if low & 0x80000000 else low

    def score_of(data: int) -> int:
        return (data >> 32 & 0xFFFF) - 32768

    def depth_of(data: int) -> int:
        return data >> 48 & 0xFF

    def bound_of(data: int) -> int:
        return data >> 56 & 3

    def solid_of(data: int) -> int:
        return data >> 58 & 1

    def age_of(data: int) -> int:
        return data >> 59
