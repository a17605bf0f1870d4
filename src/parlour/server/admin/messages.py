"""Messages about the server itself, most of them for its owner."""

from __future__ import annotations

from typing import Literal

import msgspec


class HealthView(msgspec.Struct, frozen=True):
    """That the server is well. `server` names this run of it."""

    status: str
    server: str
    release: str


class RestoreRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Brings everything back from a backup on the server's machine. `replace`: in place of what is here now."""

    file: str
    replace: bool = False


class RestoredView(msgspec.Struct, frozen=True):
    """What came back; `before` is where what was here is kept."""

    matches: int
    people: int
    before: str | None


class ServerInfoView(msgspec.Struct, frozen=True):
    """What the owner of the server wants to know."""

    folder: str
    """Where the data lies."""
    database: Literal["SQLite", "PostgreSQL"]
    addresses: tuple[str, ...]
    """Where others find this server."""
    started: int
    pages: int
    searches: int
    can_quit: bool


class SetPasswordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner gives somebody a new password who forgot theirs."""

    name: str
    password: str
