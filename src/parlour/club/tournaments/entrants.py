"""Entrants of a tournament, and their vacations."""

from __future__ import annotations

import msgspec

from parlour.engine.levels import Bot
from parlour.match.clock import DAY_MS
from parlour.match.seats import Account, Guest


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A participant. Numbers are places in the seeding from the first round on; later entrants follow."""

    number: int
    player: Account | Guest | Bot
    seed_points: int = 0
    """Rating by which entrants are seeded; 0 without a rating."""
    team: str = ""
    withdrawn: bool = False
    away_since: int | None = None
    """When the vacation began that the entrant has taken."""
    vacation_used: int = 0
    """Days of ended vacations; each day that has begun counts."""

    def vacation_left(self, days: int) -> int:
        """Return how many of the given days of vacation are left, not counting a running vacation."""
        return max(0, days - self.vacation_used)

    def vacation_ends(self, days: int) -> int | None:
        """Return when the running vacation has used up all days."""
        return None if self.away_since is None else self.away_since + self.vacation_left(days) * DAY_MS

    def vacation_cost(self, now: int) -> int:
        """Return the days that the running vacation has taken, at least one."""
        return 0 if self.away_since is None else max(1, -(-(now - self.away_since) // DAY_MS))
