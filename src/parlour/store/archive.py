"""Backups: the whole database in one portable file that can be restored into SQLite or PostgreSQL.

Every line is JSON. The first is a header, then each row is `["table", {"column": value, …}]`, and the last line has the
row counts and a checksum. A file whose name ends in `.gz` is compressed.

    {"format":"parlour-archive","version":1,"tables":"0001","created":1700000000000}
    ["persons",{"id":"…","name":"Anna","created":…,"seen":…}]
    …
    {"rows":{"persons":1,…},"sha256":"…"}

A backup is a consistent snapshot of a database in use. It contains no logins and no running servers. Restoring goes
through a temporary database: the rows are inserted into tables of the version they were written with, migrated, and
checked by replaying every match. Then all of them are inserted into the database in one transaction.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import URL, Connection, MetaData, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import ArchiveError, ParlourError, UnknownGame
from parlour.i18n.errors import localized_error
from parlour.store.database.batches import BATCH_SIZE
from parlour.store.database.database import Database, make_engine, migrate
from parlour.store.matches.matches import MatchRows, load_rows
from parlour.store.tables import HEAD, KNOWN, logins, matches, metadata, owner_logins, servers

FORMAT = "parlour-archive"
VERSION = 1
MAX_LINE_BYTES = 4 * 1024 * 1024
CHUNK_ROWS = 200
"""Number of rows converted and written together; the event loop is blocked meanwhile."""

Progress = Callable[[str, int, int], None]
"""Callback with the step (`reading`, `checking`, `storing`, `writing`), the number done and the total, 0 if unknown."""


class Counts(msgspec.Struct, frozen=True):
    """Number of rows in an archive, by table."""

    rows: dict[str, int]

    @property
    def matches(self) -> int:
        return self.rows.get("matches", 0)

    @property
    def people(self) -> int:
        return self.rows.get("persons", 0)


class _Header(msgspec.Struct, frozen=True):
    format: str
    version: int
    tables: str
    created: int


class _Footer(msgspec.Struct, frozen=True):
    rows: dict[str, int]
    sha256: str


def _quiet(what: str, done: int, of: int) -> None:
    pass


def archived_tables(known: MetaData = metadata) -> list[Table]:
    """Return the tables in an archive, each after those it references."""
    left_out = {logins.name, owner_logins.name, servers.name, "alembic_version"}
    return [table for table in known.sorted_tables if table.name not in left_out]


# ---- Writing ---------------------------------------------------------------------------------------------------------


async def write_archive(database: Database, path: Path, now: int, progress: Progress = _quiet) -> Counts:
    """Write the whole database to a new file, atomically; raise `ArchiveError`."""
    if path.exists():
        raise localized_error(ArchiveError, "store.archive.exists", path=str(path))
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        # Readable by the owner only: it contains password hashes.
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            if path.suffix == ".gz":
                with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
                    counts = await _write(database, packed, now, progress)
            else:
                counts = await _write(database, file, now, progress)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except OSError as wrong:
        raise localized_error(
            ArchiveError, "store.archive.unwritable", path=str(path), why=wrong.strerror or str(wrong)
        ) from wrong
    finally:
        draft.unlink(missing_ok=True)
    return counts


async def _write(database: Database, file: IO[bytes] | gzip.GzipFile, now: int, progress: Progress) -> Counts:
    digest = hashlib.sha256()

    def put(*lines: object) -> None:
        for line in lines:
            data = msgspec.json.encode(line) + b"\n"
            digest.update(data)
            file.write(data)

    put(_Header(FORMAT, VERSION, HEAD, now))
    rows: dict[str, int] = {}
    async with database.read() as connection:
        total = 0
        for table in archived_tables():
            total += (await connection.execute(select(func.count()).select_from(table))).scalar_one()
        async for table, some in _rows(connection):
            name = str(table.name)
            await asyncio.to_thread(put, *((name, row) for row in some))
            rows[name] = rows.get(name, 0) + len(some)
            progress("writing", sum(rows.values()), total)
    file.write(msgspec.json.encode(_Footer(rows, digest.hexdigest())) + b"\n")
    return Counts(rows)


async def _rows(connection: AsyncConnection) -> AsyncIterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield all rows in chunks, each of one table."""
    for table in archived_tables():
        found = await connection.stream(select(table).order_by(*table.primary_key.columns))
        async for some in found.mappings().partitions(CHUNK_ROWS):
            yield table, [{str(name): value for name, value in row.items()} for row in some]


