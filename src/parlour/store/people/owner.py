"""The owner: the person to whom the games of the terminal belong, and those of browsers opened by the owner's link.

The data folder names the person, because anyone who can read the folder is its owner. The person is a guest or an
account like all others.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from parlour.errors import NotFound
from parlour.store.data_folder import data_folder, file_errors, write_private
from parlour.store.database.database import new_id
from parlour.store.people.people import Person
from parlour.store.store import Store

OWNER = "owner.json"


class _OwnerFile(msgspec.Struct, frozen=True):
    person: str


class Owner:
    """The owner of a data folder."""

    def __init__(self, store: Store, folder: Path | None = None) -> None:
        self._people = store.people
        self._folder = folder

    async def find(self) -> Person | None:
        """Return the owner, or None if there is none yet."""
        id = self._read()
        if id is None:
            return None
        try:
            return await self._people.find(id)
        except NotFound:  # deleted, or the database is another one
            return None

    async def ensure(self, now: int) -> Person:
        """Return the owner, created as a guest on first use. Concurrent processes get the same person."""
        found = await self.find()
        if found is not None:
            return found
        id = self._read()
        if id is None:
            self._write(new_id(), replace=False)
            id = self._read()
            assert id is not None
        return await self._people.ensure_guest(id, now)

    def become(self, person: str) -> None:
        """Make a person the owner: the one who uses a browser with the owner's rights."""
        if self._read() != person:
            self._write(person, replace=True)

    @property
    def _path(self) -> Path:
        return data_folder(self._folder) / OWNER

    def _read(self) -> str | None:
        path = self._path
        with file_errors(path, "owner"), suppress(FileNotFoundError):
            return msgspec.json.decode(path.read_bytes(), type=_OwnerFile).person
        return None

    def _write(self, person: str, *, replace: bool) -> None:
        """Write the file atomically; without `replace` only if there is none."""
        path = self._path
        with file_errors(path, "owner"):
            write_private(path, msgspec.json.encode(_OwnerFile(person)), replace=replace)
