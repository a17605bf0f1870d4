"""The search and the evaluation of the old computer player: the part of `baseline` that takes time.

The old search was plain minimax. This one cuts off what cannot change its choice, so it plays the same moves.
"""

from __future__ import annotations

import cython

from parlour.games.sim import tables
from parlour.games.sim.rules import SimRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, popcount, u64

COMPILED: bool = cython.compiled

LOST = tables.LOST
LIMIT = LOST + 1
STROKES = tables.STROKES
LOW = tables.LOW
HIGH = tables.HIGH
TRY_ORDER = sorted(range(tables.STROKES), key=lambda stroke: tables.ENDS[stroke])
"""The strokes in the order in which the old program tried them: by the lower dot, then by the higher."""


def value(position: SimRules, seat: int, everything: bool) -> int:
    """Return the old evaluation of a position for a seat.

    For each free stroke, if that seat drew it: -2 for each triangle it completes and, if `everything` is counted, +10
    for each open triangle of two colours on the board.
    """
    who: cython.int = seat
    whole: cython.bint = everything
    return rate(position, who, whole)


def outlook(position: SimRules, move: int, depth: int, everything: bool, best: int) -> int:
    """Return the value of a move for its seat by a search of `depth` moves, this one included; at most `best` if it is
    not better. The position does not change."""
    seat: cython.int = position.seat
    stroke: cython.int = move
    deep: cython.int = depth - 1
    whole: cython.bint = everything
    least: cython.int = best
    found: cython.int
    with cython.nogil:
        position.make(stroke)
        found = search(position, seat, deep, whole, least, LIMIT)
        position.unmake(stroke)
    return found


def rate(position: SimRules, seat: cython.int, whole: cython.bint) -> cython.int:
    stroke: cython.int
    score: cython.int = 0
    for stroke in range(STROKES):
        if position.free & bit(stroke):
            score -= 2 * popcount(position.joined[seat][LOW[stroke]] & position.joined[seat][HIGH[stroke]])
            if whole:
                position.joined[seat][LOW[stroke]] ^= bit(HIGH[stroke])
                position.joined[seat][HIGH[stroke]] ^= bit(LOW[stroke])
                score += 10 * mixed(position)
                position.joined[seat][LOW[stroke]] ^= bit(HIGH[stroke])
                position.joined[seat][HIGH[stroke]] ^= bit(LOW[stroke])
    return score


def mixed(position: SimRules) -> cython.int:
    """Return the number of triangles with one stroke of each colour and the third missing."""
    dot: cython.int
    one: cython.int
    other: cython.int
    found: cython.int = 0
    drawn: u64
    for dot in range(position.dots):
        for one in range(position.dots):
            if position.joined[0][dot] & bit(one):
                for other in range(position.dots):
                    if other != one and position.joined[1][dot] & bit(other):
                        drawn = position.joined[0][one] | position.joined[1][one]
                        if not drawn & bit(other):
                            found += 1
    return found


def search(
    position: SimRules,
    seat: cython.int,
    depth: cython.int,
    whole: cython.bint,
    alpha: cython.int,
    beta: cython.int,
) -> cython.int:
    """Return the minimax value for a seat, which maximises while its opponent minimises."""
    n: cython.int
    move: cython.int
    score: cython.int
    best: cython.int
    if position.out_count:
        return -LOST if position.out & bit(seat) else LOST
    if depth == 0 or popcount(position.free) <= 1:
        return rate(position, seat, whole)
    best = -LIMIT if position.seat == seat else LIMIT
    for n in range(STROKES):
        move = TRY_ORDER[n]
        if not position.free & bit(move):
            continue
        position.make(move)
        score = search(position, seat, depth - 1, whole, alpha, beta)
        position.unmake(move)
        if position.seat == seat:
            if score > best:
                best = score
            if best > alpha:
                alpha = best
        else:
            if score < best:
                best = score
            if best < beta:
                beta = best
        if alpha >= beta:
            break
    return best
