"""Move the content of SQLite's write-ahead log to the database, outside the transactions.

By default SQLite does this at the end of a transaction if the log is long, which delays that transaction and every one
behind it. Here a thread does most of the work while others go on writing; only the rest, and emptying the log, need the
write lock.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from parlour.store.database.sqlite_connection import configure_connection
from parlour.store.database.write_lock import Urgency, WriteLock

log = logging.getLogger("parlour.store")

LOG_BYTES = 16_000_000
"""Size of the write-ahead log from which a checkpoint is made. At 400 moves per second it grows by several megabytes
per second, and moves wait for the end of a checkpoint.
"""


class Checkpoints:
    """Checkpoints of one SQLite database."""

    def __init__(self, path: Path, lock: WriteLock) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._lock = lock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="checkpoint")
        self._connection: sqlite3.Connection | None = None
        self._task: asyncio.Task[None] | None = None

    def start_if_due(self) -> None:
        """Start a checkpoint if the log is long; called after every transaction."""
        if self._task is None and self._log_size() > LOG_BYTES:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Wait for a running checkpoint, and close the connection."""
        if self._task is not None:
            await self._task
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    def _log_size(self) -> int:
        try:
            return self._log.stat().st_size
        except FileNotFoundError:
            return 0

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._thread, self._checkpoint, "PASSIVE")
            async with self._lock.hold(Urgency.MOVE):
                await loop.run_in_executor(self._thread, self._checkpoint, "TRUNCATE")
        except sqlite3.Error as wrong:
            log.warning("The write-ahead log cannot be emptied now: %s", wrong)
        finally:
            self._task = None

    # ---- In the thread ------------------------------------------------------------------------------------------

    def _checkpoint(self, mode: str) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path)
            configure_connection(self._connection)
            self._connection.execute("PRAGMA busy_timeout = 0")  # do not wait for readers of old snapshots
        self._connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
