"""Dots, strokes and the tables that the rules are compiled with.

The stroke between dots a < b has the number b·(b-1)/2 + a, whatever the number of dots: n dots use the strokes from 0
to n·(n-1)/2 - 1, and all that ten dots have, 45, fit one 64-bit set. A move is the number of the stroke drawn.
"""

from __future__ import annotations

from parlour.games.contract.bits_pure import random_keys

NAMES = "ABCDEFGHIJ"
"""The names of the dots."""
MAX_DOTS = len(NAMES)
"""Maximum number of dots."""
MIN_DOTS = 3
MAX_PLAYERS = 5
"""Maximum number of players."""


def stroke(one: int, other: int) -> int:
    """Return the number of the stroke between two dots, in either order.

    >>> stroke(4, 0), stroke(8, 9)
    (6, 44)
    """
    low, high = min(one, other), max(one, other)
    return high * (high - 1) // 2 + low


def strokes(dots: int) -> int:
    """Return how many strokes a board has.

    >>> strokes(6)
    15
    """
    return dots * (dots - 1) // 2


STROKES = strokes(MAX_DOTS)

ENDS = [(low, high) for high in range(MAX_DOTS) for low in range(high)]
"""The two dots of each stroke, the lower one first."""


def ends(move: int) -> dict[str, str]:
    """Return the two dots of a stroke by their names, for a sentence.

    >>> ends(6)
    {'one': 'A', 'other': 'E'}
    """
    low, high = ENDS[move]
    return {"one": NAMES[low], "other": NAMES[high]}


LOW = [low for low, _ in ENDS]
HIGH = [high for _, high in ENDS]

STROKE = [[stroke(one, other) if one != other else 0 for other in range(MAX_DOTS)] for one in range(MAX_DOTS)]
"""The stroke between two dots (0 between a dot and itself, which is never used)."""

STROKES_WITHIN = [
    sum(1 << number for number, (low, high) in enumerate(ENDS) if dots >> low & 1 and dots >> high & 1)
    for dots in range(1 << MAX_DOTS)
]
"""For each set of dots the set of strokes between any two of them."""

_keys = random_keys(0x53494D)
STROKE_KEY = [[next(_keys) for _ in range(STROKES)] for _ in range(MAX_PLAYERS)]
SEAT_KEY = [0, *(next(_keys) for _ in range(MAX_PLAYERS - 1))]

OUT_KEY = [next(_keys) for _ in range(MAX_PLAYERS)]
"""For seats that resigned; seats that are out by a figure follow from the strokes."""

DOT_RANK_KEYS = [[next(_keys) >> 6 for _ in range(MAX_DOTS)] for _ in range(MAX_PLAYERS + 1)]
"""Random weights to distinguish dots by their connections: by colour (0 is none) and rank of the other dot.

With 58 bits each, the sum over nine neighbours and the dot itself does not overflow.
"""

LOST = 99999
"""Value of a finished triangle in the old computer player: negative for its own, positive for the opponent's."""
