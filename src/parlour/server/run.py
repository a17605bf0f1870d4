"""Start and stop the server on this machine.

Only one server at a time uses a data folder with SQLite. It holds a lock, and a small file contains its address, so
that a second start opens a page of the first server. A second lock next to the database file excludes servers that use
the same database through another folder. With PostgreSQL there may be any number of servers.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import ssl
import sys
import urllib.error
import urllib.request
import webbrowser
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

import msgspec
import uvicorn

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error
from parlour.server.app import Application
from parlour.server.http.auth import Keys, now, owner_path
from parlour.server.http.logs import dict_config
from parlour.server.http.metrics import count_commands, serve_metrics
from parlour.server.http.transport.certificate import first_certificate, own_certificate, tls_context, trusting_context
from parlour.server.http.transport.connections import (
    ConnectionWatch,
    HttpProtocol,
    limit_unsent_data,
    raise_open_files_limit,
)
from parlour.server.http.transport.tls_listener import TlsListener
from parlour.server.http.transport.websocket_protocol import WebSocketProtocol
from parlour.server.process.addresses import ServerEndpoints
from parlour.server.process.gc_schedule import GcSchedule
from parlour.server.settings import ServerSettings
from parlour.store import Secrets, data_folder
from parlour.store.database.database import address_of

log = logging.getLogger("parlour.server")

DEFAULT_PORT = 8420
PORTS_TRIED = 30
MAX_FRAME_BYTES = 64 * 1024
"""Largest WebSocket message from a page."""
PING_SECONDS = 60.0
"""Interval of WebSocket pings, and how long a page may take to answer one."""
SWITCH_INTERVAL_SECONDS = 0.001
"""How long a thread waits until the event loop lets it run. Storing a move takes several such waits; with Python's
default of five milliseconds they take most of the time of a move on a busy server.
"""
IDLE_MINUTES = 5.0
"""Time without an open page after which a program that was started without a terminal ends."""
LOCK_FILE, ADDRESS_FILE = "server.lock", "server.json"


class CannotServe(ParlourError):
    """Raised when the server cannot be started."""


class AlreadyRunning(ParlourError):
    """Raised when another server uses the data folder; `address` is the address of that server."""

    address = ""

    @staticmethod
    def at(address: str) -> AlreadyRunning:
        """Return the error with the address of the other server."""
        running = localized_error(AlreadyRunning, "server.serve.running", address=address)
        running.address = address
        return running


class ServerAddress(msgspec.Struct, frozen=True):
    """The content of the address file."""

    address: str
    pid: int
    certificate: str = ""
    """The certificate of a server that uses HTTPS."""


# ---- Port ------------------------------------------------------------------------------------------------------------


def bind(host: str, port: int, *, next_free: bool = False, shared: bool = False) -> socket.socket:
    """Return a socket that listens at an address.

    With `next_free`, use the next free port. With `shared`, other processes can listen on the same port in the same
    way, and the system distributes connections among them.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + (PORTS_TRIED if next_free else 1)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            limit_unsent_data(listener)
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


# ---- One server per folder -------------------------------------------------------------------------------------------


class FolderLock:
    """The lock of a data folder, which the operating system releases when the process ends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Acquire the lock; raise `AlreadyRunning` if another server has it."""
        self._file = _lock_file(self.folder / LOCK_FILE)
        if self._file is None:
            raise AlreadyRunning.at(self.running_address())

    def running_address(self) -> str:
        """Return the address of the server that has the lock; raise `CannotServe` if it is not known yet."""
        return self.read_address().address

    def read_address(self) -> ServerAddress:
        """Return the address file of the server that has the lock; raise `CannotServe` if it is not written yet."""
        try:
            return msgspec.json.decode((self.folder / ADDRESS_FILE).read_bytes(), type=ServerAddress)
        except (OSError, msgspec.MsgspecError) as wrong:
            raise localized_error(CannotServe, "server.serve.starting") from wrong

    def write_address(self, address: str, certificate: Path | None = None) -> None:
        """Write the address of this server for later starts."""
        text = first_certificate(certificate) if certificate else ""
        draft = self.folder / f".{ADDRESS_FILE}"
        try:
            draft.write_bytes(msgspec.json.encode(ServerAddress(address, os.getpid(), text)))
            draft.chmod(0o600)
            draft.replace(self.folder / ADDRESS_FILE)
        except OSError as wrong:
            raise _unusable(self.folder / ADDRESS_FILE, wrong) from wrong

    def release(self) -> None:
        """Release the lock."""
        if self._file is not None:
            (self.folder / ADDRESS_FILE).unlink(missing_ok=True)
            self._file.close()
            self._file = None


