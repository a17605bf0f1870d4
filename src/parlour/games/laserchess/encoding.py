"""Laser Chess as numbers for machine learning: the list of all moves, and the planes of a position."""

from __future__ import annotations

from parlour.games.contract.encoding import Planes
from parlour.games.contract.options import Options
from parlour.games.laserchess.tables import (
    ACTION_SHIFT,
    CELL,
    FILES,
    KIND_NAMES,
    LEFT,
    MOVE,
    NEIGHBOURS,
    ORIENTATIONS,
    RANKS,
    RIGHT,
    SWAP,
    TARGET_SHIFT,
)


def action_moves(options: Options) -> list[int]:
    """Return moves, then swaps if the options allow them, both by start and target; then rotations right and left."""
    steps = [(start, end) for start in CELL for end in CELL if NEIGHBOURS[start][end >> 6] >> (end & 63) & 1]
    found = [start | end << TARGET_SHIFT | MOVE << ACTION_SHIFT for start, end in steps]
    if options["swap"] != "off":
        found += [start | end << TARGET_SHIFT | SWAP << ACTION_SHIFT for start, end in steps]
    return found + [cell | cell << TARGET_SHIFT | turn << ACTION_SHIFT for turn in (RIGHT, LEFT) for cell in CELL]


def planes(options: Options) -> Planes:
    """Return the planes, rank 1 first. Pharaohs have one facing and Scarabs two that play differently."""
    kinds = [f"{KIND_NAMES[kind]} {facing}" for kind, facings in ORIENTATIONS.items() for facing in range(facings)]
    names = [f"{player} {kind}" for player in ("own", "opponent's") for kind in kinds]
    names += ["second seat", "own turn", "turns without capture / 100", "repetitions / 2"]
    return Planes(tuple(names), RANKS, FILES)
