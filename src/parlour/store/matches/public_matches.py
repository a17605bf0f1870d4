"""Public matches: those that wait for players, and those that can be watched."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select

from parlour.errors import BrokenMatch
from parlour.match.clock import Clock
from parlour.store.database.database import Repository
from parlour.store.matches import rows
from parlour.store.matches.matches import MatchInfo, infos
from parlour.store.tables import events, matches

MAX_LISTED = 50


class PublicMatches(Repository):
    """Matches that the lobby lists."""

    async def running(self, most: int = MAX_LISTED) -> list[MatchInfo]:
        """Return the matches that can be watched, the latest first."""
        return await self._listed(matches.c.updated.desc(), waiting=False, most=most)

    async def longest_idle(self) -> list[MatchInfo]:
        """Return the matches that can be watched, longest idle first."""
        return await self._listed(matches.c.updated, waiting=False)

    async def waiting(self) -> list[tuple[MatchInfo, Clock]]:
        """Return the matches that wait for players, the latest first, with their clocks."""
        found = await self._listed(matches.c.updated.desc(), waiting=True)
        query = select(events.c.match_id, events.c.data).where(
            events.c.match_id.in_([info.id for info in found]), events.c.seq == 0
        )
        clocks: dict[str, Clock] = {}
        async with self._database.read() as connection:
            for id, data in await connection.execute(query):
                try:
                    clocks[id] = rows.read_setup(data).clock
                except BrokenMatch:
                    continue  # nobody can join it
        return [(info, clocks[info.id]) for info in found if info.id in clocks]

    async def _listed(self, order: ColumnElement[int], *, waiting: bool, most: int = MAX_LISTED) -> list[MatchInfo]:
        query = (
            select(matches.c.id)
            .where(matches.c.ended.is_(None), matches.c.public, (matches.c.status == "waiting") == waiting)
            .order_by(order, matches.c.id)
            .limit(most)
        )
        async with self._database.read() as connection:
            return await infos(connection, (await connection.scalars(query)).all())
