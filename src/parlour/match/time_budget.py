"""The clock of a match as a bot needs it."""

from __future__ import annotations

from parlour.engine.bot import TimeBudget
from parlour.match.match import Match


def time_budget(match: Match, seat: int, now: int) -> TimeBudget | None:
    """Return the time of a bot in a seat; None if it cannot run out."""
    left = match.time_left(seat, now)
    if left is None:
        return None
    limit = match.setup.clock.limit(seat)
    per_turn = None if limit.per_turn is None else limit.per_turn / 1000
    return TimeBudget(left / 1000, limit.increment / 1000, per_turn)
