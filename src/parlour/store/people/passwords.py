"""Password hashing with argon2id, with the parameters of RFC 9106 for limited memory.

One check takes 64 MiB and three passes, about 50 ms: too slow to try many, fast enough to wait for. At most two run at
the same time, so that many log-ins cannot exhaust the memory, and at a lower priority than the server, so that they do
not delay moves. A hash contains its parameters; when they are raised here, every account gets a new hash at its next
log-in.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from parlour.errors import PasswordRefused
from parlour.i18n.errors import localized_error
from parlour.thread_priority import lower_priority

MIN_LENGTH, MAX_LENGTH = 8, 256
MAX_CONCURRENT = 2
NICENESS = 10

_hasher = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=4, hash_len=32, salt_len=16)
# Hash of no password: verified where there is no account, so that the response time does not reveal that.
_DUMMY_HASH = "$argon2id$v=19$m=65536,t=3,p=4$c29tZSBzYWx0IG9mIG5v$6N6LQLUsqm9bQ0kS0eRRnq7z9dWSr5tPSdHhKvBtJJg"


_LEGACY_PREFIX = "$pbkdf2-sha512$"
"""Hashes of imported accounts: `$pbkdf2-sha512$iterations$salt$hash`, salt and hash in hexadecimal digits."""


def check_new(password: str, name: str = "") -> str:
    """Return a new password if it is acceptable for that name; raise `PasswordRefused` with the reason."""
    if len(password) < MIN_LENGTH:
        raise localized_error(PasswordRefused, "store.password.short", least=MIN_LENGTH)
    if len(password) > MAX_LENGTH:
        raise localized_error(PasswordRefused, "store.password.long", most=MAX_LENGTH)
    if len(set(password)) < 3 or password.casefold() == name.casefold():
        raise localized_error(PasswordRefused, "store.password.easy")
    return password


class Passwords:
    """Hash and verify passwords off the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, "passwords", partial(lower_priority, NICENESS))

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _hasher.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Return whether a password matches a hash; without a hash, False after the same time."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, _verify, password, stored)


def is_outdated(stored: str) -> bool:
    """Return whether a hash was made with other parameters than today's."""
    return stored.startswith(_LEGACY_PREFIX) or _hasher.check_needs_rehash(stored)


def _verify(password: str, stored: str | None) -> bool:
    if len(password) > MAX_LENGTH:
        return False
    if stored is not None and stored.startswith(_LEGACY_PREFIX):
        return _verify_legacy(password, stored)
    try:
        _hasher.verify(stored or _DUMMY_HASH, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def _verify_legacy(password: str, stored: str) -> bool:
    _, _, iterations, salt, digest = stored.split("$")
    found = hashlib.pbkdf2_hmac("sha512", password.encode(), bytes.fromhex(salt), int(iterations))
    return hmac.compare_digest(found, bytes.fromhex(digest))
