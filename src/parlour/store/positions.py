"""Saved positions of a person."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound, TooMuch
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.store.database import Database, new_id
from parlour.store.note_text import check_title
from parlour.store.rows import Row
from parlour.store.tables import persons, positions

MAX_POSITIONS = 10_000
"""Maximum number of saved positions per person."""

_options = msgspec.json.Decoder(dict[str, Value])


class SavedPosition(msgspec.Struct, frozen=True):
    """A position with a name."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    text: str
    created: int
    updated: int


class Positions:
    """Saved positions of all people; methods raise `NotFound` for positions of others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, person: str, name: str, position: Position, now: int) -> SavedPosition:
        """Store a position; raise `TooMuch` beyond `MAX_POSITIONS`."""
        row: Row = {"id": new_id(), "person": person, "name": check_title(name), "created": now, "updated": now}
        async with self._database.write() as connection:
            if await connection.scalar(select(persons.c.id).where(persons.c.id == person)) is None:
                raise localized_error(NotFound, "store.none.person")
            count = select(func.count()).select_from(positions).where(positions.c.person == person)
            if (await connection.execute(count)).scalar_one() >= MAX_POSITIONS:
                raise localized_error(TooMuch, "store.too-much.positions", most=f"{MAX_POSITIONS:,}")
            await connection.execute(insert(positions).values(row | _columns(position)))
            return await _get(connection, _this(person, row["id"]))

    async def get(self, person: str, id: str) -> SavedPosition:
        """Return one position."""
        async with self._database.read() as connection:
            return await _get(connection, _this(person, id))

    async def of(self, person: str, game: str | None = None, limit: int = 200, offset: int = 0) -> list[SavedPosition]:
        """Return all positions, or those of one game, the most recently changed first."""
        wanted = select(positions).where(positions.c.person == person)
        if game is not None:
            wanted = wanted.where(positions.c.game == game)
        wanted = wanted.order_by(positions.c.updated.desc(), positions.c.id).limit(limit).offset(offset)
        async with self._database.read() as connection:
            return [_read(row) for row in (await connection.execute(wanted)).mappings()]

    async def change(
        self, person: str, id: str, now: int, *, name: str | None = None, position: Position | None = None
    ) -> SavedPosition:
        """Change the name or the position."""
        columns: Row = {"updated": now}
        if name is not None:
            columns["name"] = check_title(name)
        if position is not None:
            columns |= _columns(position)
        async with self._database.write() as connection:
            await connection.execute(update(positions).where(_this(person, id)).values(columns))
            return await _get(connection, _this(person, id))

    async def delete(self, person: str, id: str) -> None:
        """Delete a position."""
        async with self._database.write() as connection:
            if not (await connection.execute(delete(positions).where(_this(person, id)))).rowcount:
                raise localized_error(NotFound, "store.none.position")


def _columns(position: Position) -> Row:
    options = msgspec.json.encode(dict(position.options)).decode()
    return {"game": position.game.key, "options": options, "text": position.text()}


def _this(person: str, id: str) -> ColumnElement[bool]:
    return (positions.c.person == person) & (positions.c.id == id)


async def _get(connection: AsyncConnection, which: ColumnElement[bool]) -> SavedPosition:
    row = (await connection.execute(select(positions).where(which))).mappings().one_or_none()
    if row is None:
        raise localized_error(NotFound, "store.none.position")
    return _read(row)


def _read(row: RowMapping) -> SavedPosition:
    options = _options.decode(row["options"])
    return SavedPosition(row["id"], row["name"], row["game"], options, row["text"], row["created"], row["updated"])
