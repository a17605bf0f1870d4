"""Classes: a teacher's board, the pupils who have joined, and their answers to the latest question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import RowMapping, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.club.classroom import ClassBoard, answer_text
from parlour.errors import ClassroomError, NotFound
from parlour.i18n.errors import localized_error
from parlour.match.names import distinct_names
from parlour.store.database.database import Repository, random_code, require_row
from parlour.store.library.note_text import check_title
from parlour.store.matches.new_match import require_people
from parlour.store.matches.rows import Row
from parlour.store.tables import accounts, answers, classrooms, persons, pupils

MAX_CLASSES = 20
"""Maximum number of classes of one teacher."""
MAX_PUPILS = 200
_board = msgspec.json.Decoder(ClassBoard)


class Classroom(msgspec.Struct, frozen=True):
    """A class with its name and board. `teacher` is the id of a person; `version` increases with each change of name or
    board.
    """

    code: str
    name: str
    teacher: str
    teacher_name: str
    version: int
    pupils: int
    board: ClassBoard
    created: int
    updated: int


class Pupil(msgspec.Struct, frozen=True):
    """A pupil. `number` identifies them in the class; `turn` is the answer to the current question."""

    person: str
    number: int
    name: str
    turn: str | None = None


class Classrooms(Repository):
    """All classes; methods raise `NotFound` for an unknown code."""

    async def create(self, teacher: str, name: str, now: int) -> Classroom:
        """Store a new class; raise `ClassroomError` if the teacher has too many."""
        title = check_title(name)
        if not title:
            raise localized_error(ClassroomError, "store.classroom.name")
        async with self._database.write() as connection:
            await require_people(connection, [teacher])
            own = select(func.count()).select_from(classrooms).where(classrooms.c.teacher == teacher)
            if (await connection.scalar(own) or 0) >= MAX_CLASSES:
                raise localized_error(ClassroomError, "store.classroom.most", most=MAX_CLASSES)
            code = await _free_code(connection)
            row: Row = {"code": code, "teacher": teacher, "name": title, "version": 0, "board": "{}"}
            await connection.execute(insert(classrooms).values(**row, created=now, updated=now))
            return await _get(connection, code)

    async def get(self, code: str) -> Classroom:
        """Return a class."""
        async with self._database.read() as connection:
            return await _get(connection, code)

    async def taught_by(self, person: str) -> list[Classroom]:
        """Return the classes of a teacher, the latest first."""
        return await self._list(person, taught=True)

    async def joined_by(self, person: str) -> list[Classroom]:
        """Return the classes that a pupil has joined, the latest first."""
        return await self._list(person, taught=False)

    async def _list(self, person: str, *, taught: bool) -> list[Classroom]:
        joined = exists().where(pupils.c.code == classrooms.c.code, pupils.c.person == person)
        query = _QUERY.where(classrooms.c.teacher == person if taught else joined).limit(100)
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(classrooms.c.updated.desc(), classrooms.c.code))
            return [_read(row) for row in rows.mappings()]

    async def change(self, code: str, decide: Callable[[ClassBoard], ClassBoard], now: int) -> Classroom:
        """Replace the board by the result of `decide`; a new question discards the answers to the last one."""
        async with self._database.write() as connection:
            await connection.execute(select(classrooms.c.code).where(classrooms.c.code == code).with_for_update())
            before = (await _get(connection, code)).board
            after = decide(before)
            row: Row = {"board": msgspec.json.encode(after).decode(), "version": classrooms.c.version + 1}
            await connection.execute(update(classrooms).where(classrooms.c.code == code).values(**row, updated=now))
            if after.asked != before.asked:
                await connection.execute(delete(answers).where(answers.c.code == code))
            return await _get(connection, code)

    async def rename(self, code: str, name: str, now: int) -> None:
        """Rename a class."""
        title = check_title(name)
        if not title:
            raise localized_error(ClassroomError, "store.classroom.name")
        async with self._database.write() as connection:
            row: Row = {"name": title, "version": classrooms.c.version + 1, "updated": now}
            if not (await connection.execute(update(classrooms).where(classrooms.c.code == code).values(row))).rowcount:
                raise localized_error(NotFound, "store.none.classroom")

    async def delete(self, code: str) -> None:
        """Delete a class with its pupils and their answers."""
        async with self._database.write() as connection:
            if not (await connection.execute(delete(classrooms).where(classrooms.c.code == code))).rowcount:
                raise localized_error(NotFound, "store.none.classroom")

    # ---- Pupils ---------------------------------------------------------------------------------------------------

    async def join(self, code: str, person: str, now: int) -> None:
        """Add a person to a class; raise `ClassroomError` if it is full."""
        async with self._database.write() as connection:
            await connection.execute(select(classrooms.c.code).where(classrooms.c.code == code).with_for_update())
            found = await _get(connection, code)
            await require_people(connection, [person])
            if found.teacher == person:
                raise localized_error(ClassroomError, "store.classroom.own")
            if await _is_pupil(connection, code, person):
                return
            if found.pupils >= MAX_PUPILS:
                raise localized_error(ClassroomError, "store.classroom.full", most=MAX_PUPILS)
            last = await connection.scalar(select(func.max(pupils.c.number)).where(pupils.c.code == code)) or 0
            row: Row = {"code": code, "person": person, "number": last + 1, "joined": now}
            await connection.execute(insert(pupils).values(row))

    async def leave(self, code: str, person: str) -> None:
        """Remove a pupil and their answer from a class."""
        async with self._database.write() as connection:
            for table in (pupils, answers):
                await connection.execute(delete(table).where(table.c.code == code, table.c.person == person))

    async def pupils(self, code: str) -> list[Pupil]:
        """Return the pupils in the order in which they joined, with their answers to the current question.

        Guests whose names are the same as another pupil's have a number after them.
        """
        query = (
            select(pupils, persons.c.name, answers.c.turn, accounts.c.person.label("account"))
            .join(persons, persons.c.id == pupils.c.person)
            .outerjoin(accounts, accounts.c.person == pupils.c.person)
            .outerjoin(answers, (answers.c.code == pupils.c.code) & (answers.c.person == pupils.c.person))
            .where(pupils.c.code == code)
            .order_by(pupils.c.number)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).mappings().all()
        names = distinct_names([(row["name"], row["account"] is not None) for row in rows])
        return [
            Pupil(row["person"], row["number"], name if row["name"] else "", row["turn"])
            for row, name in zip(rows, names, strict=True)
        ]

    async def is_pupil(self, code: str, person: str) -> bool:
        """Return whether a person has joined a class."""
        async with self._database.read() as connection:
            return await _is_pupil(connection, code, person)

    async def answer(self, code: str, person: str, question: int, moves: Sequence[str], now: int) -> str:
        """Store the answer of a pupil, in place of an earlier one, and return it in notation.

        Raise `ClassroomError` if the question is over, `IllegalMove` if the moves are not legal.
        """
        board = (await self.get(code)).board
        turn = answer_text(board, question, moves)
        row: Row = {"code": code, "person": person, "question": question, "turn": turn, "at": now}
        async with self._database.write() as connection:
            # Locked until the answer is stored, so that no answer is stored after the solution is shown.
            await connection.execute(select(classrooms.c.code).where(classrooms.c.code == code).with_for_update())
            if (await _get(connection, code)).board.question != board.question:
                raise localized_error(ClassroomError, "club.class.question-over")
            if not await _is_pupil(connection, code, person):
                raise localized_error(NotFound, "store.none.pupil")
            this = answers.c.code == code, answers.c.person == person
            await connection.execute(delete(answers).where(*this))
            await connection.execute(insert(answers).values(row))
        return turn

    async def answer_of(self, code: str, person: str) -> str | None:
        """Return a pupil's answer to the latest question."""
        query = select(answers.c.turn).where(answers.c.code == code, answers.c.person == person)
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(query)
            return found


