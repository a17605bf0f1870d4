"""The priority of threads that compute while others play."""

from __future__ import annotations

import os
import sys
import threading


def lower_priority(niceness: int) -> None:
    """Lower the priority of this thread below that of the event loop, where the system supports it."""
    if sys.platform == "linux" and niceness:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
