"""Group commit: store the moves of all matches that have arrived, in one SQLite transaction, in a thread of its own.

A move that is acknowledged is on disk (`synchronous = FULL`), which takes a synchronisation of the file per
transaction. So all moves that arrive while one transaction is written share the next one. Other writes go through
`Database.write`; both take turns, and moves come first.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from parlour.store.availability import Availability
from parlour.store.checkpoints import Checkpoints
from parlour.store.rows import Row
from parlour.store.sqlite_connection import configure_connection
from parlour.store.worker_thread import WorkerThread
from parlour.store.write_lock import WriteLock

MAX_BATCH = 200
"""Moves in one transaction, so that no other write waits long."""

_RAISE_VERSION = """
    UPDATE matches SET version = :version, plies = :plies, flag_at = :flag_at, ticking = :ticking,
        bot_to_move = :bot_to_move, updated = :updated
    WHERE id = :match_id AND version = :known
"""
_INSERT_MOVE = """
    INSERT INTO moves (match_id, seq, ply, seat, text, at, spent, times, last, automatic, again, taken_back)
    VALUES (:match_id, :seq, :ply, :seat, :text, :at, :spent, :times, :last, :automatic, :again, :taken_back)
"""
_UPDATE_ENTRIES = "UPDATE entries SET plies = :plies, updated = :updated WHERE match_id = :match_id"


class MoveBatchItem(NamedTuple):
    """The moves of one command: `match` has the new columns of the match and the version `known` before."""

    match: Row
    moves: list[Row]


class GroupCommit:
    """Stores moves in the SQLite database of this process."""

    def __init__(self, path: Path, lock: WriteLock, checkpoints: Checkpoints, availability: Availability) -> None:
        self._path = path
        self._lock = lock
        self._checkpoints = checkpoints
        self._availability = availability
        self._waiting: list[tuple[MoveBatchItem, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None
        self._writer = WorkerThread("group-commit")
        self._connection: sqlite3.Connection | None = None

    async def append(self, item: MoveBatchItem) -> bool:
        """Store moves; return False if the match has another version than the one known. Raise `StoreUnavailable`."""
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, stored))
        if self._task is None:
            self._task = asyncio.create_task(self._commit_waiting())
        return await stored

    async def run(self, work: Callable[[sqlite3.Cursor], None]) -> None:
        """Run a transaction that is not urgent; raise `StoreUnavailable`.

        `Database.write` changes threads for every statement, and holds the lock for all that time. Here it is one call
        in the writer's thread.
        """
        async with self._lock.hold():
            with self._availability.writing():
                await self._writer.call(self._transact, work)
        self._checkpoints.start_if_due()

    async def close(self) -> None:
        """Store what is waiting, and close the connection."""
        while self._task is not None:
            await self._task
        await self._writer.call(self._disconnect)
        self._writer.close()

    async def _commit_waiting(self) -> None:
        try:
            while self._waiting:
                async with self._lock.hold(urgent=True):
                    batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
                    result = await self._store([item for item, _ in batch])
                _tell(batch, result)
                self._checkpoints.start_if_due()
        finally:
            self._task = None

    async def _store(self, items: list[MoveBatchItem]) -> list[bool] | Exception:
        """Store items in one transaction; return which of them were stored, or why none was."""
        try:
            with self._availability.writing():
                return await self._writer.call(self._commit, items)
        except Exception as fault:  # noqa: BLE001  # every waiting caller gets it
            return fault

    # ---- In the writer's thread -------------------------------------------------------------------------------------

    def _commit(self, items: list[MoveBatchItem]) -> list[bool]:
        try:
            with closing(self._connect().cursor()) as cursor:
                return _commit_each(cursor, items)
        except sqlite3.Error:
            self._disconnect()  # the next batch tries with a new connection
            raise

    def _transact(self, work: Callable[[sqlite3.Cursor], None]) -> None:
        cursor = self._connect().cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            work(cursor)
            cursor.execute("COMMIT")
        finally:
            if cursor.connection.in_transaction:
                cursor.execute("ROLLBACK")
            cursor.close()

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path)
            configure_connection(self._connection)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _commit_each(cursor: sqlite3.Cursor, items: list[MoveBatchItem]) -> list[bool]:
    """Store items, together unless one of them contradicts what is stored: it must not keep the others from it."""
    try:
        return _commit_together(cursor, items)
    except sqlite3.IntegrityError:
        return [_commit_alone(cursor, item) for item in items]


def _commit_together(cursor: sqlite3.Cursor, items: list[MoveBatchItem]) -> list[bool]:
    """Store items in one transaction; return which of them fitted the stored version of their match."""
    cursor.execute("BEGIN IMMEDIATE")
    try:
        stored = []
        for match, moves in items:
            cursor.execute(_RAISE_VERSION, match)
            stored.append(cursor.rowcount == 1)
            if stored[-1]:
                for move in moves:
                    cursor.execute(_INSERT_MOVE, move)
                cursor.execute(_UPDATE_ENTRIES, match)
        cursor.execute("COMMIT")
    except BaseException:
        if cursor.connection.in_transaction:
            cursor.execute("ROLLBACK")
        raise
    return stored


def _commit_alone(cursor: sqlite3.Cursor, item: MoveBatchItem) -> bool:
    try:
        return _commit_together(cursor, [item])[0]
    except sqlite3.IntegrityError:
        return False


def _tell(batch: list[tuple[MoveBatchItem, asyncio.Future[bool]]], result: list[bool] | Exception) -> None:
    """Give each waiting caller its result."""
    for n, (_, stored) in enumerate(batch):
        if stored.done():  # the caller was cancelled; the moves are stored nevertheless
            continue
        if isinstance(result, Exception):
            stored.set_exception(result)
        else:
            stored.set_result(result[n])
