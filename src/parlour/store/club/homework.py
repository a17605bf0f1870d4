"""Homework of classes, and the pupils' progress.

Progress with puzzles is read from `learning`, progress with positions from the matches started for them, so that no
progress is stored twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.club.homework import (
    MAX_HOMEWORK,
    Homework,
    HomeworkTask,
    PuzzleTask,
    TaskAttempt,
    TaskProgress,
    position_progress,
    puzzle_progress,
)
from parlour.errors import ClassroomError, Conflict, NotFound
from parlour.i18n.errors import localized_error
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.store.database.database import Repository, new_id, require_row
from parlour.store.database.write_lock import Urgency
from parlour.store.matches.matches import MatchInfo, infos, insert_match
from parlour.store.matches.rows import Row
from parlour.store.tables import classrooms, entries, homework, homework_attempts, learned, matches, pupils

_tasks = msgspec.json.Decoder(tuple[HomeworkTask, ...])
_COLUMNS = ("title", "comment", "due", "closed", "last_task")
"""Columns that are fields of `Homework`."""


class StoredHomework(msgspec.Struct, frozen=True):
    """Homework of a class. `version` increases with each change; `teacher` is the id of a person."""

    id: str
    code: str
    class_name: str
    teacher: str
    version: int
    created: int
    homework: Homework


class PupilWork(msgspec.Struct, frozen=True):
    """A pupil's attempts: puzzles by game and id, and matches by homework and task."""

    puzzles: dict[tuple[str, str], TaskProgress]
    attempts: dict[tuple[str, int], list[TaskAttempt]]

    def progress(self, stored: StoredHomework) -> tuple[TaskProgress, ...]:
        """Return the progress with each task of one homework assignment."""
        return tuple(self._with(stored, task) for task in stored.homework.tasks)

    def _with(self, stored: StoredHomework, task: HomeworkTask) -> TaskProgress:
        closed = stored.homework.closed
        if isinstance(task, PuzzleTask):
            found = self.puzzles.get((task.game, task.puzzle), TaskProgress())
            return puzzle_progress(found.attempts, found.done, clean=found.clean, closed=closed)
        return position_progress(task, self.attempts.get((stored.id, task.number), ()), closed=closed)


