"""Studies of a person: games and positions with variations, names and comments."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, select, update

from parlour.errors import NotFound, TooMuch
from parlour.games.contract.options import Value
from parlour.i18n.errors import localized_error
from parlour.match.studies.study import Study, read_study_json, write_study_json
from parlour.store.database import Database, new_id
from parlour.store.note_text import check_title
from parlour.store.rows import Row
from parlour.store.tables import persons, studies

MAX_STUDIES = 1_000
"""Maximum number of studies per person."""


class StoredStudy(msgspec.Struct, frozen=True):
    """A study with a name."""

    id: str
    name: str
    study: Study
    created: int
    updated: int


class StudyTitle(msgspec.Struct, frozen=True):
    """A study as lists show it: name, start position, and number of moves."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    start: str
    moves: int
    created: int
    updated: int


class _Opening(msgspec.Struct, frozen=True):
    """The part of a stored study that lists need; the moves are not decoded."""

    options: dict[str, Value] = {}
    start: str = ""


_opening = msgspec.json.Decoder(_Opening)


class Studies:
    """Studies of all people; methods raise `NotFound` for studies of others.

    Studies are checked by `parlour.match.studies.study` before they are stored.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, person: str, name: str, study: Study, now: int) -> StoredStudy:
        """Store a study; raise `TooMuch` beyond `MAX_STUDIES`."""
        row: Row = {"id": new_id(), "person": person, "created": now, "updated": now, **_columns(name, study)}
        async with self._database.write() as connection:
            if await connection.scalar(select(persons.c.id).where(persons.c.id == person)) is None:
                raise localized_error(NotFound, "store.none.person")
            count = select(func.count()).select_from(studies).where(studies.c.person == person)
            if (await connection.execute(count)).scalar_one() >= MAX_STUDIES:
                raise localized_error(TooMuch, "store.too-much.studies", most=f"{MAX_STUDIES:,}")
            await connection.execute(insert(studies).values(row))
        return StoredStudy(row["id"], row["name"], study, now, now)

    async def get(self, person: str, id: str) -> StoredStudy:
        """Return one study."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(studies).where(_this(person, id)))).mappings().one_or_none()
        if row is None:
            raise localized_error(NotFound, "store.none.study")
        return _read(row)

    async def of(self, person: str, game: str | None = None, limit: int = 200) -> list[StudyTitle]:
        """Return all studies, or those of one game, the most recently changed first."""
        wanted = select(studies).where(studies.c.person == person)
        if game is not None:
            wanted = wanted.where(studies.c.game == game)
        wanted = wanted.order_by(studies.c.updated.desc(), studies.c.id).limit(limit)
        async with self._database.read() as connection:
            return [_title(row) for row in (await connection.execute(wanted)).mappings()]

    async def change(self, person: str, id: str, name: str, study: Study, now: int) -> StoredStudy:
        """Replace a study and its name."""
        columns: Row = {"updated": now, **_columns(name, study)}
        async with self._database.write() as connection:
            if not (await connection.execute(update(studies).where(_this(person, id)).values(columns))).rowcount:
                raise localized_error(NotFound, "store.none.study")
        return await self.get(person, id)

    async def rename(self, person: str, id: str, name: str, now: int) -> StudyTitle:
        """Rename a study."""
        columns: Row = {"updated": now, "name": check_title(name)}
        async with self._database.write() as connection:
            await connection.execute(update(studies).where(_this(person, id)).values(columns))
            row = (await connection.execute(select(studies).where(_this(person, id)))).mappings().one_or_none()
        if row is None:
            raise localized_error(NotFound, "store.none.study")
        return _title(row)

    async def delete(self, person: str, id: str) -> None:
        """Delete a study."""
        async with self._database.write() as connection:
            if not (await connection.execute(delete(studies).where(_this(person, id)))).rowcount:
                raise localized_error(NotFound, "store.none.study")


def _columns(name: str, study: Study) -> Row:
    data = write_study_json(study, indent=0)
    return {"name": check_title(name), "game": study.game, "moves": len(study.nodes) - 1, "data": data}


def _this(person: str, id: str) -> ColumnElement[bool]:
    return (studies.c.person == person) & (studies.c.id == id)


def _read(row: RowMapping) -> StoredStudy:
    return StoredStudy(row["id"], row["name"], read_study_json(row["data"]), row["created"], row["updated"])


def _title(row: RowMapping) -> StudyTitle:
    begun = _opening.decode(row["data"])
    named = (row["id"], row["name"], row["game"])
    return StudyTitle(*named, begun.options, begun.start, row["moves"], row["created"], row["updated"])
