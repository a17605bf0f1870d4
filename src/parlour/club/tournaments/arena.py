"""Arena pairing: pair each free entrant immediately with an opponent of similar score, until the time is up."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from parlour.club.tournaments.rounds import Round, histories
from parlour.club.tournaments.swiss import pair_entrants

_AVOIDED = 3
"""Number of last opponents who are avoided."""


def pair_arena_games(free: Collection[int], rounds: Sequence[Round]) -> Round:
    """Return games for entrants who wait. If their number is odd, the one who has played most goes on waiting.

    Opponents may meet again, but not within their next games if that can be avoided.
    """
    known = histories(free, rounds)
    waiting = sorted(free, key=lambda number: (len(known[number].sides), number))
    if len(waiting) % 2:
        waiting.pop()
    return pair_entrants(
        {
            number: msgspec.structs.replace(known[number], opponents=known[number].opponents[-_AVOIDED:])
            for number in waiting
        }
    )
