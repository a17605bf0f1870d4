"""Run full garbage collections while the server is idle.

A full collection pauses the process. With a thousand live matches that is a third of a second, during which every move
waits. Reference cycles are rare here, because reference counting frees almost all objects. So the younger generations
are collected as usual, and the oldest one only in a quiet moment. Nothing is collected before the server has started
(`cli.serve`): that took a fifth of the start-up time and freed almost nothing.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

CHECK_INTERVAL_SECONDS = 10.0
MAX_CHECKS_WITHOUT_COLLECTION = 90
"""A collection runs after this many checks (15 minutes), even if the server is busy."""
YOUNG_OBJECTS = 10_000
"""Objects after which the youngest generation is collected. Python's 700 are allocated within a few moves."""
NEVER_THRESHOLD = 1_000_000_000
"""A threshold that the oldest generation never reaches."""


class GcSchedule:
    """Decide when to run a full collection; `work` returns how many commands have been handled so far."""

    def __init__(self, work: Callable[[], float]) -> None:
        self._work = work
        self._seen = work()
        self._collected_at = self._seen
        """The amount of work at the last full collection."""
        self._checks = 0

    def is_due(self) -> bool:
        """Return whether to collect now: there was work since the last collection, but none since the last check."""
        before, self._seen = self._seen, self._work()
        if self._seen == self._collected_at:
            return False
        self._checks += 1
        if self._seen != before and self._checks < MAX_CHECKS_WITHOUT_COLLECTION:
            return False
        self._checks, self._collected_at = 0, self._seen
        return True

    async def run(self) -> None:
        """Replace Python's schedule until cancelled."""
        thresholds = gc.get_threshold()
        gc.freeze()  # what exists now, mostly modules, lives as long as the process
        gc.set_threshold(YOUNG_OBJECTS, thresholds[1], NEVER_THRESHOLD)
        gc.enable()
        try:
            while True:
                await asyncio.sleep(CHECK_INTERVAL_SECONDS)
                if self.is_due():
                    gc.collect()
        finally:
            gc.set_threshold(*thresholds)
            gc.unfreeze()
