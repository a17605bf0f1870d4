"""Base of the repositories of saved positions and studies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

import msgspec
from sqlalchemy import ColumnElement, Delete, RowMapping, Table, Update, delete, func, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound, TooMuch
from parlour.i18n.errors import localized_error
from parlour.store.database.database import Database, Repository, new_id, require_row
from parlour.store.matches.rows import Row
from parlour.store.tables import persons, positions, studies

MAX_BATCH_ITEMS = 500
CHARACTERS_PER_ROW = 100
"""Number of characters of a study that take as long to change as one row."""

StoredRow: TypeAlias = Row | RowMapping
"""A row that was inserted or read."""


class SavedItem(msgspec.Struct, frozen=True, kw_only=True):
    """Something with a name, and when it was saved and last changed."""

    id: str
    name: str
    created: int
    updated: int


class SavedItems(Repository):
    """Base of repositories of items of one kind; methods raise `NotFound` for items of others."""

    max_per_person: ClassVar[int]
    _table: ClassVar[Table]
    _none: ClassVar[str]
    """Message key of the error for an item that does not exist."""
    _too_many: ClassVar[str]
    """Message key of the error for more than `max_per_person` items."""

    async def _check_size(self, connection: AsyncConnection, person: str, changed: Row) -> None:
        """Raise `TooMuch` if a person has stored too much, after a change and before it is committed."""

    async def delete(self, person: str, id: str) -> None:
        """Delete an item."""
        async with self._database.write() as connection:
            if not (await connection.execute(delete(self._table).where(self._this(person, id)))).rowcount:
                raise localized_error(NotFound, self._none)

    async def _insert(self, person: str, items: Sequence[Row], now: int) -> Sequence[Row]:
        """Insert items, all or none, by one statement, and return their rows in order."""
        rows = [{"id": new_id(), "person": person, "created": now, "updated": now, **columns} for columns in items]
        async with self._database.write() as connection:
            if await connection.scalar(select(persons.c.id).where(persons.c.id == person)) is None:
                raise localized_error(NotFound, "store.none.person")
            count = select(func.count()).select_from(self._table).where(self._table.c.person == person)
            if (await connection.execute(count)).scalar_one() + len(rows) > self.max_per_person:
                raise localized_error(TooMuch, self._too_many, most=f"{self.max_per_person:,}")
            if rows:
                await connection.execute(insert(self._table), rows)
                await self._check_size(connection, person, rows[-1])
        return rows

    async def _row(self, person: str, id: str) -> RowMapping:
        async with self._database.read() as connection:
            return await require_row(connection, select(self._table).where(self._this(person, id)), self._none)

    async def _rows(self, person: str | None, game: str | None, limit: int, offset: int = 0) -> Sequence[RowMapping]:
        """Return the rows of all items, or those of one game, the most recently changed first.

        `person` is None for a visitor without stored data.
        """
        if person is None:
            return []
        table = self._table
        query = select(table).where(table.c.person == person)
        if game is not None:
            query = query.where(table.c.game == game)
        query = query.order_by(table.c.updated.desc(), table.c.id).limit(limit).offset(offset)
        async with self._database.read() as connection:
            return (await connection.execute(query)).mappings().all()

    async def _update(self, person: str, id: str, columns: Row, now: int) -> RowMapping:
        values = {"updated": now, **columns}
        change = update(self._table).where(self._this(person, id)).values(values).returning(self._table)
        async with self._database.write() as connection:
            row: RowMapping | None = (await connection.execute(change)).mappings().one_or_none()
            await self._check_size(connection, person, columns)
        if row is None:
            raise localized_error(NotFound, self._none)
        return row

    def _this(self, person: str, id: str) -> ColumnElement[bool]:
        return (self._table.c.person == person) & (self._table.c.id == id)


async def write_saved_items(database: Database, person: str, change: Callable[[Table], Delete | Update]) -> None:
    """Delete or change all saved positions and studies of a person, in short transactions."""
    for table, characters in ((positions, literal(0)), (studies, func.length(studies.c.data))):
        theirs = table.c.person == person
        async with database.read() as connection:
            found = await connection.execute(select(table.c.id, characters).where(theirs))
            rows = {id: 1 + size // CHARACTERS_PER_ROW for id, size in found}

        async def write(
            connection: AsyncConnection, ids: Sequence[str], table: Table = table, theirs: ColumnElement[bool] = theirs
        ) -> int:
            return (await connection.execute(change(table).where(theirs, table.c.id.in_(ids)))).rowcount

        await database.write_in_batches(list(rows), write, rows, MAX_BATCH_ITEMS)
