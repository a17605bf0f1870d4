"""People: accounts and guests.

A person has one id for good. A guest is a person without an account; signing up adds the account to the person, so that
everything the guest did is the account's without moving. Names of accounts are unique, compared as names are.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from parlour.store.database import Database

FORMER = "Former player"
"""What somebody is called in others' games who has deleted their account."""


class Person(msgspec.Struct, frozen=True):
    """Somebody."""

    id: str
    name: str
    """A guest's may be empty: they have not said."""
    account: bool
    created: int
    seen: int


class People:
    """Everybody."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_guest(self, now: int, name: str = "") -> Person:
        """A new guest; raises `NameRefused`."""
        raise NotImplementedError

    async def find(self, id: str) -> Person:
        """The person of an id; raises `NotFound`."""
        raise NotImplementedError

    async def find_account(self, name: str) -> Person:
        """The account of a name; raises `NotFound`."""
        raise NotImplementedError

    async def seen(self, id: str, now: int) -> None:
        """Notes that somebody was here."""
        raise NotImplementedError

    async def sign_up(self, name: str, password: str, now: int, *, guest: str | None = None) -> Person:
        """A new account; with `guest`, for that guest, who keeps id and games.

        Raises `NameRefused` (also for a name that is taken) or `PasswordRefused`.
        """
        raise NotImplementedError

    async def log_in(self, name: str, password: str, now: int) -> Person:
        """The account of that name and password; raises `WrongPassword`, which does not tell which of them is wrong."""
        raise NotImplementedError

    async def adopt(self, account: str, guest: str) -> int:
        """Moves all that a guest has to an account and forgets the guest; how many games moved."""
        raise NotImplementedError

    async def check_password(self, id: str, password: str) -> None:
        """Raises `WrongPassword` unless it is the account's password."""
        raise NotImplementedError

    async def change_password(self, id: str, old: str, new: str) -> None:
        """Raises `WrongPassword` or `PasswordRefused`. All logins of the account end: make a new one."""
        raise NotImplementedError

    async def set_password(self, id: str, new: str) -> None:
        """For the owner of the server, when somebody forgot theirs. All logins of the account end."""
        raise NotImplementedError

    async def rename(self, id: str, name: str) -> Person:
        """Another name for an account (in all its games too) or a guest (from now on); raises `NameRefused`."""
        raise NotImplementedError

    async def delete(self, id: str) -> int:
        """Removes a person and all that is only theirs; games with others stay under `FORMER`. How many games stay.

        A match that still runs cannot go on: end it first.
        """
        raise NotImplementedError

    def export(self, id: str) -> AsyncIterator[bytes]:
        """All that is kept about a person, as one JSON text in pieces; raises `NotFound`."""
        raise NotImplementedError

    async def forget_guests(self, before: int) -> int:
        """Removes guests who were not seen since and have no games; how many."""
        raise NotImplementedError
