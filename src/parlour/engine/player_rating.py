"""Ratings of people against bots, to suggest a level at which they win a little more than half of their games.

Strength is measured in levels: a person of strength 4.3 is as strong as a bot that plays about one move in three like
level 5 and the others like level 4. A level is assumed to be worth about 150 Elo.
"""

from __future__ import annotations

import math

import msgspec

from parlour.engine.levels import HIGHEST, LOWEST

TARGET_SCORE = 0.55
"""Expected score of a person against the suggested bot: a little more than half is most enjoyable."""
ELO_PER_LEVEL = 150.0


class PlayerRating(msgspec.Struct, frozen=True):
    """A person's estimated strength in one game, and the number of games against bots it is based on."""

    strength: float = 2.5
    games: int = 0

    def after(self, level: float, result: float) -> PlayerRating:
        """Return the rating after one more game (1 won, 0.5 drawn, 0 lost) against a bot of a level.

        >>> PlayerRating(3.0, 4).after(3.0, 1.0).strength > 3.0
        True
        """
        expected = 1 / (1 + 10 ** ((level - self.strength) * ELO_PER_LEVEL / 400))
        pace = max(0.35, 2.0 / (self.games + 1) ** 0.5)
        moved = self.strength + pace * (result - expected)
        return PlayerRating(min(max(moved, LOWEST), HIGHEST + 1.0), self.games + 1)

    def level(self) -> float:
        """Return the level, possibly fractional, against which this person is expected to score `TARGET_SCORE`.

        >>> PlayerRating(4.0).level() < 4.0
        True
        """
        lead = 400 / ELO_PER_LEVEL * math.log10(TARGET_SCORE / (1 - TARGET_SCORE))
        return round(min(max(self.strength - lead, LOWEST), HIGHEST), 2)

    def suggestion(self) -> int:
        """Return the nearest whole level, to suggest for the next game."""
        return round(self.level())
