"""Starting and ending the server on this machine.

One server uses a data folder with SQLite at a time: a lock says so, and a small file beside it says where that server
is, so that a second start opens a page of the first. With PostgreSQL there may be any number.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import IO

import msgspec
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.server.admin.messages import RestoredView
from parlour.server.app import Application
from parlour.server.gc_schedule import Tidying
from parlour.server.http.auth import Keys, now, owner_path
from parlour.server.http.host_guard import CSRF_COOKIE, CSRF_HEADER
from parlour.server.http.logs import dict_config
from parlour.server.http.metrics import commands
from parlour.server.messages import ErrorView
from parlour.server.settings import LOOPBACK, Settings
from parlour.store import Secrets, data_folder

log = logging.getLogger("parlour.server")

DEFAULT_PORT = 8420
PORTS_TRIED = 30
FRAME = 64 * 1024
"""No message of a page is larger."""
IDLE_MINUTES = 5.0
"""Started without a terminal, the program ends so long after its last page was closed."""
LOCK, PLACE = "server.lock", "server.json"


class CannotServe(ParlourError):
    """The server cannot be started like this."""


class AlreadyRunning(ParlourError):
    """Another server uses the data folder; `address` is where it is."""

    address = ""

    @staticmethod
    def at(address: str) -> AlreadyRunning:
        running = localized_error(AlreadyRunning, "server.serve.running", address=address)
        running.address = address
        return running


class Place(msgspec.Struct, frozen=True):
    """Where the server of a data folder is."""

    address: str
    pid: int


# ---- Addresses -------------------------------------------------------------------------------------------------------


def bind(host: str, port: int, *, next_free: bool) -> socket.socket:
    """A socket that listens at an address; with `next_free` at the next port that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + (PORTS_TRIED if next_free else 1)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(2048)
        except OSError as wrong:
            listener.close()
            if wrong.errno == errno.EADDRINUSE and next_free:
                continue
            why = wrong.strerror or str(wrong)
            raise localized_error(CannotServe, "server.serve.port", port=candidate, host=host, why=why) from wrong
        except OverflowError as wrong:
            listener.close()
            raise localized_error(CannotServe, "server.serve.no-port", port=candidate) from wrong
        listener.set_inheritable(True)
        return listener
    raise localized_error(CannotServe, "server.serve.no-free-port", first=port, last=port + PORTS_TRIED - 1)


def lan_addresses() -> list[str]:
    """The addresses under which others in the room may find this machine, the likeliest first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # nothing is sent: it only asks which way that would be
            found.append(probe.getsockname()[0])
        except OSError:
            log.debug("this machine is in no network")
    try:
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        log.debug("this machine does not know its own name")
    return [one for one in dict.fromkeys(found) if not one.startswith("127.")]


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host."""
    return host in LOOPBACK or host.startswith("127.")


def address_text(host: str, port: int, *, https: bool = False) -> str:
    """The address of a page."""
    return f"http{'s' if https else ''}://{f'[{host}]' if ':' in host else host}:{port}"


# ---- One server a folder ---------------------------------------------------------------------------------------------


class Claim:
    """The right to use a data folder; it ends with the process, however that ends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Raises `AlreadyRunning` if another server has it."""
        file = (self.folder / LOCK).open("a")
        try:
            _lock(file)
        except OSError as wrong:
            file.close()
            raise AlreadyRunning.at(self.where()) from wrong
        self._file = file

    def where(self) -> str:
        """Where the server is that has it; raises `CannotServe` if that cannot be told."""
        try:
            return msgspec.json.decode((self.folder / PLACE).read_bytes(), type=Place).address
        except (OSError, msgspec.MsgspecError) as wrong:
            raise localized_error(CannotServe, "server.serve.starting") from wrong

    def tell(self, address: str) -> None:
        """Says where the server is."""
        draft = self.folder / f".{PLACE}"
        draft.write_bytes(msgspec.json.encode(Place(address, os.getpid())))
        draft.chmod(0o600)
        draft.replace(self.folder / PLACE)

    def release(self) -> None:
        """Gives it back."""
        if self._file is not None:
            (self.folder / PLACE).unlink(missing_ok=True)
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


