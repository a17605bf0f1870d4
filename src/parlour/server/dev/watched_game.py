"""A game in a file that is loaded again and checked whenever the file changes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Event, Lock

import msgspec

from parlour.errors import ParlourError
from parlour.games.conformance import Failure, conform_to, option_sets
from parlour.games.conformance.warnings import warnings_of
from parlour.games.contract.game import Game
from parlour.games.registry import load
from parlour.i18n.message import Message

POLL_SECONDS = 0.25
COMBINATIONS = 5
"""Number of random option sets that are checked after each save."""


class GameReport(msgspec.Struct, frozen=True):
    """The report on the saved file. `version` counts the attempts to load it."""

    version: int = 0
    title: str = ""
    checking: bool = False
    error: ParlourError | None = None
    failures: tuple[Failure, ...] = ()
    warnings: tuple[Message, ...] = ()


class WatchedGame:
    """Loads and checks a file on each change; the last version that could be loaded stays active."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.game: Game | None = None
        self.report = GameReport()
        self._stamp: tuple[int, int] | None = None
        self._lock = Lock()

    def refresh(self) -> bool:
        """Load the file if it changed, and check its game; return whether it changed."""
        with self._lock:
            stamp = self._read_stamp()
            if stamp == self._stamp:
                return False
            self._stamp = stamp
            version = self.report.version + 1
            try:
                game = load(self.path)
            except ParlourError as fault:
                self.report = GameReport(version, self.report.title, error=fault)
                return True
            self.game = game
            self.report = GameReport(version, game.title, checking=True)
            self._check(game)
            return True

    def watch(self, stop: Event) -> None:
        """Refresh until stopped."""
        while not stop.wait(POLL_SECONDS):
            self.refresh()

    def _check(self, game: Game) -> None:
        """Check the game step by step; give up when the file has changed again."""
        random = Random(1)
        steps = [None, *option_sets(game, random, COMBINATIONS)]
        found: dict[tuple[str, str], Failure] = {}
        for options in steps:
            for failure in conform_to(game, (options, random.randrange(1 << 30)), samples=2):
                # The same fault shows under many option sets: one example is enough.
                found.setdefault(failure.fault, failure)
            self.report = msgspec.structs.replace(self.report, failures=tuple(found.values()))
            if self._read_stamp() != self._stamp:
                return
        broken = any(failure.check in ("description", "board") for failure in found.values())
        warnings = () if broken else tuple(warnings_of(game))
        self.report = msgspec.structs.replace(self.report, checking=False, warnings=warnings)

    def _read_stamp(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size