class HomeworkBook(Repository):
    """The homework of all classes; methods raise `NotFound` for an unknown id."""

    async def create(self, code: str, content: Homework, now: int) -> StoredHomework:
        """Store homework of a class; raise `ClassroomError` if the class already has the maximum."""
        id = new_id()
        async with self._database.write() as connection:
            there = select(classrooms.c.code).where(classrooms.c.code == code).with_for_update()
            if await connection.scalar(there) is None:
                raise localized_error(NotFound, "store.none.classroom")
            own = select(func.count()).select_from(homework).where(homework.c.code == code)
            if (await connection.scalar(own) or 0) >= MAX_HOMEWORK:
                raise localized_error(ClassroomError, "store.homework.most", most=MAX_HOMEWORK)
            row: Row = {"id": id, "code": code, "version": 0, "created": now, "updated": now}
            await connection.execute(insert(homework).values(row | _row(content)))
            return await _get(connection, id)

    async def get(self, id: str) -> StoredHomework:
        """Return homework."""
        async with self._database.read() as connection:
            return await _get(connection, id)

    async def change(self, id: str, version: int, decide: Callable[[Homework], Homework], now: int) -> StoredHomework:
        """Replace homework by the result of `decide`; raise `Conflict` if it has another version than the given one."""
        async with self._database.write() as connection:
            await connection.execute(select(homework.c.id).where(homework.c.id == id).with_for_update())
            before = await _get(connection, id)
            if before.version != version:
                raise localized_error(Conflict, "store.conflict.homework")
            row = _row(decide(before.homework)) | {"version": version + 1, "updated": now}
            await connection.execute(update(homework).where(homework.c.id == id).values(row))
            return await _get(connection, id)

    async def delete(self, id: str) -> None:
        """Delete homework. The games that were played for it stay in the libraries."""
        async with self._database.write() as connection:
            if not (await connection.execute(delete(homework).where(homework.c.id == id))).rowcount:
                raise localized_error(NotFound, "store.none.homework")

    async def of_class(self, code: str) -> list[StoredHomework]:
        """Return the homework of a class: open homework first, each the latest first."""
        return await self._list(homework.c.closed.is_not(None), where=(homework.c.code == code,))

    async def of_pupil(self, person: str) -> list[StoredHomework]:
        """Return the open homework of all classes that a person has joined, the nearest due date first."""
        joined = homework.c.code.in_(select(pupils.c.code).where(pupils.c.person == person))
        return await self._list(homework.c.due.is_(None), homework.c.due, where=(joined, homework.c.closed.is_(None)))

    async def _list(self, *first: ColumnElement[Any], where: Sequence[ColumnElement[bool]]) -> list[StoredHomework]:
        """Return homework in a given order; the latest first among equals."""
        order = *first, homework.c.created.desc(), homework.c.id
        async with self._database.read() as connection:
            rows = await connection.execute(_QUERY.where(*where).order_by(*order).limit(500))
            return [_read(row) for row in rows.mappings()]

    # ---- Progress -------------------------------------------------------------------------------------------------

    async def work_of_class(self, code: str) -> dict[str, PupilWork]:
        """Return the attempts of the pupils of a class, by person."""
        those = select(pupils.c.person).where(pupils.c.code == code)
        return await self._work(learned.c.person.in_(those), homework_attempts.c.person.in_(those))

    async def work_of(self, person: str) -> PupilWork:
        """Return the attempts of a person."""
        found = await self._work(learned.c.person == person, homework_attempts.c.person == person)
        return found.get(person, PupilWork({}, {}))

    async def _work(self, of_puzzles: ColumnElement[bool], of_attempts: ColumnElement[bool]) -> dict[str, PupilWork]:
        work: dict[str, PupilWork] = {}
        async with self._database.read() as connection:
            tried = await connection.execute(select(learned).where(of_puzzles, learned.c.kind == "puzzle"))
            for row in tried.mappings():
                found = TaskProgress(row["solved"], row["tries"], clean=row["clean"])
                work.setdefault(row["person"], PupilWork({}, {})).puzzles[row["game"], row["item"]] = found
            played = await connection.execute(select(homework_attempts).where(of_attempts))
            for row in played.mappings():
                one = TaskAttempt(row["match_id"], row["began"], row["ended"], row["result"], row["assisted"])
                attempts = work.setdefault(row["person"], PupilWork({}, {})).attempts
                attempts.setdefault((row["homework"], row["task"]), []).append(one)
        return work

    # ---- Matches --------------------------------------------------------------------------------------------------

    async def running(self, id: str, task: int, person: str) -> MatchInfo | None:
        """Return the match that a pupil plays for a task now, unless they have deleted it."""
        async with self._database.read() as connection:
            return await _running(connection, id, task, person)

    async def begin(
        self, id: str, task: int, person: str, made: tuple[Match, Sequence[AnyEvent]], now: int
    ) -> MatchInfo:
        """Store the match of a pupil for a task; raise `Conflict` if one is running already."""
        match, events = made
        fixed: Row = {"host": person, "public": False, "code": None, "origin": "played", "follows": None}
        async with self._database.write(Urgency.COMMAND) as connection:
            # Locked until the match is stored, so that a double click starts only one match.
            await connection.execute(select(homework.c.id).where(homework.c.id == id).with_for_update())
            await _get(connection, id)
            if await _running(connection, id, task, person) is not None:
                raise localized_error(Conflict, "store.conflict.homework")
            match_id = await insert_match(connection, match, events, now, fixed)
            return (await infos(connection, [match_id]))[0]

    async def running_without_help(self, person: str) -> list[str]:
        """Return the running matches of a person for tasks without help."""
        query = select(homework_attempts.c.match_id, homework_attempts.c.task, homework.c.tasks)
        query = query.join(homework, homework.c.id == homework_attempts.c.homework)
        query = query.join(matches, matches.c.id == homework_attempts.c.match_id)
        query = query.where(homework_attempts.c.person == person, matches.c.ended.is_(None))
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [id for id, number, text in rows if _forbids_help(text, number)]


def _forbids_help(tasks: str, number: int) -> bool:
    task = next((one for one in _tasks.decode(tasks) if one.number == number), None)
    return task is not None and not isinstance(task, PuzzleTask) and not task.help


_QUERY = select(homework, classrooms.c.teacher, classrooms.c.name.label("class_name")).join(
    classrooms, classrooms.c.code == homework.c.code
)
# Without games that the pupil has deleted.
_RUNNING = (
    select(homework_attempts.c.match_id)
    .join(matches, matches.c.id == homework_attempts.c.match_id)
    .join(
        entries,
        (entries.c.match_id == homework_attempts.c.match_id) & (entries.c.person == homework_attempts.c.person),
    )
    .where(matches.c.ended.is_(None), entries.c.deleted.is_(None))
    .order_by(homework_attempts.c.began.desc())
    .limit(1)
)


async def _running(connection: AsyncConnection, id: str, task: int, person: str) -> MatchInfo | None:
    at = homework_attempts.c
    found = await connection.scalar(_RUNNING.where(at.homework == id, at.task == task, at.person == person))
    return None if found is None else (await infos(connection, [found]))[0]


def _row(content: Homework) -> Row:
    row = {name: getattr(content, name) for name in _COLUMNS}
    return row | {"tasks": msgspec.json.encode(content.tasks).decode()}


async def _get(connection: AsyncConnection, id: str) -> StoredHomework:
    return _read(await require_row(connection, _QUERY.where(homework.c.id == id), "store.none.homework"))


def _read(row: RowMapping) -> StoredHomework:
    content = Homework(tasks=_tasks.decode(row["tasks"]), **{name: row[name] for name in _COLUMNS})
    head = ("id", "code", "class_name", "teacher", "version", "created")
    return StoredHomework(homework=content, **{name: row[name] for name in head})
