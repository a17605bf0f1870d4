"""Update the entries of a match in the libraries of its players."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.match.match import Match
from parlour.store.matches import rows
from parlour.store.matches.new_match import new_entry
from parlour.store.matches.player_rewrite import update_search_text
from parlour.store.tables import entries, matches


async def update_entries(
    connection: AsyncConnection, id: str, before: Match, after: Match, updated: int, host: str | None, origin: str
) -> None:
    """Update the library entries where more has changed than the number of moves."""
    common = {"plies": after.ply, "updated": updated}
    if before.players != after.players:
        await _update_libraries(connection, id, before, after, host, origin)
    for seat in (None, *range(len(after.players))):
        columns = rows.changed(rows.entry_row(before, seat, origin) | common, rows.entry_row(after, seat, origin))
        if columns:
            await connection.execute(
                update(entries)
                .where(entries.c.match_id == id, entries.c.seat.is_not_distinct_from(seat))
                .values(columns)
            )


async def _update_libraries(
    connection: AsyncConnection, id: str, before: Match, after: Match, host: str | None, origin: str
) -> None:
    """Add a match to the libraries of people who sat down, and remove it from those of people who left."""
    was, now = rows.persons_of(before, host), rows.persons_of(after, host)
    times = select(matches.c.created, matches.c.updated).where(matches.c.id == id)
    created, updated = (await connection.execute(times)).one()
    for person, seat in now.items():
        if person not in was:
            row = new_entry(id, person, after, seat, origin) | {"created": created, "updated": updated}
            await connection.execute(insert(entries).values(row))
        elif was[person] != seat:
            await connection.execute(
                update(entries)
                .where(entries.c.match_id == id, entries.c.person == person)
                .values(rows.entry_row(after, seat, origin))
            )
    gone = was.keys() - now.keys()
    if gone:
        await connection.execute(delete(entries).where(entries.c.match_id == id, entries.c.person.in_(gone)))
    await update_search_text(connection, id, [player.name for player in after.players])