async def hand_over_classrooms(connection: AsyncConnection, guest: str, person: str) -> None:
    """Transfer the classes of a guest to another person; where both are in a class, keep the other's place."""
    await connection.execute(update(classrooms).where(classrooms.c.teacher == guest).values(teacher=person))
    for table in (pupils, answers):
        theirs = table.alias("theirs")
        both = exists().where(theirs.c.code == table.c.code, theirs.c.person == person)
        taught = exists().where(classrooms.c.code == table.c.code, classrooms.c.teacher == person)
        mine = table.c.person == guest
        await connection.execute(delete(table).where(mine, both))
        await connection.execute(update(table).where(mine).values(person=person))
        await connection.execute(delete(table).where(table.c.person == person, taught))


_COUNT = select(func.count()).select_from(pupils).where(pupils.c.code == classrooms.c.code).scalar_subquery()
_QUERY = select(classrooms, persons.c.name.label("teacher_name"), _COUNT.label("pupils")).join(
    persons, persons.c.id == classrooms.c.teacher
)


async def _get(connection: AsyncConnection, code: str) -> Classroom:
    return _read(await require_row(connection, _QUERY.where(classrooms.c.code == code), "store.none.classroom"))


def _read(row: RowMapping) -> Classroom:
    given = {field: row[field] for field in Classroom.__struct_fields__ if field != "board"}
    return Classroom(board=_board.decode(row["board"]), **given)


async def _is_pupil(connection: AsyncConnection, code: str, person: str) -> bool:
    query = select(pupils.c.number).where(pupils.c.code == code, pupils.c.person == person)
    return await connection.scalar(query) is not None


async def _free_code(connection: AsyncConnection) -> str:
    while True:
        code = random_code()
        if await connection.scalar(select(classrooms.c.code).where(classrooms.c.code == code)) is None:
            return code
