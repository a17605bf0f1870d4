"""Limits that end a search (a stop flag, a number of nodes, a deadline), checked without the GIL."""

from __future__ import annotations

from collections.abc import Callable

import cython

from parlour.engine.report import Stop

if not cython.compiled:
    from time import monotonic

COMPILED: bool = cython.compiled

NO_LIMIT = 1 << 62


class LimitChecker:
    """Counts nodes and checks limits. Before each node a search calls `check_limits` if the flag is set or `next_check`
    is reached; it ends once `halted` is set."""

    def start(self, stop: Stop, nodes: int | None, deadline: float | None, on_poll: Callable[[], None] | None) -> None:
        """Start counting. `deadline` is a time of `time.monotonic`; `on_poll` is called about twenty times a second,
        with the GIL."""
        self.flag = stop.flag
        self.node_limit = NO_LIMIT if nodes is None else nodes
        self.deadline = 0.0 if deadline is None else deadline
        self.on_poll = on_poll
        self.looked = self.breathed = monotonic()
        self.halted = False
        self.step = 1
        self.next_check = 0
        self.nodes = 0

    def resume(self, stop: Stop) -> None:
        """Continue after a halt, with another stop flag."""
        self.flag = stop.flag
        self.halted = False

    def check_limits(self) -> cython.int:
        """Check the limits; the interval between two checks of the clock settles near a millisecond."""
        now: cython.double
        if self.flag[0] or self.nodes >= self.node_limit:
            self.halted = True
            return 0
        if self.nodes < self.next_check:
            return 0
        now = monotonic()
        if self.deadline > 0 and now >= self.deadline:
            self.halted = True
            return 0
        if now - self.looked > 0.002 and self.step > 1:
            self.step >>= 1
        elif now - self.looked < 0.0005 and self.step < 4096:
            self.step <<= 1
        self.looked = now
        self.next_check = self.nodes + self.step
        if self.next_check > self.node_limit:
            self.next_check = self.node_limit
        if now - self.breathed > 0.05:
            self.breathed = now
            with cython.gil:
                if self.on_poll is not None:
                    self.on_poll()
        return 0
