"""Group commit: store the moves and outages of all matches that have arrived, in one SQLite transaction, in a thread of
its own.

A move that is acknowledged is on disk (`synchronous = FULL`), which takes a synchronisation of the file per
transaction. So all moves that arrive while one transaction is written, or shortly after its start, share the next one.
Other writes go through `Database.write`; both take turns, and moves come first.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from parlour.store.database.availability import Availability, unavailable_error
from parlour.store.database.checkpoints import Checkpoints
from parlour.store.database.sqlite_connection import configure_connection
from parlour.store.database.worker_thread import WorkerThread
from parlour.store.database.write_lock import Urgency, WriteLock
from parlour.store.matches.rows import Row

MIN_INTERVAL_SECONDS = 0.005
"""Time between the starts of two transactions. Half of what a move costs to store is its share of a transaction; a move
that arrives after a pause does not wait.
"""
MAX_ROWS = 200
"""Moves and outages in one transaction, so that no other write waits long; a command with more has its own."""

_RAISE_VERSION = """
    UPDATE matches SET version = :version, plies = :plies, flag_at = :flag_at, ticking = :ticking,
        bot_to_move = :bot_to_move, to_move = :to_move, updated = :updated
    WHERE id = :match_id AND version = :known AND plan_changes = coalesce(:known_plans, plan_changes)
"""
_INSERT_MOVE = """
    INSERT INTO moves (match_id, seq, ply, seat, text, at, spent, times, last, automatic, again, taken_back)
    VALUES (:match_id, :seq, :ply, :seat, :text, :at, :spent, :times, :last, :automatic, :again, :taken_back)
