"""Messages about the server itself, most of them for its owner."""

from __future__ import annotations

from typing import Literal

from parlour.server.messages import ErrorView, Request, View


class HealthView(View):
    """Health of the server. `server` identifies this run of it."""

    status: str
    server: str
    release: str


class RestoreRequest(Request):
    """Restore a backup file on the server's machine. With `replace`, existing data is replaced."""

    file: str
    replace: bool = False


class RestoredView(View):
    """What was restored; `before` is the backup of the replaced data."""

    matches: int
    people: int
    before: str | None


class RestoreProgressView(View):
    """Progress of a restore: its step, and how many of its rows or games are done; `total` is 0 if it is unknown.

    The last message is `done` and has the result, or the error.
    """

    step: str
    count: int
    total: int
    done: bool = False
    restored: RestoredView | None = None
    error: ErrorView | None = None


class ServerInfoView(View):
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


class SetPasswordRequest(Request):
    """A new password for an account whose owner forgot theirs."""

    name: str
    password: str
