"""People: accounts and guests.

A person keeps the same id. A guest is a person without an account; signing up adds an account to the person, who
keeps all games. Account names are unique, compared like all names.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence

import msgspec
from sqlalchemy import Exists, RowMapping, Select, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NameRefused, NotFound, WrongPassword
from parlour.i18n.errors import localized_error
from parlour.match.names import check_name, name_key
from parlour.match.seats import Account, Guest
from parlour.store.club.ratings import keep_for_others
from parlour.store.club.tournaments import rewrite_entrant
from parlour.store.database.database import Database, Repository, new_id, require_row
from parlour.store.database.write_lock import Urgency
from parlour.store.library.saved_items import write_saved_items
from parlour.store.matches.match_batches import write_matches_in_batches
from parlour.store.matches.player_rewrite import matches_of, rewrite_player
from parlour.store.people.export import export
from parlour.store.people.guests import adopt_guest, delete_unused_guests
from parlour.store.people.passwords import Passwords, check_new, is_outdated
from parlour.store.tables import (
    accounts,
    entries,
    logins,
    matches,
    persons,
)

FORMER_PLAYER_NAME = "Former player"
"""Name of deleted accounts in the games of others."""
MAX_RECENT = 200
"""Number of guests who were here recently in a list."""


class Person(msgspec.Struct, frozen=True):
    """An account or a guest."""

    id: str
    name: str
    """Empty for a guest who has given none."""
    account: bool
    created: int
    seen: int
    operator: str | None = None
    """Id of the account that created this bot account; None for people."""

    @property
    def bot(self) -> bool:
        """Return whether a program acts for this account."""
        return self.operator is not None


class MatchRole(msgspec.Struct, frozen=True):
    """What a person is in a match: the player of a seat, its host, or both."""

    match: str
    seat: int | None
    hosts: bool


class People(Repository):
    """All people."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._passwords = Passwords()

    # ---- Guests ---------------------------------------------------------------------------------------------------

    async def create_guest(self, now: int, name: str = "") -> Person:
        """Create a guest; raise `NameRefused`."""
        guest = Person(new_id(), check_name(name) if name else "", False, now, now)
        async with self._database.write(Urgency.COMMAND) as connection:
            await insert_person(connection, guest)
        return guest

    async def ensure_guest(self, id: str, now: int) -> Person:
        """Return the person with an id, created as a guest without a name if there is none."""
        try:
            async with self._database.write() as connection:
                await insert_person(connection, Person(id, "", False, now, now))
        except IntegrityError:  # another process was faster
            pass
        return await self.find(id)

    async def adopt(self, account: str, guest: str, now: int) -> int:
        """Transfer everything a guest owns to another person and delete the guest; return how many games moved.

        Used when a guest logs in, and when the owner of the data folder has played as two guests. A guest who signs up
        keeps everything anyway.
        """
        return await adopt_guest(self._database, await self.find(account), await self.find(guest), now)

    async def forget_guests(self, before: int) -> int:
        """Delete guests who were not seen since and own nothing; return how many."""
        return await delete_unused_guests(self._database, before)

    # ---- All people -----------------------------------------------------------------------------------------------

    async def find(self, id: str) -> Person:
        """Return the person with an id; raise `NotFound`."""
        async with self._database.read() as connection:
            return await _find(connection, id)

    async def find_account(self, name: str) -> Person:
        """Return the account with a name; raise `NotFound`."""
        async with self._database.read() as connection:
            return await _one(connection, everybody.where(accounts.c.name_key == name_key(name)))

    async def seen(self, id: str, now: int) -> None:
        """Record that a person was active."""
        async with self._database.write() as connection:
            await connection.execute(update(persons).where(persons.c.id == id, persons.c.seen < now).values(seen=now))

    async def recent_guests(self, since: int, now: int) -> list[Person]:
        """Return the guests with a name who were seen since and whose browser is still known, the latest first."""
        known = exists().where(logins.c.person == persons.c.id, logins.c.expires > now)
        named = everybody.where(persons.c.seen >= since, persons.c.name != "", accounts.c.person.is_(None), known)
        async with self._database.read() as connection:
            found = await connection.execute(named.order_by(persons.c.seen.desc(), persons.c.id).limit(MAX_RECENT))
            return [person_of(row) for row in found.mappings()]

    async def rename(self, id: str, name: str, now: int, *, everywhere: bool = False) -> Person:
        """Rename an account in all its games, a guest from now on or `everywhere`; raise `NameRefused`."""
        name = check_name(name)
        try:
            async with self._database.write() as connection:
                person = await _find(connection, id)
                await connection.execute(update(persons).where(persons.c.id == id).values(name=name))
                if person.account:
                    key = name_key(name)
                    await connection.execute(update(accounts).where(accounts.c.person == id).values(name_key=key))
        except IntegrityError as doubled:
            raise taken_error(name) from doubled
        if person.account or everywhere:
            await self._rename_in_matches(id, name, now, account=person.account)
        return msgspec.structs.replace(person, name=name)

    async def _rename_in_matches(self, id: str, name: str, now: int, *, account: bool) -> None:
        """Write the new name of a person into all their matches and tournaments."""

        def renamed(player: Account | Guest) -> Account | Guest:
            return Account(id, name, bot=isinstance(player, Account) and player.bot) if account else Guest(name, id)

        async with self._database.read() as connection:
            found = await matches_of(connection, id)

        async def rewrite(connection: AsyncConnection, ids: Sequence[str]) -> int:
            await rewrite_player(connection, ids, id, renamed, now)
            return len(ids)

        await self._database.write_in_batches(found, rewrite)
        async with self._database.write() as connection:
            await rewrite_entrant(connection, id, renamed, now)

    async def match_roles(self, id: str, in_use: Collection[str] | None = None) -> list[MatchRole]:
        """Return the roles of a person in unfinished matches; with `in_use`, only in these and in those of others."""
        query = (
            select(entries.c.match_id, entries.c.seat, matches.c.host)
            .join(matches, matches.c.id == entries.c.match_id)
            .where(entries.c.person == id, entries.c.ended.is_(None))
        )
        if in_use is not None:
            query = query.where(_shared(id) | matches.c.id.in_(in_use))
        async with self._database.read() as connection:
            return [MatchRole(match, seat, host == id) for match, seat, host in await connection.execute(query)]

    async def delete(self, id: str, now: int) -> int:
        """Delete a person and everything that is only theirs; return how many games stay under `FORMER_PLAYER_NAME`.

        The matches of `match_roles` must be ended first.
        """
        await self.find(id)
        shared = _shared(id)
        # Found by the index of the person's library: a search through all matches would keep moves waiting.
        own = matches.c.id.in_(select(entries.c.match_id).where(entries.c.person == id))

        async def remove(connection: AsyncConnection, ids: Sequence[str]) -> int:
            return (await connection.execute(delete(matches).where(matches.c.id.in_(ids), own, ~shared))).rowcount

        async def leave(connection: AsyncConnection, ids: Sequence[str]) -> int:
            await rewrite_player(connection, ids, id, lambda _: Guest(FORMER_PLAYER_NAME), now)
            here = entries.c.person == id, entries.c.match_id.in_(ids)
            await connection.execute(delete(entries).where(*here))
            hosted = matches.c.host == id, matches.c.id.in_(ids)
            await connection.execute(update(matches).where(*hosted).values(host=None))
            return len(ids)

        async with self._database.read() as connection:
            alone = (await connection.scalars(select(matches.c.id).where(own, ~shared))).all()
        await write_matches_in_batches(self._database, alone, remove)
        async with self._database.read() as connection:
            played = await matches_of(connection, id, ever=True)
        left = await write_matches_in_batches(self._database, played, leave)
        await write_saved_items(self._database, id, delete)
        async with self._database.write() as connection:  # with what has been added in the meantime
            await connection.execute(delete(matches).where(own, ~shared))
            left += await leave(connection, await matches_of(connection, id))
            await rewrite_entrant(connection, id, lambda _: Guest(FORMER_PLAYER_NAME), now)
            await keep_for_others(connection, id)
            await connection.execute(delete(persons).where(persons.c.id == id))
        return left

    def export(self, id: str) -> AsyncIterator[bytes]:
        """Yield everything stored about a person as JSON; raise `NotFound`."""
        return export(self._database, id)

    # ---- Accounts -------------------------------------------------------------------------------------------------

    async def sign_up(self, name: str, password: str, now: int, *, guest: str | None = None) -> Person:
        """Create an account; if `guest` is given, convert that guest, who keeps their id and games.

        Raise `NameRefused` (for instance if the name is taken) or `PasswordRefused`.
        """
        name = check_name(name)
        stored = await self._passwords.hash(check_new(password, name))
        try:
            async with self._database.write() as connection:
                if guest is None:
                    person = Person(new_id(), name, True, now, now)
                    await insert_person(connection, person)
                else:
                    known = await _find(connection, guest)
                    if known.account:
                        raise localized_error(NameRefused, "store.account.signed-up", name=known.name)
                    person = Person(guest, name, True, known.created, now)
                    await connection.execute(update(persons).where(persons.c.id == guest).values(name=name, seen=now))
                account = {"person": person.id, "name_key": name_key(name), "password": stored, "created": now}
                await connection.execute(insert(accounts).values(account))
        except IntegrityError as doubled:
            raise taken_error(name) from doubled
        if guest is not None:
            await self._rename_in_matches(guest, name, now, account=True)
        return person

    async def import_account(self, name: str, password: str, created: int, now: int) -> Person:
        """Create the account of a user of an older program, with the password hash that it had.

        The hash is replaced at the first log-in. Raise `NameRefused`, for instance if the name is taken.
        """
        person = Person(new_id(), check_name(name), True, created, now)
        account = {"person": person.id, "name_key": name_key(person.name), "password": password, "created": created}
        try:
            async with self._database.write() as connection:
                await insert_person(connection, person)
                await connection.execute(insert(accounts).values(account))
        except IntegrityError as doubled:
            raise taken_error(person.name) from doubled
        return person

    async def log_in(self, name: str, password: str, now: int) -> Person:
        """Return the account with that name and password; raise `WrongPassword`, which does not tell which of them is
        wrong.
        """
        async with self._database.read() as connection:
            of_name = select(accounts.c.person, accounts.c.password).where(accounts.c.name_key == name_key(name[:400]))
            found = (await connection.execute(of_name)).one_or_none()
        if not await self._passwords.verify(password, found and found.password) or found is None:
            raise localized_error(WrongPassword, "store.account.unknown")
        if is_outdated(found.password):
            stored = await self._passwords.hash(password)
            async with self._database.write() as connection:
                await _store_password(connection, found.person, stored)
        await self.seen(found.person, now)
        return await self.find(found.person)

    async def check_password(self, id: str, password: str) -> None:
        """Raise `WrongPassword` unless it is the account's password."""
        async with self._database.read() as connection:
            stored = await connection.scalar(select(accounts.c.password).where(accounts.c.person == id))
        if not await self._passwords.verify(password, stored):
            raise localized_error(WrongPassword, "store.account.wrong")

    async def change_password(self, id: str, old: str, new: str) -> Sequence[str]:
        """Change the password and end all logins of the account; return their ids. Raise `WrongPassword` or
        `PasswordRefused`.
        """
        await self.check_password(id, old)
        return await self.set_password(id, new)

    async def set_password(self, id: str, new: str) -> Sequence[str]:
        """Set a password without the old one, for the owner of the server. End all logins of the account, and return
        their ids.
        """
        person = await self.find(id)
        if not person.account or person.bot:
            key = "store.none.bot-password" if person.bot else "store.none.guest-password"
            raise localized_error(NotFound, key)
        stored = await self._passwords.hash(check_new(new, person.name))
        async with self._database.write() as connection:
            await _store_password(connection, id, stored)
            ended = delete(logins).where(logins.c.person == id).returning(logins.c.id)
            return (await connection.scalars(ended)).all()


