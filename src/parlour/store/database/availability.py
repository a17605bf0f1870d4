"""Convert database failures at run time (disk full, read-only, connection lost) to `StoreUnavailable`.

All statements run inside `Availability.reading` or `writing`, so no other code has to handle the errors of drivers.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from parlour.errors import StoreUnavailable
from parlour.i18n.errors import localized_error

log = logging.getLogger("parlour.store")

_SQLITE_DEFECTS = frozenset(
    (
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_RANGE,
        sqlite3.SQLITE_TOOBIG,
    )
)
"""Result codes that are caused by a statement and its values. All others are caused by the file or the system."""
_POSTGRESQL_FAILURES = ("08", "25006", "40", "53", "55", "57", "58", "XX")
"""Prefixes of SQLSTATE: connection lost, read-only, conflict of transactions, out of resources, shutting down, I/O."""

_LOST_BETWEEN_STEPS = "InternalClientError"
"""Name of the error that asyncpg raises if a connection is lost between two steps of a statement."""


class Availability:
    """Whether the database can be written, according to the last attempt."""

    def __init__(self) -> None:
        self.fault: StoreUnavailable | None = None
        """Why the last attempt to write failed; None if it succeeded."""

    def connecting(self) -> AbstractContextManager[None]:
        """Raise `StoreUnavailable` if a connection cannot be opened in this block."""
        return self.reading(OSError)

    @contextmanager
    def reading(self, *failures: type[Exception]) -> Iterator[None]:
        """Raise `StoreUnavailable` if the database fails in this block or one of `failures` is raised."""
        try:
            yield
        except Exception as wrong:
            if not _is_failure(wrong) and not isinstance(wrong, failures):
                raise
            raise unavailable_error() from wrong

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Raise `StoreUnavailable` if the database fails in this block, and record whether it does."""
        try:
            with self.reading():
                yield
        except StoreUnavailable as fault:
            if self.fault is None:
                log.error("The database cannot be written: %s", plain_reason(fault.__cause__ or fault))
            self.fault = fault
            raise
        if self.fault is not None:
            log.warning("The database can be written again")
        self.fault = None


def plain_reason(wrong: BaseException) -> str:
    """Return the reason of an error without SQL, links and full stop."""
    reason = wrong.orig if isinstance(wrong, DBAPIError) and wrong.orig is not None else wrong
    return str(reason).splitlines()[0].strip().rstrip(".") if str(reason) else type(reason).__name__


def unavailable_error() -> StoreUnavailable:
    """Return the error for a database that cannot be used now."""
    return localized_error(StoreUnavailable, "store.database.unavailable")


def _is_failure(wrong: Exception) -> bool:
    """Return whether an error of a driver is caused by the database, not by a statement."""
    if isinstance(wrong, DBAPIError):
        if wrong.connection_invalidated or type(wrong.orig).__name__ == _LOST_BETWEEN_STEPS:
            return True
        reason: BaseException | None = wrong.orig
    else:
        reason = wrong
    if isinstance(reason, sqlite3.Error):
        code: int | None = getattr(reason, "sqlite_errorcode", None)
        return code is not None and code & 0xFF not in _SQLITE_DEFECTS
    state: str | None = getattr(reason, "sqlstate", None)  # set on asyncpg's errors and on SQLAlchemy's wrappers
    if state is not None:
        return state.startswith(_POSTGRESQL_FAILURES)
    return isinstance(reason, PoolTimeout | ConnectionError | TimeoutError)
