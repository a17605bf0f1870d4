"""Servers as separate processes that can be started twice and killed."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

PARLOUR = [sys.executable, "-m", "parlour"]
FEW_OPEN_FILES = ("sh", "-c", 'ulimit -Sn 256; exec "$@"', "sh")
"""Starts a command with a low limit of open files, which it may raise."""


_reserved_ports: list[socket.socket] = []


def free_port() -> int:
    """Return a port that the system gives to no other socket while the tests run.

    A socket that is bound to it but does not listen reserves it. Servers, which set `SO_REUSEADDR`, can still listen on
    it, and connections to it are refused while none does.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    _reserved_ports.append(reserved)
    port: int = reserved.getsockname()[1]
    return port


class Process:
    """`parlour …` as a process whose output can be waited for; `inside` is a command that starts another one."""

    def __init__(self, *args: str, folder: Path, inside: Sequence[str] = (), **environment: str) -> None:
        wanted = {
            **os.environ,
            "PARLOUR_FOLDER": str(folder),
            "PARLOUR_LOG": "warning",
            "PARLOUR_BOT_PAUSE": "0",
            "PARLOUR_LIMIT_GUESTS": "1000000",
            "PARLOUR_LIMIT_MATCHES": "1000000",
            "PYTHONUNBUFFERED": "1",
            **environment,
        }
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
            wanted.pop(name, None)
        self.process = subprocess.Popen(
            [*inside, *PARLOUR, *args],
            env=wanted,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: list[str] = []
        self.errors: list[str] = []
        self._news = threading.Condition()
        self._readers = [
            threading.Thread(target=self._read, args=(stream, lines), daemon=True)
            for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream: object, lines: list[str]) -> None:
        for line in stream:  # type: ignore[attr-defined]  # a pipe
            with self._news:
                lines.append(line.rstrip())
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def until(self, part: str, of: list[str] | None = None, nth: int = 1) -> str:
        """Return the first or a later line that contains a text, of the output or of the errors; the process must not
        end before it.
        """

        def found() -> list[str]:
            return [line for line in (self.lines if of is None else of) if part in line]

        with self._news:
            there = self._news.wait_for(lambda: len(found()) >= nth or self.process.poll() is not None, 90)
        lines = found()
        assert there, self.shown()
        assert len(lines) >= nth, self.shown()
        return lines[nth - 1]

    def shown(self) -> str:
        """Return everything the process printed."""
        return "\n".join([*self.lines, *self.errors])

    def kill(self) -> None:
        """Kill the process, like a power failure."""
        self.process.send_signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        """Stop the process, like Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end of the process and return its exit status."""
        status = self.process.wait(60)
        for reader in self._readers:
            reader.join(10)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
