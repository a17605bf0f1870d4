"""Items of work on a Ray cluster.

Every machine of the cluster needs the same version of Parlour. Ray sends work as pickles, so anybody who reaches the
cluster can run code on it: keep it in a private network.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from parlour.errors import ClusterError

Work = TypeVar("Work")
Item = TypeVar("Item")


class RayPool:
    """The processes of a Ray cluster, by default one per core of it."""

    def __init__(self, address: str, processes: int | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ModuleNotFoundError as wrong:
            raise ClusterError("A Ray cluster needs a package: pip install 'parlour[ray]'.") from wrong
        self._ray = ray
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
        except (ConnectionError, ValueError, RuntimeError) as wrong:
            raise ClusterError(f"The Ray cluster at {address} cannot be reached: {wrong}") from wrong
        self.workers = processes or max(1, int(ray.cluster_resources().get("CPU", 1)))

    def submit(self, do: Callable[[Work, int], Item], work: Work, number: int, /) -> Future[Item]:
        """Run an item; a machine that fails is replaced by another."""
        future: Future[Item] = self._ray.remote(do).remote(work, number).future()
        return future

    def close(self) -> None:
        """Leave the cluster; items that still run there are ended."""
        self._ray.shutdown()
