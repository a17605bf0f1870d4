"""Strength from results: Elo differences with error bars, and the sequential test that ends a match in time."""

from __future__ import annotations

import math

import msgspec


class Tally(msgspec.Struct):
    """Results of one side against another. A game with more than two seats counts its result as won, drawn or lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, result: float) -> None:
        """Counts a game: 1 won, 0.5 drawn, 0 lost."""
        if result == 1:
            self.wins += 1
        elif result == 0:
            self.losses += 1
        else:
            self.draws += 1

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points for each game, 0.5 if there is none yet."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """The standard error of `share`, with half a game each way so that it is never zero."""
        n = self.games + 1
        mean = (self.wins + self.draws / 2 + 0.5) / n
        square = (self.wins + self.draws / 4 + 0.5) / n
        return math.sqrt(max(square - mean * mean, 0.25 / n) / n)


def elo(share: float) -> float:
    """The rating difference that gives a share of the points.

    >>> round(elo(0.75))
    191
    """
    inside = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / inside - 1)


def elo_range(tally: Tally) -> tuple[float, float]:
    """The 95 % range of the rating difference."""
    return elo(tally.share - 1.96 * tally.error), elo(tally.share + 1.96 * tally.error)


class Sprt(msgspec.Struct, frozen=True):
    """A sequential test: is the share of points `low` or `high`? `alpha` and `beta` are the chances of being wrong.

    The log-likelihood ratio is approximated with the variance seen so far, which also holds with draws.
    """

    low: float = 0.55
    high: float = 0.65
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        """The log-likelihood ratio: below the lower bound it is `low`, above the upper one `high`."""
        if not tally.games:
            return 0.0
        variance = tally.error**2 * (tally.games + 1)
        return tally.games * (self.high - self.low) * (2 * tally.share - self.low - self.high) / (2 * variance)

    def decided(self, tally: Tally) -> bool | None:
        """True if it is `high`, False if it is `low`, None if more games are needed.

        >>> Sprt().decided(Tally(70, 0, 10)), Sprt().decided(Tally(40, 0, 60)), Sprt().decided(Tally(6, 0, 4))
        (True, False, None)
        """
        lower, upper = self.bounds
        ratio = self.ratio(tally)
        return True if ratio >= upper else False if ratio <= lower else None
