"""Wait for what a server does by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from tests.server.browser import PATIENCE

Value = TypeVar("Value")

POLL_INTERVAL_S = 0.02


def until(read: Callable[[], Value], accept: Callable[[Value], object] = bool) -> Value:
    """Return the first value that is accepted, by default the first one that is true."""
    deadline = time.monotonic() + PATIENCE
    while not accept(value := read()):
        assert time.monotonic() < deadline, f"waited in vain; last: {value!r}"
        time.sleep(POLL_INTERVAL_S)
    return value