# ---- Reading ---------------------------------------------------------------------------------------------------------


async def restore_archive(
    database: Database, path: Path, *, replace: bool = False, progress: Progress = _quiet
) -> Counts:
    """Restore a backup into an empty database, or with `replace` in place of its content.

    Raise `ArchiveError` if the file is invalid; the database is then unchanged.
    """
    async with open_archive(path, progress) as archive:
        await archive.put(database, replace=replace, progress=progress)
        return archive.counts


class Archive:
    """An archive that has been read and checked completely."""

    def __init__(self, scratch: Database, counts: Counts, created: int) -> None:
        self._scratch = scratch
        self.counts = counts
        self.created = created

    async def put(self, database: Database, *, replace: bool, progress: Progress = _quiet) -> None:
        """Insert everything into a database in one transaction; raise `ArchiveError` if it is not empty."""
        async with self._scratch.read() as source, database.write() as target:
            used = await target.run_sync(_has_rows)
            if used and not replace:
                raise localized_error(ArchiveError, "store.archive.not-empty")
            for table in reversed(metadata.sorted_tables):
                await target.execute(table.delete())
            done = 0
            async for table, some in _rows(source):
                await target.execute(insert(table), some)
                done += len(some)
                progress("storing", done, 0)
            # The next server treats the time since the backup as an outage, which is charged to no player.
            await target.execute(insert(servers).values(id="backup", beat=self.created, runs=False))


@asynccontextmanager
async def open_archive(path: Path, progress: Progress = _quiet, *, beside_play: bool = False) -> AsyncIterator[Archive]:
    """Read and check a file; raise `ArchiveError` if it is invalid. With `beside_play`, pause between time slices."""
    with tempfile.TemporaryDirectory(prefix="parlour-restore-") as folder:
        scratch = Database(make_engine(URL.create("sqlite+aiosqlite", database=f"{folder}/scratch.db")))
        try:
            scratch.time_slices.pauses = beside_play
            archive = await _fill(scratch, path, progress)
            await _check(scratch, progress)
            yield archive
        except SQLAlchemyError as wrong:
            reason = str(getattr(wrong, "orig", None) or wrong).splitlines()[0]
            raise localized_error(ArchiveError, "store.archive.does-not-fit", path=str(path), why=reason) from wrong
        finally:
            await scratch.close()


async def _fill(scratch: Database, path: Path, progress: Progress) -> Archive:
    """Read the file into tables of its own version, then migrate them."""
    lines = _read_lines(path)
    head = _read_head(path, next(lines, b""))
    await asyncio.to_thread(import_module, "alembic.command")  # slow: the event loop must not wait for it
    async with scratch.write() as connection:
        await connection.run_sync(migrate, head.tables)
        known = MetaData()
        await connection.run_sync(known.reflect)
        counts: dict[str, int] = {}
        done = 0
        async for table, rows in _chunks(lines, {table.name: table for table in archived_tables(known)}, path):
            await connection.execute(insert(table), rows)
            counts[str(table.name)] = counts.get(str(table.name), 0) + len(rows)
            done += len(rows)
            progress("reading", done, 0)
        await connection.run_sync(migrate)
    return Archive(scratch, Counts(counts), head.created)


