"""Handicaps: the weaker side wins with fewer removed rings."""

from __future__ import annotations

from parlour.games.contract.options import Option, Options

OPTIONS = tuple(
    Option(
        side.lower(),
        f"Rings {side} removes",
        f"Handicap: with fewer than three, {side} needs fewer rows to win.",
        3,
        low=1,
        high=3,
        when={"rings": (3,)},
        handicap=True,
    )
    for side in ("White", "Black")
)


def rings_to_win(options: Options, seat: int) -> int:
    """Return how many removed rings win for a seat."""
    return min(int(options["rings"]), int(options[("white", "black")[seat]]))
