"""YINSH as numbers for machine learning: the list of all moves, and the planes of a position."""

from __future__ import annotations

from parlour.games.contract.encoding import Planes
from parlour.games.contract.options import Options
from parlour.games.yinsh.tables import (
    FAMILIES,
    FAMILY_SHIFT,
    KIND_SHIFT,
    LETTERS,
    LINE,
    MOVE,
    ON_LINE,
    PASS,
    PLACE,
    POINTS,
    ROWS,
    STAGES,
    TAKE_RING,
    TAKE_ROW,
    TARGET_SHIFT,
)


def action_moves(options: Options) -> list[int]:
    """Return placements by point, ring moves by start, line and target, rows, rings to remove by point, and pass."""
    found = [PLACE << KIND_SHIFT | site for site in range(POINTS)]
    found += [
        MOVE << KIND_SHIFT | family << FAMILY_SHIFT | end << TARGET_SHIFT | start
        for start in range(POINTS)
        for family in range(FAMILIES)
        for end in ON_LINE[LINE[start][family]]
        if end != start
    ]
    found += [TAKE_ROW << KIND_SHIFT | row for row in range(len(ROWS))]
    found += [TAKE_RING << KIND_SHIFT | site for site in range(POINTS)]
    return [*found, PASS << KIND_SHIFT]


def planes(options: Options) -> Planes:
    """Return the planes. Rows are the numbers 1 to 11, columns the letters a to k; points off the board are 0."""
    players = ("own", "opponent's")
    names = [f"{player} {what}" for what in ("rings", "markers") for player in players]
    names += ["points of the board"]
    names += [f"{player} {what}" for what in ("rings to remove / 3", "rings removed / 3") for player in players]
    names += ["pool / 51", "rings to place / 10", "second seat", "own turn"]
    return Planes((*names, *(f"stage {stage}" for stage in STAGES[:-1])), len(LETTERS), len(LETTERS))
