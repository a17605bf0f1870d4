"""Transfer the data of guests to other people, and delete unused guests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.seats import Account, Guest
from parlour.store.club.classrooms import hand_over_classrooms
from parlour.store.club.club_games import hand_over_club_games
from parlour.store.club.homework_attempts import hand_over_attempts
from parlour.store.club.ratings import hand_over as hand_over_ratings
from parlour.store.club.tournaments import hand_over_tournaments
from parlour.store.database.database import Database
from parlour.store.library.saved_items import write_saved_items
from parlour.store.matches.correspondence import hand_over_plans
from parlour.store.matches.match_batches import write_matches_in_batches
from parlour.store.matches.player_rewrite import matches_of, rewrite_player
from parlour.store.people.learning_progress import hand_over as hand_over_learned
from parlour.store.people.preferences import hand_over_preferences
from parlour.store.tables import (
    accounts,
    classrooms,
    entries,
    learned,
    matches,
    persons,
    positions,
    pupils,
    rating_changes,
    studies,
    tournament_people,
    tournaments,
)

if TYPE_CHECKING:
    from parlour.store.people.people import Person


async def adopt_guest(database: Database, owner: Person, guest: Person, now: int) -> int:
    """Transfer everything a guest owns to another person and delete the guest; return how many games moved."""
    if guest.account or owner.id == guest.id:
        raise localized_error(NotFound, "store.none.adopt")
    async with database.read() as connection:
        found = await matches_of(connection, guest.id)

    def same_player(player: Account | Guest) -> Account | Guest:
        return Account(owner.id, owner.name) if owner.account else Guest(player.name, owner.id)

    async def take(connection: AsyncConnection, ids: Sequence[str]) -> int:
        await rewrite_player(connection, ids, guest.id, same_player, now)
        await _hand_over_matches(connection, guest.id, owner.id, ids)
        return len(ids)

    taken = await write_matches_in_batches(database, found, take)
    await write_saved_items(database, guest.id, lambda table: update(table).values(person=owner.id))
    async with database.write() as connection:
        taken += await take(connection, await matches_of(connection, guest.id))
        await hand_over_tournaments(connection, guest.id, owner.id, same_player, now)
        await _hand_over(connection, guest.id, owner.id)
        await connection.execute(delete(persons).where(persons.c.id == guest.id))
    return taken


async def delete_unused_guests(database: Database, before: int) -> int:
    """Delete guests who were not seen since and own nothing; return how many."""
    kept = (accounts, entries, positions, studies, learned, tournament_people, pupils)
    owned = [*(table.c.person for table in kept), tournaments.c.organiser, classrooms.c.teacher]
    owned.append(rating_changes.c.player)
    nothing = and_(*(~exists().where(column == persons.c.id) for column in owned))
    gone = persons.c.seen < before, nothing
    async with database.read() as connection:
        found = (await connection.scalars(select(persons.c.id).where(*gone))).all()

    async def remove(connection: AsyncConnection, ids: Sequence[str]) -> int:
        return (await connection.execute(delete(persons).where(persons.c.id.in_(ids), *gone))).rowcount

    return await database.write_in_batches(found, remove)


async def _hand_over_matches(connection: AsyncConnection, guest: str, account: str, ids: Sequence[str]) -> None:
    """Transfer some matches in the library of a guest to that of an account."""
    theirs = entries.alias("theirs")
    both = exists().where(theirs.c.match_id == entries.c.match_id, theirs.c.person == account)
    here = entries.c.person == guest, entries.c.match_id.in_(ids)
    await connection.execute(update(entries).where(*here, ~both).values(person=account))
    await connection.execute(delete(entries).where(*here))
    hosted = matches.c.host == guest, matches.c.id.in_(ids)
    await connection.execute(update(matches).where(*hosted).values(host=account))


async def _hand_over(connection: AsyncConnection, guest: str, account: str) -> None:
    """Transfer everything else that a guest owns to an account."""
    await connection.execute(update(matches).where(matches.c.host == guest).values(host=account))
    for kept in (positions, studies):
        await connection.execute(update(kept).where(kept.c.person == guest).values(person=account))
    for hand_over in (
        hand_over_learned,
        hand_over_ratings,
        hand_over_plans,
        hand_over_classrooms,
        hand_over_attempts,
        hand_over_club_games,
        hand_over_preferences,
    ):
        await hand_over(connection, guest, account)
