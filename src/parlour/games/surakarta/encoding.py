"""Surakarta as numbers for machine learning: the list of all moves, and the planes of a position."""

from __future__ import annotations

from parlour.games.contract.encoding import Planes
from parlour.games.contract.options import Options
from parlour.games.surakarta.tables import (
    CAPTURE,
    ENTRIES,
    ENTRY_COUNT,
    ENTRY_POINT,
    LOOP,
    NEIGHBOURS,
    NEXT,
    POINTS,
    SIZE,
)


def action_moves(options: Options) -> list[int]:
    """Return the steps, then the captures that some position allows; both by start, then by target."""
    steps = [start | end << 6 for start in range(POINTS) for end in range(POINTS) if NEIGHBOURS[start] >> end & 1]
    return steps + [start | end << 6 | CAPTURE for start in range(POINTS) for end in sorted(_targets(start))]


def _targets(start: int) -> set[int]:
    """Return the points that a piece reaches round at least one loop of an otherwise empty board."""
    found = set()
    for first in ENTRIES[start][: ENTRY_COUNT[start]]:
        for way in (0, 1):
            entry, loops = first, 0
            while True:
                loops += LOOP[way][entry]
                entry = NEXT[way][entry]
                if entry == first:
                    break
                if loops and ENTRY_POINT[entry] != start:
                    found.add(ENTRY_POINT[entry])
    return found


def planes(options: Options) -> Planes:
    """Return the planes, with rows and columns as in the notation: row 0 first."""
    names = (
        "own pieces",
        "opponent's pieces",
        "second seat",
        "own turn",
        "moves without capture / 50",
        "repetitions / 2",
    )
    return Planes(names, SIZE, SIZE)
