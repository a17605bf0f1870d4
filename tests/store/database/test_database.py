"""The database: address, tables, and errors."""

import asyncio
import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import IntegrityError

import parlour.store
from parlour.errors import StoreError
from parlour.i18n.translate_error import translate_error
from parlour.store import Secrets, Store, data_folder
from parlour.store.database.database import URL_VARIABLE, address_of, migrate, without_password
from parlour.store.database.sqlite_connection import enable_write_ahead_log
from parlour.store.tables import HEAD, KNOWN, metadata, moves, persons
from tests.store.conftest import BOTH, NewDatabase, PostgreSQL
from tests.store.play import NOW, begin, play

pytestmark = pytest.mark.anyio

# Where it is


def test_without_an_address_it_is_a_file_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(URL_VARIABLE, raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: tmp_path / name)
    assert without_password(address_of(None)) == str(tmp_path / "parlour" / "parlour.db")


def test_the_environment_selects_another_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(URL_VARIABLE, "postgresql://anna:secret@host/games")
    assert address_of(None).drivername == "postgresql+asyncpg"
    assert without_password(address_of(None)) == "postgresql://anna:***@host/games"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nonsense", "not a database address"),
        ("mysql://host/games", "SQLite or PostgreSQL"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(address: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        address_of(address)


async def test_an_unusable_database_is_reported_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Cannot open") as error:
        await Store.open("postgresql://anna:secret@127.0.0.1:1/games")
    assert "secret" not in str(error.value) + translate_error(error.value, "de")
    with pytest.raises(StoreError, match="Cannot open"):
        await Store.open(f"sqlite:///{tmp_path}/no/such/folder/parlour.db")


async def test_a_file_that_is_not_a_database_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    path.write_text("This is a shopping list.\n" * 100)
    with pytest.raises(StoreError, match="not a database") as error:
        await Store.open(folder=tmp_path)
    assert translate_error(error.value, "de") == f"Die Datei {path} ist keine Datenbank."
    assert path.read_text().startswith("This is a shopping list.")


# The data folder and its secrets


def test_only_the_owner_can_enter_the_data_folder(tmp_path: Path) -> None:
    folder = data_folder(tmp_path / "new" / "parlour")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o755)
    assert stat.S_IMODE(data_folder(folder).stat().st_mode) == 0o700


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "parlour").write_text("")
    with pytest.raises(StoreError, match="data folder"):
        data_folder(tmp_path / "parlour")


def test_secrets_are_created_once_and_readable_only_by_the_owner(tmp_path: Path) -> None:
    first = Secrets.load(tmp_path)
    assert Secrets.load(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secrets.json").stat().st_mode) == 0o600
    assert len(bytes.fromhex(first.signing)) == 32
    assert len(first.owner) >= 40
    (tmp_path / "secrets.json").chmod(0o644)
    Secrets.load(tmp_path)
    assert stat.S_IMODE((tmp_path / "secrets.json").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secrets.json"]


async def test_processes_that_start_simultaneously_have_the_same_secrets(tmp_path: Path) -> None:
    loaded = await asyncio.gather(*(asyncio.to_thread(Secrets.load, tmp_path) for _ in range(8)))
    assert len(set(loaded)) == 1


def test_damaged_secrets_are_reported(tmp_path: Path) -> None:
    (tmp_path / "secrets.json").write_text('{"owner": 5}')
    with pytest.raises(StoreError, match="damaged"):
        Secrets.load(tmp_path)


# Its tables


@pytest.mark.parametrize("kind", BOTH)
async def test_the_migrations_lead_to_the_tables_that_are_used(kind: str, empty_database: NewDatabase) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with await Store.open(empty_database(kind)) as store, store.database.read() as connection:
        assert await connection.run_sync(differences) == []


def test_every_migration_is_named() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(parlour.store.__file__).parent / "migrations"))
    script = ScriptDirectory.from_config(config)
    assert tuple(step.revision for step in reversed(list(script.walk_revisions()))) == KNOWN
    assert script.get_current_head() == HEAD


@pytest.mark.parametrize("kind", BOTH)
async def test_processes_that_start_simultaneously_make_the_tables_once(kind: str, empty_database: NewDatabase) -> None:
    address = empty_database(kind)
    opened = await asyncio.gather(*(Store.open(address) for _ in range(8)))
    await opened[0].people.create_guest(NOW)
    for store in opened:
        await store.close()


def test_opening_a_file_retries_only_when_it_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "readonly.db"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE one (number)")
    statements: list[str] = []
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.set_trace_callback(statements.append)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            enable_write_ahead_log(connection.cursor())
    assert statements.count("PRAGMA journal_mode = WAL") == 1


