"""Progress of people in lessons and puzzles.

The first answer decides a streak: it counts if it is right and found without help. Later attempts only solve what was
still open.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.store.database.database import Repository
from parlour.store.tables import learned, persons

LearnedKind = Literal["lesson", "puzzle"]


class LearningProgress(msgspec.Struct, frozen=True):
    """A lesson step or puzzle that a person has attempted; `solved` is the time, or None."""

    game: str
    kind: LearnedKind
    item: str
    tries: int
    clean: bool
    begun: int
    solved: int | None


class Streaks(msgspec.Struct, frozen=True):
    """Puzzles in a row solved at the first attempt without help: current and best streak."""

    now: int = 0
    best: int = 0


class Learning(Repository):
    """Learning progress of all people."""

    async def of(self, person: str, game: str | None = None) -> list[LearningProgress]:
        """Return all attempts of a person, in one game or in all, in the order of the first attempt."""
        query = select(learned).where(learned.c.person == person)
        if game is not None:
            query = query.where(learned.c.game == game)
        async with self._database.read() as connection:
            rows = (await connection.execute(query.order_by(learned.c.begun, learned.c.item))).mappings()
            return [
                LearningProgress(
                    row["game"], row["kind"], row["item"], row["tries"], row["clean"], row["begun"], row["solved"]
                )
                for row in rows
            ]

    async def note(self, person: str, game: str, kind: LearnedKind, item: str, now: int, *, solved: bool) -> None:
        """Store an attempt: solved, or not (a wrong answer, or help was used); raise `NotFound`."""
        which = (
            (learned.c.person == person)
            & (learned.c.game == game)
            & (learned.c.kind == kind)
            & (learned.c.item == item)
        )
        async with self._database.write() as connection:
            await _lock(connection, person)
            if not await self._again(connection, which, now, solved=solved):
                row = {"person": person, "game": game, "kind": kind, "item": item, "tries": 1, "clean": solved}
                await connection.execute(insert(learned).values(**row, begun=now, solved=now if solved else None))

    async def _again(self, connection: AsyncConnection, which: ColumnElement[bool], now: int, *, solved: bool) -> bool:
        """Update an earlier attempt; return False if there was none."""
        if not (await connection.execute(update(learned).where(which).values(tries=learned.c.tries + 1))).rowcount:
            return False
        if solved:
            still_open = which & learned.c.solved.is_(None)
            await connection.execute(update(learned).where(still_open).values(solved=now))
        return True


def streaks(rows: list[LearningProgress]) -> Streaks:
    """Return the streaks in a sequence of attempts.

    >>> def tried(clean: bool) -> LearningProgress:
    ...     return LearningProgress("sim", "puzzle", "a", 1, clean, 0, 0)
    >>> streaks([tried(True), tried(True), tried(False), tried(True)])
    Streaks(now=1, best=2)
    """
    now = best = 0
    for row in rows:
        if row.kind == "puzzle":
            now = now + 1 if row.clean else 0
            best = max(best, now)
    return Streaks(now, best)


async def hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """Transfer a guest's progress to an account; where both have an item, keep the account's."""
    theirs = learned.alias("theirs")
    both = exists().where(
        theirs.c.person == account,
        theirs.c.game == learned.c.game,
        theirs.c.kind == learned.c.kind,
        theirs.c.item == learned.c.item,
    )
    await connection.execute(update(learned).where(learned.c.person == guest, ~both).values(person=account))


async def _lock(connection: AsyncConnection, person: str) -> None:
    """Lock the progress of a person: two tabs may solve the same puzzle at the same time."""
    if await connection.scalar(select(persons.c.id).where(persons.c.id == person).with_for_update()) is None:
        raise localized_error(NotFound, "store.none.person")
