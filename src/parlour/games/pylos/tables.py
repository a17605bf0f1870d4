"""The pyramids, their lines, and the tables that the rules are compiled with.

Cells are numbered level by level from the base, row by row from row 1, column by column from a. A cell is written
level, column, row: `2c3`. Cell `2a1` rests on `1a1 1b1 1a2 1b2`; such a square of four is therefore named by the cell
that rests on it. The C tables have a first index for the size of the board, 0 for 3×3 to 4 for 7×7, and for lines
another before it for their kind.
"""

from __future__ import annotations

from functools import cache

import msgspec

from parlour.games.contract.bits_pure import random_keys

MIN_SIZE = 3
MAX_SIZE = 7
SIZES = range(MIN_SIZE, MAX_SIZE + 1)

MAX_TURNS = 400
"""Number of turns that ends the game as a draw."""

KEY_COUNT_MASK = 1023
"""Earlier positions are counted by the lowest ten bits of their keys."""

CELL = 255
FROM_SHIFT = 8
KIND_SHIFT = 16
PLACE, RAISE, TAKE, ANOTHER, DONE, PASS, KEEP = range(7)
"""A move is `cell | from << 8 | kind << 16`. Only a raise has a `from`; done, keep and pass have no cell. The first
ball taken back is `TAKE`, the second `ANOTHER`, so that a move shows which stage it belongs to; likewise `KEEP` takes
none back, and `DONE` no second one."""

PLAY, TAKING, MORE = range(3)
"""The stages of a turn: place or raise; take a ball back; take another or be done."""

SQUARE, LINE = 1, 2
"""The patterns that a ball can complete, as a set."""

NOWHERE = CELL
"""No cell has this number."""

MAX_CELLS = 140
MAX_LINES = 120
MAX_LINES_PER_CELL = 8
IMAGE_COUNT = 8
WORDS = 3
"""A set of cells is three words of 64; a board up to 5×5 needs only the first."""

LINE_KINDS = ("official", "four")

FILES = "abcdefg"


class Pyramid(msgspec.Struct, frozen=True):
    """The cells of a board: level, column and row of each from 0, and the cells below and above."""

    size: int
    cells: tuple[tuple[int, int, int], ...]
    labels: tuple[str, ...]
    below: tuple[tuple[int, ...], ...]
    """The four cells that support each cell; none on the base."""
    above: tuple[tuple[int, ...], ...]
    """The cells that each cell supports: up to four."""

    @property
    def balls(self) -> int:
        """Number of balls of each side: half the cells, rounded up."""
        return (len(self.cells) + 1) // 2

    @property
    def apex(self) -> int:
        """The cell at the top."""
        return len(self.cells) - 1

    def cell(self, label: str) -> int | None:
        """Return the cell of a label."""
        return self.labels.index(label) if label in self.labels else None


@cache
def pyramid(size: int) -> Pyramid:
    """Return the pyramid on a base of a size.

    >>> pyramid(4).labels[16], pyramid(4).balls
    ('2a1', 15)
    """
    cells = tuple((level, x, y) for level in range(size) for y in range(size - level) for x in range(size - level))
    number = {cell: n for n, cell in enumerate(cells)}
    square = ((0, 0), (1, 0), (0, 1), (1, 1))
    below = tuple(
        tuple(number[level - 1, x + dx, y + dy] for dx, dy in square) if level else () for level, x, y in cells
    )
    above = tuple(tuple(top for top, carriers in enumerate(below) if cell in carriers) for cell in range(len(cells)))
    labels = tuple(f"{level + 1}{FILES[x]}{y + 1}" for level, x, y in cells)
    return Pyramid(size, cells, labels, below, above)


@cache
def lines(size: int, kind: str) -> tuple[tuple[int, ...], ...]:
    """Return the rows and columns that count as lines.

    `official`: full rows and columns of the two lowest levels, if they have three cells or more. `four`: any four
    neighbours in a row or column of any level.

    >>> len(lines(4, "official")), len(lines(4, "four")), len(lines(3, "four"))
    (14, 8, 0)
    """
    number = {cell: n for n, cell in enumerate(pyramid(size).cells)}
    found = []
    for level in range(size):
        width = size - level
        if kind == "official":
            length = width if level < 2 and width >= 3 else 0
        else:
            length = 4 if width >= 4 else 0
        for fixed in range(width if length else 0):
            for start in range(width - length + 1):
                found.append(tuple(number[level, start + i, fixed] for i in range(length)))
                found.append(tuple(number[level, fixed, start + i] for i in range(length)))
    return tuple(found)


