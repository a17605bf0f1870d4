"""Logins: server-side web sessions.

A browser holds a random token, the store only its hash, so the content of the database is of no use for logging in.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, RowMapping, Select, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.store.database import Repository, new_id
from parlour.store.people import Person
from parlour.store.tables import accounts, logins, persons

HOUR_MS = 60 * 60 * 1000
LIFETIME_MS = 30 * 24 * HOUR_MS
"""A login unused for this long expires."""
MAX_LABEL_LENGTH = 200


class Login(msgspec.Struct, frozen=True):
    """A browser in which a person is logged in, or known as a guest."""

    id: str
    """Identifies the login in a list; the token is never shown again."""
    person: Person
    created: int
    used: int
    """To the hour: not every look at a page is worth a write."""
    expires: int
    label: str
    """The browser, as it calls itself."""


class Logins(Repository):
    """Logins of all people."""

    async def create(self, person: str, now: int, *, label: str = "", life: int = LIFETIME_MS) -> tuple[str, Login]:
        """Create a login and its token; raise `NotFound`."""
        token = secrets.token_urlsafe(32)
        columns = {"created": now, "used": now, "expires": now + life, "label": label[:MAX_LABEL_LENGTH]}
        async with self._database.write() as connection:
            if await connection.scalar(select(persons.c.id).where(persons.c.id == person)) is None:
                raise localized_error(NotFound, "store.none.person")
            row = {"hash": _hash(token), "id": new_id(), "person": person, **columns}
            await connection.execute(insert(logins).values(row))
            found = (await connection.execute(_select_logins(logins.c.id == row["id"]))).mappings().one()
            return token, _login(found)

    async def find(self, token: str, now: int) -> Login | None:
        """Return the login of a token, if it has not expired, and extend it."""
        async with self._database.read() as connection:
            query = _select_logins((logins.c.hash == _hash(token)) & (logins.c.expires > now))
            found = (await connection.execute(query)).mappings().one_or_none()
        if found is None:
            return None
        login = _login(found)
        if now - login.used < HOUR_MS:
            return login
        login = msgspec.structs.replace(login, used=now, expires=now + login.expires - login.used)
        async with self._database.write() as connection:
            renewed = update(logins).where(logins.c.id == login.id, logins.c.used < now)
            await connection.execute(renewed.values(used=login.used, expires=login.expires))
            await connection.execute(update(persons).where(persons.c.id == login.person.id).values(seen=now))
        return login

    async def revoke(self, token: str) -> None:
        """End a login (log out)."""
        await self._delete(logins.c.hash == _hash(token))

    async def revoke_one(self, person: str, id: str) -> None:
        """End one of a person's other logins; raise `NotFound`."""
        if not await self._delete((logins.c.person == person) & (logins.c.id == id)):
            raise localized_error(NotFound, "store.none.login")

    async def revoke_all(self, person: str, *, but: str | None = None) -> int:
        """End all of a person's logins except that of the token; return how many."""
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

    async def _delete(self, which: ColumnElement[bool]) -> int:
        async with self._database.write() as connection:
            return (await connection.execute(delete(logins).where(which))).rowcount


def _hash(token: str) -> str:
    # The token is random, so a fast hash is enough.
    return hashlib.sha256(token.encode()).hexdigest()


def _select_logins(which: ColumnElement[bool]) -> Select[Any]:
    person = (persons.c.name, persons.c.created.label("born"), persons.c.seen, accounts.c.person.label("account"))
    joined = logins.join(persons, persons.c.id == logins.c.person).outerjoin(
        accounts, accounts.c.person == logins.c.person
    )
    return select(logins, *person).select_from(joined).where(which)


def _login(row: RowMapping) -> Login:
    person = Person(row["person"], row["name"], row["account"] is not None, row["born"], row["seen"])
    return Login(row["id"], person, row["created"], row["used"], row["expires"], row["label"])
