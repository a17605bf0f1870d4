"""The priority of threads that compute while others play."""

from __future__ import annotations

import os
import sys
import threading

MAX_NICENESS = 19


def lower_priority(niceness: int) -> None:
    """Lower the priority of this thread below that of the thread that started it, where the system supports it."""
    if sys.platform == "linux" and niceness:
        thread = threading.get_native_id()
        # Not an absolute value: a server with a low priority may not raise that of its threads.
        lowered = os.getpriority(os.PRIO_PROCESS, thread) + niceness
        os.setpriority(os.PRIO_PROCESS, thread, min(lowered, MAX_NICENESS))
