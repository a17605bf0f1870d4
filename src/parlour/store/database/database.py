"""The database: its URL, connections, transactions and migrations."""

from __future__ import annotations

import logging
import os
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import aiosqlite
from sqlalchemy import URL, Connection, Engine, Executable, RowMapping, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from parlour.errors import NotFound, StoreError, StoreUnavailable
from parlour.i18n.errors import localized_error
from parlour.store.data_folder import data_folder
from parlour.store.database.availability import Availability, plain_reason
from parlour.store.database.batches import BATCH_SIZE, batches
from parlour.store.database.checkpoints import Checkpoints
from parlour.store.database.deadlines import ends_within
from parlour.store.database.group_commit import GroupCommit
from parlour.store.database.sqlite_connection import BUSY_TIMEOUT_MS, configure_connection
from parlour.store.database.time_slices import TimeSlices
from parlour.store.database.write_lock import Urgency, WriteLock
from parlour.store.tables import HEAD, KNOWN

log = logging.getLogger("parlour.store")

URL_VARIABLE = "PARLOUR_DATABASE_URL"
FILE = "parlour.db"
_WRITES = "parlour_writes"
CONNECT_TIMEOUT_SECONDS = 10
"""Time limit for PostgreSQL to accept a connection."""
TRUSTED_SECONDS = 5.0
"""A connection to PostgreSQL that was used within this time is reused without a test query."""
_LAST_USED = "parlour_last_used"
MAX_READERS = 16
"""Read transactions on an SQLite database at the same time."""
CLOSE_SECONDS = 5.0
"""Time limit for closing all connections."""
_SIGNATURE = b"SQLite format 3\x00"
_HEADER_BYTES = 100
_MIGRATION_LOCK = 0x7061726C


NO_ROWS: Mapping[str, int] = MappingProxyType({})
Change: TypeAlias = Callable[[AsyncConnection, Sequence[str]], Awaitable[int]]
"""Changes what has some ids, and returns how many it changed."""


