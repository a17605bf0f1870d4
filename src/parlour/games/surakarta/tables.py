"""The two tracks of the board and the tables that the rules are compiled with.

Points are numbered 6·row + column from the top left. Each track is one closed cycle of 24 entries; an entry is a point
as it is passed in one direction, so a point where the track crosses itself has two. Entries 0–23 are the inner track,
24–47 the outer one.
"""

from __future__ import annotations

from parlour.games.contract.bits_pure import random_keys

SIZE = 6
POINTS = SIZE * SIZE
FULL = (1 << POINTS) - 1
"""All points, as a set."""

MAX_QUIET_MOVES = 50
"""Number of consecutive moves without a capture that ends the game."""

POINT_MASK = 63
CAPTURE = 4096
"""A move is `from | to << 6`, plus `CAPTURE`."""


def point(row: int, column: int) -> int:
    """Return the number of a point.

    >>> point(4, 1)
    25
    """
    return SIZE * row + column


def label(site: int) -> str:
    """Return the label of a point: row, then column.

    >>> label(25)
    '4,1'
    """
    return f"{site // SIZE},{site % SIZE}"


def _row(row: int, backwards: bool = False) -> list[int]:
    columns = range(SIZE - 1, -1, -1) if backwards else range(SIZE)
    return [point(row, column) for column in columns]


def _column(column: int, upwards: bool = False) -> list[int]:
    rows = range(SIZE - 1, -1, -1) if upwards else range(SIZE)
    return [point(row, column) for row in rows]


INNER = _row(4) + _column(4, upwards=True) + _row(1, backwards=True) + _column(1)
OUTER = _column(2, upwards=True) + _row(2) + _column(3) + _row(3, backwards=True)
TRACKS = {"inner": INNER, "outer": OUTER}

ENTRY_POINT = INNER + OUTER
"""The point of each entry."""


def _next(entry: int, way: int) -> int:
    base = entry // 24 * 24
    return base + (entry - base + way) % 24


NEXT = [[_next(entry, way) for entry in range(48)] for way in (1, -1)]
"""The entry after each entry, forwards and backwards."""


def is_loop(one: int, other: int) -> bool:
    """Return whether the path between two neighbouring points of a track is a loop: it changes row and column."""
    return one // SIZE != other // SIZE and one % SIZE != other % SIZE


LOOP = [[int(is_loop(ENTRY_POINT[entry], ENTRY_POINT[NEXT[way][entry]])) for entry in range(48)] for way in (0, 1)]
"""1 if the path from an entry to the next goes round a loop."""

_entries = [[entry for entry in range(48) if ENTRY_POINT[entry] == site] for site in range(POINTS)]
ENTRY_COUNT = [len(entries) for entries in _entries]
ENTRIES = [[*entries, 0, 0][:2] for entries in _entries]
"""The number of entries of each point, and the entries."""

NEIGHBOURS = [
    sum(
        1 << point(row, column)
        for row in range(max(site // SIZE - 1, 0), min(site // SIZE + 2, SIZE))
        for column in range(max(site % SIZE - 1, 0), min(site % SIZE + 2, SIZE))
        if point(row, column) != site
    )
    for site in range(POINTS)
]
"""The points one step away, as a set."""

# ---- For the evaluation --------------------------------------------------------------------------------------------


def _set(*places: tuple[int, int]) -> int:
    """Return the images of some points under the symmetries of the board, as a set."""
    found = 0
    for row, column in places:
        for one, other in ((row, column), (column, row)):
            for down in (one, SIZE - 1 - one):
                for right in (other, SIZE - 1 - other):
                    found |= 1 << point(down, right)
    return found


CORNER = _set((0, 0))
"""Points on no track."""
INNER_END = _set((0, 1))
"""Points on the edge where the inner loops begin."""
OUTER_END = _set((0, 2))
"""Points on the edge where the outer loops begin."""
INNER_CROSS = _set((1, 1))
"""Points where the inner track crosses itself."""
CENTRE = _set((2, 2))
"""Points where the outer track crosses itself. At the remaining eight points the two tracks cross."""

COLUMN_GATHER = sum(1 << 30 - 5 * row for row in range(SIZE))
"""Multiplier that gathers a column, at bits 0, 6, 12, …, into bits 30 to 35."""


def _first_last(mine: int, theirs: int) -> int:
    men = mine | theirs
    if not men:
        return 0
    ends = (men & -men, 1 << men.bit_length() - 1)
    return sum(1 if end & mine else -1 for end in ends)


LINE_ACCESS = [_first_last(men & 63, men >> 6) for men in range(1 << 12)]
"""By six points of mine and six of theirs on a track line: ends with my man first, less ends with theirs.

The first man at an end is the one that can capture round the loop.
"""

ORDER_VALUE = [-8 if 1 << site & CORNER else -3 if 1 << site & (INNER_END | OUTER_END) else 0 for site in range(POINTS)]
"""Move ordering value of each point: lower at the edge, lowest in a corner."""

_keys = random_keys(0x5352414B)
PIECE_KEY = [[next(_keys) for _ in range(POINTS)] for _ in range(2)]
SEAT_KEY = next(_keys)


def loop_name(one: int, other: int) -> str:
    """Return the name of the board's arc that joins two points, e.g. "inner top-left"."""
    track = "inner" if point(1, 0) in (one, other) or (one in INNER and other in INNER) else "outer"
    rows = {one // SIZE, other // SIZE}
    columns = {one % SIZE, other % SIZE}
    return f"{track} {'top' if 0 in rows else 'bottom'}-{'left' if 0 in columns else 'right'}"
