"""Ratings of bots, measured by matches between the levels.

Bots do not learn, so a rated game changes only the ratings of the people in it. The steps between the levels are those
of `docs/strength`; a test compares them. Level 3 has the rating of a new player. Between the levels the rating grows
evenly.
"""

from __future__ import annotations

from parlour.club.ratings import Rating
from parlour.engine.levels import HIGHEST, LOWEST, Level

MEASURED: dict[str, tuple[int, ...]] = {
    "laserchess": (640, 1270, 1500, 1700, 1830, 1980, 2120, 2260),
    "pylos": (670, 1130, 1500, 1830, 2100, 2340, 2590, 2790),
    "sim": (1080, 1210, 1500, 1680, 1780, 1870, 2040, 2140),
    "surakarta": (730, 1230, 1500, 1820, 2270, 2530, 2680, 3040),
    "yinsh": (670, 1300, 1500, 1870, 2110, 2440, 3070, 3440),
}
"""Points of the levels by game."""
UNCERTAINTY = 75
"""Standard deviation of a measured rating: a step was measured by some dozens of games."""


def bot_rating(game: str, level: Level) -> Rating | None:
    """Return the rating of a bot; None if its level was not measured.

    >>> bot_rating("sim", 4).points, bot_rating("sim", 4.5).points, bot_rating("sim", "perfect")
    (1680, 1730, None)
    """
    measured = MEASURED.get(game)
    if measured is None or isinstance(level, str) or not LOWEST <= level <= HIGHEST:
        return None
    below = min(int(level), HIGHEST - 1)
    low, high = measured[below - LOWEST], measured[below - LOWEST + 1]
    return Rating.from_points(low + (high - low) * (level - below), UNCERTAINTY)