def _read_lines(path: Path) -> Iterator[bytes]:
    """Yield every line except the last, then verify the checksum in the last one."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            with gzip.GzipFile(fileobj=raw, mode="rb") if packed else raw as file:
                line = file.readline(MAX_LINE_BYTES)
                while following := file.readline(MAX_LINE_BYTES):
                    digest.update(line)
                    yield line
                    line = following
    except FileNotFoundError as wrong:
        raise localized_error(ArchiveError, "store.archive.no-file", path=str(path)) from wrong
    except (OSError, EOFError) as wrong:
        reason = str(getattr(wrong, "strerror", None) or wrong)
        raise localized_error(ArchiveError, "store.archive.unreadable", path=str(path), why=reason) from wrong
    try:
        foot = msgspec.json.decode(line, type=_Footer)
    except msgspec.MsgspecError as wrong:
        raise localized_error(ArchiveError, "store.archive.cut-off", path=str(path)) from wrong
    if foot.sha256 != digest.hexdigest():
        raise localized_error(ArchiveError, "store.archive.damaged", path=str(path))


def _read_head(path: Path, first: bytes) -> _Header:
    try:
        head = msgspec.json.decode(first, type=_Header)
    except msgspec.MsgspecError as wrong:
        raise localized_error(ArchiveError, "store.archive.no-backup", path=str(path)) from wrong
    if head.format != FORMAT:
        raise localized_error(ArchiveError, "store.archive.no-backup", path=str(path))
    if head.version > VERSION or head.tables not in KNOWN:
        raise localized_error(ArchiveError, "store.archive.newer", path=str(path))
    return head


async def _chunks(
    lines: Iterable[bytes], known: dict[str, Table], path: Path
) -> AsyncIterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield rows in chunks of one table, after checking their columns and types."""
    chunk: list[dict[str, Any]] = []
    current: Table | None = None
    decoder = msgspec.json.Decoder(tuple[str, dict[str, bool | int | float | str | None]])
    for number, line in enumerate(lines, 2):
        try:
            name, row = decoder.decode(line)
        except msgspec.MsgspecError as wrong:
            raise localized_error(
                ArchiveError, "store.archive.no-row", line=number, path=str(path), why=str(wrong)
            ) from wrong
        table = known.get(name)
        if table is None or row.keys() != set(table.c.keys()):
            raise localized_error(ArchiveError, "store.archive.no-table", line=number, path=str(path))
        _check_types(table, row, number, path)
        if current is not None and (table is not current or len(chunk) >= CHUNK_ROWS):
            yield current, chunk
            chunk = []
            await asyncio.sleep(0)
        current = table
        chunk.append(row)
    if current is not None and chunk:
        yield current, chunk


def _check_types(table: Table, row: dict[str, Any], line: int, path: Path) -> None:
    """Check the types of a row; SQLite would accept text in a number column."""
    for column in table.columns:
        value = row[column.name]
        if value is None and column.nullable:
            continue
        if type(value) is not column.type.python_type:
            field = f"{table.name}.{column.name}"
            raise localized_error(
                ArchiveError, "store.archive.value", line=line, path=str(path), field=field, value=str(value)[:40]
            )


async def _check(scratch: Database, progress: Progress) -> None:
    """Check that every match replays to the state its summary rows have. Foreign keys are checked by the database."""
    async with scratch.read() as connection:
        ids = (await connection.scalars(select(matches.c.id))).all()
        done = 0
        for start in range(0, len(ids), BATCH_SIZE):
            found = await load_rows(connection, ids[start : start + BATCH_SIZE])
            async for some in scratch.time_slices.run(map(_check_match, found)):
                done += len(some)
            progress("checking", done, len(ids))


def _check_match(found: MatchRows) -> None:
    id = found.info.id
    try:
        stored = found.decode()
        match = stored.match()
    except UnknownGame:
        return  # The game is not installed here: keep its matches until it is.
    except ParlourError as wrong:
        raise localized_error(ArchiveError, "store.archive.no-replay", match=id, why=str(wrong)) from wrong
    replayed = match.state.seq, match.ply, match.status, [match.result(n) for n in range(len(match.players))]
    info = stored.info
    if replayed != (info.version, info.plies, info.status, [seat.result for seat in info.seats]):
        raise localized_error(ArchiveError, "store.archive.match", match=id)


def _has_rows(connection: Connection) -> bool:
    return any(connection.execute(select(table).limit(1)).first() is not None for table in archived_tables())
