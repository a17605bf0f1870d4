"""Matches that wait for a person to move."""

from __future__ import annotations

from sqlalchemy import select

from parlour.store.database import Repository
from parlour.store.matches import MatchInfo, infos
from parlour.store.tables import entries, matches


class Correspondence(Repository):
    """What people need who play many matches at the same time."""

    async def waiting_for(self, person: str, limit: int = 100) -> list[MatchInfo]:
        """Return the running network matches in which a person is to move, the nearest deadline first.

        Matches whose seat to move is not stored are included: see `to_move` in `tables.py`.
        """
        theirs = (matches.c.to_move == entries.c.seat) | (matches.c.to_move.is_(None) & entries.c.seat.is_not(None))
        query = (
            select(matches.c.id)
            .join(entries, entries.c.match_id == matches.c.id)
            .where(entries.c.person == person, entries.c.ended.is_(None), entries.c.deleted.is_(None))
            .where(matches.c.kind == "network", matches.c.status == "running", theirs)
            .order_by(matches.c.flag_at.is_(None), matches.c.flag_at, matches.c.updated, matches.c.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return await infos(connection, (await connection.scalars(query)).all())