# ---- Running ---------------------------------------------------------------------------------------------------------


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket connection, which can be shut down while the client is closing it.

    Uvicorn itself would send a second close frame; `websockets` refuses that, and the server would not end in order.
    """

    def shutdown(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()


class Server(uvicorn.Server):
    """Uvicorn's, which says goodbye to all pages, can be ended from one, and ends by itself when it is left."""

    def __init__(
        self,
        app: Application,
        *,
        addresses: tuple[str, ...],
        on_ready: Callable[[], None],
        idle_minutes: float | None = None,
        proxy: bool = False,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=dict_config(app.settings.log),
                log_level="warning",
                access_log=False,
                ws=WebSocketProtocol,
                ws_max_size=FRAME,
                ws_per_message_deflate=False,  # costs more time and memory than it saves in a room
                proxy_headers=proxy,
                server_header=False,
                timeout_graceful_shutdown=5,
                backlog=2048,
            )
        )
        self.application = app
        self._addresses = addresses
        self._on_ready = on_ready
        self.idle_minutes = idle_minutes
        """So long after its last page was closed it ends; None: never."""
        self._tasks: list[asyncio.Task[None]] = []
        self._quit_from_page = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            parts = self.application.parts
            parts.quit = self.quit
            parts.addresses = self._addresses
            self._tasks.append(asyncio.create_task(Tidying(commands).run()))
            if self.idle_minutes is not None:
                self._tasks.append(asyncio.create_task(self._end_when_left()))
            self._on_ready()

    def quit(self) -> None:
        """Ends the program."""
        self._quit_from_page = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._tasks:
            task.cancel()
        await self.application.parts.sockets.say_goodbye(again=not self._quit_from_page)
        await super().shutdown(sockets)

    async def _end_when_left(self) -> None:
        while self.idle_minutes is not None:
            await asyncio.sleep(1)
            parts = self.application.parts
            left = now() - max(parts.sockets.changed, parts.started)
            if not len(parts.sockets) and not parts.bots.busy and left > 60_000 * self.idle_minutes:
                log.info("no page has been open for a while: Parlour ends")
                self.quit()
                return


def serve(
    settings: Settings,
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    proxy: bool = False,
    idle_minutes: float | None = None,
    ready: Callable[[tuple[str, ...], str], None],
) -> None:
    """Runs a server until it is ended; `ready` hears its addresses and the link that gives owner rights.

    Raises `AlreadyRunning` if one runs in this data folder.
    """
    folder = data_folder(settings.folder)
    claim = Claim(folder)
    shared = bool(settings.database_url) and not str(settings.database_url).startswith("sqlite")
    if not shared:
        claim.take()
    try:
        listener = bind(host, DEFAULT_PORT if port is None else port, next_free=port is None)
        real = listener.getsockname()[1]
        open_to_all = not is_loopback(host)
        names = settings.names
        hosts = [host]
        if open_to_all:
            own = [socket.gethostname(), f"{socket.gethostname()}.local"]
            hosts = [*settings.names, *(lan_addresses() if host in ("0.0.0.0", "::") else [host])] or ["127.0.0.1"]
            names = (*names, *hosts, *own)
        app = Application(msgspec.structs.replace(settings, names=tuple(names)))
        addresses = tuple(address_text(one, real, https=settings.https) for one in hosts)
        here = address_text("127.0.0.1" if open_to_all else host, real)
        if not shared:
            claim.tell(here)

        def on_ready() -> None:
            ready(addresses, here + owner_path(app.keys, now()))

        server = Server(app, addresses=addresses, on_ready=on_ready, idle_minutes=idle_minutes, proxy=proxy)
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:  # uvicorn passes it on when everything is closed in order: this is how one ends it
            log.info("ended by Ctrl-C")
        if not server.started:
            raise localized_error(CannotServe, "server.serve.not-started")
    finally:
        claim.release()


def link_to(address: str, settings: Settings) -> str:
    """The link to a server that runs, with owner rights."""
    return address + owner_path(Keys(Secrets.load(settings.folder)), now())


def ask_to_restore(address: str, settings: Settings, file: Path, *, replace: bool) -> RestoredView:
    """Has a server that runs on this machine restore a backup; raises `CannotServe` with its reason if it does not."""
    token = Secrets.load(settings.folder).owner
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    body = msgspec.json.encode({"file": str(file.resolve()), "replace": replace})
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{address}/api/me", headers=headers)) as greeting:
            cookies: SimpleCookie = SimpleCookie(greeting.headers.get("set-cookie", ""))
        headers["cookie"] = f"{CSRF_COOKIE}={cookies[CSRF_COOKIE].value}"
        headers[CSRF_HEADER] = cookies[CSRF_COOKIE].value
        asked = urllib.request.Request(f"{address}/api/owner/restore", body, headers, method="POST")
        with urllib.request.urlopen(asked) as answer:
            return msgspec.json.decode(answer.read(), type=RestoredView)
    except urllib.error.HTTPError as refused:
        raise CannotServe(msgspec.json.decode(refused.read(), type=ErrorView).text) from refused
    except OSError as wrong:
        raise localized_error(CannotServe, "server.serve.silent", address=address, why=str(wrong)) from wrong


def answers(address: str) -> bool:
    """Whether a server answers at an address on this machine."""
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=3) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def has_display() -> bool:
    """Whether a browser could show a window here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def open_browser(link: str) -> bool:
    """Opens a page in a browser; False if there is none, or no display to show it on."""
    try:
        return has_display() and webbrowser.open(link)
    except webbrowser.Error:
        return False
