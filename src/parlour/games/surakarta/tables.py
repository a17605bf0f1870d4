"""The two tracks of the board and the tables that the rules are compiled with.

Points are numbered 6·row + column from the top left. Each track is one closed cycle of 24 entries; an entry is a point
as it is passed in one direction, so a point where the track crosses itself has two. Entries 0–23 are the inner track,
24–47 the outer one.
"""

from __future__ import annotations

from parlour.games.plainbits import random_keys

SIZE = 6
POINTS = SIZE * SIZE

LIMIT = 50
"""So many moves in a row without a capture end the game."""

POINT_MASK = 63
CAPTURE = 4096
"""A move is `from | to << 6`, plus `CAPTURE`."""


def point(row: int, column: int) -> int:
    """The number of a point.

    >>> point(4, 1)
    25
    """
    return SIZE * row + column


def _row(row: int, backwards: bool = False) -> list[int]:
    columns = range(SIZE - 1, -1, -1) if backwards else range(SIZE)
    return [point(row, column) for column in columns]


def _column(column: int, upwards: bool = False) -> list[int]:
    rows = range(SIZE - 1, -1, -1) if upwards else range(SIZE)
    return [point(row, column) for row in rows]


INNER = _row(4) + _column(4, upwards=True) + _row(1, backwards=True) + _column(1)
OUTER = _column(2, upwards=True) + _row(2) + _column(3) + _row(3, backwards=True)
TRACKS = {"inner": INNER, "outer": OUTER}

ON = INNER + OUTER
"""The point of each entry."""


def _next(entry: int, way: int) -> int:
    base = entry // 24 * 24
    return base + (entry - base + way) % 24


NEXT = [[_next(entry, way) for entry in range(48)] for way in (1, -1)]
"""The entry after each entry, forwards and backwards."""


def is_loop(one: int, other: int) -> bool:
    """Whether the way between two neighbouring points of a track is a loop: it changes row and column."""
    return one // SIZE != other // SIZE and one % SIZE != other % SIZE


LOOP = [[int(is_loop(ON[entry], ON[NEXT[way][entry]])) for entry in range(48)] for way in (0, 1)]
"""1 where the way from an entry to the next runs round a loop."""

_entries = [[entry for entry in range(48) if ON[entry] == site] for site in range(POINTS)]
ENTRIES = [len(entries) for entries in _entries]
ENTRY = [[*entries, 0, 0][:2] for entries in _entries]
"""How many entries a point has, and which."""

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

_keys = random_keys(0x5352414B)
PIECE_KEY = [[next(_keys) for _ in range(POINTS)] for _ in range(2)]
SEAT_KEY = next(_keys)


def loop_name(one: int, other: int) -> str:
    """The name of the board's arc that joins two points, e.g. "inner top-left"."""
    track = "inner" if point(1, 0) in (one, other) or (one in INNER and other in INNER) else "outer"
    rows = {one // SIZE, other // SIZE}
    columns = {one % SIZE, other % SIZE}
    return f"{track} {'top' if 0 in rows else 'bottom'}-{'left' if 0 in columns else 'right'}"
