"""Clearing memory away at a moment when nobody waits.

Python stops everything while it looks through all objects for those that only hold each other. With a thousand live
matches that is a third of a second, in which every move waits. Such garbage is rare here: objects are freed at once
when nothing holds them. So young objects are looked through as ever, all of them only in a quiet moment.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

EVERY = 10.0
"""Seconds between two looks at how busy it is."""
AT_LATEST = 90
"""After so many looks (a quarter of an hour) everything is looked through, however busy it is."""
NEVER = 1_000_000_000


class Tidying:
    """Decides when all objects are looked through; `work` counts what has been done so far."""

    def __init__(self, work: Callable[[], float]) -> None:
        self._work = work
        self._seen = work()
        self._done_at = self._seen
        """How much had been done when everything was last looked through."""
        self._looks = 0

    def due(self) -> bool:
        """Whether this is the moment: something has been done since last time, but nothing since the last look."""
        before, self._seen = self._seen, self._work()
        if self._seen == self._done_at:
            return False
        self._looks += 1
        if self._seen != before and self._looks < AT_LATEST:
            return False
        self._looks, self._done_at = 0, self._seen
        return True

    async def run(self) -> None:
        """Takes over from Python until it is cancelled."""
        thresholds = gc.get_threshold()
        gc.collect()
        gc.freeze()  # what is there now, modules above all, stays
        gc.set_threshold(thresholds[0], thresholds[1], NEVER)
        try:
            while True:
                await asyncio.sleep(EVERY)
                if self.due():
                    gc.collect()
        finally:
            gc.set_threshold(*thresholds)
            gc.unfreeze()
