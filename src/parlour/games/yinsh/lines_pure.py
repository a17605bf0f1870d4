"""Bit operations along a line of the board, for interpreted modules. Compiled modules inline those of `lines.pxd`.

`tables.py` describes the bit layout of a line.
"""

from parlour.games.contract.bits_pure import u64

ALL = (1 << 13) - 1 | (1 << 13) - 1 << 32


def reach(blocked: u64, marked: u64, at: u64) -> u64:
    """Return the targets of a ring on a line, in both halves of its word, one per direction.

    The subtraction borrows from the first obstacle ahead: the bits that change are the vacant points before it and the
    obstacle itself. If it is a marker, the addition carries to the first point behind the run; if it is a ring or a
    wall, the sum is that ring or wall itself. The walls keep borrow and carry within their half.
    """
    ahead: u64 = blocked ^ (blocked - at - at)
    stop: u64 = ahead & blocked
    return (ahead ^ stop) | ((marked + stop) & (ALL ^ blocked))


def fives(line: u64) -> u64:
    """Return the beginnings of rows of five in a line of one colour."""
    pairs: u64 = line & (line >> 1)
    return pairs & (pairs >> 2) & (line >> 4)


def within(line: u64) -> u64:
    """Return the beginnings of fives that contain one of the given points."""
    pairs: u64 = line | (line >> 1)
    return pairs | (pairs >> 2) | (line >> 4)
