"""The random games of the old tree search: the compiled part of `baseline`.

As in the original, a move is chosen in two steps: one of the mover's men that can move, then one of its moves. This is
not a uniform choice among all moves.
"""

from __future__ import annotations

import cython

from parlour.games.contract.stacks import MoveStack
from parlour.games.contract.xorshift import Random
from parlour.games.surakarta import tables
from parlour.games.surakarta.rules import SurakartaRules

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64

COMPILED: bool = cython.compiled

MASK = tables.POINT_MASK


def rollout(position: SurakartaRules, random: Random, seat: int, most: int) -> int:
    """Return the result of a random game for a seat: 1, 0 or -1; at the limit, by number of pieces."""
    stack: MoveStack = MoveStack()
    who: cython.int = seat
    limit: cython.int = most
    result: cython.int
    with cython.nogil:
        result = run(position, random, stack, who, limit)
    return result


@cython.boundscheck(False)
@cython.wraparound(False)
def run(position: SurakartaRules, random: Random, stack: MoveStack, seat: cython.int, limit: cython.int) -> cython.int:
    made: cython.int = 0
    base: cython.int
    i: cython.int
    man: cython.int
    count: cython.int
    movers: u64
    mine: cython.int
    theirs: cython.int
    result: cython.int
    # Each move made stays on the stack so that it can be undone.
    while made < limit:
        base = stack.size
        position.generate(stack)
        if stack.size == base:
            break
        movers = 0
        for i in range(base, stack.size):
            movers |= bit(stack.data[i] & MASK)
        for i in range(random.below(popcount(movers))):
            movers &= movers - 1
        man = ctz(movers)
        count = 0
        for i in range(base, stack.size):
            if stack.data[i] & MASK == man:
                stack.data[base + count] = stack.data[i]
                count += 1
        stack.data[base] = stack.data[base + random.below(count)]
        stack.size = base + 1
        position.make(stack.data[base])
        made += 1
    if made < limit:
        result = position.payoff(seat) - 1
    else:
        mine = popcount(position.men[seat])
        theirs = popcount(position.men[1 - seat])
        result = 1 if mine > theirs else -1 if mine < theirs else 0
    for i in range(made):
        stack.size -= 1
        position.unmake(stack.data[stack.size])
    return result
