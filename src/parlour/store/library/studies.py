"""Studies of a person: games and positions with variations, names and comments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound, TooMuch
from parlour.games.contract.options import Value
from parlour.i18n.errors import localized_error
from parlour.match.studies.course import CoursePlace, course_place, place_tags
from parlour.match.studies.study import Study, count_turns, read_study_json, write_study_json
from parlour.store.database.time_slices import Steps
from parlour.store.library.note_text import check_title
from parlour.store.library.saved_items import CHARACTERS_PER_ROW, MAX_BATCH_ITEMS, SavedItem, SavedItems, StoredRow
from parlour.store.matches.rows import Row
from parlour.store.tables import studies


class StoredStudy(SavedItem, frozen=True, kw_only=True):
    """A study with a name."""

    study: Study

    def named(self) -> Study:
        """Return the study with its name as the title."""
        return msgspec.structs.replace(self.study, tags={**self.study.tags, "Title": self.name})


class StudyTitle(SavedItem, frozen=True, kw_only=True):
    """A study as lists show it: name, start position, number of moves, and place in a course."""

    game: str
    options: dict[str, Value]
    start: str
    moves: int
    place: CoursePlace | None


MIN_CHARACTERS_PER_NODE = 14
"""Estimates the number of nodes of a stored study from above."""


class _Opening(msgspec.Struct, frozen=True):
    """The part of a stored study that lists need; the moves are not decoded."""

    options: dict[str, Value] = {}
    start: str = ""
    tags: dict[str, str] = {}


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
        (row,) = await self._insert(person, [await self._columns(name, study)], now)
        return await self._read(row)

    async def save_all(self, person: str, named: Iterable[tuple[str, Study]], now: int) -> list[StudyTitle]:
        """Store studies with their names, all or none. Chapters are appended to a course that exists."""
        last = Counter[str]()
        for title in await self.of(person, limit=self.max_per_person):
            if title.place is not None:
                last[title.place.course] = max(last[title.place.course], title.place.chapter)
        placed = []
        places = [(course_place(study.tags), name, study) for name, study in named]
        for place, name, study in sorted(places, key=lambda one: one[0].chapter if one[0] else 0):
            if place is not None:
                last[place.course] += 1
                place = CoursePlace(place.course, last[place.course])
            placed.append((name, _placed(study, place)))
        items = await self._columns_of(placed)
        rows = await self._insert(person, items, now)
        size = sum(len(row["data"]) // MIN_CHARACTERS_PER_NODE for row in rows)
        return await self._database.time_slices.call(lambda: list(map(_title, rows)), size)

    async def get(self, person: str, id: str) -> StoredStudy:
        """Return one study."""
        return await self._read(await self._row(person, id))

    async def of(self, person: str | None, game: str | None = None, limit: int = 200) -> list[StudyTitle]:
        """Return all studies, or those of one game, the most recently changed first."""
        return [_title(row) for row in await self._rows(person, game, limit)]

    async def change(self, person: str, id: str, name: str, study: Study, now: int) -> StoredStudy:
        """Replace a study and its name; it stays in its course."""
        study = _placed(study, _title(await self._row(person, id)).place)
        return await self._read(await self._update(person, id, await self._columns(name, study), now))

    async def rename(self, person: str, id: str, name: str, now: int) -> StudyTitle:
        """Rename a study."""
        return _title(await self._update(person, id, {"name": check_title(name)}, now))

    async def chapters(self, person: str, course: str) -> list[StoredStudy]:
        """Return the studies of a course in order; raise `NotFound` if there are none."""
        titles = await self.of(person, limit=self.max_per_person)
        ids = [title.id for title in _in_order(titles) if title.place and title.place.course == course]
        if not ids:
            raise localized_error(NotFound, "store.none.course")
        return [await self.get(person, id) for id in ids]

    async def arrange(self, person: str, course: str, ids: Iterable[str]) -> None:
        """Make studies the first chapters of a course, in order; an empty name takes them out of their courses."""
        name = check_title(course)
        numbers = {id: number for number, id in enumerate(ids, 1)}
        theirs = studies.c.person == person
        async with self._database.read() as connection:
            length = func.length(studies.c.data)
            found = await connection.execute(select(studies.c.id, length).where(theirs, studies.c.id.in_(numbers)))
            rows = {id: 1 + size // CHARACTERS_PER_ROW for id, size in found}
        if rows.keys() != numbers.keys():
            raise localized_error(NotFound, self._none)

        async def place(connection: AsyncConnection, some: Sequence[str]) -> int:
            these = select(studies.c.id, studies.c.data).where(theirs, studies.c.id.in_(some))
            changed = [
                {"this": id, "new_data": data}
                for id, before in await connection.execute(these)
                if (data := _arranged(before, CoursePlace(name, numbers[id]) if name else None)) != before
            ]
            if changed:
                await connection.execute(_UPDATE_DATA, changed)
                await self._check_size(connection, person, {"data": ""})
            return len(changed)

        await self._database.write_in_batches(list(numbers), place, rows, MAX_BATCH_ITEMS)

    async def _columns(self, name: str, study: Study) -> Row:
        (columns,) = await self._columns_of([(name, study)])
        return columns

    async def _columns_of(self, named: Sequence[tuple[str, Study]]) -> list[Row]:
        def steps() -> Steps[list[Row]]:
            found = []
            for name, study in named:
                yield
                found.append(_columns(name, study))
            return found

        return await self._database.time_slices.compute(steps(), sum(len(study.nodes) for _, study in named))

    async def _read(self, row: StoredRow) -> StoredStudy:
        def read() -> StoredStudy:
            return StoredStudy(study=read_study_json(row["data"]), **_item(row))

        return await self._database.time_slices.call(read, len(row["data"]) // MIN_CHARACTERS_PER_NODE)


def _columns(name: str, study: Study) -> Row:
    place = course_place(study.tags)
    if place is not None:
        check_title(place.course)
    data = write_study_json(study, indent=0)
    return {"name": check_title(name), "game": study.game, "moves": count_turns(study), "data": data}


def _item(row: StoredRow) -> Row:
    return {name: row[name] for name in SavedItem.__struct_fields__}


def _title(row: StoredRow) -> StudyTitle:
    opening = _opening.decode(row["data"])
    return StudyTitle(
        game=row["game"],
        options=opening.options,
        start=opening.start,
        moves=row["moves"],
        place=course_place(opening.tags),
        **_item(row),
    )


def _in_order(titles: Sequence[StudyTitle]) -> list[StudyTitle]:
    """Return chapters in order; those with the same number by age."""
    return sorted(titles, key=lambda title: (title.place.chapter if title.place else 0, title.created, title.id))


def _placed(study: Study, place: CoursePlace | None) -> Study:
    return msgspec.structs.replace(study, tags=place_tags(study.tags, place))


_UPDATE_DATA = update(studies).where(studies.c.id == bindparam("this")).values(data=bindparam("new_data"))


def _arranged(data: str, place: CoursePlace | None) -> str:
    """Return the JSON of a stored study with another place in a course."""
    tags = _opening.decode(data).tags
    return data if course_place(tags) == place else _with_tags(data, place_tags(tags, place))


def _with_tags(data: str, tags: dict[str, str]) -> str:
    """Return the JSON of a stored study with other tags; the moves are not decoded."""
    found = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    return msgspec.json.encode({**found, "tags": msgspec.Raw(msgspec.json.encode(tags))}).decode() + "\n"
