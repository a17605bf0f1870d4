"""Handicaps: the stronger side begins without some pieces of its back row."""

from __future__ import annotations

from parlour.games.contract.options import Option, Options
from parlour.games.surakarta.tables import SIZE

PIECES = 12
"""Pieces of each side at the start."""
REMOVAL_ORDER = (0, 5, 1, 4, 2, 3)
"""The columns of the back row, in the order in which a handicap removes their pieces."""

OPTIONS = tuple(
    Option(
        side.lower(),
        f"{side}’s pieces",
        f"Number of pieces {side} begins with. Missing pieces are taken from the back row.",
        PIECES,
        low=PIECES - SIZE,
        high=PIECES,
        handicap=True,
    )
    for side in ("South", "North")
)


def piece_count(options: Options, seat: int) -> int:
    """Return how many pieces a seat begins with."""
    return int(options["north" if seat else "south"])


def back_row(options: Options, seat: int) -> str:
    """Return a side's back row at the start as position texts write it."""
    removed = REMOVAL_ORDER[: PIECES - piece_count(options, seat)]
    return "".join("." if column in removed else str(seat + 1) for column in range(SIZE))
