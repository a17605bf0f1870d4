"""The bit operations of `bits.pxd` for modules that run uncompiled, and random keys for hashing.

Rules never write `1 << n`: compiled, that is a 32-bit shift. They write `bit(n)`.
"""

from __future__ import annotations

from collections.abc import Iterator

u64 = int

MASK64 = (1 << 64) - 1


def bit(n: int) -> u64:
    """Return the set that contains only `n`.

    >>> bit(40) == 2**40
    True
    """
    return 1 << n


def ctz(bits: u64) -> int:
    """Return the lowest member of a non-empty set.

    >>> ctz(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1


def popcount(bits: u64) -> int:
    """Return the number of members of a set.

    >>> popcount(0b1011)
    3
    """
    return bits.bit_count()


def random_keys(seed: int) -> Iterator[u64]:
    """Yield pseudo-random 64-bit numbers (splitmix64), the same on every machine so that keys can be stored.

    >>> keys = random_keys(1)
    >>> hex(next(keys))
    '0x910a2dec89025cc1'
    """
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        yield z ^ (z >> 31)
