"""Ratings of players, one for each game and time class, by the Plackett-Luce model of openskill.

A table of ratings is a function of the results in their order: rating all results of an archive again gives the same
numbers. The model rates two to five players at once, with draws and shared places. Ratings are shown on a scale on
which a difference means about the same as in Elo ratings: the stronger of two players 200 points apart scores about
76 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

import msgspec

from parlour.match.clock import DAY_MS, MINUTE_MS, Clock

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

TimeClass = Literal["blitz", "rapid", "classical", "correspondence", "untimed"]
TIME_CLASSES: tuple[TimeClass, ...] = ("blitz", "rapid", "classical", "correspondence", "untimed")

_EXPECTED_TURNS = 30
"""Number of turns of a player assumed for increments and limits per turn."""
_BLITZ_BELOW = 8 * MINUTE_MS
_RAPID_BELOW = 25 * MINUTE_MS

_START_MEAN = 25.0
_START_DEVIATION = 25 / 3
"""The rating of a new player in the model."""
_SHOWN_START = 1500
_SHOWN_PER_UNIT = 25
"""Points per unit of the model: fitted in simulations to the Elo scale (see the tests)."""
_PROVISIONAL_ABOVE = 150
"""Uncertainty above which a rating is provisional; about twelve games bring it below."""


class Rating(msgspec.Struct, frozen=True):
    """The strength of a player in one game and time class."""

    mean: float = _START_MEAN
    deviation: float = _START_DEVIATION
    games: int = 0

    @classmethod
    def from_points(cls, points: float, uncertainty: float) -> Rating:
        """Return a known rating, such as the measured one of a bot."""
        return cls(_START_MEAN + (points - _SHOWN_START) / _SHOWN_PER_UNIT, uncertainty / _SHOWN_PER_UNIT)

    @property
    def points(self) -> int:
        """Return the rating as it is shown; 1500 for a new player."""
        return round(_SHOWN_START + _SHOWN_PER_UNIT * (self.mean - _START_MEAN))

    @property
    def uncertainty(self) -> int:
        """Return the standard deviation of `points`."""
        return round(_SHOWN_PER_UNIT * self.deviation)

    @property
    def provisional(self) -> bool:
        """Return whether the rating is still too uncertain for a leaderboard."""
        return self.uncertainty > _PROVISIONAL_ABOVE


class RatingList(msgspec.Struct, frozen=True):
    """A game and time class with its own ratings."""

    game: str
    time_class: TimeClass


def time_class(clock: Clock) -> TimeClass:
    """Return the time class of a clock, by the time that a player may use in a game of ordinary length."""
    if clock.kind != "down":
        return "untimed"
    longest = max(_expected_time(clock, seat) for seat in range(max(1, len(clock.limits))))
    if longest >= DAY_MS:
        return "correspondence"
    if longest >= _RAPID_BELOW:
        return "classical"
    return "blitz" if longest < _BLITZ_BELOW else "rapid"


def _expected_time(clock: Clock, seat: int) -> int:
    limit = clock.limit(seat)
    if limit.base is None:
        return (limit.per_turn or 0) * _EXPECTED_TURNS
    return limit.base + limit.increment * _EXPECTED_TURNS


def rate(ratings: Sequence[Rating], results: Sequence[float]) -> tuple[Rating, ...]:
    """Return the ratings of the players of one game after it; equal results are a draw between those players."""
    model = _model()
    teams = [[model.rating(mu=rating.mean, sigma=rating.deviation)] for rating in ratings]
    ranks = [-result for result in results]
    return tuple(
        Rating(after.mu, after.sigma, before.games + 1)
        for before, (after,) in zip(ratings, model.rate(teams, ranks=ranks), strict=True)
    )


@cache
def _model() -> PlackettLuce:
    # Imported here: only servers rate games, and openskill is installed with them.
    from openskill.models import PlackettLuce

    return PlackettLuce()
