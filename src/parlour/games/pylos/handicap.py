"""Handicaps: the stronger side plays without some of its balls."""

from __future__ import annotations

from parlour.games.contract.options import Option, Options
from parlour.games.pylos.tables import pyramid

MAX_BALLS_LEFT_OUT = 6

OPTIONS = tuple(
    Option(
        side.lower(),
        f"{side} plays without",
        f"Handicap: number of balls missing from {side}’s reserve.",
        0,
        low=0,
        high=MAX_BALLS_LEFT_OUT,
        handicap=True,
    )
    for side in ("Light", "Dark")
)


def balls_of(options: Options, seat: int) -> int:
    """Return how many balls a seat has: all of them, or with a handicap fewer."""
    return pyramid(int(options["size"])).balls - int(options[OPTIONS[seat].key])
