"""Run several server processes on one port of this machine: `parlour serve --workers N`.

Each process binds the port itself, and the system distributes new connections among them. This process only watches: it
replaces a server process that dies, and ends them all when it is stopped or a page quits. A server process without a
watcher stops by itself.
"""

from __future__ import annotations

import logging
import logging.config
import math
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType

import msgspec

from parlour.errors import ParlourError
from parlour.games import load
from parlour.i18n.errors import localized_error
from parlour.server.app import Application
from parlour.server.http.auth import Keys, now, owner_path
from parlour.server.http.logs import dict_config
from parlour.server.http.metrics import serve_metrics
from parlour.server.process.addresses import ServerEndpoints
from parlour.server.run import DEFAULT_PORT, CannotServe, Server, bind, resolve_endpoints, run_server
from parlour.server.settings import ServerSettings
from parlour.store import Secrets
from parlour.store.database.database import address_of

log = logging.getLogger("parlour.server")

STOP_SECONDS = 15.0
"""Time for the server processes to end, before they are killed."""
RESTART_SECONDS = 1.0
"""Shortest time between two starts of the same server process."""


class ServerTask(msgspec.Struct, frozen=True):
    """Configuration of a server process."""

    settings: ServerSettings
    endpoints: ServerEndpoints
    host: str
    port: int
    """The port, which all server processes share."""
    proxy: bool
    games: tuple[Path, ...]
    """The files of outside games."""


class _Child:
    """One server process and the connection to it."""

    def __init__(self, task: ServerTask, index: int) -> None:
        self.index = index
        self.started = time.monotonic()
        self.ready = False
        self.fault: ParlourError | None = None
        """Why the server cannot start."""
        self.pipe, theirs = multiprocessing.Pipe()
        # A fresh interpreter: event loops and threads do not survive a fork.
        self.process = multiprocessing.get_context("spawn").Process(
            target=run_child, args=(task, index, theirs), name=f"server-{index}"
        )
        self.process.start()
        theirs.close()

    def read_report(self) -> None:
        """Read the process's report about its start."""
        try:
            self.fault = self.pipe.recv()
        except (EOFError, OSError):
            return
        self.ready = self.fault is None
        if self.ready:
            log.info("Server process %d runs with process ID %d", self.index, self.process.pid)

    def end(self, deadline: float) -> None:
        """Wait for the end of the process, and kill it after a deadline."""
        self.process.join(max(0.0, deadline - time.monotonic()))
        if self.process.is_alive():
            log.warning("Server process %d does not stop and is killed", self.index)
            self.process.kill()
            self.process.join()
        self.pipe.close()


def serve_with_processes(
    settings: ServerSettings,
    count: int,
    *,
    host: str,
    port: int | None,
    proxy: bool,
    own_https: bool = False,
    games: tuple[Path, ...],
    ready: Callable[[tuple[str, ...], str], None],
) -> None:
    """Run server processes until they are stopped; call `ready` when all of them serve. Raise `CannotServe`."""
    if address_of(settings.database_url, settings.folder).get_backend_name() == "sqlite":
        raise localized_error(CannotServe, "server.serve.workers-sqlite")
    # Without sharing, so that a port in use is detected.
    with bind(host, DEFAULT_PORT if port is None else port, next_free=port is None) as probe:
        real = probe.getsockname()[1]
    logging.config.dictConfig(dict_config(settings.log))
    settings, endpoints = resolve_endpoints(settings, host, real, own_https=own_https)
    keys = Keys(Secrets.load(settings.folder))
    child_settings = divide_settings(settings, count)
    task = ServerTask(child_settings, endpoints, host, real, proxy, games)
    with _terminated_as_interrupted():
        children: list[_Child] = []
        try:
            for index in range(count):  # one after the other: the first migrates the database
                children.append(_Child(task, index))
                _wait_until_ready(children[-1])
            ready(endpoints.addresses, endpoints.here + owner_path(keys, now()))
            _watch(children, task)
        except KeyboardInterrupt:
            log.info("Stopped by a signal")
        finally:
            _end(children)


def divide_settings(settings: ServerSettings, count: int) -> ServerSettings:
    """Return the settings of one of several server processes: each has its share of the searches and limits.

    Each process counts only the requests that it receives.
    """
    limits = [name for name in ServerSettings.__struct_fields__ if name.startswith("limit_")]
    shares = {name: math.ceil(getattr(settings, name) / count) for name in limits}
    return msgspec.structs.replace(settings, searches=max(2, settings.searches // count), **shares)


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C."""

    def interrupt(signum: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _wait_until_ready(child: _Child) -> None:
    """Wait for the start of a server process; raise its reason if it cannot start."""
    while child.process.is_alive() or child.pipe.poll():
        wait([child.pipe, child.process.sentinel])
        child.read_report()
        if child.fault is not None:
            raise child.fault
        if child.ready:
            return
    raise localized_error(CannotServe, "server.serve.not-started")


def _watch(children: list[_Child], task: ServerTask) -> None:
    """Replace server processes that die; return when one ends normally, because a page has stopped the program."""
    while True:
        wait([child.process.sentinel for child in children] + [child.pipe for child in children if not child.ready])
        for place, child in enumerate(children):
            if not child.ready and child.pipe.poll():
                child.read_report()
            if child.process.is_alive():
                continue
            child.process.join()
            if child.process.exitcode == 0:
                return
            log.error("Server process %d ended with status %s and is replaced", child.index, child.process.exitcode)
            child.pipe.close()
            time.sleep(max(0.0, RESTART_SECONDS - (time.monotonic() - child.started)))
            children[place] = _Child(task, child.index)


def _end(children: list[_Child]) -> None:
    """Stop all server processes."""
    for child in children:
        if child.process.is_alive():
            child.process.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for child in children:
        child.end(deadline)


# ---- In a server process ---------------------------------------------------------------------------------------------


def run_child(task: ServerTask, index: int, pipe: Connection) -> None:
    """Run one server process until it is stopped or its watcher has ended.

    Send None to the watcher when the server accepts connections, or the reason why it cannot start.
    """
    try:
        for file in task.games:
            load(file)
        app = Application(task.settings)
        serve_metrics(task.settings, index)
        listener = bind(task.host, task.port, shared=True)
        server = Server(app, addresses=task.endpoints.addresses, on_ready=lambda: pipe.send(None), proxy=task.proxy)
        threading.Thread(target=_quit_without_watcher, args=(server, pipe), daemon=True).start()
        run_server(server, listener)
    except ParlourError as fault:
        pipe.send(fault)
        raise SystemExit(2) from None


def _quit_without_watcher(server: Server, pipe: Connection) -> None:
    try:
        pipe.recv()
    except (EOFError, OSError):
        server.should_exit = True
