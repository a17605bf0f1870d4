"""Ratings of bots, measured by matches between the levels.

Bots do not learn, so a rated game changes only the ratings of the people in it. Each game has the ratings of its levels
(`Game.level_ratings`); a test compares them with `docs/strength`. Level 3 has the rating of a new player. Between the
levels the rating grows evenly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour.club.ratings import Rating
from parlour.engine.levels import HIGHEST, LOWEST, Bot, Level
from parlour.games import game as find_game
from parlour.games import keys
from parlour.games.contract.options import Value
from parlour.match.seats import Player

UNCERTAINTY = 75
"""Standard deviation of a measured rating: a step was measured by some dozens of games."""


def bot_rating(game: str, level: Level) -> Rating | None:
    """Return the rating of a bot; None if its level was not measured.

    >>> bot_rating("sim", 4).points, bot_rating("sim", 4.5).points, bot_rating("sim", "perfect")
    (1680, 1730, None)
    """
    measured = find_game(game).level_ratings if game in keys() else ()
    if not measured or isinstance(level, str) or not LOWEST <= level <= HIGHEST:
        return None
    below = min(int(level), HIGHEST - 1)
    low, high = measured[below - LOWEST], measured[below - LOWEST + 1]
    return Rating.from_points(low + (high - low) * (level - below), UNCERTAINTY)


def bots_are_measured(key: str, options: Mapping[str, Value], players: Iterable[Player]) -> bool:
    """Return whether the strength of all bots among the players is known, so that a game with them can be rated.

    Levels were measured with the default options, and rules that make a game end.
    """
    levels = [player.level for player in players if isinstance(player, Bot)]
    if not levels:
        return True
    game = find_game(key)
    is_measured = {**game.check(options), **game.finite} == {**game.check(), **game.finite}
    return is_measured and all(bot_rating(key, level) is not None for level in levels)
