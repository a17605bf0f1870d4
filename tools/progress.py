"""Show what a build is doing: uv hides the output of a build that works, so `make` hands over a file descriptor.

PARLOUR_PROGRESS_FD     where to write; without it nothing is shown
PARLOUR_STARTED         when `make` began, in seconds since 1970
"""

from __future__ import annotations

import contextlib
import os
import time

STARTED = float(os.environ.get("PARLOUR_STARTED") or time.time())


def tell(text: str) -> None:
    """Show a step, after the seconds since the beginning."""
    descriptor = os.environ.get("PARLOUR_PROGRESS_FD")
    if descriptor:
        with contextlib.suppress(OSError):  # a closed pipe must not fail the build
            os.write(int(descriptor), f"{time.time() - STARTED:5.0f} s  {text}\n".encode())


class Count:
    """Show how many of several steps are done: each quarter of them, and the last."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self.done = 0
        self.shown = 0

    def step(self, *, quiet: bool) -> None:
        """Count one step; a quiet one is not shown."""
        self.done += 1
        quarter = 4 * self.done // self.total
        if not quiet and (quarter > self.shown or self.done == self.total):
            tell(f"{self.done} of {self.total} {self.what}")
            self.shown = quarter
