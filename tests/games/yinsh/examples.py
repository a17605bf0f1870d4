"""Positions for the YINSH tests, from lists of points."""

from __future__ import annotations

from parlour.games import game
from parlour.games.yinsh.position import YinshPosition
from parlour.games.yinsh.tables import (
    KIND_SHIFT,
    LABELS,
    LETTERS,
    MOVE,
    MOVING,
    NAMED,
    RANGES,
    ROWS,
    SITE_MASK,
    TARGET_SHIFT,
)

YINSH = game("yinsh")
STANDARD = YINSH.check()
BLITZ = YINSH.check(preset="blitz")

WHITE_ASIDE = "a2 a3 k7 k8"
BLACK_ASIDE = "k9 k10 a4 a5 g11"
"""Rings that do not interfere."""

EXAMPLE_9 = {"wr": f"f3 {WHITE_ASIDE}", "br": BLACK_ASIDE, "wm": "b4 c4 d4 e4 f5 g6 h6 i6 j6", "bm": "f4 f6"}
EXAMPLE_10 = {
    "wr": f"d6 {WHITE_ASIDE}",
    "br": BLACK_ASIDE,
    "wm": "f4 f5 f7 f8 d5 g8 h9 h7 i8 j9",
    "bm": "e6 f6 g6",
}
EXAMPLE_11 = {"wr": f"f3 {WHITE_ASIDE}", "br": BLACK_ASIDE, "wm": "b4 c4 d4 e4 f5", "bm": "f4 b5 c5 d5 e5"}
EXAMPLE_12 = {**EXAMPLE_11, "wm": "f5"}
EXAMPLE_13 = {**EXAMPLE_11, "wr": "f3 a2 k8", "br": "k9 k10 a4"}
EXAMPLE_15 = {"wr": "a2 a3 a4 a5", "br": "b2 b3 b4 b5 b6"}
WINNING = {**EXAMPLE_13, "bm": "f4"}
"""White has removed two rings and makes a third row with f3-f6."""


def text(wr: str = "", br: str = "", wm: str = "", bm: str = "", seat: str = "w", stage: str = "move") -> str:
    """Return the position text with rings and markers of White and Black on given points."""
    signs = {point: sign for points, sign in ((wr, "W"), (br, "B"), (wm, "w"), (bm, "b")) for point in points.split()}
    assert set(signs) <= set(NAMED)
    assert len(signs) == len(f"{wr} {br} {wm} {bm}".split())
    lines = [
        "".join(signs.get(f"{letter}{number}", ".") for number in range(low, high + 1))
        for letter, (low, high) in zip(LETTERS, RANGES, strict=True)
    ]
    return f"{'/'.join(lines)} {seat} {stage}"


def read(position_text: str, blitz: bool = False) -> YinshPosition:
    position = YINSH.read(position_text, BLITZ if blitz else STANDARD)
    assert isinstance(position, YinshPosition)
    return position


def bare(
    wr: str = "", br: str = "", wm: str = "", bm: str = "", seat: int = 0, removed: tuple[int, int] = (0, 0)
) -> YinshPosition:
    """Return a position with any number of rings, as in the worked examples but not in position texts."""
    position = YinshPosition(YINSH, STANDARD)
    for owner, rings, markers in ((0, wr, wm), (1, br, bm)):
        for point in rings.split():
            position._put_ring(owner, NAMED[point])
        for point in markers.split():
            position._put_marker(owner, NAMED[point])
    position._begin(seat, MOVING, 0, *removed)
    return position


def fork(position: YinshPosition) -> YinshPosition:
    """Return an independent copy."""
    copy = position.copy()
    assert isinstance(copy, YinshPosition)
    return copy


def play(position: YinshPosition, *moves: str) -> YinshPosition:
    """Play moves in notation one by one."""
    for move in moves:
        position.play(position.read_move(move))
    return position


def written(position: YinshPosition) -> set[str]:
    """Return all legal moves in notation."""
    return {position.write_move(move) for move in position.moves()}


def targets(position: YinshPosition, ring: str) -> set[str]:
    """Return where a ring can go."""
    return {
        LABELS[move >> TARGET_SHIFT & SITE_MASK]
        for move in position.moves()
        if move >> KIND_SHIFT == MOVE and move & SITE_MASK == NAMED[ring]
    }


def markers(position: YinshPosition, seat: int) -> set[str]:
    return {label for site, label in enumerate(LABELS) if position.marker_on(site) == seat}


def rings(position: YinshPosition, seat: int) -> set[str]:
    return {label for site, label in enumerate(LABELS) if position.ring_on(site) == seat}


def rows(position: YinshPosition, seat: int) -> set[str]:
    """Return the complete rows of a seat by their ends."""
    return {f"{LABELS[ROWS[row][0]]}-{LABELS[ROWS[row][-1]]}" for row in position.rows(seat)}


def full_board(count: int) -> tuple[str, str]:
    """Return points for white and black markers on lines b to j that form no row and leave lines k and a open."""
    points = [label for label in LABELS if label[0] not in "ak"]
    colour = {label: (ord(label[0]) + 2 * int(label[1:])) // 2 % 2 for label in points}
    chosen = points[:count]
    white = " ".join(label for label in chosen if colour[label])
    return white, " ".join(label for label in chosen if not colour[label])


def sampled(count: int = 60) -> list[YinshPosition]:
    """Return running positions of random games, from the placing phase to late."""
    found = []
    for seed in range(count):
        position = YINSH.start(STANDARD)
        position.play_random(seed, 3 + seed * 97 % 75)
        while position.is_over():
            position.undo()
        assert isinstance(position, YinshPosition)
        found.append(position)
    return found
