"""The rules of Pylos as the solvers use them: sets of cells as bit masks, and the options as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from parlour.games.pylos.tables import lines, pyramid

SIZES = (3, 4)
"""Sizes whose cells fit in a mask of 32 bits."""
MAX_PATTERNS = 8
"""Maximum number of squares and lines that a cell belongs to."""
MAX_OWN = 16
"""Numbers of own balls, 0 to 15: the width of a row in tables by number of balls and number of own balls."""
MIN_TAKEN = {"optional": 0, "one-or-two": 1, "two": 2}


class RuleSet(msgspec.Struct, frozen=True):
    """Masks of a board by cell, and the rules that decide a turn.

    `least_taken` is the minimum number of balls that a bonus takes back, as far as there are free balls; the maximum
    is two.
    """

    size: int
    cells: int
    balls: int
    below: tuple[int, ...]
    """The cells that support each cell."""
    above: tuple[int, ...]
    """The cells that each cell supports."""
    higher: tuple[int, ...]
    """All cells on higher levels than each cell."""
    patterns: tuple[tuple[int, ...], ...]
    """The squares and lines of each cell."""
    least_taken: int
    passes: bool

    @property
    def apex(self) -> int:
        return self.cells - 1


def rule_set(options: Mapping[str, bool | int | str]) -> RuleSet:
    """Return the rules of game options without handicap.

    >>> rules = rule_set({"size": 4, "square": True, "line": "off", "take": "one-or-two", "stuck": "loses"})
    >>> rules.balls, rules.above[0] == 1 << 16, len(rules.patterns[5])
    (15, True, 4)
    """
    size = int(options["size"])
    if size not in SIZES:
        raise ValueError(f"Only boards of 3×3 and 4×4 can be solved, not {size}×{size}.")
    if options.get("light") or options.get("dark"):
        raise ValueError("Games with a handicap are not solved.")
    board = pyramid(size)
    squares = [cells for cells in board.below if cells] if options["square"] else []
    found = [*squares, *(() if options["line"] == "off" else lines(size, str(options["line"])))]
    levels = [level for level, _, _ in board.cells]
    return RuleSet(
        size=size,
        cells=len(board.cells),
        balls=board.balls,
        below=tuple(mask(cells) for cells in board.below),
        above=tuple(mask(cells) for cells in board.above),
        higher=tuple(mask(n for n, other in enumerate(levels) if other > level) for level in levels),
        patterns=tuple(tuple(mask(cells) for cells in found if cell in cells) for cell in range(len(levels))),
        least_taken=MIN_TAKEN[str(options["take"])],
        passes=options["stuck"] == "passes",
    )


def mask(cells: Iterable[int]) -> int:
    """Return a set of cells as a number with one bit for each."""
    return sum(1 << cell for cell in cells)
