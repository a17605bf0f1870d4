"""What people learned: which steps of lessons they have done, which puzzles they have solved, and how.

What counts for a streak is the first answer: whether it was right, and found without help. Later tries change nothing
about that; they only solve what was still open.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.store.database import Database
from parlour.store.tables import learned, persons

Kind = Literal["lesson", "puzzle"]


class Learned(msgspec.Struct, frozen=True):
    """A step of a lesson or a puzzle that somebody has tried; `solved` is when, if at all."""

    game: str
    kind: Kind
    item: str
    tries: int
    clean: bool
    begun: int
    solved: int | None


class Streaks(msgspec.Struct, frozen=True):
    """How many puzzles in a row somebody solved at the first try and without help: now, and at best."""

    now: int = 0
    best: int = 0


class Learning:
    """What all people learned; every method speaks of one person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str, game: str | None = None) -> list[Learned]:
        """All that somebody has tried, of one game or of all, in the order in which it was begun."""
        wanted = select(learned).where(learned.c.person == person)
        if game is not None:
            wanted = wanted.where(learned.c.game == game)
        async with self._database.read() as connection:
            rows = (await connection.execute(wanted.order_by(learned.c.begun, learned.c.item))).mappings()
            return [
                Learned(row["game"], row["kind"], row["item"], row["tries"], row["clean"], row["begun"], row["solved"])
                for row in rows
            ]

    async def note(self, person: str, game: str, kind: Kind, item: str, now: int, *, solved: bool) -> None:
        """Keeps that something was tried: solved, or not (a wrong answer, or help was asked for); raises `NotFound`."""
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
        """Another try of what was tried before; False if it was not."""
        if not (await connection.execute(update(learned).where(which).values(tries=learned.c.tries + 1))).rowcount:
            return False
        if solved:
            still_open = which & learned.c.solved.is_(None)
            await connection.execute(update(learned).where(still_open).values(solved=now))
        return True


def streaks(rows: list[Learned]) -> Streaks:
    """The streaks in what somebody has tried, given in its order.

    >>> def tried(clean: bool) -> Learned:
    ...     return Learned("sim", "puzzle", "a", 1, clean, 0, 0)
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
    """Gives an account what a guest learned; what both have tried stays as the account has it."""
    theirs = learned.alias("theirs")
    both = exists().where(
        theirs.c.person == account,
        theirs.c.game == learned.c.game,
        theirs.c.kind == learned.c.kind,
        theirs.c.item == learned.c.item,
    )
    await connection.execute(update(learned).where(learned.c.person == guest, ~both).values(person=account))


async def _lock(connection: AsyncConnection, person: str) -> None:
    """Makes other tries of a person wait: two pages may solve the same puzzle at once."""
    if await connection.scalar(select(persons.c.id).where(persons.c.id == person).with_for_update()) is None:
        raise localized_error(NotFound, "store.none.person")
