"""What ends a search: a flag, a number of nodes, a moment; looked at without the GIL and often enough."""

from __future__ import annotations

from collections.abc import Callable

import cython

from parlour.engine.report import Stop

if not cython.compiled:
    from time import monotonic

COMPILED: bool = cython.compiled

NO_LIMIT = 1 << 62


class LimitChecker:
    """Counts nodes and knows when to stop. Before each node a search calls `look` if the flag is up or `next_look` has
    come, and goes no further once it is `halted`."""

    def start(self, stop: Stop, nodes: int | None, deadline: float | None, breathe: Callable[[], None] | None) -> None:
        """Begins to count. `deadline` is a moment of `time.monotonic`; `breathe` is called some twenty times a second,
        with the GIL."""
        self.flag = stop.flag
        self.node_limit = NO_LIMIT if nodes is None else nodes
        self.deadline = 0.0 if deadline is None else deadline
        self.breathe = breathe
        self.looked = self.breathed = monotonic()
        self.halted = False
        self.step = 1
        self.next_look = 0
        self.nodes = 0

    def resume(self, stop: Stop) -> None:
        """Counts on after a halt, until another flag."""
        self.flag = stop.flag
        self.halted = False

    def look(self) -> cython.int:
        """Looks at the limits; the time between two looks at the clock settles near a millisecond."""
        now: cython.double
        if self.flag[0] or self.nodes >= self.node_limit:
            self.halted = True
            return 0
        if self.nodes < self.next_look:
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
        self.next_look = self.nodes + self.step
        if self.next_look > self.node_limit:
            self.next_look = self.node_limit
        if now - self.breathed > 0.05:
            self.breathed = now
            with cython.gil:
                if self.breathe is not None:
                    self.breathe()
        return 0
