"""Failures of the database are errors that say so, and it is used again when it works again."""

import asyncio
import sqlite3
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text

from parlour.errors import StoreUnavailable
from parlour.i18n.translate_error import translate_error
from parlour.match.seats import Guest
from parlour.store import Store
from tests.store.conftest import PostgreSQL
from tests.store.database.test_group_commit import begun, move
from tests.store.play import NOW, begin

pytestmark = pytest.mark.anyio

FAILURES = {
    "disk full": "PRAGMA max_page_count = 1",
    "read-only": "PRAGMA query_only = ON",
}


async def fail(store: Store, pragma: str) -> None:
    """Let all connections of an SQLite store fail."""
    group_commit = store.database.group_commit
    assert group_commit is not None

    def on_writer() -> None:
        group_commit._connect().execute(pragma)

    await group_commit._writer.call(on_writer)
    async with store.database.writing_engine.connect() as connection:
        await connection.exec_driver_sql(pragma)


async def fill(store: Store) -> None:
    """Write more than fits into the free pages of the file."""
    async with store.database.write() as connection:
        await connection.execute(text("CREATE TABLE filler (content BLOB)"))
        await connection.execute(text("INSERT INTO filler VALUES (zeroblob(1000000))"))


@pytest.mark.parametrize("failure", FAILURES)
async def test_sqlite_that_cannot_be_written_is_unavailable_until_it_can(tmp_path: Path, failure: str) -> None:
    async with await Store.open(folder=tmp_path) as store:
        await fail(store, FAILURES[failure])
        with pytest.raises(StoreUnavailable) as refused:
            await fill(store)
        assert isinstance(refused.value.__cause__, Exception)
        assert "try again" in str(refused.value)
        assert "noch einmal" in translate_error(refused.value, "de")
        assert store.database.availability.fault is refused.value
        await fill(store)
        assert store.database.availability.fault is None


async def test_moves_that_cannot_be_stored_fail_and_can_be_repeated(tmp_path: Path) -> None:
    async with await Store.open(folder=tmp_path) as store:
        matches = await begun(store, 3)
        await fail(store, FAILURES["read-only"])
        results = await asyncio.gather(*(move(store, *one) for one in matches), return_exceptions=True)
        assert [type(one) for one in results] == [StoreUnavailable] * 3
        assert store.database.availability.fault is not None
        await asyncio.gather(*(move(store, *one) for one in matches))
        assert store.database.availability.fault is None
        assert [(await store.matches.info(id)).plies for id, _ in matches] == [1] * 3


async def test_a_commit_that_fails_leaves_no_open_transaction(tmp_path: Path) -> None:
    async with await Store.open(folder=tmp_path) as store:
        await store.people.create_guest(NOW)
        with sqlite3.connect(tmp_path / "parlour.db", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            async with store.database.writing_engine.connect() as connection:
                await connection.exec_driver_sql("PRAGMA busy_timeout = 0")
            with pytest.raises(StoreUnavailable):
                await store.people.create_guest(NOW)
            other.execute("ROLLBACK")
        await store.people.create_guest(NOW)


async def test_a_lost_connection_to_postgresql_is_replaced(postgresql: PostgreSQL) -> None:
    address = postgresql.create()
    async with await Store.open(address) as store:
        await begin(store, Guest("Anna"), Guest("Ben"))
        postgresql.stop_database(address)
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await store.people.create_guest(NOW)
        with pytest.raises(StoreUnavailable):
            await store.watch.next_flag()
        assert store.database.availability.fault is not None
        postgresql.start_database(address)
        await store.people.create_guest(NOW)
        assert store.database.availability.fault is None


async def test_a_statement_that_loses_its_connection_says_so(postgresql: PostgreSQL) -> None:
    address = postgresql.create()
    async with await Store.open(address) as store:
        with pytest.raises(StoreUnavailable):
            async with store.database.write() as connection:
                await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        await store.people.create_guest(NOW)


async def test_a_reader_whose_connection_is_lost_at_the_end_says_so(postgresql: PostgreSQL) -> None:
    address = postgresql.create()
    async with await Store.open(address) as store:
        with pytest.raises(StoreUnavailable):
            await read_until_lost(store)
        assert await store.watch.next_flag() is None


async def read_until_lost(store: Store) -> None:
    async with store.database.read() as connection:
        await connection.execute(text("SELECT 1"))
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        driver.terminate()


async def test_a_connection_lost_between_two_steps_of_a_statement_is_no_defect(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 15; another operation (2) is in progress")

    async with await Store.open(postgresql.create()) as store:
        with monkeypatch.context() as failing:
            failing.setattr(asyncpg.connection.Connection, "prepare", fail)
            with pytest.raises(StoreUnavailable):
                await store.people.create_guest(NOW)
        await store.people.create_guest(NOW)


async def test_a_wrong_statement_is_a_defect(store: Store) -> None:
    with pytest.raises(Exception, match="no_such_table") as fault:
        async with store.database.write() as connection:
            await connection.execute(text("DELETE FROM no_such_table"))
    assert not isinstance(fault.value, StoreUnavailable)
    assert store.database.availability.fault is None
