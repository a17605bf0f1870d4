"""Studies of a person: games and positions with variations, names and comments."""

from __future__ import annotations

import msgspec
from sqlalchemy import RowMapping, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import TooMuch
from parlour.games.contract.options import Value
from parlour.i18n.errors import localized_error
from parlour.match.studies.study import Study, count_turns, read_study_json, write_study_json
from parlour.store.library.note_text import check_title
from parlour.store.library.saved_items import SavedItem, SavedItems
from parlour.store.matches.rows import Row
from parlour.store.tables import studies


class StoredStudy(SavedItem, frozen=True, kw_only=True):
    """A study with a name."""

    study: Study


class StudyTitle(SavedItem, frozen=True, kw_only=True):
    """A study as lists show it: name, start position, and number of moves."""

    game: str
    options: dict[str, Value]
    start: str
    moves: int


MIN_CHARACTERS_PER_NODE = 14
"""Estimates the number of nodes of a stored study from above."""


class _Opening(msgspec.Struct, frozen=True):
    """The part of a stored study that lists need; the moves are not decoded."""

    options: dict[str, Value] = {}
    start: str = ""


_opening = msgspec.json.Decoder(_Opening)


class Studies(SavedItems):
    """Studies of all people; methods raise `NotFound` for studies of others.

    Studies are checked by `parlour.match.studies.study` before they are stored.
    """

    max_per_person = 1_000
    max_characters_per_person = 10_000_000
    """Lists read all of them, and a database has room for many people."""
    _table = studies
    _none = "store.none.study"
    _too_many = "store.too-much.studies"

    async def _check_size(self, connection: AsyncConnection, person: str, changed: Row) -> None:
        total = select(func.sum(func.length(studies.c.data))).where(studies.c.person == person)
        if "data" in changed and (await connection.scalar(total) or 0) > self.max_characters_per_person:
            most = f"{self.max_characters_per_person:,}"
            raise localized_error(TooMuch, "store.too-much.study-characters", most=most)

    async def save(self, person: str, name: str, study: Study, now: int) -> StoredStudy:
        """Store a study; raise `TooMuch` beyond `max_per_person` or `max_characters_per_person`."""
        return await self._read(await self._insert(person, await self._columns(name, study), now))

    async def get(self, person: str, id: str) -> StoredStudy:
        """Return one study."""
        return await self._read(await self._row(person, id))

    async def of(self, person: str | None, game: str | None = None, limit: int = 200) -> list[StudyTitle]:
        """Return all studies, or those of one game, the most recently changed first."""
        return [_title(row) for row in await self._rows(person, game, limit)]

    async def change(self, person: str, id: str, name: str, study: Study, now: int) -> StoredStudy:
        """Replace a study and its name."""
        return await self._read(await self._update(person, id, await self._columns(name, study), now))

    async def rename(self, person: str, id: str, name: str, now: int) -> StudyTitle:
        """Rename a study."""
        return _title(await self._update(person, id, {"name": check_title(name)}, now))

    async def _columns(self, name: str, study: Study) -> Row:
        def columns() -> Row:
            data = write_study_json(study, indent=0)
            return {"name": check_title(name), "game": study.game, "moves": count_turns(study), "data": data}

        return await self._database.time_slices.call(columns, len(study.nodes))

    async def _read(self, row: RowMapping) -> StoredStudy:
        def read() -> StoredStudy:
            return StoredStudy(study=read_study_json(row["data"]), **_item(row))

        return await self._database.time_slices.call(read, len(row["data"]) // MIN_CHARACTERS_PER_NODE)


def _item(row: RowMapping) -> Row:
    return {name: row[name] for name in SavedItem.__struct_fields__}


def _title(row: RowMapping) -> StudyTitle:
    opening = _opening.decode(row["data"])
    return StudyTitle(game=row["game"], options=opening.options, start=opening.start, moves=row["moves"], **_item(row))
