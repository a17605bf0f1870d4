"""Everything stored about a person, as one JSON document they can download.

{"format": "parlour-person", "version": 1, "person": {…}, "logins": […], "preferences": {…}, "positions": […],
 "studies": [{"id": "…", "name": "…", …, "study": {…}}, …],
 "learned": [{"game": "…", "kind": "puzzle", "item": "…", …}, …],
 "tournaments": [{"id": "…", "name": "…", …}, …],
 "classes": [{"code": "…", "name": "…", "taught": true}, …],
 "homework": [{"title": "…", "task": 2, "result": "won", …}, …],
 "ratings": [{"game": "…", "time_class": "rapid", "ended": …, "mean": …, "deviation": …, "games": …}, …],
 "games": [{"match": "…", "title": "…", "seat": 0, "result": "won", …, "record": {…}}, …]}
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy import Select, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.match.records.json_format import write_json
from parlour.store.database.database import Database, require_row
from parlour.store.library.exported_records import export_records
from parlour.store.tables import (
    accounts,
    classrooms,
    entries,
    homework,
    homework_attempts,
    learned,
    logins,
    persons,
    positions,
    preferences,
    pupils,
    rating_changes,
    studies,
    tournament_people,
    tournaments,
)

_GAME = ("match_id", "title", "seat", "result", "opponent", "assisted", "used", "created", "ended", "deleted")
_ATTEMPT = ("match_id", "homework", "task", "began", "ended", "result", "assisted")
_RATING = ("match_id", "game", "time_class", "ended", "result", "mean", "deviation", "games")


async def export(database: Database, person: str) -> AsyncIterator[bytes]:
    """Yield the document in chunks; raise `NotFound`."""
    async with database.read() as connection:
        of_person = (
            select(persons, accounts.c.created.label("signed_up"))
            .outerjoin(accounts, accounts.c.person == persons.c.id)
            .where(persons.c.id == person)
        )
        found = await require_row(connection, of_person, "store.none.person")
        browsers = select(logins.c.created, logins.c.used, logins.c.label).where(logins.c.person == person)
        saved = select(positions).where(positions.c.person == person).order_by(positions.c.created)
        studied = select(studies).where(studies.c.person == person).order_by(studies.c.created)
        tried = select(learned).where(learned.c.person == person).order_by(learned.c.begun, learned.c.item)
        settings = await connection.scalar(select(preferences.c.data).where(preferences.c.person == person))
        head = {
            "format": "parlour-person",
            "version": 1,
            "person": dict(found),
            "logins": [dict(row) for row in (await connection.execute(browsers)).mappings()],
            "preferences": msgspec.Raw((settings or "{}").encode()),
            "positions": [
                {**row, "options": msgspec.Raw(row["options"].encode())}
                for row in (await connection.execute(saved)).mappings()
            ],
            "studies": [
                {"id": row["id"], "name": row["name"], "created": row["created"], "updated": row["updated"]}
                | {"study": msgspec.Raw(row["data"].encode())}
                for row in (await connection.execute(studied)).mappings()
            ],
            "learned": [
                {name: value for name, value in row.items() if name != "person"}
                for row in (await connection.execute(tried)).mappings()
            ],
            **await _club(connection, person),
        }
        listed = select(*(entries.c[name] for name in _GAME), entries.c.plies).where(entries.c.person == person)
        games = (await connection.execute(listed.order_by(entries.c.created, entries.c.match_id))).all()
    yield msgspec.json.encode(head)[:-1] + b',"games":['
    of_match = {row.match_id: {name: getattr(row, name) for name in _GAME} for row in games}
    between = b"\n"
    sizes = [(row.match_id, row.plies) for row in games]
    async for id, record in export_records(database, person, sizes, lambda _, record: write_json(record, indent=0)):
        yield between + msgspec.json.encode({**of_match[id], "record": msgspec.Raw(record.encode())})
        between = b",\n"
    yield b"]}\n"


async def _club(connection: AsyncConnection, person: str) -> dict[str, list[dict[str, Any]]]:
    """Return the club data of a person: tournaments, classes, homework and ratings."""
    entered = (
        select(tournaments.c.id, tournaments.c.name, tournaments.c.format, tournaments.c.created)
        .join(tournament_people, tournament_people.c.tournament_id == tournaments.c.id)
        .where(tournament_people.c.person == person)
        .order_by(tournaments.c.created)
    )
    taught = (classrooms.c.teacher == person).label("taught")
    attended = exists().where(pupils.c.code == classrooms.c.code, pupils.c.person == person)
    of_class = select(classrooms.c.code, classrooms.c.name, taught).where(taught | attended)
    worked = (
        select(*(homework_attempts.c[name] for name in _ATTEMPT), homework.c.title)
        .join(homework, homework.c.id == homework_attempts.c.homework)
        .where(homework_attempts.c.person == person)
        .order_by(homework_attempts.c.began, homework_attempts.c.match_id)
    )
    rated = select(*(rating_changes.c[name] for name in _RATING)).where(rating_changes.c.player == person)
    queries: dict[str, Select[Any]] = {
        "tournaments": entered,
        "classes": of_class.order_by("code"),
        "homework": worked,
        "ratings": rated.order_by("ended"),
    }
    return {
        name: [dict(row) for row in (await connection.execute(query)).mappings()] for name, query in queries.items()
    }
