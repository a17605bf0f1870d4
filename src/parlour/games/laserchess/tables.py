"""The board, the codes of pieces and moves, and the mirrors that the rules are compiled with.

*Sites* are numbered for other modules: 10·rank + file, a1 = 0, j8 = 79. *Cells* are used by the rules: the same squares
inside a wall one square thick, 12·(rank + 1) + file + 1, so that a step over the edge ends on the wall without a test.
Sets of cells are two 64-bit words: cell `c` is bit `c & 63` of word `c >> 6`.

A *way* is a direction of travel or of facing: 0 north, 1 east, 2 south, 3 west.

A *code* is the content of a cell: `facing | kind << 2 | owner << 5`, 0 for nothing, `WALL` for the wall.
"""

from __future__ import annotations

from parlour.games.contract.bits_pure import random_keys

FILES = 10
RANKS = 8
SITES = FILES * RANKS
WALLED_FILES = FILES + 2
CELLS = WALLED_FILES * (RANKS + 2)

MAX_QUIET_TURNS = 100
"""With the option `limit`, this number of turns in a row without a capture is a draw."""

PHARAOH, SCARAB, PYRAMID, ANUBIS, SPHINX = range(1, 6)
KINDS = {"pharaoh": PHARAOH, "scarab": SCARAB, "pyramid": PYRAMID, "anubis": ANUBIS, "sphinx": SPHINX}
KIND_NAMES = {kind: name for name, kind in KINDS.items()}
CODES = 64
CODES_PER_OWNER = 32
WALL = 7 << 2

CELL_MASK = 127
TARGET_SHIFT = 7
ACTION_SHIFT = 14
MOVE, SWAP, RIGHT, LEFT = range(4)
"""A move is `from | to << TARGET_SHIFT | action << ACTION_SHIFT`; a rotation goes from a cell to the same cell."""

SWAPS = {"off": 0, "pyramid+anubis": 1, "any-but-sphinx": 2}

STEP = [WALLED_FILES, 1, -WALLED_FILES, -1]
"""From a cell to the next one, by way."""

CELL = [WALLED_FILES * (site // FILES + 1) + site % FILES + 1 for site in range(SITES)]
SITE = [CELL.index(cell) if cell in CELL else -1 for cell in range(CELLS)]


def words_of(cells: list[int]) -> list[int]:
    """Return a set of cells as two words."""
    return [sum(1 << (cell & 63) for cell in cells if cell >> 6 == half) for half in (0, 1)]


BOARD = words_of(CELL)

NEIGHBOURS = [
    words_of([cell + step for step in (-13, -12, -11, -1, 1, 11, 12, 13) if SITE[cell + step] >= 0])
    if SITE[cell] >= 0
    else [0, 0]
    for cell in range(CELLS)
]
"""The cells one step away in any of eight directions."""


def _distance(one: int, other: int) -> int:
    """Return how many steps of a Pharaoh two cells are apart."""
    return max(abs(one % WALLED_FILES - other % WALLED_FILES), abs(one // WALLED_FILES - other // WALLED_FILES))


WITHIN_TWO = [
    words_of([other for other in CELL if _distance(cell, other) in (1, 2)]) if SITE[cell] >= 0 else [0, 0]
    for cell in range(CELLS)
]
"""The cells at most two steps away."""


def _forbidden_sites(seat: int) -> list[int]:
    """Return the sites reserved for the other seat: a file at the edge and two squares at the opposite edge."""
    own = 0 if seat == 0 else FILES - 1
    beside = FILES - 2 if seat == 0 else 1
    return [
        site
        for site in range(SITES)
        if site % FILES == own or (site % FILES == beside and site // FILES in (0, RANKS - 1))
    ]


FORBIDDEN_SITES = [_forbidden_sites(0), _forbidden_sites(1)]
"""With the option `squares`: the sites that a seat's pieces may not enter (Blue's: file a, i1, i8)."""
FORBIDDEN_CELLS = [words_of([CELL[site] for site in sites]) for sites in FORBIDDEN_SITES]

LEAVES, STOPS, KILLS = 4, 5, 6
"""How a beam ends if it does not continue in one of the four directions."""


def _beam_after(code: int, way: int) -> int:
    """Return the new way of a beam that enters a cell, or how it ends there. The struck face is opposite to the way."""
    if code == 0:
        return way
    if code == WALL:
        return LEAVES
    kind, facing = code >> 2 & 7, code & 3
    face = (way + 2) % 4
    if kind == PYRAMID:  # its mirror joins the side it faces and the next one clockwise
        right = (facing + 1) % 4
        return right if face == facing else facing if face == right else KILLS
    if kind == SCARAB:  # a and c are /, b and d are \
        return way ^ 1 if facing % 2 == 0 else 3 - way
    if kind == ANUBIS:
        return STOPS if face == facing else KILLS
    return STOPS if kind == SPHINX else KILLS


BEAM_AFTER = [[_beam_after(code, way) for way in range(4)] for code in range(CODES)]

ROTATED = [[code & ~3 | (code + quarter) % 4 for code in range(CODES)] for quarter in (1, 3)]
"""The code of a piece after a quarter turn right or left."""


def _swappable(mode: int, code: int) -> int:
    kind = code >> 2 & 7
    return int(kind in ((), (PYRAMID, ANUBIS), (PYRAMID, ANUBIS, SCARAB, PHARAOH))[mode])


SWAPPABLE = [[_swappable(mode, code) for code in range(CODES)] for mode in range(3)]
"""Whether a Scarab may swap places with a piece, by the value of the option `swap`."""

HIT_VALUE = [0, 10000, 0, 100, 110, 0, 0, 0]
"""Value of destroying a piece of each kind, for move ordering."""
RESCUE_VALUE = 90
"""Value of a turn that may save a Pharaoh at which a laser points."""


def _same(code: int) -> int:
    """Return one code for all codes that play alike: a Pharaoh has no direction, a Scarab is one of two mirrors."""
    kind = code >> 2 & 7
    return code & ~3 if kind == PHARAOH else code & ~2 if kind == SCARAB else code


ORIENTATIONS = {PHARAOH: 1, SCARAB: 2, PYRAMID: 4, ANUBIS: 4, SPHINX: 4}
"""Number of facings of each kind that play differently."""


def _plane(code: int) -> int:
    kind = code >> 2 & 7
    before = sum(ORIENTATIONS[other] for other in ORIENTATIONS if other < kind)
    return before + (code & 3) % ORIENTATIONS[kind] if kind in ORIENTATIONS else 0


PLANE = [_plane(code) for code in range(CODES_PER_OWNER)]
"""The plane of a piece among those of its owner, for machine learning, by its code without the owner."""

_keys = random_keys(0x4C415345)
_numbers = [[next(_keys) for _ in range(CELLS)] for _ in range(CODES)]
_real = [code for code in range(CODES) if code >> 2 & 7 in KIND_NAMES]
PIECE_KEY = [_numbers[_same(code)] if code in _real else [0] * CELLS for code in range(CODES)]
SEAT_KEY = next(_keys)


def label(site: int) -> str:
    """Return the label of a square.

    >>> label(13)
    'd2'
    """
    return f"{'abcdefghij'[site % FILES]}{site // FILES + 1}"
