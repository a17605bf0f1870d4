"""How a server is set up: one record, made by the command line or from the environment."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from parlour.errors import ParlourError

PREFIX = "PARLOUR_"
MOST_SECONDS = 60.0
"""No bot that people set up thinks longer over a move,"""
MOST_THREADS = 2
"""or with more threads."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The names under which every server may be called on its own machine."""


class SettingError(ParlourError):
    """A setting that cannot be used."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; each can be given in the environment, as `PARLOUR_` and its name in capitals."""

    folder: Path | None = None
    """The data folder; None is the user's own."""
    database_url: str | None = None
    """PostgreSQL's address; None is SQLite in the data folder."""
    pages: Path | None = None
    """Where the files of the browser client lie; None is in this package."""
    names: tuple[str, ...] = ()
    """The host names and addresses under which the server is served besides this machine's own."""
    https: bool = False
    """Whether browsers reach it by HTTPS: cookies are then for HTTPS only."""
    searches: int = max(2, os.cpu_count() or 2)
    """So many searches run at a time."""
    bot_pause: int = 700
    """A bot's move never comes faster, in milliseconds; its clock is not charged for it."""
    bot_ceiling: float = 60.0
    """After so many seconds a bot that has not moved is made to."""
    leave: float = 30.0
    """A bot stops thinking when everybody has been away for so many seconds."""
    limit_logins: int = 20
    limit_sign_ups: int = 20
    limit_matches: int = 120
    """How often an address may do that in a minute."""
    log: str = "info"


def from_environment(environment: dict[str, str] | None = None, **given: object) -> Settings:
    """The settings that were given, and for the rest those in the environment; raises `SettingError`."""
    found: dict[str, object] = {}
    for name, value in (os.environ if environment is None else environment).items():
        field = name.removeprefix(PREFIX).lower()
        if name.startswith(PREFIX) and field in Settings.__struct_fields__:
            found[field] = tuple(value.split()) if field == "names" else value
    found.update({name: value for name, value in given.items() if value is not None})
    try:
        return msgspec.convert(found, Settings, strict=False, dec_hook=_decode)
    except msgspec.ValidationError as fault:
        raise SettingError(f"The settings cannot be used: {fault}.") from fault


def _decode(kind: type, value: object) -> object:
    if kind is Path:
        return value if isinstance(value, Path) else Path(str(value)).expanduser()
    raise NotImplementedError(kind)  # msgspec's way of hearing that a type is not for this hook
