"""The 85 points, their 33 lines and 123 rows of five, and the tables that the rules are compiled with.

Points are numbered line by line from a2 to k10, upwards within a line. Every point is on three lines, one of each
family: same letter (lines 0–10, named a to k), same number (11–21), letter and number rising together (22–32).

The content of a line is a word of two halves. A point has a position 1 to 11 on its line; it is bit `position` of the
low half and bit `44 - position` of the high half. So "upwards" in the high half is "downwards" in the low one, and one
addition or subtraction on the word scans the line in both directions. The positions off the board are walls.
"""

from __future__ import annotations

from itertools import pairwise

from parlour.games.contract.bits_pure import random_keys

RINGS = 5
MARKERS = 51
ROW = 5

LETTERS = "abcdefghijk"
RANGES = ((2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10))
"""The lowest and the highest number of each letter."""

COORDINATES = [(x, y) for x, (low, high) in enumerate(RANGES, 1) for y in range(low, high + 1)]
"""Letter (1 to 11) and number of each point."""
SITE = {xy: site for site, xy in enumerate(COORDINATES)}
POINTS = len(COORDINATES)
LABELS = [f"{LETTERS[x - 1]}{y}" for x, y in COORDINATES]
NAMED = {label: site for site, label in enumerate(LABELS)}

PLANE_CELL = [11 * (y - 1) + x - 1 for x, y in COORDINATES]
"""The cell of each point in a grid of eleven numbers by eleven letters, for machine learning."""

FAMILIES = 3
LINES = 33

# ---- Stages of a turn ----------------------------------------------------------------------------------------------

PLACING, MOVING, ROW_BEFORE, RING_BEFORE, ROW_AFTER, RING_AFTER, ENDED = range(7)
STAGES = ("place", "move", "row<", "ring<", "row>", "ring>", "end")
"""Each stage in the text form. `before` and `after` refer to the seat's own ring move."""

# ---- Moves ---------------------------------------------------------------------------------------------------------

SITE_MASK = 127
TARGET_SHIFT = 7
FAMILY_SHIFT = 14
KIND_SHIFT = 16
PLACE, MOVE, TAKE_ROW, TAKE_RING, PASS = range(5)
"""A move is `kind << 16`, plus
a point for `PLACE` and `TAKE_RING`; a row's number for `TAKE_ROW`; nothing for `PASS`;
`from | to << 7 | family of the line << 14` for `MOVE`."""

# ---- Lines ---------------------------------------------------------------------------------------------------------


def _line_and_position(x: int, y: int, family: int) -> tuple[int, int]:
    """Return the line of a family through a point, and the point's position on it."""
    return ((x - 1, y), (11 + y - 1, x), (22 + x - y + 5, x))[family]


LINE = [[_line_and_position(x, y, family)[0] for family in range(FAMILIES)] for x, y in COORDINATES]
POSITION = [[_line_and_position(x, y, family)[1] for family in range(FAMILIES)] for x, y in COORDINATES]
BITS = [[1 << position | 1 << 44 - position for position in positions] for positions in POSITION]
"""A point in the word of each of its lines."""

ON_LINE: list[list[int]] = [[] for _ in range(LINES)]
"""The points of each line, upwards."""
SITE_AT = [[0] * 64 for _ in range(LINES)]
"""The point of a bit in a line's word."""
WALLS = [(1 << 13) - 1 | (1 << 13) - 1 << 32 for _ in range(LINES)]
"""The word of a line without rings: all positions that are off the board."""
for _site in range(POINTS):
    for _line, _position, _bits in zip(LINE[_site], POSITION[_site], BITS[_site], strict=True):
        ON_LINE[_line].append(_site)
        SITE_AT[_line][_position] = SITE_AT[_line][44 - _position] = _site
        WALLS[_line] ^= _bits

LOW_HALF = (1 << 32) - 1
"""The low half of a word."""

# ---- Rows ----------------------------------------------------------------------------------------------------------

ROWS = [tuple(points[i : i + ROW]) for points in ON_LINE for i in range(len(points) - ROW + 1)]
"""The points of each possible row, upwards; rows of one line follow each other."""
ROW_NUMBER = {(row[0], row[-1]): number for number, row in enumerate(ROWS)}
ROW_AT = [[0] * 16 for _ in range(LINES)]
"""The row that begins at a position of a line."""
for _number, _row in enumerate(ROWS):
    for _line in set(LINE[_row[0]]) & set(LINE[_row[-1]]):
        ROW_AT[_line][POSITION[_row[0]][_line // 11]] = _number
ROW_SET = [[sum(1 << (site & 63) for site in row if site >> 6 == half) for half in (0, 1)] for row in ROWS]
"""The points of each row as a set of two words; point n is bit n & 63 of word n >> 6."""

ROW_STARTS = [0] * LINES
"""Where rows can begin on a line, in the low half of its word."""
for _row in ROWS:
    for _line in set(LINE[_row[0]]) & set(LINE[_row[-1]]):
        ROW_STARTS[_line] |= 1 << POSITION[_row[0]][_line // 11]

# ---- Evaluation ----------------------------------------------------------------------------------------------------

CENTRE = [5 - max(abs(x - 6), abs(y - 6), abs(x - y)) for x, y in COORDINATES]
"""5 at the centre, 0 at the edge."""

# ---- Keys ----------------------------------------------------------------------------------------------------------

_keys = random_keys(0x59494E53)
MARKER_KEY = [[next(_keys) for _ in range(POINTS)] for _ in range(2)]
RING_KEY = [[next(_keys) for _ in range(POINTS)] for _ in range(2)]
FLIP_KEY = [MARKER_KEY[0][site] ^ MARKER_KEY[1][site] for site in range(POINTS)]
STAGE_KEY = [next(_keys) for _ in STAGES]
SEAT_KEY = [0, next(_keys)]


def between(start: int, end: int) -> tuple[int, ...]:
    """Return the points from one to another along their common line, both included; empty if there is no such line.

    >>> [LABELS[site] for site in between(NAMED["f6"], NAMED["d4"])]
    ['f6', 'e5', 'd4']
    """
    for family in range(FAMILIES):
        if LINE[start][family] == LINE[end][family] and start != end:
            points = ON_LINE[LINE[start][family]]
            one, other = points.index(start), points.index(end)
            return tuple(points[one : other + 1]) if one < other else tuple(points[other : one + 1][::-1])
    return ()


def neighbours(site: int) -> list[int]:
    """Return the points one step away."""
    pairs = [pair for line in LINE[site] for pair in pairwise(ON_LINE[line]) if site in pair]
    return [one if other == site else other for one, other in pairs]


def _images() -> tuple[tuple[int, ...], ...]:
    def turn(site: int) -> int:
        x, y = COORDINATES[site]
        return SITE[y, y - x + 6]

    def mirror(site: int) -> int:
        x, y = COORDINATES[site]
        return SITE[y, x]

    images = [tuple(range(POINTS))]
    for _ in range(5):
        images.append(tuple(turn(site) for site in images[-1]))
    return tuple(images[1:] + [tuple(mirror(site) for site in image) for image in images])


SYMMETRIES = _images()
"""The eleven turns and reflections of the hexagon besides the identity, as the image of each point."""
