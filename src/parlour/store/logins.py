"""Who is logged in where: web sessions that live on the server.

A browser holds a random token, the store only its hash: who reads the database cannot log in with what is in it.
"""

from __future__ import annotations

import msgspec

from parlour.store.database import Database
from parlour.store.people import Person

DAY = 24 * 60 * 60 * 1000
LIFE = 30 * DAY
"""A login that is not used for so long ends."""


class Login(msgspec.Struct, frozen=True):
    """One browser in which somebody is logged in (or known as a guest)."""

    id: str
    """Names the login in a list; the token is never shown again."""
    person: Person
    created: int
    used: int
    expires: int
    label: str
    """The browser, as it calls itself."""


class Logins:
    """The logins of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, person: str, now: int, *, label: str = "", life: int = LIFE) -> tuple[str, Login]:
        """A new login and the token that proves it; raises `NotFound`."""
        raise NotImplementedError

    async def find(self, token: str, now: int) -> Login | None:
        """The login that a token proves, if it has not ended; it lives on from now."""
        raise NotImplementedError

    async def revoke(self, token: str) -> None:
        """Ends a login: logging out."""
        raise NotImplementedError

    async def revoke_one(self, person: str, id: str) -> None:
        """Ends one of a person's logins, elsewhere; raises `NotFound`."""
        raise NotImplementedError

    async def revoke_all(self, person: str, *, but: str | None = None) -> int:
        """Ends all of a person's logins but the one of that token; how many."""
        raise NotImplementedError

    async def of(self, person: str, now: int) -> list[Login]:
        """A person's logins, the last used first."""
        raise NotImplementedError

    async def purge(self, now: int) -> int:
        """Removes those that have ended; how many."""
        raise NotImplementedError