class Database:
    """A migrated database and its transactions.

    A read transaction is a snapshot. SQLite has one writer at a time: tasks of this process queue on a lock, other
    processes wait for the file lock, which is taken at the start of the transaction.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.sqlite = engine.dialect.name == "sqlite"
        self._reading = self.writing_engine = engine
        self.availability = Availability()
        self.time_slices = TimeSlices()
        """Runs long computations on stored data."""
        self.group_commit: GroupCommit | None = None
        """How moves are stored on SQLite."""
        if self.sqlite:
            path = Path(engine.url.database or "")
            self.writing_engine = _sqlite_engine(engine.url, connections=1)
            """Its connection is not shared with readers, so that no write waits until one of them has finished."""
            self._write_lock = WriteLock()
            self._checkpoints = Checkpoints(path, self._write_lock)
            self.group_commit = GroupCommit(path, self._write_lock, self._checkpoints, self.availability)
        else:
            self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            self._single = engine.execution_options(isolation_level="AUTOCOMMIT")

    @staticmethod
    async def open(url: str | None = None, *, folder: Path | None = None) -> Database:
        """Open the database at a URL and migrate its tables; raise `StoreError`."""
        address = address_of(url, folder)
        if address.get_backend_name() == "sqlite":
            _check_file(Path(address.database or ""))
        database = Database(make_engine(address))
        try:
            await _bring_up_to_date(database)
        except (SQLAlchemyError, StoreUnavailable, OSError) as wrong:
            await database.close()
            raise unusable_error(address, wrong) from wrong
        except StoreError:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Close all connections, after everything that is waiting has been stored."""
        if self.group_commit is not None:
            await self.group_commit.close()
            await self._checkpoints.close()
            await self.writing_engine.dispose()
            await self.engine.dispose()
        elif not await ends_within(CLOSE_SECONDS, self.engine.dispose()):
            log.warning("The connections to the database could not be closed")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a read-only transaction on a snapshot."""
        async with self._connect(self._reading) as connection:
            yield connection

    @asynccontextmanager
    async def autocommit(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection to PostgreSQL on which every statement is a transaction."""
        with self.availability.writing():
            async with self._connect(self._single) as connection:
                yield connection

    @asynccontextmanager
    async def write(self, urgency: Urgency = Urgency.OTHER) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that commits at the end of the block and rolls back on an exception."""
        if not self.sqlite:
            with self.availability.writing():
                async with self._connect(self.writing_engine) as connection, connection.begin():
                    yield connection
            return
        async with self._write_lock.hold(urgency):
            with self.availability.writing():
                async with self._connect(self.writing_engine) as connection:
                    await connection.execution_options(**{_WRITES: True})
                    async with connection.begin():
                        yield connection
        self._checkpoints.start_if_due()

    @asynccontextmanager
    async def _connect(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            stack.enter_context(self.availability.reading())  # closing ends the transaction of a reader
            with self.availability.connecting():
                connection = await stack.enter_async_context(engine.connect())
            try:
                with self.availability.reading():
                    yield connection
            except StoreUnavailable:
                await connection.invalidate()  # a transaction may still be open on it
                raise

    async def write_in_batches(
        self,
        ids: Sequence[str],
        change: Change,
        rows: Mapping[str, int] = NO_ROWS,
        max_items: int = BATCH_SIZE,
    ) -> int:
        """Change what has these ids in short transactions, between which moves are stored; return the sum of results.

        `rows` are the numbers of rows that belong to an id. What was changed stays changed if the process ends in
        between.
        """
        total = 0
        for batch in batches(ids, lambda id: rows.get(id, 1), max_items):
            async with self.write() as connection:
                total += await change(connection, batch)
        return total


class Repository:
    """Base of the parts of the store, each of which reads and writes some tables."""

    def __init__(self, database: Database) -> None:
        self._database = database


async def require_row(connection: AsyncConnection, query: Executable, missing: str) -> RowMapping:
    """Return the only row of a query; raise `NotFound` with the message key `missing` if there is none."""
    row: RowMapping | None = (await connection.execute(query)).mappings().one_or_none()
    if row is None:
        raise localized_error(NotFound, missing)
    return row


def new_id() -> str:
    """Return an unguessable id: 80 bits in base 32 without ambiguous letters."""
    return "".join(secrets.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(16))


def random_code() -> str:
    """Return a code of six characters that is easy to type."""
    return "".join(secrets.choice("ABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(6))


# ---- URL -------------------------------------------------------------------------------------------------------------


def address_of(url: str | None, folder: Path | None = None) -> URL:
    """Return the database URL to use; raise `StoreError` if it is not supported."""
    given = url or ("" if folder is not None else os.environ.get(URL_VARIABLE, ""))
    if not given:
        return URL.create("sqlite+aiosqlite", database=str(data_folder(folder) / FILE))
    try:
        address = make_url(given)
    except ArgumentError as wrong:
        raise localized_error(StoreError, "store.database.no-address", name=URL_VARIABLE) from wrong
    match address.get_backend_name():
        case "sqlite":
            if address.database in (None, "", ":memory:"):
                raise localized_error(StoreError, "store.database.no-file")
            return address.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            return address.set(drivername="postgresql+asyncpg")
    raise localized_error(StoreError, "store.database.kind", kind=address.drivername[:40])


def without_password(address: URL) -> str:
    """Return a URL without its password."""
    if address.get_backend_name() == "sqlite":
        return str(address.database)
    return address.set(drivername="postgresql").render_as_string(hide_password=True)


def unusable_error(address: URL, wrong: Exception) -> StoreError:
    """Return the error for a database that cannot be opened, with the reason."""
    why = plain_reason(wrong.__cause__ or wrong if isinstance(wrong, StoreUnavailable) else wrong)
    return localized_error(StoreError, "store.database.unusable", place=without_password(address), why=why)


def _check_file(path: Path) -> None:
    """Raise `StoreError` if a file is not an SQLite database or not a whole one, before opening it."""
    try:
        if not path.parent.is_dir():
            raise localized_error(StoreError, "store.database.no-folder", place=str(path))
        if path.exists():
            with path.open("rb") as file:
                header = file.read(_HEADER_BYTES)
            if header and not header.startswith(_SIGNATURE):
                raise localized_error(StoreError, "store.database.other-file", path=str(path))
            if header and _is_truncated(path, header):
                raise localized_error(StoreError, "store.database.truncated", place=str(path))
    except OSError as wrong:
        why = wrong.strerror or str(wrong)
        raise localized_error(StoreError, "store.database.unusable", place=str(path), why=why) from wrong


def _is_truncated(path: Path, header: bytes) -> bool:
    """Return whether a database file is shorter than its header says; with a write-ahead log only SQLite can tell."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return False
    if len(header) < _HEADER_BYTES:
        return True
    page_size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    return path.stat().st_size < pages * (65536 if page_size == 1 else page_size)


