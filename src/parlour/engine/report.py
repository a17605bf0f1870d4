"""Types that all searches share: limits, principal variations, reports and the stop flag.

A score is in hundredths of the game's unit, for the seat to move at the root. `WIN - n` is a proven win in `n` moves,
`n - WIN` a proven loss.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import msgspec

WIN = 30000
PROVEN = WIN - 2000
"""A score beyond this, on either side, is proven."""
MAX_DEPTH = 128
"""Deepest search, in moves."""
SCALE = 150
"""The lead, in hundredths, that multiplies the odds of winning by e, unless a game declares its own."""


class Limits(msgspec.Struct, frozen=True):
    """Limits of a search; it ends at the first one reached. Depth is in moves, not turns."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1


class PrincipalVariation(msgspec.Struct, frozen=True):
    """The best line of moves that a search has found, with its score.

    `proven` is None, or 1 for a win, 0 for a draw, -1 for a loss of the seat to move. A proven win or loss takes at
    most `distance` moves and at most `turns` turns of both sides together, or exactly `turns` if `turns_exact`; None is
    unknown. `results` is the expected result of every seat.
    """

    moves: tuple[int, ...]
    score: int
    proven: int | None = None
    distance: int | None = None
    turns: int | None = None
    visits: int = 0
    results: tuple[float, ...] = ()
    turns_exact: bool = False


class Report(msgspec.Struct, frozen=True):
    """The result of a search, best line first. `finished`: more time would change nothing.

    While a game is being solved there are no lines yet, and `solved` is the share of the work that is done.
    """

    lines: tuple[PrincipalVariation, ...]
    depth: int
    nodes: int
    seconds: float
    stats: dict[str, int]
    finished: bool
    solved: float | None = None


class Stop:
    """A flag that ends searches. It can be set from any thread and from signal handlers, and is set if its cause is.

    >>> stop = Stop()
    >>> part = Stop(cause=stop)
    >>> stop.is_set()
    False
    >>> stop.set()
    >>> stop.is_set(), part.is_set()
    (True, True)
    """

    def __init__(self, cause: Stop | None = None) -> None:
        self.flag = array("i", [0])
        """Compiled searches read this word from memory without the GIL."""
        self._parts: list[Stop] = []
        if cause is not None:
            cause._parts.append(self)
            if cause.is_set():
                self.set()

    def set(self) -> None:
        self.flag[0] = 1
        for part in self._parts:
            part.set()

    def is_set(self) -> bool:
        return self.flag[0] != 0


@contextmanager
def stop_after(seconds: float | None, cause: Stop | None = None) -> Iterator[Stop]:
    """Yield a stop that is set after a number of seconds, or by its cause."""
    stop = Stop(cause)
    if seconds is None:
        yield stop
        return
    timer = Timer(seconds, stop.set)
    timer.daemon = True
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()


def win_probability(score: int, scale: int = SCALE) -> float:
    """Return the expected result, 0 to 1, of a seat with a score.

    >>> win_probability(0), round(win_probability(150), 2), win_probability(WIN - 3)
    (0.5, 0.73, 1.0)
    """
    if abs(score) > PROVEN:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / scale))
