"""Studies of a person: games and positions with variations, names and comments, to come back to."""

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

MOST = 1_000
"""So many studies one person can keep."""


class KeptStudy(msgspec.Struct, frozen=True):
    """A study under a name."""

    id: str
    name: str
    study: Study
    created: int
    updated: int


class StudyTitle(msgspec.Struct, frozen=True):
    """A study as a list shows it: its name, where it starts, and how many moves it has."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    start: str
    moves: int
    created: int
    updated: int


class _Opening(msgspec.Struct, frozen=True):
    """Of a kept study what a list needs; the moves are left unread."""

    options: dict[str, Value] = {}
    start: str = ""


_opening = msgspec.json.Decoder(_Opening)


class Studies:
    """The studies of all people; every method speaks of one person's and raises `NotFound` for others.

    What is kept was checked by `parlour.match.studies.study.checked` before.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, person: str, name: str, study: Study, now: int) -> KeptStudy:
        """Keeps a study; raises `TooMuch` beyond `MOST`."""
        row: Row = {"id": new_id(), "person": person, "created": now, "updated": now, **_columns(name, study)}
        async with self._database.write() as connection:
            if await connection.scalar(select(persons.c.id).where(persons.c.id == person)) is None:
                raise localized_error(NotFound, "store.none.person")
            count = select(func.count()).select_from(studies).where(studies.c.person == person)
            if (await connection.execute(count)).scalar_one() >= MOST:
                raise localized_error(TooMuch, "store.too-much.studies", most=f"{MOST:,}")
            await connection.execute(insert(studies).values(row))
        return KeptStudy(row["id"], row["name"], study, now, now)

    async def get(self, person: str, id: str) -> KeptStudy:
        """One of them."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(studies).where(_this(person, id)))).mappings().one_or_none()
        if row is None:
            raise localized_error(NotFound, "store.none.study")
        return _read(row)

    async def of(self, person: str, game: str | None = None, limit: int = 200) -> list[StudyTitle]:
        """All of them, or those of one game, the last changed first."""
        wanted = select(studies).where(studies.c.person == person)
        if game is not None:
            wanted = wanted.where(studies.c.game == game)
        wanted = wanted.order_by(studies.c.updated.desc(), studies.c.id).limit(limit)
        async with self._database.read() as connection:
            return [_title(row) for row in (await connection.execute(wanted)).mappings()]

    async def change(self, person: str, id: str, name: str, study: Study, now: int) -> KeptStudy:
        """Puts another study, or another name, in its place."""
        columns: Row = {"updated": now, **_columns(name, study)}
        async with self._database.write() as connection:
            if not (await connection.execute(update(studies).where(_this(person, id)).values(columns))).rowcount:
                raise localized_error(NotFound, "store.none.study")
        return await self.get(person, id)

    async def rename(self, person: str, id: str, name: str, now: int) -> StudyTitle:
        """Gives one another name."""
        columns: Row = {"updated": now, "name": check_title(name)}
        async with self._database.write() as connection:
            await connection.execute(update(studies).where(_this(person, id)).values(columns))
            row = (await connection.execute(select(studies).where(_this(person, id)))).mappings().one_or_none()
        if row is None:
            raise localized_error(NotFound, "store.none.study")
        return _title(row)

    async def delete(self, person: str, id: str) -> None:
        """Removes one."""
        async with self._database.write() as connection:
            if not (await connection.execute(delete(studies).where(_this(person, id)))).rowcount:
                raise localized_error(NotFound, "store.none.study")


def _columns(name: str, study: Study) -> Row:
    data = write_study_json(study, indent=0)
    return {"name": check_title(name), "game": study.game, "moves": len(study.nodes) - 1, "data": data}


def _this(person: str, id: str) -> ColumnElement[bool]:
    return (studies.c.person == person) & (studies.c.id == id)


def _read(row: RowMapping) -> KeptStudy:
    return KeptStudy(row["id"], row["name"], read_study_json(row["data"]), row["created"], row["updated"])


def _title(row: RowMapping) -> StudyTitle:
    begun = _opening.decode(row["data"])
    named = (row["id"], row["name"], row["game"])
    return StudyTitle(*named, begun.options, begun.start, row["moves"], row["created"], row["updated"])
