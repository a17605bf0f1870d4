"""Settings of an SQLite connection."""

from __future__ import annotations

import random
import sqlite3
from time import monotonic
from typing import Any

BUSY_TIMEOUT_MS = 20_000
"""How long a process waits for another one to finish writing."""


def configure_connection(connection: Any) -> None:
    """Configure SQLite: write-ahead log, foreign keys, busy timeout, explicit transactions.

    With `synchronous = FULL` a committed transaction survives a power failure. The default of the sqlite3 module would
    begin a transaction only at the first write, when another process may have changed what was just read.
    """
    connection.isolation_level = None
    cursor = connection.cursor()
    enable_write_ahead_log(cursor)
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_MS}",
        "synchronous = FULL",
        "wal_autocheckpoint = 0",  # see `checkpoints`
        "foreign_keys = ON",
        "temp_store = MEMORY",
        "cache_size = -16000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def enable_write_ahead_log(cursor: Any) -> None:
    """Switch to the write-ahead log. Processes that do so with a new file at the same time can block each other: each
    gives up after a random time and tries again.
    """
    deadline = monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        cursor.execute(f"PRAGMA busy_timeout = {random.randint(20, 200)}")
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
