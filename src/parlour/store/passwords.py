"""Passwords: argon2id, as RFC 9106 recommends where memory is scarce.

One check takes 64 MiB and three passes, some 50 ms: too slow to try many, fast enough to wait for. At most two run at
once, so that a flood of log-ins cannot fill the memory. A hash tells its own parameters; when these are raised here,
every account gets a new hash at its next log-in.
"""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from parlour.errors import PasswordRefused
from parlour.i18n.errors import localized_error

LEAST, MOST = 8, 256
AT_ONCE = 2

_hasher = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=4, hash_len=32, salt_len=16)
# Of no password: checked where there is no account, so that an answer takes as long as for a wrong password.
_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$c29tZSBzYWx0IG9mIG5v$6N6LQLUsqm9bQ0kS0eRRnq7z9dWSr5tPSdHhKvBtJJg"


def check_new(password: str, name: str = "") -> str:
    """The password, if somebody of that name may have it; raises `PasswordRefused` with the reason."""
    if len(password) < LEAST:
        raise localized_error(PasswordRefused, "store.password.short", least=LEAST)
    if len(password) > MOST:
        raise localized_error(PasswordRefused, "store.password.long", most=MOST)
    if len(set(password)) < 3 or password.casefold() == name.casefold():
        raise localized_error(PasswordRefused, "store.password.easy")
    return password


class Passwords:
    """Makes and checks hashes, off the event loop."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """What is stored instead of a password."""
        async with self._places:
            return await asyncio.to_thread(_hasher.hash, password)

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether a password is the one that was hashed; with nothing stored it never is, and takes as long."""
        async with self._places:
            return await asyncio.to_thread(_fits, password, stored)


def is_outdated(stored: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(stored)


def _fits(password: str, stored: str | None) -> bool:
    if len(password) > MOST:
        return False
    try:
        _hasher.verify(stored or _NOBODY, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
