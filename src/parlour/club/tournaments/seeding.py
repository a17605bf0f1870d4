"""Seeding: the order of the entrants at the start, by rating, by entry or at random."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Literal

import msgspec

from parlour.club.tournaments.entrants import Entrant

Seeding = Literal["rating", "entry", "random"]


def seeded(entrants: Iterable[Entrant], seeding: Seeding, lot: int) -> tuple[Entrant, ...]:
    """Return the entrants with their numbers in the seeding. Without a rating, entrants follow in the order of
    entry.
    """
    ordered = sorted(entrants, key=lambda one: one.number)
    if seeding == "rating":
        ordered.sort(key=lambda one: -one.seed_points)
    elif seeding == "random":
        Random(lot).shuffle(ordered)
    return tuple(msgspec.structs.replace(one, number=number) for number, one in enumerate(ordered, start=1))
