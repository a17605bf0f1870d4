"""A number for every position of Pylos at the start of a turn, without gaps.

A position is the set of filled cells (its *shape*, in which every ball is supported) and the colours of the balls. The
seat to move is always "own", so that the two seats share a number. The reserves follow. Of the up to eight shapes that
are images of each other under the symmetries of the board only the one with the lowest mask is numbered.

Numbers are ordered by the number of balls, the number of own balls (together: a *group*), the mask of the shape, and
the rank of the own balls among the balls of the shape (combinatorial number system, lowest cell first). The complete
pyramid, which ends the game, has no number.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cache
from itertools import accumulate
from math import comb

import cython

from parlour.games.pylos.solution.rule_set import MAX_OWN
from parlour.games.pylos.tables import images, pyramid

if not cython.compiled:
    from parlour.games.contract.bits_pure import bit, ctz, popcount, u64

COMPILED: bool = cython.compiled

EMPTY = 0xFFFFFFFF
"""A slot of the hash table without a shape."""
HASH_MULTIPLIER = 0x9E37
SLOT_COUNT = {3: 1 << 12, 4: 1 << 19}
CELLS = 32


class PositionIndex:
    """The numbers of all positions of a board of 3×3 or 4×4.

    `masks` are the numbered shapes by number of balls, and `first_shapes` the first shape of each number of balls,
    closed by their number. `groups` is the first number of each group, a row of `MAX_OWN` for each number of balls,
    closed by the total. `slot_masks`, `slot_shapes` and `slot_symmetries` are a hash table from any shape to its
    numbered image and the symmetry that leads there.
    """

    def __init__(self, size: int) -> None:
        board = pyramid(size)
        self.size = size
        self.cells = len(board.cells)
        self.balls = board.balls
        self.images = _image_parts(size)
        self.binomials = array("I", [comb(n, k) for n in range(CELLS) for k in range(MAX_OWN)])
        self.image_part = self.images
        self.binomial = self.binomials
        by_balls = self._shapes(board.below)
        self.masks = array("I", [mask for shapes in by_balls for mask in shapes])
        self.mask = self.masks
        self.shapes = len(self.masks)
        self.first_shapes = array("i", [0, *accumulate(len(shapes) for shapes in by_balls)])
        self.first_shape = self.first_shapes
        sizes = [
            len(shapes) * comb(balls, own) if own <= balls and max(own, balls - own) <= self.balls else 0
            for balls, shapes in enumerate(by_balls)
            for own in range(MAX_OWN)
        ]
        self.groups = array("Q", [0, *accumulate(sizes)])
        self.group = self.groups
        self.total = sum(sizes)
        self._hash_shapes()

    def _shapes(self, below: tuple[tuple[int, ...], ...]) -> list[list[int]]:
        """Return the shapes to number, by the number of balls, without the complete pyramid."""
        supports = [sum(1 << cell for cell in cells) for cells in below]
        layers = [[0]]
        for _ in range(1, self.cells):
            found = set()
            for shape in layers[-1]:
                for cell in range(self.cells):
                    if not shape >> cell & 1 and shape & supports[cell] == supports[cell]:
                        found.add(min(self.image_of(shape | 1 << cell, symmetry) for symmetry in range(8)))
            layers.append(sorted(found))
        return layers

    def _hash_shapes(self) -> None:
        self.slot_count = SLOT_COUNT[self.size]
        self.slot_masks = array("I", [EMPTY]) * self.slot_count
        self.slot_shapes = array("i", bytes(4 * self.slot_count))
        self.slot_symmetries = array("B", bytes(self.slot_count))
        self.slot_mask = self.slot_masks
        self.slot_shape = self.slot_shapes
        self.slot_symmetry = self.slot_symmetries
        inverse = _inverse_symmetries(self.size)
        for shape in range(self.shapes):
            for symmetry in range(8):
                image = self.image_of(self.mask[shape], symmetry)
                slot = self.slot_of(image)
                if self.slot_mask[slot] == EMPTY:
                    self.slot_mask[slot] = image
                    self.slot_shape[slot] = shape
                    self.slot_symmetry[slot] = inverse[symmetry]

    # ---- From Python ----------------------------------------------------------------------------------------------

    def number(self, own: int, other: int) -> int:
        """Return the number of a position from the masks of the seat to move and of its opponent."""
        if own & other or self.slot_mask[self.slot_of(own | other)] != own | other:
            raise ValueError("These balls are not a position.")
        if max(own.bit_count(), other.bit_count()) > self.balls:
            raise ValueError(f"A side has at most {self.balls} balls.")
        return int(self.number_of(own, other))

    def position(self, number: int) -> tuple[int, int]:
        """Return the masks of the seat to move and of its opponent in a numbered position."""
        if not 0 <= number < self.total:
            raise ValueError(f"There is no position {number}.")
        group = bisect_right(self.groups, number) - 1
        balls, own = divmod(group, MAX_OWN)
        shape, rank = divmod(number - self.groups[group], comb(balls, own))
        mask = self.masks[self.first_shapes[balls] + shape]
        mine = self.unrank(rank, own, mask)
        return int(mine), int(mask ^ mine)

    def layer(self, balls: int) -> tuple[int, int]:
        """Return the first number of the positions with a number of balls, and the first number after them."""
        return self.groups[balls * MAX_OWN], self.groups[(balls + 1) * MAX_OWN]

    # ---- Compiled -------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def slot_of(self, all: cython.uint) -> cython.int:
        """Return the slot of a shape in the hash table, or the empty slot where it belongs."""
        slots: u64 = self.slot_count - 1
        wide: u64 = all
        at: cython.int = cython.cast(cython.int, ((wide * HASH_MULTIPLIER) ^ (wide >> 11)) & slots)
        while self.slot_mask[at] != all and self.slot_mask[at] != EMPTY:
            at = (at + 1) & (self.slot_count - 1)
        return at

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def image_of(self, cells: cython.uint, symmetry: cython.int) -> cython.uint:
        """Return the image of a set of cells under a symmetry."""
        part: cython.int = 1024 * symmetry
        return (
            self.image_part[part + (cells & 255)]
            | self.image_part[part + 256 + (cells >> 8 & 255)]
            | self.image_part[part + 512 + (cells >> 16 & 255)]
            | self.image_part[part + 768 + (cells >> 24)]
        )

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def number_of(self, own: cython.uint, other: cython.uint) -> u64:
        """Return the number of a position; `own` and `other` together must be a shape."""
        slot: cython.int = self.slot_of(own | other)
        shape: cython.int = self.slot_shape[slot]
        all: cython.uint = self.mask[shape]
        balls: cython.int = popcount(all)
        mine: cython.int = popcount(own)
        found: u64 = self.group[balls * MAX_OWN + mine]
        left: u64 = self.image_of(own, self.slot_symmetry[slot])
        count: cython.int = 0
        cell: cython.int
        found += cython.cast(u64, shape - self.first_shape[balls]) * self.binomial[balls * MAX_OWN + mine]
        while left:
            cell = ctz(left)
            left &= left - 1
            count += 1
            found += self.binomial[popcount(all & (bit(cell) - 1)) * MAX_OWN + count]
        return found

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def unrank(self, rank: u64, own: cython.int, all: cython.uint) -> cython.uint:
        """Return the own balls of a rank among the balls of a shape."""
        found: cython.uint = 0
        at: cython.int = popcount(all)
        cell: cython.int
        ways: cython.uint
        for cell in range(self.cells - 1, -1, -1):
            if all >> cell & 1:
                at -= 1
                ways = self.binomial[at * MAX_OWN + own]
                if own and rank >= ways:
                    rank -= ways
                    own -= 1
                    found |= cython.cast(cython.uint, bit(cell))
        return found


@cache
def position_index(size: int) -> PositionIndex:
    """Return the index of a board, built once per process.

    >>> index = position_index(3)
    >>> index.shapes, index.total, index.number(0b1, 0b100)
    (134, 24635, 17)
    """
    return PositionIndex(size)


def _image_parts(size: int) -> array[int]:
    """Return the image of each byte of a mask under each symmetry: symmetry × four bytes × 256 values."""
    parts = array("I")
    for image in images(size):
        for low in range(0, CELLS, 8):
            cells = [image[cell] if cell < len(image) else None for cell in range(low, low + 8)]
            parts.extend(
                sum(1 << cell for n, cell in enumerate(cells) if cell is not None and value >> n & 1)
                for value in range(256)
            )
    return parts


def _inverse_symmetries(size: int) -> list[int]:
    """Return the symmetry that undoes each symmetry."""
    found = images(size)
    identity = tuple(range(len(found[0])))
    return [
        next(n for n, back in enumerate(found) if tuple(back[cell] for cell in image) == identity) for image in found
    ]
