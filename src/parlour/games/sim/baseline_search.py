"""The search and the evaluation of the old computer player: the part of `baseline` that takes time.

The old search was plain minimax. This one cuts off what cannot change its choice, so it plays the same moves.
"""

from __future__ import annotations

import cython

from parlour.games.sim import tables
from parlour.games.sim.rules import Rules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, popcount, u64

COMPILED: bool = cython.compiled

LOST = tables.LOST
LIMIT = LOST + 1
STROKES = tables.STROKES
LOW = tables.LOW
HIGH = tables.HIGH
IN_TURN = sorted(range(tables.STROKES), key=lambda stroke: tables.ENDS[stroke])
"""The strokes in the order in which the old program tried them: by the lower dot, then by the higher."""


def value(position: Rules, seat: int, everything: bool) -> int:
    """How the old evaluation sees a position for a seat: for each free stroke, drawn on trial by that seat, 2 less for
    each triangle it completes, and if `everything` is counted 10 more for each open triangle of two colours there is
    then anywhere on the board."""
    who: cython.int = seat
    whole: cython.bint = everything
    return rate(position, who, whole)


def outlook(position: Rules, move: int, depth: int, everything: bool, best: int) -> int:
    """What a move is worth to the seat that plays it, looking so many moves ahead, this one included; at most `best` if
    it is no better than that. The position stays."""
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


def rate(position: Rules, seat: cython.int, whole: cython.bint) -> cython.int:
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


def mixed(position: Rules) -> cython.int:
    """Triangles with a stroke of each colour and the third one missing."""
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
    position: Rules,
    seat: cython.int,
    depth: cython.int,
    whole: cython.bint,
    alpha: cython.int,
    beta: cython.int,
) -> cython.int:
    """Minimax for the computer in a seat: it takes the highest, its opponent the lowest."""
    n: cython.int
    move: cython.int
    score: cython.int
    best: cython.int
    if position.gone:
        return -LOST if position.out & bit(seat) else LOST
    if depth == 0 or popcount(position.free) <= 1:
        return rate(position, seat, whole)
    best = -LIMIT if position.seat == seat else LIMIT
    for n in range(STROKES):
        move = IN_TURN[n]
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
