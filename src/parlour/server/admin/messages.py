"""Messages about the server itself, most of them for its owner."""

from __future__ import annotations

from typing import Literal

import msgspec


class HealthView(msgspec.Struct, frozen=True):
    """Health of the server. `server` identifies this run of it."""

    status: str
    server: str
    release: str


class RestoreRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Restore a backup file on the server's machine. With `replace`, existing data is replaced."""

    file: str
    replace: bool = False


class RestoredView(msgspec.Struct, frozen=True):
    """What was restored; `before` is the backup of the replaced data."""

    matches: int
    people: int
    before: str | None


class ServerInfoView(msgspec.Struct, frozen=True):
    """State of the server, for its owner."""

    folder: str
    """Path of the data folder."""
    database: Literal["SQLite", "PostgreSQL"]
    addresses: tuple[str, ...]
    """URLs under which others reach this server."""
    started: int
    pages: int
    searches: int
    can_quit: bool


class SetPasswordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password for an account whose owner forgot theirs."""

    name: str
    password: str
