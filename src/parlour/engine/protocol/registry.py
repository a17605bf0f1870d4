"""Foreign engines that the host of this installation has registered: `engines.toml` in the data folder.

    [my-engine]
    command = ["/usr/bin/my-engine", "--quiet"]
    games = ["sim"]

Only the host can write this file: visitors of a server choose among its engines and cannot name programs.
"""

from __future__ import annotations

import atexit
import logging
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import msgspec

from parlour.engine.protocol.client import EngineProcess
from parlour.engine.protocol.errors import EngineFault
from parlour.games.contract.argument_checks import instance
from parlour.games.registry import data_path
from parlour.i18n.errors import localized_error

PREFIX = "engine-"
"""Prefix of the levels of foreign engines."""
FILE = "engines.toml"
MAX_IDLE_PROCESSES = 2
"""Maximum number of idle processes kept per engine for the next move."""

log = logging.getLogger("parlour.engine")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_idle: dict[tuple[str, ...], list[EngineProcess]] = {}
_lock = Lock()


class RegisteredEngine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program with its arguments, and the games it plays (all if none are given)."""

    command: tuple[str, ...]
    games: tuple[str, ...] = ()


def registered_engines(game: str | None = None) -> dict[str, RegisteredEngine]:
    """Return the engines by name, only those that play a game if one is given."""
    instance(game, str | None, "game")
    path = data_path() / FILE
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, RegisteredEngine])
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, msgspec.ValidationError) as wrong:
        # Visitors of a server may read this: it does not name the data folder.
        why = str(wrong.strerror if isinstance(wrong, OSError) else wrong)
        raise localized_error(EngineFault, "engine.protocol.file", path=FILE, why=why) from wrong
    for name, engine in found.items():
        if not _NAME.fullmatch(name) or not engine.command:
            raise localized_error(EngineFault, "engine.protocol.entry", path=FILE, name=name[:40])
    return {name: engine for name, engine in found.items() if game is None or not engine.games or game in engine.games}


def usable_engines(game: str | None = None) -> dict[str, RegisteredEngine]:
    """Return the engines as `registered_engines`, or log why none can be used."""
    try:
        return registered_engines(game)
    except EngineFault as fault:
        log.warning("No foreign engine is offered: %s", fault)
        return {}


@contextmanager
def engine_process(name: str) -> Iterator[EngineProcess]:
    """Yield a process of a registered engine. It is kept for the next move unless it fails."""
    engine = registered_engines().get(name)
    if engine is None:
        raise localized_error(EngineFault, "engine.protocol.not-registered", name=name[:40])
    with _lock:
        waiting = _idle.setdefault(engine.command, [])
        process = waiting.pop() if waiting else None
    process = process or EngineProcess(engine.command)
    try:
        yield process
    except BaseException:
        process.close()
        raise
    with _lock:
        keep = len(_idle[engine.command]) < MAX_IDLE_PROCESSES
        if keep:
            _idle[engine.command].append(process)
    if not keep:
        process.close()


@atexit.register
def close_idle_engines() -> None:
    """End all idle processes."""
    with _lock:
        processes = [process for waiting in _idle.values() for process in waiting]
        _idle.clear()
    for process in processes:
        process.close()