async def test_a_database_of_a_newer_version_is_not_changed(address: str) -> None:
    async with await Store.open(address) as store, store.database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer version of Parlour"):
        await Store.open(address)
    if address.startswith("postgresql"):  # The next test uses it again.
        from parlour.store.database.database import Database, make_engine

        database = Database(make_engine(address_of(address)))
        async with database.write() as connection:
            await connection.execute(text(f"UPDATE alembic_version SET version_num = '{HEAD}'"))
        await database.close()


async def test_a_migration_that_fails_leaves_nothing_behind(empty_database: NewDatabase) -> None:
    from parlour.store.database.database import Database, make_engine

    path = empty_database("sqlite")
    database = Database(make_engine(address_of(path)))

    async def fail() -> None:
        async with database.write() as connection:
            await connection.run_sync(migrate)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM sqlite_master"))).scalar_one() == 0
    await database.close()


# Its guarantees


async def test_sqlite_is_set_up_to_lose_nothing_and_to_wait(tmp_path: Path) -> None:
    async with await Store.open(folder=tmp_path) as store, store.database.read() as connection:
        found = {
            name: (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        }
    assert found == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 20_000, "synchronous": 2}


async def test_a_failed_transaction_leaves_no_trace(store: Store) -> None:
    async def fail() -> None:
        async with store.database.write() as connection:
            await connection.execute(insert(persons).values(id="x", name="", created=NOW, seen=NOW))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with store.database.read() as connection:
        assert (await connection.execute(select(persons))).all() == []


async def test_a_reader_sees_a_consistent_snapshot(store: Store) -> None:
    async with store.database.read() as connection:
        before = (await connection.execute(select(persons.c.id))).all()
        await store.people.create_guest(NOW)
        assert (await connection.execute(select(persons.c.id))).all() == before


async def test_two_valid_moves_cannot_have_the_same_ply(store: Store) -> None:
    """If the version were wrong, the unique keys would still keep a match consistent."""
    from parlour.match.seats import Guest

    info = await begin(store, Guest("Anna"), Guest("Ben"))
    await play(store, info.id, NOW, 2)
    async with store.database.read() as connection:
        row = (await connection.execute(select(moves).where(moves.c.ply == 2))).mappings().one()
    with pytest.raises(IntegrityError):
        async with store.database.write() as connection:
            await connection.execute(insert(moves).values({**row, "seq": 99}))
    with pytest.raises(IntegrityError):
        async with store.database.write() as connection:
            await connection.execute(insert(moves).values({**row, "ply": 99}))


async def test_foreign_keys_hold(store: Store) -> None:
    with pytest.raises(IntegrityError):
        async with store.database.write() as connection:
            await connection.execute(text("INSERT INTO preferences VALUES ('nobody', '{}')"))


async def test_a_program_that_reads_does_not_stop_one_that_writes(tmp_path: Path) -> None:
    async with await Store.open(folder=tmp_path) as store:
        other = sqlite3.connect(tmp_path / "parlour.db")
        other.execute("BEGIN")
        other.execute("SELECT * FROM persons").fetchall()
        await store.people.create_guest(NOW)
        other.close()


async def test_many_writers_wait_for_each_other(address: str) -> None:
    """Several stores write concurrently, and none gets “database is locked”."""
    stores = [await Store.open(address) for _ in range(4)]
    await asyncio.gather(*(store.people.create_guest(NOW) for store in stores for _ in range(10)))
    async with stores[0].database.read() as connection:
        assert len((await connection.execute(select(persons))).all()) == 40
    for store in stores:
        await store.close()


def test_ids_cannot_be_guessed_or_mistaken() -> None:
    from parlour.store.database.database import new_id

    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch(r"[0-9a-hjkmnp-tv-z]{16}", id) for id in ids)


@pytest.mark.parametrize("noticed", [False, True], ids=["after a pause", "noticed by the driver"])
async def test_a_connection_that_postgresql_has_closed_is_replaced(
    noticed: bool, postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = asyncio.Event()
    async with await Store.open(postgresql.create()) as store:
        async with store.database.read() as connection:
            process = await connection.scalar(text("SELECT pg_backend_pid()"))
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            driver.add_termination_listener(lambda _: lost.set())
        end = f"SELECT pg_terminate_backend({process}, 60000)"
        if noticed:
            await asyncio.to_thread(postgresql.server.psql, end)
            await lost.wait()
        else:
            monkeypatch.setattr("parlour.store.database.database.TRUSTED_SECONDS", -1.0)
            postgresql.server.psql(end)  # blocks the event loop, so that the driver cannot notice it
        async with store.database.read() as connection:
            assert await connection.scalar(text("SELECT pg_backend_pid()")) != process
