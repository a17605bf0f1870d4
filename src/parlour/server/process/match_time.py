"""Match time: the milliseconds since 1970 by which the clocks of matches run.

It is read from the system clock once, when the server starts, and then runs with a steady clock: setting the system
clock changes nothing. It also detects gaps in which the server did not run: the machine was suspended, the process was
stopped, or the event loop was blocked. `docs/decisions/0036-match-time.md` explains the choices.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

MAX_TICK_GAP_MS = 2_000
"""A longer time without a run of the event loop is not charged to any player."""

# Continues while the machine is suspended: CLOCK_BOOTTIME on Linux, CLOCK_MONOTONIC on macOS. A clock that stops would
# be fair as well, but match time would then be behind the system clock until the server starts again.
_STEADY_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def system_clock() -> int:
    """Return the time of the system clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Return the milliseconds of a monotonic clock."""
    nanoseconds = time.monotonic_ns() if _STEADY_CLOCK is None else time.clock_gettime_ns(_STEADY_CLOCK)
    return nanoseconds // 1_000_000


class Gap(NamedTuple):
    """A period in which this server did not run."""

    begun: int
    ended: int


class MatchTime:
    """The match time of one server, and its gaps that have not been processed yet."""

    def __init__(self, system: Callable[[], int] = system_clock, steady: Callable[[], int] = steady_clock) -> None:
        self._steady = steady
        self._offset = system() - steady()
        self.gaps: list[Gap] = []
        self.resumed = self._ticked = self.now()
        """`resumed` is when the server last began to run without a gap."""
        self._unstored_since: int | None = None

    def now(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return self._steady() + self._offset

    def tick(self) -> int:
        """Return the time, and note that the event loop runs; a gap since the last tick is added to `gaps`."""
        now = self.now()
        if now - self._ticked > MAX_TICK_GAP_MS:
            self._add(Gap(self._ticked, now))
        elif self._unstored_since is not None and now - self._unstored_since > MAX_TICK_GAP_MS:
            self._add(Gap(self._unstored_since, now))
            self._unstored_since = now
        self._ticked = now
        return now

    def _add(self, gap: Gap) -> None:
        self.gaps.append(gap)
        self.resumed = gap.ended

    def mark_stored(self) -> None:
        """Record that the database accepts writes of this server."""
        self.tick()
        self._unstored_since = None

    def mark_failed_since(self, moment: int) -> None:
        """Record that the database has failed since a moment: no move can be stored, so no player is charged."""
        if self._unstored_since is None:
            self._unstored_since = moment

    def set(self, moment: int) -> None:
        """Set the time, before any match is played."""
        self._offset += moment - self.now()
        self.resumed = self._ticked = moment

    def catch_up(self, moment: int) -> None:
        """Advance to the time of another server if this one is behind. That is not a gap: the other one ran."""
        behind = moment - self.now()
        if behind > 0:
            self._offset += behind
            self._ticked += behind
