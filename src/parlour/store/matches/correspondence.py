"""Matches that wait for a person to move, and the turns that players have planned."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import BrokenMatch, Conflict, NotFound
from parlour.i18n.errors import localized_error
from parlour.match.plans import Plan
from parlour.store.database.database import Repository
from parlour.store.database.write_lock import Urgency
from parlour.store.matches.matches import MatchInfo, infos
from parlour.store.tables import entries, matches, plans


class StoredPlans(msgspec.Struct, frozen=True):
    """The plans of a match by person, and how often they have been changed."""

    by_person: dict[str, Plan]
    changes: int = 0


class Correspondence(Repository):
    """Matches that wait for a person to move, and planned turns."""

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

    async def plans(self, match: str) -> StoredPlans:
        """Return the plans of a match; raise `NotFound`."""
        async with self._database.read() as connection:
            changes = await connection.scalar(select(matches.c.plan_changes).where(matches.c.id == match))
            if changes is None:
                raise localized_error(NotFound, "store.none.match")
            query = select(plans.c.person, plans.c.data).where(plans.c.match_id == match)
            found = {person: _read_plan(data) for person, data in await connection.execute(query)}
        return StoredPlans(found, changes)

    async def set_plan(self, match: str, person: str, plan: Plan | None, *, version: int | None = None) -> int:
        """Store or delete the plan of a person, and return the number of changes.

        Raise `Conflict` if the match has another version than the one for which the plan was made.
        """
        known = matches.c.id == match if version is None else (matches.c.id == match) & (matches.c.version == version)
        raised = update(matches).where(known).values(plan_changes=matches.c.plan_changes + 1)
        async with self._database.write(Urgency.COMMAND) as connection:
            changes = await connection.scalar(raised.returning(matches.c.plan_changes))
            if changes is None:
                raise localized_error(Conflict, "store.conflict.gone-on")
            await connection.execute(delete(plans).where(plans.c.match_id == match, plans.c.person == person))
            if plan:
                data = msgspec.json.encode(plan).decode()
                await connection.execute(insert(plans).values(match_id=match, person=person, data=data))
        return int(changes)


async def hand_over_plans(connection: AsyncConnection, guest: str, person: str) -> None:
    """Transfer the plans of a guest to another person; where both have one, keep the other person's."""
    theirs = select(plans.c.match_id).where(plans.c.person == person)
    await connection.execute(delete(plans).where(plans.c.person == guest, plans.c.match_id.in_(theirs)))
    await connection.execute(update(plans).where(plans.c.person == guest).values(person=person))


def _read_plan(data: str) -> Plan:
    try:
        return msgspec.json.decode(data, type=Plan)
    except msgspec.MsgspecError as fault:
        raise BrokenMatch(f"A stored plan cannot be read: {fault}") from fault
