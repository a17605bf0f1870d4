"""The rows of new matches, and how they are inserted: many matches with as few statements as one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.events import AnyEvent, Moved
from parlour.match.match import Match
from parlour.store.database.database import Database, new_id
from parlour.store.database.write_lock import Urgency
from parlour.store.matches import rows
from parlour.store.matches.rows import Row
from parlour.store.tables import entries, events, matches, moves, persons, remarks, seats

_TABLES = (matches, seats, events, moves, entries, remarks)


class NewMatch(msgspec.Struct, frozen=True):
    """The rows of a new match by table, and the people in whose libraries it is."""

    id: str
    people: frozenset[str]
    rows: dict[str, list[Row]]

    @property
    def size(self) -> int:
        """Return the number of rows."""
        return sum(map(len, self.rows.values()))


def new_match(match: Match, happened: Sequence[AnyEvent], now: int, fixed: Row) -> NewMatch:
    """Return the rows of a new match; `fixed` are the columns that do not follow from the match."""
    id = new_id()
    people = rows.persons_of(match, fixed["host"])
    updated = happened[-1].at if happened else now
    row = {
        "id": id,
        "game": match.game.key,
        "options": rows.options_text(match),
        "kind": match.setup.kind,
        "created": now,
        "updated": updated,
        "rated": match.setup.rated,
        "tournament": match.setup.tournament,
        "days_per_turn": match.setup.clock.days_per_turn,
        **fixed,
        **rows.match_row(match),
    }
    history = [rows.event_row(event, match_id=id) for event in happened if not isinstance(event, Moved)]
    times = {"created": now, "updated": updated}
    listed = [new_entry(id, person, match, seat, fixed["origin"]) | times for person, seat in people.items()]
    found = {
        matches.name: [row],
        seats.name: [{"match_id": id, **seat} for seat in rows.seat_rows(match)],
        events.name: [rows.setup_row(id, match.setup, now), *history],
        moves.name: rows.move_rows(id, happened),
        entries.name: listed,
    }
    return NewMatch(id, frozenset(people), found)


def new_entry(id: str, person: str, match: Match, seat: int | None, origin: str) -> Row:
    """Return a new library entry without its times."""
    words = rows.search_text("", (player.name for player in match.players))
    own = {"match_id": id, "person": person, "title": "", "words": words, "deleted": None}
    return own | rows.entry_row(match, seat, origin)


async def insert_matches(connection: AsyncConnection, new: Sequence[NewMatch]) -> None:
    """Insert matches with all their rows; raise `NotFound` if a person in them is unknown."""
    await require_people(connection, frozenset[str]().union(*(one.people for one in new)))
    for table in _TABLES:
        if some := [row for one in new for row in one.rows.get(table.name, ())]:
            await connection.execute(insert(table), some)


async def store_matches(database: Database, new: Sequence[NewMatch], urgency: Urgency = Urgency.OTHER) -> None:
    """Insert matches in one short transaction; raise `NotFound` if a person in them is unknown."""
    if database.group_commit is not None:
        await database.group_commit.run(partial(_insert_into_sqlite, new), urgency)
    else:
        async with database.write(urgency) as connection:
            await insert_matches(connection, new)


def _insert_into_sqlite(new: Sequence[NewMatch], cursor: sqlite3.Cursor) -> None:
    for person in frozenset[str]().union(*(one.people for one in new)):
        if cursor.execute("SELECT 1 FROM persons WHERE id = ?", (person,)).fetchone() is None:
            raise localized_error(NotFound, "store.none.person")
    for table in _TABLES:
        if some := [row for one in new for row in one.rows.get(table.name, ())]:
            columns = ", ".join(some[0])
            values = ", ".join(f":{column}" for column in some[0])
            cursor.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({values})", some)


async def require_people(connection: AsyncConnection, ids: Iterable[str]) -> None:
    """Raise `NotFound` if one of the people is unknown."""
    if not await are_known(connection, ids):
        raise localized_error(NotFound, "store.none.person")


async def are_known(connection: AsyncConnection, ids: Iterable[str]) -> bool:
    """Return whether all of the people are stored."""
    required = set(ids)
    return required <= set(await connection.scalars(select(persons.c.id).where(persons.c.id.in_(required))))
