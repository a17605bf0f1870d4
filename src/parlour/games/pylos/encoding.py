"""Pylos as numbers for machine learning: the list of all moves, and the planes of a position."""

from __future__ import annotations

from parlour.games.contract.encoding import Planes
from parlour.games.contract.options import Options
from parlour.games.pylos.setup_check import has_bonus
from parlour.games.pylos.tables import ANOTHER, DONE, FROM_SHIFT, KEEP, KIND_SHIFT, PASS, RAISE, TAKE, Pyramid, pyramid


def action_moves(options: Options) -> list[int]:
    """Return placements by cell, raises by start and target, first and second balls taken back, done, keep and pass.

    Those that the options exclude are left out.
    """
    shape = pyramid(int(options["size"]))
    cells = range(len(shape.cells))
    found = list(cells)
    for start in cells:
        resting = _resting_on(shape, start)
        higher = [cell for cell in cells if shape.cells[cell][0] > shape.cells[start][0] and cell not in resting]
        found += [target | start << FROM_SHIFT | RAISE << KIND_SHIFT for target in higher]
    if has_bonus(options):
        found += [cell | kind << KIND_SHIFT for kind in (TAKE, ANOTHER) for cell in cells[:-1]]
        if options["take"] != "two":
            found.append(DONE << KIND_SHIFT)
        if options["take"] == "optional":
            found.append(KEEP << KIND_SHIFT)
    if options["stuck"] == "passes":
        found.append(PASS << KIND_SHIFT)
    return found


def _resting_on(shape: Pyramid, cell: int) -> set[int]:
    """Return the cells that rest on a cell, also through others: a ball cannot be raised to them."""
    found: set[int] = set()
    waiting = [cell]
    while waiting:
        above = set(shape.above[waiting.pop()]) - found
        found |= above
        waiting += above
    return found


def planes(options: Options) -> Planes:
    """Return the planes: one of each player for each level, whose cells fill its lower left corner, then numbers."""
    size = int(options["size"])
    balls = [f"{player} level {level + 1}" for player in ("own", "opponent's") for level in range(size)]
    numbers = ("own reserve", "opponent's reserve", "second seat", "own turn")
    stages = ("taking a ball back", "taking another", "turns / 400", "repetitions / 2")
    return Planes((*balls, *numbers, *stages), size, size)
