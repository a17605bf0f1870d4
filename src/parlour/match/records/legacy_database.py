"""Read the SQLite database of an older program. The file is opened read-only, and nothing in it is trusted."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parlour.errors import RecordError
from parlour.games import Game, LegacyDatabase
from parlour.games import games as all_games
from parlour.i18n.errors import localized_error
from parlour.match.records.record import MAX_CHARACTERS, MAX_RECORDS

SQLITE_HEADER = b"SQLite format 3\0"
MAX_BYTES = 256 * 1024 * 1024
INSTRUCTIONS_PER_CHECK = 10_000
MAX_CHECKS = 20_000
"""Maximum number of instructions of a query, because a crafted file can make one run forever."""


def is_sqlite(path: Path) -> bool:
    """Return whether a file is a SQLite database; raise `RecordError` if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
    except OSError as fault:
        raise localized_error(RecordError, "match.database.unreadable", why=fault.strerror or str(fault)) from fault


def read_database(path: Path) -> tuple[Game, LegacyDatabase]:
    """Return the game and the content of an older program's database; raise `RecordError` if it is not one."""
    if path.stat().st_size > MAX_BYTES:
        raise localized_error(RecordError, "match.database.large", most=MAX_BYTES // 1024**2)
    try:
        with _opened(path) as connection:
            for game in all_games():
                found = game.read_legacy_database(lambda *wanted: _rows(connection, *wanted))
                if found is not None:
                    return game, found
    except (sqlite3.Error, MemoryError, OverflowError) as damage:
        raise localized_error(RecordError, "match.database.damaged", why=str(damage)[:200]) from damage
    raise localized_error(RecordError, "match.database.foreign")


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    checks = 0

    def stop() -> bool:
        nonlocal checks
        checks += 1
        return checks > MAX_CHECKS

    try:
        connection.set_progress_handler(stop, INSTRUCTIONS_PER_CHECK)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_CHARACTERS)
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA trusted_schema=OFF")
        problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(problem)
        yield connection
    finally:
        connection.close()


def _rows(
    connection: sqlite3.Connection, table: str, columns: tuple[str, ...], optional: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Return the rows of a table; none if there is no such table with all of the columns."""
    named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ? AND sql NOT LIKE 'CREATE VIRTUAL%'"
    if connection.execute(named, (table,)).fetchone() is None:
        return []
    has = {row["name"] for row in connection.execute(f'PRAGMA table_info("{table}")')}
    if not has.issuperset(columns):
        return []
    chosen = ", ".join(f'"{name}"' for name in (*columns, *(name for name in optional if name in has)))
    found = connection.execute(f'SELECT {chosen} FROM "{table}" LIMIT ?', (MAX_RECORDS + 1,)).fetchall()
    if len(found) > MAX_RECORDS:
        raise localized_error(RecordError, "match.database.rows", table=table, most=f"{MAX_RECORDS:,}")
    return [dict(row) for row in found]
