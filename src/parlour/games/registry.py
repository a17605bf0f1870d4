"""Finding games: folders of this package, the entry-point group `parlour.games`, and files.

A folder or a file provides its game as `GAME`; a file may also contain just one class derived from `Game`. Files are
executed: only those that the user named, or put into the data folder's `games/`, are loaded.

A game of another package or of the data folder that cannot be loaded is reported when it is asked for by its key;
`games` leaves it out.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import logging
import os
import pkgutil
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import platformdirs

import parlour.games
from parlour import _pure
from parlour.errors import ParlourError, UnknownGame
from parlour.games.contract.argument_checks import instance
from parlour.games.contract.game import Game, split_share
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

GROUP = "parlour.games"
SHARED_PACKAGES = {"conformance", "contract", "drawing", "learning"}
"""Packages in this folder that contain no game."""
FILE_MODULE = "parlour_game_"
"""Prefix of the module names of games in files."""
TEST_PREFIX = "test_"
"""Prefix of files beside games that contain their tests, such as those of `parlour new-game`."""

log = logging.getLogger("parlour.games")
_loaded: dict[str, Game] = {}
_reported: set[tuple[str, str]] = set()
"""Games that could not be loaded, with the reason: each is logged once."""


def own_keys() -> list[str]:
    """Return the keys of the games that come with Parlour."""
    packages = {module.name for module in pkgutil.iter_modules(parlour.games.__path__) if module.ispkg}
    return sorted(packages - SHARED_PACKAGES)


def keys() -> list[str]:
    """Return the keys of all available games, Parlour's own first."""
    found = own_keys()
    found += [entry.name for entry in entry_points(group=GROUP)]
    found += [path.stem for path in _data_files()]
    found += _loaded
    return list(dict.fromkeys(found))


def game(key: str) -> Game:
    """Return the game with a key.

    >>> game("surakarta").title
    'Surakarta'
    """
    instance(key, str, "key")
    if key in _loaded:
        return _loaded[key]
    if key in own_keys():
        return _keep(_find_game(importlib.import_module(f"parlour.games.{key}"), key))
    for entry in entry_points(group=GROUP):
        if entry.name == key:
            _pure.install(entry.module.partition(".")[0])
            try:
                found = entry.load()
            except (Exception, SystemExit) as wrong:
                # Cython compares the sizes of C structures when it imports them.
                reason = "other-build" if "binary incompatibility" in str(wrong) else "not-loaded"
                raise localized_error(
                    UnknownGame, f"shared.game.{reason}", where=entry.value, why=_error_text(wrong)
                ) from wrong
            return _keep(_named(_instantiate(found, entry.value), key, entry.value))
    for path in _data_files():
        if path.stem == key:
            return _named(load(path), key, str(path))
    raise localized_error(UnknownGame, "shared.no-game", key=str(key)[:40], known=", ".join(keys()))


def games() -> Iterator[Game]:
    """Yield all available games; log those that cannot be loaded."""
    for key in keys():
        try:
            found = game(key)
        except ParlourError as fault:
            if (key, str(fault)) not in _reported:
                _reported.add((key, str(fault)))
                log.warning("The game “%s” is not available: %s", key, fault)
            continue
        yield found


def load(path: Path | str) -> Game:
    """Execute a Python file and return its game, which is then available under its key."""
    path = Path(instance(path, Path | str, "path"))
    if not path.is_file():
        raise localized_error(UnknownGame, "shared.game.no-file", path=str(path))
    name = f"{FILE_MODULE}{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise localized_error(UnknownGame, "shared.game.not-python", path=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as wrong:
        del sys.modules[name]
        raise localized_error(UnknownGame, "shared.game.not-run", path=str(path), why=_error_text(wrong)) from wrong
    found = _find_game(module, str(path))
    known = _loaded.get(found.key)
    if found.key in own_keys() or (known is not None and type(known).__module__ != name):
        raise localized_error(UnknownGame, "shared.game.taken", path=str(path), key=found.key)
    return _keep(found)


def loaded_files() -> tuple[str, ...]:
    """Return the files whose games are loaded."""
    games = [found for found in _loaded.values() if type(found).__module__.startswith(FILE_MODULE)]
    return tuple(inspect.getfile(type(found)) for found in games)


def load_files(paths: tuple[str, ...]) -> None:
    """Load the games of files that are not loaded yet, in another process."""
    for path in set(paths) - set(loaded_files()):
        load(path)


def pickled(found: Game) -> tuple[object, ...]:
    """Return the pickled form of a game: how to find it again."""
    if type(found).__module__.startswith(FILE_MODULE):
        return (_from_file, (found.key, inspect.getfile(type(found))))
    return (game, (found.key,)) if _loaded.get(found.key) is found else (type(found), ())


def _from_file(key: str, path: str) -> Game:
    return _loaded.get(key) or load(path)


def read_share(text: str) -> Position:
    """Return the position of a share string, `game;option=value,…;text`."""
    key, given, position = split_share(text)
    found = game(key)
    return found.read(position, found.check(given))


def _keep(found: Game) -> Game:
    _loaded[found.key] = found
    return found


def _named(found: Game, key: str, where: str) -> Game:
    """Return a game after checking that it was registered under its key."""
    if found.key != key:
        raise localized_error(UnknownGame, "shared.game.other-key", where=where, key=key, other=found.key)
    return found


def _find_game(module: ModuleType, where: str) -> Game:
    offered = getattr(module, "GAME", None)
    if offered is None:
        own = [
            kind
            for kind in vars(module).values()
            if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.__name__
        ]
        whole = [kind for kind in own if not inspect.isabstract(kind)]
        if not own:
            raise localized_error(UnknownGame, "shared.game.none", where=where)
        if not whole:
            missing = ", ".join(sorted(own[0].__abstractmethods__))
            raise localized_error(
                UnknownGame, "shared.game.unfinished", name=own[0].__name__, where=where, missing=missing
            )
        if len(whole) != 1:
            raise localized_error(UnknownGame, "shared.game.several", where=where, found=len(whole))
        offered = whole[0]
    return _instantiate(offered, where)


def _instantiate(offered: object, where: str) -> Game:
    """Return a game from a class or an instance."""
    if isinstance(offered, type):
        try:
            offered = offered()
        except Exception as wrong:
            why = str(wrong) if isinstance(wrong, TypeError) else _error_text(wrong)
            raise localized_error(UnknownGame, "shared.game.not-made", where=where, why=why) from wrong
    if not isinstance(offered, Game):
        raise localized_error(UnknownGame, "shared.game.no-game", where=where)
    return offered


def _error_text(wrong: BaseException) -> str:
    """Return a description of an exception in a game's code."""
    return f"{type(wrong).__name__}: {wrong}"


def data_path() -> Path:
    """Return the folder of this user's games and settings: PARLOUR_FOLDER, or the system's default."""
    named = os.environ.get("PARLOUR_FOLDER")
    return Path(named).expanduser() if named else platformdirs.user_data_path("parlour", appauthor=False)


def _data_files() -> list[Path]:
    try:
        found = sorted((data_path() / "games").glob("[a-z]*.py"))
    except OSError as wrong:
        raise ParlourError(f"The data folder cannot be read: {wrong}") from wrong
    return [path for path in found if not path.stem.startswith(TEST_PREFIX)]
