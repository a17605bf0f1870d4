"""A game in a file that is checked and loaded again whenever the file changes."""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Event, Lock

import msgspec

from parlour.errors import ParlourError
from parlour.games.conformance import Failure
from parlour.games.contract.game import Game
from parlour.games.registry import load
from parlour.i18n.message import Message
from parlour.server.dev.check_process import check_file

POLL_SECONDS = 0.25
log = logging.getLogger("parlour.server")


class GameReport(msgspec.Struct, frozen=True):
    """The report on the saved file. `version` counts the attempts to load it."""

    version: int = 0
    title: str = ""
    checking: bool = False
    error: ParlourError | None = None
    failures: tuple[Failure, ...] = ()
    warnings: tuple[Message, ...] = ()
    pictures: dict[tuple[str, str], str] = {}
    """Pictures of failures at sites, by `Failure.fault`."""


class WatchedGame:
    """Checks and loads a file on each change; the last version that could be loaded stays active."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.game: Game | None = None
        self.report = GameReport()
        self._stamp: tuple[int, int] | None = None
        self._lock = Lock()

    def refresh(self) -> bool:
        """Check the file and load its game if it changed; return whether it changed.

        A game is loaded only after one game of its default options, so that endless code does not stop the server.
        """
        with self._lock:
            stamp = self._read_stamp()
            if stamp == self._stamp:
                return False
            self._stamp = stamp
            version, loaded = self.report.version + 1, False
            self.report = msgspec.structs.replace(self.report, checking=True)
            for progress in check_file(self.path, lambda: self._read_stamp() != stamp):
                fault = progress.fault
                if progress.playable and not loaded:
                    try:
                        self.game, loaded = load(self.path), True
                    except ParlourError as wrong:
                        fault = wrong
                title = self.game.title if loaded and self.game is not None else self.report.title or self.path.stem
                self.report = GameReport(
                    version, title, not progress.done, fault, progress.failures, progress.warnings, progress.pictures
                )
                if fault is not None:
                    break
            return True

    def watch(self, stop: Event) -> None:
        """Refresh until stopped."""
        while not stop.wait(POLL_SECONDS):
            try:
                self.refresh()
            except Exception:
                # Keep watching even if the author's file fails.
                log.exception("The check of %s failed", self.path)
                self.report = msgspec.structs.replace(self.report, checking=False)

    def _read_stamp(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size
