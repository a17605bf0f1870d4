"""Two machines in one local network, as two network namespaces of Linux with a cable between them.

Nothing is outside this network, so nothing can leave it, and it ends with the processes that hold it. Namespaces need
root, or a system on which everybody may create user namespaces.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

SERVER_ADDRESS, BROWSER_ADDRESS = "192.168.77.1", "192.168.77.2"
TOOLS = ("unshare", "nsenter", "ip")


class LocalNetwork:
    """A network of two machines: `server` and `browser`."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._as_root = os.geteuid() == 0

    def __enter__(self) -> Self:
        if sys.platform != "linux" or not all(map(shutil.which, TOOLS)):
            unavailable(f"needs Linux with {', '.join(TOOLS)}")
        user = [] if self._as_root else ["--user", "--map-root-user"]
        self._outer = self._hold(["unshare", *user, "--net"])
        self._server = self._hold([*self._enter(self._outer), "unshare", "--net"])
        self._browser = self._hold([*self._enter(self._outer), "unshare", "--net"])
        link = "ip link add name lan0 netns {} type veth peer name lan0 netns {}"
        self._do(self._outer, link.format(self._server, self._browser))
        for machine, address in ((self._server, SERVER_ADDRESS), (self._browser, BROWSER_ADDRESS)):
            self._do(machine, "ip link set lo up")
            # An IPv6 address that appears a second later would make the browser drop its connections.
            self._do(machine, "ip link set lan0 addrgenmode none")
            self._do(machine, f"ip address add {address}/24 dev lan0")
            self._do(machine, "ip link set lan0 up")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def on_server(self) -> list[str]:
        """The beginning of a command that runs on the server."""
        return self._enter(self._server)

    def browser_program(self, browser: str, folder: Path) -> Path:
        """Return a program that starts a browser on the other machine."""
        program = folder / "browser-in-network"
        program.write_text(f'#!/bin/sh\nexec {" ".join(self._enter(self._browser))} {browser} "$@"\n')
        program.chmod(0o755)
        return program

    def _enter(self, holder: int) -> list[str]:
        user = [] if self._as_root else ["--user", "--preserve-credentials"]
        return ["nsenter", f"--target={holder}", *user, "--net", "--"]

    def _hold(self, command: list[str]) -> int:
        """Start a process in new namespaces, which end with it; return its ID. It ends when its input is closed."""
        held = [*command, "sh", "-c", "echo $$; exec cat"]
        process = self._stack.enter_context(
            subprocess.Popen(held, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        assert process.stdout
        assert process.stderr
        line = process.stdout.readline()
        if not line:
            unavailable(f"no network namespace can be created: {process.stderr.read().strip()}")
        return int(line)

    def _do(self, machine: int, command: str) -> None:
        done = subprocess.run([*self._enter(machine), *command.split()], capture_output=True, text=True, check=False)
        if done.returncode:
            unavailable(f"{command}: {done.stderr.strip()}")


def unavailable(reason: str) -> None:
    """Skip the test with a reason; in CI, fail."""
    text = f"The page was not tested at an address of a local network: {reason}."
    if os.environ.get("CI"):
        pytest.fail(text)
    pytest.skip(text)