@cache
def images(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the image of each cell under the symmetries of the board, the identity first.

    >>> images(3)[1][:3], len(images(3))
    ((2, 5, 8), 8)
    """
    shape = pyramid(size)
    number = {cell: n for n, cell in enumerate(shape.cells)}
    turn = [number[level, size - level - 1 - y, x] for level, x, y in shape.cells]
    mirror = [number[level, size - level - 1 - x, y] for level, x, y in shape.cells]
    found = [tuple(range(len(shape.cells)))]
    for _ in range(3):
        found.append(tuple(turn[cell] for cell in found[-1]))
    return (*found, *(tuple(mirror[cell] for cell in image) for image in found))


# ---- Tables for the compiled rules, all padded to one shape ---------------------------------------------------------


def _padded(rows: list[list[int]], length: int, width: int) -> list[list[int]]:
    return [[*row, *[0] * (width - len(row))] for row in rows] + [[0] * width] * (length - len(rows))


def _words(cells: list[int]) -> list[int]:
    return [sum(1 << cell - 64 * word for cell in cells if cell // 64 == word) for word in range(WORDS)]


def _by_size(counts: list[list[int]]) -> list[list[int]]:
    return [[*row, *[0] * (MAX_CELLS - len(row))] for row in counts]


_pyramids = [pyramid(size) for size in SIZES]

CELLS = [len(p.cells) for p in _pyramids]
TOPS = [p.size * p.size for p in _pyramids]
"""Cells from this one on rest on others."""
LEVEL = _by_size([[level for level, _, _ in p.cells] for p in _pyramids])
PLANE_CELL = _by_size([[(level * p.size + y) * p.size + x for level, x, y in p.cells] for p in _pyramids])
"""The place of each cell in one square grid per level, for machine learning."""

UP_COUNT = _by_size([[len(cells) for cells in p.above] for p in _pyramids])
UP = [_padded([list(cells) for cells in p.above], MAX_CELLS, 4) for p in _pyramids]
DOWN_COUNT = _by_size([[len(cells) for cells in p.below] for p in _pyramids])
DOWN = [_padded([list(cells) for cells in p.below], MAX_CELLS, 4) for p in _pyramids]
"""The number of cells above and below each cell, and these cells."""

IMAGE = [_padded([list(image) for image in images(p.size)], IMAGE_COUNT, MAX_CELLS) for p in _pyramids]
"""The image of each cell under each of the eight symmetries of the board."""

UP_SET = [_padded([_words(list(cells)) for cells in p.above], MAX_CELLS, WORDS) for p in _pyramids]
"""The cells above a cell, as a set."""

BASE_SET = [_words([n for n, (level, _, _) in enumerate(p.cells) if level == 0]) for p in _pyramids]
HIGHER_SET = [
    _padded(
        [_words([n for n, cell in enumerate(p.cells) if cell[0] > level]) for level in range(p.size)], MAX_SIZE, WORDS
    )
    for p in _pyramids
]
"""The cells of the base, and those higher than a level, as sets."""

INNER_SET = [_words([n for n, cells in enumerate(p.above) if len(cells) == 4]) for p in _pyramids]
"""The cells that support four others."""

FROM_THE_TOP = _by_size(
    [
        [n for level in range(p.size - 1, -1, -1) for n, cell in enumerate(p.cells) if cell[0] == level]
        for p in _pyramids
    ]
)
"""The cells from the apex down, row by row."""

_lines = [[lines(size, kind) for size in SIZES] for kind in LINE_KINDS]
_lines_of = [
    [
        [[n for n, line in enumerate(found) if cell in line] for cell in range(len(p.cells))]
        for p, found in zip(_pyramids, by_size, strict=True)
    ]
    for by_size in _lines
]
LINE_COUNT = [_by_size([[len(row) for row in rows] for rows in by_size]) for by_size in _lines_of]
LINES_OF = [[_padded(rows, MAX_CELLS, MAX_LINES_PER_CELL) for rows in by_size] for by_size in _lines_of]
LINE_LENGTH = [[_padded([[len(line) for line in found]], 1, MAX_LINES)[0] for found in by_size] for by_size in _lines]
"""The number of lines through each cell, these lines, and the length of each line."""

_keys = random_keys(0x50594C4F)
PIECE_KEY = [[next(_keys) for _ in range(MAX_CELLS)] for _ in range(2)]
SEAT_KEY = next(_keys)
STAGE_KEY = [0, next(_keys), next(_keys)]