"""
_INSERT_EVENT = "INSERT INTO events (match_id, seq, kind, at, data) VALUES (:match_id, :seq, :kind, :at, :data)"
_UPDATE_ENTRIES = "UPDATE entries SET plies = :plies, updated = :updated WHERE match_id = :match_id"


class MoveBatchItem(NamedTuple):
    """What one command has changed: `match` has the new columns of the match and what is `known` about it before.

    After an outage of the server, every match with a running clock has one to store.
    """

    match: Row
    moves: list[Row]
    outages: list[Row]


class _UncancellableFuture(asyncio.Future[bool]):
    """A future whose waiting task is cancelled only after it is done."""

    def cancel(self, msg: object = None) -> bool:
        return False


_WaitingWrite = tuple[MoveBatchItem, _UncancellableFuture]


class GroupCommit:
    """Stores moves in the SQLite database of this process."""

    def __init__(self, path: Path, lock: WriteLock, checkpoints: Checkpoints, availability: Availability) -> None:
        self._path = path
        self._lock = lock
        self._checkpoints = checkpoints
        self._availability = availability
        self._waiting: list[_WaitingWrite] = []
        self._idle = asyncio.Event()
        """Set unless moves are being stored."""
        self._idle.set()
        self._next_start = 0.0
        """Earliest time of the next transaction."""
        self._lock_request: asyncio.Task[None] | None = None
        self._closed = False
        self._writer = WorkerThread("group-commit")
        self._connection: sqlite3.Connection | None = None

    async def append(self, item: MoveBatchItem) -> bool:
        """Store moves; return False if the match has another version than the one known. Raise `StoreUnavailable`.

        A caller that is cancelled meanwhile gets its result first, and is cancelled where it waits next.
        """
        self._require_open()
        stored = _UncancellableFuture(loop=asyncio.get_running_loop())
        self._waiting.append((item, stored))
        if self._idle.is_set():
            self._idle.clear()
            self._schedule_batch()
        try:
            return await stored
        except asyncio.CancelledError:
            task = asyncio.current_task()
            assert task is not None
            task.uncancel()
            task.cancel()
            return stored.result()

    async def run(self, work: Callable[[sqlite3.Cursor], object], urgency: Urgency = Urgency.OTHER) -> None:
        """Run a transaction; raise `StoreUnavailable`.

        `Database.write` changes threads for every statement, and holds the lock for all that time. Here it is one call
        in the writer's thread.
        """
        async with self._lock.hold(urgency):
            self._require_open()
            with self._availability.writing():
                await self._writer.call(self._transact, work)
        self._checkpoints.start_if_due()

    async def close(self) -> None:
        """Store what is waiting, and close the connection. Nothing more is accepted."""
        self._closed = True
        await self._idle.wait()
        await self._writer.call(self._disconnect)
        self._writer.close()

    def _require_open(self) -> None:
        """Raise `StoreUnavailable` if the thread that stores moves has ended: a caller would wait forever."""
        if self._closed:
            raise unavailable_error()

    # Callbacks instead of a task: each step of a task is one more iteration of the event loop for every move.

    def _schedule_batch(self) -> None:
        """Start the next transaction, with all moves that arrive until then."""
        loop = asyncio.get_running_loop()
        wait = self._next_start - loop.time()
        if wait > 0:
            loop.call_later(wait, self._start_batch)
        else:
            loop.call_soon(self._start_batch)

    def _start_batch(self) -> None:
        """Store what is waiting as soon as the lock is free."""
        if self._lock.take_if_free():
            self._store_batch()
        else:
            self._lock_request = asyncio.create_task(self._await_lock())

    async def _await_lock(self) -> None:
        await self._lock.acquire(Urgency.MOVE)
        self._store_batch()

    def _store_batch(self) -> None:
        self._next_start = asyncio.get_running_loop().time() + MIN_INTERVAL_SECONDS
        count = _commands_within(MAX_ROWS, [item for item, _ in self._waiting])
        batch, self._waiting = self._waiting[:count], self._waiting[count:]
        self._writer.start(partial(self._on_stored, batch), self._commit, [item for item, _ in batch])

    def _on_stored(self, batch: list[_WaitingWrite], result: list[bool] | None, fault: BaseException | None) -> None:
        """Give each waiting caller its result, and continue with those that came in the meantime."""
        self._lock.release()
        try:
            with self._availability.writing():
                if fault is not None:
                    raise fault
        except Exception as wrong:  # noqa: BLE001  # every waiting caller gets it
            fault = wrong
        for n, (_, stored) in enumerate(batch):
            if result is None:
                stored.set_exception(fault or RuntimeError("The writer returned nothing."))
            else:
                stored.set_result(result[n])
        self._checkpoints.start_if_due()
        if self._waiting:
            self._schedule_batch()
        else:
            self._idle.set()

    # ---- In the writer's thread -------------------------------------------------------------------------------------

    def _commit(self, items: list[MoveBatchItem]) -> list[bool]:
        try:
            with closing(self._connect().cursor()) as cursor:
                return _commit_each(cursor, items)
        except sqlite3.Error:
            self._disconnect()  # the next batch tries with a new connection
            raise

    def _transact(self, work: Callable[[sqlite3.Cursor], object]) -> None:
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


def _commands_within(rows: int, items: list[MoveBatchItem]) -> int:
    """Return how many commands, from the first on, have at most a number of rows together; at least one."""
    for count, item in enumerate(items):
        rows -= len(item.moves) + len(item.outages)
        if rows < 0:
            return max(1, count)
    return len(items)


def _commit_each(cursor: sqlite3.Cursor, items: list[MoveBatchItem]) -> list[bool]:
    """Store items together; if one of them violates a constraint, store each in its own transaction."""
    try:
        return _commit_together(cursor, items)
    except sqlite3.IntegrityError:
        return [_commit_alone(cursor, item) for item in items]


def _commit_together(cursor: sqlite3.Cursor, items: list[MoveBatchItem]) -> list[bool]:
    """Store items in one transaction; return which of them matched the stored version of their match."""
    cursor.execute("BEGIN IMMEDIATE")
    try:
        stored = []
        for match, moves, outages in items:
            cursor.execute(_RAISE_VERSION, match)
            stored.append(cursor.rowcount == 1)
            if stored[-1]:
                cursor.executemany(_INSERT_MOVE, moves)
                cursor.executemany(_INSERT_EVENT, outages)
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
