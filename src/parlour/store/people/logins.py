"""Logins: server-side web sessions, and the tokens of bot accounts.

A browser or program holds a random token, the store only its hash, so the content of the database cannot be used to log
in.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, RowMapping, Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.clock import DAY_MS, HOUR_MS
from parlour.store.database.database import Repository, new_id
from parlour.store.database.write_lock import Urgency
from parlour.store.people.people import Person
from parlour.store.tables import accounts, logins, owner_logins, persons

LIFETIME_MS = 30 * DAY_MS
"""A login unused for this long expires."""
MAX_LABEL_LENGTH = 200


class Login(msgspec.Struct, frozen=True):
    """A browser in which a person is logged in, or known as a guest; or a token of a bot account."""

    id: str
    """Identifies the login in a list; the token is never shown again."""
    person: Person
    created: int
    used: int
    """Rounded to the hour, so that not every request writes to the database."""
    expires: int
    label: str
    """User agent of the browser, or the name of the token."""
    scopes: tuple[str, ...] | None = None
    """What a token permits; None for a browser."""


class Logins(Repository):
    """Logins of all people."""

    async def create(
        self,
        person: str,
        now: int,
        *,
        label: str = "",
        life: int = LIFETIME_MS,
        scopes: Collection[str] | None = None,
    ) -> tuple[str, Login]:
        """Create a login of a browser, or with `scopes` one of a program, and its token; raise `NotFound`."""
        token = secrets.token_urlsafe(32)
        columns = {"created": now, "used": now, "expires": now + life, "label": label[:MAX_LABEL_LENGTH]}
        columns["scopes"] = None if scopes is None else " ".join(sorted(scopes))
        async with self._database.write(Urgency.COMMAND) as connection:
            if await connection.scalar(select(persons.c.id).where(persons.c.id == person)) is None:
                raise localized_error(NotFound, "store.none.person")
            row = {"hash": _hash(token), "id": new_id(), "person": person, **columns}
            await connection.execute(insert(logins).values(row))
            found = (await connection.execute(_select_logins(logins.c.id == row["id"]))).mappings().one()
            return token, _login(found)

    async def find(self, token: str, now: int, *, program: bool = False) -> Login | None:
        """Return the login of a browser or program with a token, if it has not expired, and extend it."""
        kind = logins.c.scopes.is_not(None) if program else logins.c.scopes.is_(None)
        async with self._database.read() as connection:
            query = _select_logins((logins.c.hash == _hash(token)) & (logins.c.expires > now) & kind)
            found = (await connection.execute(query)).mappings().one_or_none()
        if found is None:
            return None
        login = _login(found)
        unused = program and login.used == login.created < now
        if now - login.used < HOUR_MS and not unused:
            return login
        login = msgspec.structs.replace(login, used=now, expires=now + login.expires - login.used)
        async with self._database.write() as connection:
            renewed = update(logins).where(logins.c.id == login.id, logins.c.used < now)
            await connection.execute(renewed.values(used=login.used, expires=login.expires))
            await connection.execute(update(persons).where(persons.c.id == login.person.id).values(seen=now))
        return login

    async def existing(self, ids: Collection[str], now: int) -> set[str]:
        """Return the given logins that have neither ended nor expired."""
        found: set[str] = set()
        wanted = sorted(ids)
        async with self._database.read() as connection:
            for first in range(0, len(wanted), 500):
                query = select(logins.c.id).where(logins.c.id.in_(wanted[first : first + 500]), logins.c.expires > now)
                found.update(await connection.scalars(query))
        return found

    async def revoke(self, token: str) -> None:
        """End a login (log out)."""
        await self._delete(logins.c.hash == _hash(token))

    async def revoke_one(self, person: str, id: str) -> None:
        """End one of a person's other logins; raise `NotFound`."""
        if not await self._delete((logins.c.person == person) & (logins.c.id == id)):
            raise localized_error(NotFound, "store.none.login")

    async def revoke_all(self, person: str, *, but: str | None = None) -> Sequence[str]:
        """End all of a person's logins except that of the token; return their ids."""
        others = logins.c.hash != ("" if but is None else _hash(but))
        return await self._delete((logins.c.person == person) & others)

    async def of(self, person: str, now: int) -> list[Login]:
        """Return a person's logins, the most recently used first."""
        query = _select_logins((logins.c.person == person) & (logins.c.expires > now))
        async with self._database.read() as connection:
            found = await connection.execute(query.order_by(logins.c.used.desc(), logins.c.id))
            return [_login(row) for row in found.mappings()]

    async def purge(self, now: int) -> int:
        """Remove expired logins; return how many."""
        expired = logins.c.expires <= now
        async with self._database.read() as connection:
            found = (await connection.scalars(select(logins.c.id).where(expired))).all()

        async def remove(connection: AsyncConnection, ids: Sequence[str]) -> int:
            return (await connection.execute(delete(logins).where(logins.c.id.in_(ids), expired))).rowcount

        return await self._database.write_in_batches(found, remove)

    async def _delete(self, which: ColumnElement[bool]) -> Sequence[str]:
        async with self._database.write() as connection:
            return (await connection.scalars(delete(logins).where(which).returning(logins.c.id))).all()


class OwnerLogins(Repository):
    """Browsers with the rights of the owner."""

    async def create(self, now: int, *, label: str = "", life: int = LIFETIME_MS) -> str:
        """Create a login and return its token."""
        token = secrets.token_urlsafe(32)
        row = {"hash": _hash(token), "id": new_id(), "created": now, "used": now, "expires": now + life}
        async with self._database.write() as connection:
            await connection.execute(insert(owner_logins).values(label=label[:MAX_LABEL_LENGTH], **row))
        return token

    async def find(self, token: str, now: int) -> bool:
        """Return whether a token is that of a login that has not expired, and extend it."""
        this = owner_logins.c.hash == _hash(token)
        async with self._database.read() as connection:
            found = (await connection.execute(select(owner_logins).where(this))).mappings().one_or_none()
        if found is None or found["expires"] <= now:
            return False
        if now - found["used"] >= HOUR_MS:
            async with self._database.write() as connection:
                extended = {"used": now, "expires": now + found["expires"] - found["used"]}
                await connection.execute(update(owner_logins).where(this).values(extended))
        return True

    async def revoke_all(self) -> int:
        """End all logins; return how many."""
        async with self._database.write() as connection:
            return (await connection.execute(delete(owner_logins))).rowcount

    async def purge(self, now: int) -> int:
        """Remove expired logins; return how many."""
        async with self._database.write() as connection:
            return (await connection.execute(delete(owner_logins).where(owner_logins.c.expires <= now))).rowcount


def _hash(token: str) -> str:
    # The token is random, so a fast hash is enough.
    return hashlib.sha256(token.encode()).hexdigest()


def _select_logins(which: ColumnElement[bool]) -> Select[Any]:
    person = (
        *(persons.c.name, persons.c.created.label("born"), persons.c.seen),
        *(accounts.c.person.label("account"), accounts.c.operator),
    )
    joined = logins.join(persons, persons.c.id == logins.c.person).outerjoin(
        accounts, accounts.c.person == logins.c.person
    )
    return select(logins, *person).select_from(joined).where(which)


def _login(row: RowMapping) -> Login:
    account = row["account"] is not None
    person = Person(row["person"], row["name"], account, row["born"], row["seen"], row["operator"])
    scopes = None if row["scopes"] is None else tuple(row["scopes"].split())
    return Login(row["id"], person, row["created"], row["used"], row["expires"], row["label"], scopes)
