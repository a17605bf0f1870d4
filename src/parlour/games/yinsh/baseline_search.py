"""The evaluation of an earlier YINSH program, rebuilt from its description: positive is good for White.

`faithful` keeps two of its errors: a ring's factor carries over from one direction to the next, and removed rows weigh
so much that small terms vanish by floating-point rounding.
"""

from __future__ import annotations

import cython

from parlour.games.contract.stacks import MoveStack
from parlour.games.yinsh import tables
from parlour.games.yinsh.rules import YinshRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, popcount
    from parlour.games.yinsh.evaluation import CENTRE
    from parlour.games.yinsh.tables import BITS, LINE, LOW_HALF, POSITION, SEAT_KEY, STAGE_KEY

COMPILED: bool = cython.compiled

RING_BEFORE = tables.RING_BEFORE
RING_AFTER = tables.RING_AFTER
LONGEST = tables.ROW
CHAIN = [0.0, 0.0, 30.0, 500.0, 2000.0, 100000.0]
"""Value of a run, by the number of connected pieces."""
ROWS_REMOVED = [0.0, 1e9, 1e14, 1e19, 1e20, 1e20]
DISTANCE = [1.0, 0.8, 0.7, 0.7, 0.5, 0.2]
"""Value of a ring, by its distance from the centre."""
ROW_MENDED = 1e7
"""Value of a removed row that is small enough for floating-point precision."""


def score(position: YinshRules, faithful: bool = True) -> float:
    """Return the value of a position."""
    return worth(position, 0, faithful) - worth(position, 1, faithful)


def successors(position: YinshRules, faithful: bool = True) -> list[tuple[int, int, float]]:
    """Return every legal move with a key of the resulting board (without seat and stage) and its value."""
    i: cython.int
    end: cython.int
    move: cython.int
    stack: MoveStack = MoveStack()
    found: list[tuple[int, int, float]] = []
    position.generate(stack)
    end = stack.size
    for i in range(end):
        move = stack.data[i]
        position.make(move)
        picture: int = position.key ^ STAGE_KEY[position.stage] ^ SEAT_KEY[position.seat]
        found.append((move, picture, worth(position, 0, faithful) - worth(position, 1, faithful)))
        position.unmake(move)
    return found


def worth(position: YinshRules, seat: cython.int, faithful: cython.bint) -> cython.double:
    """Return the evaluation of one side."""
    line: cython.int
    site: cython.int
    family: cython.int
    ring: cython.bint
    moves: cython.int = 0
    markers: cython.int = 0
    rows: cython.int = position.removed[seat]
    total: cython.double = 0.0
    central: cython.double = 0.0
    for site in range(85):
        ring = position.rings[seat][site >> 6] & bit(site & 63) != 0
        if ring:
            central += DISTANCE[5 - CENTRE[site]]
            for family in range(3):
                moves += popcount(position.targets(site, family))
        if ring or position.marker_words[seat][LINE[site][0]] & BITS[site][0]:
            total += connected(position, seat, site, faithful)
    if position.seat == seat and (position.stage == RING_BEFORE or position.stage == RING_AFTER):
        rows += 1
    total += ROWS_REMOVED[rows] if faithful else ROW_MENDED * rows
    for line in range(11):
        markers += popcount(position.marker_words[seat][line] & LOW_HALF)
    return total + central + 0.01 * moves + 0.1 * markers


def connected(position: YinshRules, seat: cython.int, site: cython.int, faithful: cython.bint) -> cython.double:
    """Return the runs that begin with a piece, one in each direction."""
    family: cython.int
    line: cython.int
    at: cython.int
    length: cython.int
    factor: cython.double = 1.0
    total: cython.double = 0.0
    for family in range(3):
        line = LINE[site][family]
        at = POSITION[site][family]
        length = 0
        if not faithful:
            factor = 1.0
        while length < LONGEST:
            if position.ring_words[seat][line] & bit(at):
                factor *= 0.1
            elif not position.marker_words[seat][line] & bit(at):
                break
            length += 1
            at += 1
        total += CHAIN[length] * factor
    return total
