"""Handicaps: the stronger side plays without some of its balls."""

from __future__ import annotations

from parlour.games.contract.options import Option

MAX_BALLS_LEFT_OUT = 6

OPTIONS = tuple(
    Option(
        side.lower(),
        f"{side} plays without",
        f"Handicap: number of balls missing from {side}'s reserve.",
        0,
        low=0,
        high=MAX_BALLS_LEFT_OUT,
        handicap=True,
    )
    for side in ("Light", "Dark")
)
