"""Arena pairing: pair each free entrant immediately with opponents of similar score, until the time is up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from parlour.club.tournaments.rounds import Round, histories
from parlour.club.tournaments.swiss import pair_entrants
from parlour.club.tournaments.tables import form_tables

_AVOIDED = 3
"""Number of last games whose opponents are avoided."""


def pair_arena_games(
    free: Collection[int], rounds: Sequence[Round], seats: int = 2, teams: Mapping[int, str] | None = None
) -> Round:
    """Return games for entrants who wait. If places are short, those who have played most keep waiting.

    Opponents may meet again, but not within their next games if that can be avoided.
    """
    known = histories(free, rounds)
    waiting = sorted(free, key=lambda number: (len(known[number].sides) + len(known[number].seats), number))
    playing = waiting[: len(waiting) // seats * seats]
    recent = _AVOIDED * (seats - 1)
    chosen = {
        number: msgspec.structs.replace(known[number], opponents=known[number].opponents[-recent:])
        for number in playing
    }
    return pair_entrants(chosen, teams=teams) if seats == 2 else form_tables(chosen, seats, teams or {})
