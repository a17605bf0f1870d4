"""Wait for something that may hang, like a connection to a database, only for a limited time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def ends_within(seconds: float, work: Coroutine[Any, Any, object]) -> bool:
    """Run something to its end and return True; return False if that takes longer.

    It is then cancelled, but not waited for: what hangs may also hang while it is cancelled.
    """
    task = asyncio.create_task(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if done:
        task.result()
        return True
    task.cancel()
    task.add_done_callback(lambda late: late.cancelled() or late.exception())  # the result is no longer needed
    return False
