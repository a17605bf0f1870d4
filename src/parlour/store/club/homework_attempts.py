"""Matches that pupils play for their homework: written in the transactions that begin and end a match."""

from __future__ import annotations

from sqlalchemy import insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.match.match import Match
from parlour.store.matches.rows import Row, person_of
from parlour.store.tables import homework, homework_attempts


async def begin_attempt(connection: AsyncConnection, id: str, match: Match, now: int) -> None:
    """Record a new match as an attempt, if it is for homework that has not been deleted."""
    assigned, seat = match.setup.assignment, _pupil_seat(match)
    if assigned is None or seat is None:
        return
    row: Row = {"match_id": id, "homework": assigned.homework, "person": person_of(match.players[seat])}
    row |= {"task": assigned.task, "began": now, "ended": None, **_result(match, seat)}
    columns = [homework_attempts.c[name] for name in row]
    values = [literal(value, column.type) for column, value in zip(columns, row.values(), strict=True)]
    there = select(*values).where(homework.c.id == assigned.homework)
    await connection.execute(insert(homework_attempts).from_select(columns, there))


async def note_attempt(connection: AsyncConnection, id: str, match: Match) -> None:
    """Record how a match for homework has ended, or that it continues after a take-back."""
    if (seat := _pupil_seat(match)) is not None:
        this = update(homework_attempts).where(homework_attempts.c.match_id == id)
        await connection.execute(this.values(ended=match.state.ended, **_result(match, seat)))


async def hand_over_attempts(connection: AsyncConnection, guest: str, person: str) -> None:
    """Transfer the attempts of a guest to another person."""
    mine = homework_attempts.c.person == guest
    await connection.execute(update(homework_attempts).where(mine).values(person=person))


def _pupil_seat(match: Match) -> int | None:
    return next((seat for seat, player in enumerate(match.players) if person_of(player) is not None), None)


def _result(match: Match, seat: int) -> Row:
    return {"result": match.result(seat), "assisted": match.assisted(seat)}
