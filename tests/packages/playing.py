"""Play a game through the API of a Parlour that runs as a program of its own.

python -m tests.packages.playing ROOT PROGRAM [ARGUMENT…]

in a new network namespace starts PROGRAM in the root folder ROOT.
"""

import fcntl
import os
import re
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.browser import Browser

SIOCSIFFLAGS, IFF_UP = 0x8914, 0x1


def play_a_game(owner: str, game: str = "sim") -> str:
    """Open the page by the owner's link, play a game against a bot to its end, and return the result's reason."""
    address, path = re.fullmatch(r"(http://[^/]+)(/.*)", owner).groups()  # type: ignore[union-attr]
    browser = Browser(address)
    assert browser.http.get(path, follow_redirects=True).status_code == 200
    scripts = re.findall(r'href="(/_app/[^"]+\.js)"', browser.get("/").text)
    assert scripts
    assert all(browser.get(script).status_code == 200 for script in scripts)
    match = browser.play({"is": "me", "name": "Anna"}, {"is": "bot", "level": 1}, game=game)
    table = browser.open(match)
    while (
        table.until(lambda seen: seen.state["outcome"] is not None or "move" in seen.you["can"]).state["outcome"]
        is None
    ):
        table.does("move", index=0)
    browser.close()
    reason: str = table.state["outcome"]["reason"]
    return reason


@contextmanager
def serving(command: list[str | Path], environment: dict[str, str]) -> Iterator[str]:
    """Start a server, yield the owner's link, and stop the server."""
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    shown = []
    try:
        for line in process.stdout:
            shown.append(line)
            if (found := re.search(r"http://\S+/\S+", line)) is not None:
                yield found[0]
                return
        raise AssertionError("".join(shown))
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def start_and_play(command: list[str | Path], environment: dict[str, str], game: str = "sim") -> str:
    """Start a server, play a game, stop the server, and return the result's reason."""
    with serving(command, environment) as owner:
        return play_a_game(owner, game)


def enable_loopback() -> None:
    """Switch on the loopback interface of a new network namespace."""
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def main(root: str, *program: str) -> None:
    enable_loopback()
    os.chdir("/")
    command: list[str | Path] = ["/usr/sbin/chroot", root, *program]
    environment = {"PARLOUR_FOLDER": "/data", "PYTHONUNBUFFERED": "1"}
    print(start_and_play(command, environment))


if __name__ == "__main__":
    main(*sys.argv[1:])