class DatabaseLock:
    """The lock of an SQLite database, which data folders may share by a link or by `PARLOUR_DATABASE_URL`."""

    def __init__(self, path: Path) -> None:
        self._path = Path(os.path.realpath(path))
        self._file: IO[str] | None = None
        self._name: socket.socket | None = None

    def acquire(self) -> None:
        """Acquire the lock; raise `CannotServe` if another server has it."""
        self._file = _lock_file(self._path.with_name(f"{self._path.name}.lock"))
        if self._file is None or not self.claim():
            raise localized_error(CannotServe, "server.serve.database-in-use", path=str(self._path))

    def claim(self) -> bool:
        """Claim the file, which may have hard links, if it exists; return False if another process has claimed it."""
        if self._name is None and self._path.exists() and sys.platform == "linux":
            file = self._path.stat()
            self._name = socket.socket(socket.AF_UNIX)
            try:
                self._name.bind(f"\0parlour database {file.st_dev} {file.st_ino}")
            except OSError:
                return False
        return True

    def release(self) -> None:
        """Release the lock."""
        for held in (self._file, self._name):
            if held is not None:
                held.close()
        self._file = self._name = None


def _lock_file(path: Path) -> IO[str] | None:
    """Open and lock a file; return None if another process has locked it."""
    try:
        file = path.open("a")
    except OSError as wrong:
        raise _unusable(path, wrong) from wrong
    try:
        _lock(file)
    except OSError:
        file.close()
        return None
    return file


def _unusable(path: Path, wrong: OSError) -> CannotServe:
    return localized_error(CannotServe, "server.serve.file", path=str(path), why=wrong.strerror or str(wrong))


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


# ---- Running ---------------------------------------------------------------------------------------------------------


PROTOCOL_SETTINGS: dict[str, Any] = {
    "log_level": "warning",
    "access_log": False,
    "ws": WebSocketProtocol,
    "ws_max_size": MAX_FRAME_BYTES,
    "ws_ping_interval": PING_SECONDS,
    "ws_ping_timeout": PING_SECONDS,
    "ws_per_message_deflate": False,  # costs more time and memory than it saves in a local network
    "server_header": False,
    "timeout_graceful_shutdown": 5,
    "backlog": 2048,
}
"""Settings of uvicorn that are the same for every server."""


class Server(uvicorn.Server):
    """A uvicorn server that tells all pages when it stops, can be stopped from a page, and stops when it is idle."""

    def __init__(
        self,
        app: Application,
        *,
        addresses: tuple[str, ...],
        on_ready: Callable[[], None],
        idle_minutes: float | None = None,
        proxy: bool = False,
    ) -> None:
        settings = app.settings
        self._tls = tls_context(settings.certificate, settings.key) if settings.certificate and settings.key else None
        super().__init__(
            uvicorn.Config(
                app,
                log_config=dict_config(app.settings.log),
                proxy_headers=proxy,
                http=partial(HttpProtocol, Counter()),  # type: ignore[arg-type]  # is only called
                **PROTOCOL_SETTINGS,
            )
        )
        self.application = app
        self._addresses = addresses
        self._on_ready = on_ready
        self.idle_minutes = idle_minutes
        """Minutes without an open page after which the program ends; None for never."""
        self.connection_watch = ConnectionWatch(self.server_state.connections)
        self._tasks: list[asyncio.Task[None]] = []
        self._quit_from_page = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets if self._tls is None else [])
        if self.started:
            if self._tls is not None:
                self._listen(sockets or [], self._tls)
            services = self.application.services
            services.quit = self.quit
            services.addresses = self._addresses
            self._tasks.append(asyncio.create_task(GcSchedule(count_commands).run()))
            self._tasks.append(asyncio.create_task(self.connection_watch.run()))
            if self.idle_minutes is not None:
                self._tasks.append(asyncio.create_task(self._quit_when_idle()))
            self._on_ready()

    def _listen(self, sockets: list[socket.socket], tls: ssl.SSLContext) -> None:
        """Accept TLS connections the way uvicorn accepts plain ones."""

        def new_protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(self.config, self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]  # as uvicorn does

        for listener in sockets:
            running = TlsListener(listener, tls, self.application, new_protocol).run()
            self._tasks.append(asyncio.create_task(running))

    def quit(self) -> None:
        """Stop the program."""
        self._quit_from_page = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._tasks:
            task.cancel()
        self.application.services.imports.cancel()
        await self.application.services.sockets.announce_shutdown(again=not self._quit_from_page)
        await super().shutdown(sockets)

    async def _quit_when_idle(self) -> None:
        while self.idle_minutes is not None:
            await asyncio.sleep(1)
            services = self.application.services
            left = services.time.now() - max(services.sockets.changed, services.started)
            if not len(services.sockets) and not services.bots.busy and left > 60_000 * self.idle_minutes:
                log.info("No page has been open for a while: Parlour stops")
                self.quit()
                return


