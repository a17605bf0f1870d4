"""The random number generator of compiled code."""

from __future__ import annotations

import cython

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

MASK = 0xFFFFFFFFFFFFFFFF


class Random:
    """A fast random number generator (xorshift64) with the same sequence compiled and interpreted."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF or 1

    def below(self, n: cython.int) -> cython.int:
        """Return a number from 0 to n-1."""
        x: u64 = self.state
        x = x ^ ((x << 13) & MASK)
        x = x ^ (x >> 7)
        x = x ^ ((x << 17) & MASK)
        self.state = x
        return cython.cast(cython.int, (x >> 33) % n)
