"""A program at a pseudo-terminal."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path
from types import TracebackType
from typing import Self

ROWS, COLUMNS = 40, 110
ESCAPE_SEQUENCE = re.compile(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|\].*?(\x07|\x1b\\)|[()][A-Z0-9]|.)")


class Terminal:
    """Starts a program at a terminal of its own; the time limit of the test ends a wait in vain."""

    def __init__(self, command: list[str | Path], environment: dict[str, str]) -> None:
        self._parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            command, stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True
        )
        os.close(child)
        self._read = b""

    @property
    def shown(self) -> str:
        """What the program has written, without control sequences."""
        return ESCAPE_SEQUENCE.sub("", self._read.decode(errors="replace"))

    def until(self, text: str) -> None:
        """Read until the program has written a text."""
        while text not in self.shown:
            assert self._receive(), self.shown

    def send(self, keys: bytes) -> None:
        os.write(self._parent, keys)

    def exit_status(self) -> int:
        """Read to the end and return the exit status."""
        while self._receive():
            pass
        return self._process.wait()

    def _receive(self) -> bool:
        try:
            read = os.read(self._parent, 65536)
        except OSError:  # the other end was closed
            return False
        self._read += read
        return bool(read)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._parent)
