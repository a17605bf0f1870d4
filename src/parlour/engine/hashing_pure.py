"""The hash functions of `hashing.pxd` for modules that run interpreted."""

from __future__ import annotations

from parlour.games.contract.bits_pure import MASK64, u64

HASH_MULTIPLIER = 0x9E3779B97F4A7C15
"""2⁶⁴ divided by the golden ratio (Fibonacci hashing)."""


def scatter(number: u64) -> u64:
    """Return a 64-bit key for a small number."""
    return (number * HASH_MULTIPLIER) & MASK64


def first_slot(key: u64, slots: int) -> int:
    """Return the first slot of a key in a table. Keys may have little entropy, so all their bits are mixed."""
    return scatter(key ^ key >> 29) >> 33 & (slots - 1)