def make_engine(address: URL) -> AsyncEngine:
    """Create the engine with the settings Parlour needs."""
    try:
        if address.get_backend_name() != "sqlite":
            engine = create_async_engine(
                address, connect_args={"timeout": CONNECT_TIMEOUT_SECONDS}, pool_size=10, max_overflow=20
            )
            _replace_lost_connections(engine.sync_engine)
            return engine
        return _sqlite_engine(address, MAX_READERS)
    except ModuleNotFoundError as wrong:
        raise localized_error(StoreError, "store.database.no-driver") from wrong


def _sqlite_engine(address: URL, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        address,
        async_creator=partial(_connect, str(address.database)),
        pool_size=(connections + 1) // 2,
        max_overflow=connections // 2,
        pool_timeout=BUSY_TIMEOUT_MS / 1000,
        pool_reset_on_return=None,  # the code that begins a transaction also ends it
    )
    _configure_sqlite(engine.sync_engine)
    return engine


class _Connection(aiosqlite.Connection):
    """An aiosqlite connection that opens and closes cursors without a round trip to its worker thread. These are half
    of all round trips, and most of the time to store a move under load.
    """

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        of_cursor = isinstance(getattr(fn, "__self__", None), sqlite3.Cursor)
        if fn.__name__ == "cursor" or (fn.__name__ == "close" and of_cursor):
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]


async def _connect(path: str) -> aiosqlite.Connection:
    connection = _Connection(partial(sqlite3.connect, path, check_same_thread=False), iter_chunk_size=64)
    connection._thread.daemon = True
    return await connection


def _configure_sqlite(engine: Engine) -> None:
    """Configure every connection of an engine, and begin transactions explicitly."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        configure_connection(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _replace_lost_connections(engine: Engine) -> None:
    """Check connections to PostgreSQL before each use: by a query only after a pause, because that takes as long as
    storing a move. Until then the driver notices that a connection is closed.
    """

    @event.listens_for(engine, "checkin")
    def note_use(_: Any, record: ConnectionPoolEntry) -> None:
        record.info[_LAST_USED] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def check(connection: Any, record: ConnectionPoolEntry, _: Any) -> None:
        if connection.driver_connection.is_closed():
            raise DisconnectionError
        if time.monotonic() - record.info.get(_LAST_USED, time.monotonic()) > TRUSTED_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as lost:
                raise DisconnectionError from lost


# ---- Tables ----------------------------------------------------------------------------------------------------------


async def _bring_up_to_date(database: Database) -> None:
    async with database.read() as connection:
        version = await connection.run_sync(version_of)
    if version == HEAD:
        return
    if version is not None and version not in KNOWN:
        raise localized_error(
            StoreError,
            "store.database.newer",
            place=without_password(database.engine.url),
            version=version[:20],
            known=HEAD,
        )
    if version is None and database.sqlite:
        async with database.read() as connection:
            if await connection.run_sync(lambda found: inspect(found).get_table_names()):
                place = without_password(database.engine.url)
                raise localized_error(StoreError, "store.database.foreign", place=place)
    async with database.write() as connection:
        await lock_transaction(connection, _MIGRATION_LOCK)
        await connection.run_sync(migrate)


async def lock_transaction(connection: AsyncConnection, key: int) -> None:
    """Wait until no other server has a transaction with this key; on SQLite there is one writer anyway."""
    if connection.dialect.name != "sqlite":
        await connection.execute(text(f"SELECT pg_advisory_xact_lock({key})"))


def version_of(connection: Connection) -> str | None:
    """Return the migration version of a database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(connection: Connection, target: str = HEAD) -> None:
    """Create or migrate the tables within the connection's transaction."""
    # Imported here: Alembic is slow to import, and nearly every database is up to date.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, target)