# ---- Statements ------------------------------------------------------------------------------------------------------

everybody = select(persons, accounts.c.person.is_not(None).label("account"), accounts.c.operator).outerjoin(
    accounts, accounts.c.person == persons.c.id
)


def _shared(id: str) -> Exists:
    """Return the condition that a match is in the library of someone other than a person."""
    others = entries.alias("others")
    return exists().where(others.c.match_id == matches.c.id, others.c.person != id)


async def _find(connection: AsyncConnection, id: str) -> Person:
    return await _one(connection, everybody.where(persons.c.id == id))


async def _one(connection: AsyncConnection, query: Select[tuple[object, ...]]) -> Person:
    return person_of(await require_row(connection, query, "store.none.person"))


def person_of(row: RowMapping) -> Person:
    """Return the person in a row of `everybody`."""
    return Person(row["id"], row["name"], bool(row["account"]), row["created"], row["seen"], row["operator"])


async def _store_password(connection: AsyncConnection, id: str, stored: str) -> None:
    await connection.execute(update(accounts).where(accounts.c.person == id).values(password=stored))


async def insert_person(connection: AsyncConnection, person: Person) -> None:
    """Insert the row of a new person."""
    columns = {"id": person.id, "name": person.name, "created": person.created, "seen": person.seen}
    await connection.execute(insert(persons).values(columns))


def taken_error(name: str) -> NameRefused:
    """Return the error for a name that another account has."""
    return localized_error(NameRefused, "store.account.taken", name=name)