def serve(
    settings: ServerSettings,
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    proxy: bool = False,
    own_https: bool = False,
    idle_minutes: float | None = None,
    ready: Callable[[tuple[str, ...], str], None],
    prepare: Callable[[Application], None] = lambda app: None,
) -> None:
    """Run a server until it is stopped; call `ready` with its addresses and the link that gives owner rights.

    With `own_https` it uses a certificate that it makes itself. `prepare` may change the application before it starts.
    Raise `AlreadyRunning` if a server uses this data folder already, and another error if the server cannot start.
    """
    lock = FolderLock(data_folder(settings.folder))
    address = address_of(settings.database_url, settings.folder)
    shared = address.get_backend_name() != "sqlite"
    database_lock = DatabaseLock(Path(address.database or ""))
    if not shared:
        lock.acquire()
    try:
        if not shared:
            database_lock.acquire()
        listener = bind(host, DEFAULT_PORT if port is None else port, next_free=port is None)
        settings, endpoints = resolve_endpoints(settings, host, listener.getsockname()[1], own_https=own_https)
        app = Application(settings)
        prepare(app)
        if not shared:
            lock.write_address(endpoints.here, settings.certificate)

        def on_ready() -> None:
            if not shared:
                database_lock.claim()  # a new database did not exist before
            ready(endpoints.addresses, endpoints.here + owner_path(app.keys, now()))

        serve_metrics(settings)
        server = Server(app, addresses=endpoints.addresses, on_ready=on_ready, idle_minutes=idle_minutes, proxy=proxy)
        run_server(server, listener)
    finally:
        database_lock.release()
        lock.release()


def resolve_endpoints(
    settings: ServerSettings, host: str, port: int, *, own_https: bool
) -> tuple[ServerSettings, ServerEndpoints]:
    """Return the settings with the names and the certificate of a server, and its endpoints."""
    encrypted = own_https or settings.certificate is not None
    settings = msgspec.structs.replace(settings, https=settings.https or encrypted)
    endpoints = ServerEndpoints.of(settings, host, port, encrypted=encrypted)
    if own_https:
        file = own_certificate(settings.folder, endpoints.names)
        settings = msgspec.structs.replace(settings, certificate=file, key=file)
    return msgspec.structs.replace(settings, names=endpoints.names), endpoints


def run_server(server: Server, listener: socket.socket) -> None:
    """Run a server until it is stopped; raise the reason if it cannot start."""
    app = server.application
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    raise_open_files_limit()
    # The reason why the server does not start is shown once, as an error of the command line.
    logging.getLogger("uvicorn.error").addFilter(lambda _: app.startup_fault is None)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn raises it again after an orderly shutdown
        log.info("Stopped by Ctrl-C")
    except SystemExit as stopped:  # uvicorn ends the program if the application cannot start
        raise (app.startup_fault or localized_error(CannotServe, "server.serve.not-started")) from stopped
    if not server.started:
        raise localized_error(CannotServe, "server.serve.not-started")


def owner_link(address: str, settings: ServerSettings) -> str:
    """Return a link to a running server that gives owner rights."""
    return address + owner_path(Keys(Secrets.load(settings.folder)), now())


def local_context(folder: Path | None) -> ssl.SSLContext | None:
    """Return the settings of a connection to the server that uses a data folder; None without HTTPS."""
    certificate = FolderLock(data_folder(folder)).read_address().certificate
    return trusting_context(certificate) if certificate else None


def is_reachable(address: str, settings: ServerSettings) -> bool:
    """Return whether a server responds at an address on this machine."""
    try:
        context = local_context(settings.folder)
        with urllib.request.urlopen(f"{address}/health", timeout=3, context=context) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def has_display() -> bool:
    """Return whether a browser can show a window here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def open_browser(link: str) -> bool:
    """Open a page in a browser; return False if there is no browser or no display."""
    try:
        return has_display() and webbrowser.open(link)
    except webbrowser.Error:
        return False
