"""Settings of a server, from the command line or the environment."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import msgspec

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error

PREFIX = "PARLOUR_"
REDIS_SCHEMES = ("redis://", "rediss://", "unix://")
MAX_SEARCH_SECONDS = 60.0
"""Longest search time per move of a bot with custom settings."""
MAX_SEARCH_THREADS = 2
"""Maximum number of threads of a bot with custom settings."""
Amount = Annotated[int, msgspec.Meta(ge=0)]
Seconds = Annotated[float, msgspec.Meta(ge=0)]
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Host names that are always allowed: those of the machine itself."""


def is_loopback(host: str) -> bool:
    """Return whether a host can only be reached from this machine."""
    return host in LOOPBACK or host.startswith("127.")


class SettingError(ParlourError):
    """Raised for a setting with an invalid value."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; each can be set in the environment as `PARLOUR_` and its name in capitals."""

    folder: Path | None = None
    """The data folder; None for the user's own."""
    database_url: str | None = None
    """URL of a PostgreSQL database; None for SQLite in the data folder."""
    channels_url: str | None = None
    """URL of the PostgreSQL or Redis server through which servers send each other notices; None for the database."""
    queue_url: str | None = None
    """URL of the Redis server through which worker processes get searches; None to search in this process."""
    metrics_host: str = "127.0.0.1"
    metrics_port: Annotated[int, msgspec.Meta(ge=1, le=65535)] | None = None
    """Where each process serves its metrics without a token; further server processes use the next ports."""
    pages: Path | None = None
    """The folder of the browser client; None for the one in this package."""
    names: tuple[str, ...] = ()
    """Host names and addresses of the server, in addition to those of the machine itself."""
    https: bool = False
    """Whether browsers use HTTPS: cookies are then sent over HTTPS only."""
    certificate: Path | None = None
    key: Path | None = None
    """The files with which the server itself encrypts connections; None if it does not, or a proxy does."""
    searches: Annotated[int, msgspec.Meta(ge=1, le=1024)] = max(2, os.cpu_count() or 2)
    """Number of searches that run at the same time."""
    search_niceness: Annotated[int, msgspec.Meta(ge=0, le=19)] = 15
    """Priority of searches on Linux, from 0 (as the server itself) to 19 (only when nothing else runs)."""
    search_ceiling: Seconds = 120.0
    """Longest search that a page may request, in seconds."""
    bot_pause: Amount = 700
    """Shortest time before a bot moves, in milliseconds; its clock is not charged for it."""
    bot_ceiling: Seconds = 60.0
    """Seconds after which a bot has to move."""
    leave: Seconds = 30.0
    """Seconds after which a bot stops searching if nobody has the match open."""
    limit_logins: Amount = 20
    """Password checks per minute: per account name and per person; ten times as many per address."""
    limit_sign_ups: Amount = 20
    limit_guests: Amount = 60
    limit_matches: Amount = 120
    limit_tournament_games: Amount = 3000
    """Games that begin when an organiser starts or restarts rounds, per hour, per address and per person."""
    limit_saves: Amount = 300
    """Changes of positions, studies, notes, preferences and names per minute."""
    limit_codes: Amount = 30
    """Requests per minute, per address and per person."""
    limit_challenges: Amount = 60
    """Challenges and quick pairings per minute and person; ten times as many per address."""
    limit_chat: Amount = 20
    """Chat messages per minute and person; ten times as many per address."""
    limit_lessons: Amount = 300
    """Turns in lessons and puzzles, and commands to classes, per minute and person; ten times as many per address."""
    limit_sockets: Amount = 1000
    """WebSockets that are open at the same time, per address other than this machine."""
    limit_frames: Amount = 500
    """Messages on all WebSockets per second and address other than this machine; further ones wait."""
    limit_imports: Amount = 200
    """Imports per hour, per address and per person."""
    limit_stored_megabytes: Amount = 500
    """Megabytes that are stored for an address per hour by saving, importing and new matches from records."""
    disk_reserve_megabytes: Amount = 200
    """Free space on the disk of the data folder below which only moves and other commands of players are stored."""
    import_games: Amount = 10_000
    """Maximum number of games in one import."""
    log: Annotated[str, msgspec.Meta(pattern="(?i)^(debug|info|warning|error)$")] = "info"


def from_environment(environment: dict[str, str] | None = None, **given: object) -> ServerSettings:
    """Return the given settings, and the rest from the environment; raise `SettingError`."""
    found: dict[str, object] = {}
    for name, value in (os.environ if environment is None else environment).items():
        field = name.removeprefix(PREFIX).lower()
        if name.startswith(PREFIX) and field in ServerSettings.__struct_fields__:
            found[field] = tuple(value.split()) if field == "names" else value
    found.update({name: value for name, value in given.items() if value is not None})
    try:
        return msgspec.convert(found, ServerSettings, strict=False, dec_hook=_decode)
    except msgspec.ValidationError as fault:
        why, _, path = str(fault).replace("`", "").partition(" - at $.")
        field = re.split(r"\W", path)[0]
        raise localized_error(
            SettingError, "server.serve.setting", name=PREFIX + field.upper(), value=str(found.get(field))[:80], why=why
        ) from fault


def check_redis_url(url: str, name: str) -> None:
    """Raise `SettingError` if a setting is not the URL of a Redis server."""
    if not url.startswith(REDIS_SCHEMES):
        raise localized_error(SettingError, "server.serve.no-redis", name=name)


def _decode(kind: type, value: object) -> object:
    if kind is Path:
        return value if isinstance(value, Path) else Path(str(value)).expanduser()
    raise NotImplementedError(kind)  # tells msgspec that this hook does not handle the type
