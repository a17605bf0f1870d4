"""A bot that fits: it follows a person's results so that they win a little more than half of their games.

Strength is counted in levels: somebody of strength 4.3 is as strong as a bot that plays one move in three or so like
level 5 and the others like level 4. A level is worth about 150 Elo, which is all this needs to know.
"""

from __future__ import annotations

import math

import msgspec

from parlour.engine.levels import HIGHEST, LOWEST

TARGET_SCORE = 0.55
"""The share of points at which games are most fun."""
ELO_PER_LEVEL = 150.0


class PlayerRating(msgspec.Struct, frozen=True):
    """What is known of a person's strength in one game, after so many games against bots."""

    strength: float = 2.5
    games: int = 0

    def after(self, level: float, result: float) -> PlayerRating:
        """What is known after one more game, 1 won, 0.5 drawn, 0 lost, against a bot of a level.

        >>> PlayerRating(3.0, 4).after(3.0, 1.0).strength > 3.0
        True
        """
        expected = 1 / (1 + 10 ** ((level - self.strength) * ELO_PER_LEVEL / 400))
        pace = max(0.35, 2.0 / (self.games + 1) ** 0.5)
        moved = self.strength + pace * (result - expected)
        return PlayerRating(min(max(moved, LOWEST), HIGHEST + 1.0), self.games + 1)

    def level(self) -> float:
        """The level, between levels too, against which this person would score what is wanted.

        >>> PlayerRating(4.0).level() < 4.0
        True
        """
        lead = 400 / ELO_PER_LEVEL * math.log10(TARGET_SCORE / (1 - TARGET_SCORE))
        return round(min(max(self.strength - lead, LOWEST), HIGHEST), 2)

    def suggestion(self) -> int:
        """The whole level that fits best, to offer next."""
        return round(self.level())
