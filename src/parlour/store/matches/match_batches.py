"""Change many matches in short transactions, even if some of them have many moves."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from parlour.store.database.database import Change, Database
from parlour.store.tables import entries, matches

IDS_PER_QUERY = 500


async def write_matches_in_batches(database: Database, ids: Sequence[str], change: Change) -> int:
    """Change matches in short transactions; return the sum of the results."""
    remarks = select(func.coalesce(func.sum(entries.c.remarks), 0)).where(entries.c.match_id == matches.c.id)
    # The version counts the events and moves of a match.
    sizes = select(matches.c.id, matches.c.version + remarks.scalar_subquery())
    rows: dict[str, int] = {}
    for start in range(0, len(ids), IDS_PER_QUERY):
        some = matches.c.id.in_(ids[start : start + IDS_PER_QUERY])
        async with database.read() as connection:
            rows.update((id, size) for id, size in await connection.execute(sizes.where(some)))
    return await database.write_in_batches(ids, change, rows)
