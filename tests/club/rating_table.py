"""Ratings of players from a list of results, without a database: what the store must arrive at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parlour.club.ratings import Rating, rate


class Played(NamedTuple):
    """A rated game: its players, in the order of seats, and the result of each (1, ½ or 0)."""

    players: tuple[str, ...]
    results: tuple[float, ...]


def ratings_after(games: Iterable[Played]) -> dict[str, Rating]:
    """Return the ratings of all players after games in one game and time class."""
    found: dict[str, Rating] = {}
    for players, results in games:
        before = [found.get(player, Rating()) for player in players]
        found.update(zip(players, rate(before, results), strict=True))
    return found
