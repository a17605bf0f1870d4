"""Ask a foreign engine, a program that speaks the protocol, for moves."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from threading import Thread

from parlour.engine.protocol.errors import EngineFault
from parlour.engine.report import Stop
from parlour.errors import ParlourError
from parlour.games.contract.argument_checks import function, instance, number
from parlour.games.contract.game import write_share
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

START_SECONDS = 10.0
"""Time an engine has to answer the first command."""
STOP_SECONDS = 3.0
"""Time an engine has to answer after `stop`."""
POLL_SECONDS = 0.02
MAX_SECONDS = 1e6
MAX_LINE_CHARACTERS = 10_000
MAX_UNREAD_LINES = 10_000
"""Maximum length of a line, and of the queue of unread lines; an engine that writes more is blocked."""


class EngineProcess:
    """A running engine. A fault ends its process; start another one.

    with EngineProcess(["my-engine"]) as engine:
        position.play(engine.choose(position, seconds=1))
    """

    def __init__(self, command: Sequence[str] | str, start_seconds: float = START_SECONDS) -> None:
        """Start a program with its arguments; a text is split as a shell does."""
        start_seconds = number(start_seconds, 0, MAX_SECONDS, "start_seconds")
        self.command = _checked_command(command)
        self.name = ""
        self.games: tuple[str, ...] = ()
        self._lines: Queue[str | None] = Queue(MAX_UNREAD_LINES)
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError) as wrong:
            raise localized_error(EngineFault, "engine.protocol.no-start", why=str(wrong)) from wrong
        self._commands: SimpleQueue[str | None] = SimpleQueue()
        self._reader = Thread(target=self._read, name="engine output", daemon=True)
        self._reader.start()
        self._writer = Thread(target=self._write, name="engine input", daemon=True)
        self._writer.start()
        self._send("parlour")
        self._until("parlourok", time.monotonic() + start_seconds, None, self._read_introduction)

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the engine, and kill its process if it does not exit."""
        if self._process.poll() is None:
            self._send("quit")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)
        self._end()

    def _end(self) -> None:
        """End the program and, except on Windows, what it has started."""
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):  # macOS refuses groups of ended processes
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._commands.put(None)
        self._writer.join(1)
        with suppress(OSError):  # the last command may not have been sent
            if self._process.stdin and not self._writer.is_alive():  # a child may hold this pipe, too
                self._process.stdin.close()
        self._drain()
        self._reader.join(1)
        if self._process.stdout and not self._reader.is_alive():  # a child of the engine may still hold the pipe
            self._process.stdout.close()

    def _drain(self) -> None:
        """Discard unread lines, so that the reader, which may be waiting for space, reaches the end of the output."""
        with suppress(Empty):
            while True:
                self._lines.get_nowait()

    def choose(
        self,
        position: Position,
        *,
        seconds: float = 1.0,
        stop: Stop | None = None,
        on_info: Callable[[str], None] | None = None,
    ) -> int:
        """Return the engine's move; raise `EngineFault`, and end the engine, if it gives none or an illegal one.

        Send `stop` if the search exceeds twice its time limit by `STOP_SECONDS`, or if the event `stop` is set.
        """
        seconds = number(seconds, 0, MAX_SECONDS, "seconds")
        first = instance(position, Position, "position").copy()
        instance(stop, Stop | None, "stop")
        if on_info is not None:
            function(on_info, "on_info")
        for _ in position.played:
            first.undo()
        share, texts = write_share(first), []
        for move in position.played:
            texts.append("".join(first.write_move(move).split()))
            first.play(move)
        self._send(f"position {share}" + (f" moves {' '.join(texts)}" if texts else ""))
        self._send(f"go movetime {max(1, round(1000 * seconds))}")
        deadline = time.monotonic() + 2 * seconds + STOP_SECONDS
        answer = self._until("bestmove", deadline, stop, on_info or (lambda line: None))
        try:
            return position.read_move(answer)
        except ParlourError as wrong:
            raise self._fault("nonsense", answer=answer[:40]) from wrong

    def _read_introduction(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "id" and rest.startswith("name "):
            self.name = rest[5:65]
        elif word == "games":
            self.games = tuple(rest.split()[:100])

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            while line := self._process.stdout.readline(MAX_LINE_CHARACTERS):
                self._lines.put(line.strip())
        except (OSError, ValueError):  # closed
            pass
        finally:
            self._lines.put(None)

    def _send(self, line: str) -> None:
        """Send a command without waiting for the engine, which may read nothing."""
        self._commands.put(line)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # closed: the reader finds the end of the output
            while (line := self._commands.get()) is not None:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()

    def _until(self, word: str, deadline: float, stop: Stop | None, other: Callable[[str], None]) -> str:
        """Return the rest of the first line that begins with a word, and pass the lines before it on."""
        stopped = False
        while True:
            if not stopped and ((stop is not None and stop.is_set()) or time.monotonic() > deadline):
                self._send("stop")
                stopped, deadline = True, time.monotonic() + STOP_SECONDS
            if stopped and time.monotonic() > deadline:
                raise self._fault("silent")
            try:
                line = self._lines.get(timeout=POLL_SECONDS)
            except Empty:
                continue
            if line is None:
                raise self._fault("ended")
            found, _, rest = line.partition(" ")
            if found == word:
                return rest.strip()
            if found == "error":
                raise self._fault("refused", why=rest[:200])
            other(line)

    def _fault(self, key: str, **params: str) -> EngineFault:
        self._end()
        return localized_error(EngineFault, f"engine.protocol.{key}", name=self.name or self.command[0], **params)


def split_command(text: str, *, windows: bool = os.name == "nt") -> list[str]:
    """Return the words of a command line as a shell splits them; on Windows a backslash is part of a path."""
    words = shlex.shlex(text, posix=True)
    words.whitespace_split = True
    words.commenters = ""
    if windows:
        words.escape = ""
    return list(words)


def _checked_command(command: Sequence[str] | str) -> tuple[str, ...]:
    """Return the words of a command."""
    if isinstance(command, str):
        try:
            command = split_command(command)
        except ValueError as wrong:
            raise localized_error(EngineFault, "engine.protocol.no-start", why=str(wrong)) from wrong
    words = tuple(instance(word, str, "command") for word in instance(command, Sequence, "command"))
    if not words:
        raise localized_error(EngineFault, "engine.protocol.no-start", why="[]")
    return words
