"""Playing strength from results: Elo differences with error bars, and a sequential test (SPRT)."""

from __future__ import annotations

import math

import msgspec


class WinDrawLoss(msgspec.Struct):
    """Results of one side against another. Games with more than two seats also count as won, drawn or lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, result: float) -> None:
        """Count a game: 1 won, 0.5 drawn, 0 lost."""
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
        """Return the points per game, 0.5 if there is none yet."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def error(self) -> float:
        """Return the standard error of `share`, with half a win and half a loss added so that it is never zero."""
        n = self.games + 1
        mean = (self.wins + self.draws / 2 + 0.5) / n
        square = (self.wins + self.draws / 4 + 0.5) / n
        return math.sqrt(max(square - mean * mean, 0.25 / n) / n)


def elo(share: float) -> float:
    """Return the rating difference that corresponds to a share of the points.

    >>> round(elo(0.75))
    191
    """
    inside = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / inside - 1)


def elo_range(tally: WinDrawLoss) -> tuple[float, float]:
    """Return the 95 % confidence interval of the rating difference."""
    return elo(tally.share - 1.96 * tally.error), elo(tally.share + 1.96 * tally.error)


class Sprt(msgspec.Struct, frozen=True):
    """A sequential test whether the share of points is `low` or `high`; `alpha` and `beta` are the error probabilities.

    The frequency of draws is not known in advance: for each of the two shares, the test uses the frequencies of won,
    drawn and lost games with the highest likelihood. Without draws this is exactly Wald's test.
    """

    low: float = 0.55
    high: float = 0.65
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: WinDrawLoss) -> float:
        """Return the log-likelihood ratio: below the lower bound it is `low`, above the upper bound `high`.

        >>> round(Sprt().ratio(WinDrawLoss(6, 0, 0)), 2)  # six times the logarithm of 0.65 / 0.55
        1.0
        """
        return _likelihood(tally, self.high) - _likelihood(tally, self.low) if tally.games else 0.0

    def decided(self, tally: WinDrawLoss) -> bool | None:
        """Return True for `high`, False for `low`, None if more games are needed.

        >>> [Sprt().decided(WinDrawLoss(*counts)) for counts in ((70, 0, 10), (40, 0, 60), (6, 0, 4))]
        [True, False, None]
        """
        lower, upper = self.bounds
        ratio = self.ratio(tally)
        return True if ratio >= upper else False if ratio <= lower else None


def _likelihood(tally: WinDrawLoss, share: float) -> float:
    """Return the maximum log-likelihood of the results given a share of points, up to a constant term.

    The best frequencies are the observed ones, each divided by 1 + t (result - share), with the t for which their mean
    is the share (a Lagrange multiplier). Adding a thousandth of a win and of a loss keeps this solvable.
    """
    counts = [(count + 0.001, result - share) for count, result in _results(tally)]
    low, high = -1 / (1 - share), 1 / share
    for _ in range(40):
        t = (low + high) / 2
        if sum(count * off / (1 + t * off) for count, off in counts) > 0:
            low = t
        else:
            high = t
    return -sum(count * math.log(1 + t * off) for count, off in counts)


def _results(tally: WinDrawLoss) -> tuple[tuple[int, float], ...]:
    return (tally.wins, 1.0), (tally.draws, 0.5), (tally.losses, 0.0)
