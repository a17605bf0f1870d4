"""A server that cannot start says why in one sentence; one that can starts, whatever single matches are like."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.errors import StoreError
from parlour.server.http import error_responses
from parlour.store import Store
from tests.server.browser import Json
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.processes import PARLOUR, Process, free_port
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}


def start(
    folder: Path, *options: str, file_blocks: int | None = None, inside: tuple[str, ...] = (), **environment: str
) -> str:
    """Start a server that must fail, with a limit for the size of files, and return its sentence.

    `inside` is a command that starts another one.
    """
    limit = "" if file_blocks is None else f"ulimit -f {file_blocks}; "
    command = [*PARLOUR, "serve", "--host", "127.0.0.1", "--port", str(free_port()), *options]
    answer = subprocess.run(
        [*inside, "sh", "-c", limit + 'exec "$@"', "sh", *command],
        env={**os.environ, "PARLOUR_FOLDER": str(folder), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert answer.returncode == 2, answer
    assert answer.stdout == ""
    (sentence,) = answer.stderr.splitlines()
    assert sentence.startswith("parlour: ")
    assert sentence.endswith(".")
    return sentence


def open_error(url: str | None = None, *, folder: Path | None = None) -> str:
    """Open a database that cannot be used, as a server does, and return the sentence that a start would print.

    Most cases are checked without a process, which takes a second or more.
    """
    with pytest.raises(StoreError) as caught:
        asyncio.run(Store.open(url, folder=folder))
    (sentence,) = str(caught.value).splitlines()
    assert sentence.endswith(".")
    return sentence


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder with a database."""
    folder = tmp_path / "data"

    async def make() -> None:
        await (await Store.open(folder=folder)).close()

    asyncio.run(make())
    return folder


def test_a_full_disk(tmp_path: Path, folder: Path) -> None:
    assert "secrets" in start(tmp_path / "new", file_blocks=0)
    assert "database" in start(tmp_path / "newer", file_blocks=8)
    (folder / "server.lock").touch()
    assert "Cannot" in start(folder, file_blocks=8)


def test_a_folder_that_cannot_be_used(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "data folder" in start(tmp_path / "file")
    (folder / "server.lock").mkdir()
    assert "server.lock" in start(folder)


@pytest.fixture
def read_only(folder: Path) -> tuple[str, ...]:
    """Return a command that starts another one, for which the data folder is on a read-only file system.

    The permissions of the folder would not keep a root user from writing.
    """
    mount = f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder}"
    command = ("unshare", "--map-root-user", "--mount", "sh", "-c", f'{mount} && exec "$@"', "sh")
    if shutil.which("unshare") is None or subprocess.run([*command, "true"], check=False).returncode:
        reason = "A read-only folder was not tested: this system has no mount namespaces."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return command


def test_a_read_only_folder(folder: Path, read_only: tuple[str, ...]) -> None:
    assert "Read-only file system" in start(folder, inside=read_only)
    for file in folder.iterdir():
        file.unlink()
    assert "Read-only file system" in start(folder, inside=read_only)
    assert not [*folder.iterdir()]


def test_a_database_of_another_kind_or_program(folder: Path) -> None:
    path = folder / "parlour.db"
    path.write_text("This is no database, but a letter.")
    assert "is not a database" in open_error(folder=folder)
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    assert "another program" in start(folder)


def test_a_truncated_or_damaged_database(folder: Path) -> None:
    path = folder / "parlour.db"
    whole = path.read_bytes()
    for length in (50, 100, 5000, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert "its end is missing" in open_error(folder=folder)
    assert "its end is missing" in start(folder)
    path.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    assert "Cannot open the database" in open_error(folder=folder)
    path.write_bytes(whole)
    with sqlite3.connect(path) as damaged:
        damaged.execute("DROP TABLE servers")
    damaged.close()
    assert "servers" in start(folder)


def test_postgresql_that_does_not_answer(tmp_path: Path, postgresql: PostgreSQL) -> None:
    address = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    assert "Cannot open the database" in open_error(address)
    stopped = postgresql.create()
    postgresql.stop_database(stopped)
    assert "not currently accepting" in start(tmp_path, PARLOUR_DATABASE_URL=stopped)


def test_two_servers_on_one_sqlite_file_through_different_folders(tmp_path: Path) -> None:
    first, linked, named = (tmp_path / name for name in ("first", "linked", "named"))
    with Process("serve", "--host", "127.0.0.1", "--port", str(free_port()), folder=first) as process:
        process.until("/owner?at=")
        linked.mkdir(mode=0o700)
        (linked / "parlour.db").symlink_to(first / "parlour.db")
        sentence = f"Another Parlour server is using the database {first / 'parlour.db'}."
        assert sentence in start(linked)
        assert sentence in start(named, PARLOUR_DATABASE_URL=f"sqlite:///{first / 'parlour.db'}")
        if sys.platform == "linux":
            hard = tmp_path / "hard"
            hard.mkdir(mode=0o700)
            (hard / "parlour.db").hardlink_to(first / "parlour.db")
            assert "Another Parlour server is using the database" in start(hard)
        assert process.stop() == 0
    shutil.rmtree(linked)


DAMAGE = (
    "UPDATE events SET data = '{' WHERE seq = 0 AND match_id = ?",
    "DELETE FROM events WHERE match_id = ?",
    "UPDATE moves SET times = '[' WHERE match_id = ?",
    "UPDATE moves SET text = 'nonsense' WHERE match_id = ?",
    "UPDATE moves SET ply = 77 WHERE match_id = ?",
)


def test_damaged_matches_are_set_aside_and_named(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = new_server()
    browser = new_browser(first)
    clock = {"kind": "down", "limits": [{"base": "1:00"}]}
    matches = []
    for _ in range(len(DAMAGE) + 1):
        matches.append(browser.play(ANNA, BEN, clock=clock))
        browser.open(matches[-1]).does("move", index=0)
    cookies = browser.http.cookies
    first.stop()
    with sqlite3.connect(first.app.folder / "parlour.db") as database:
        for damage, match in zip(DAMAGE, matches, strict=False):
            database.execute(damage, (match,))
        database.execute("UPDATE matches SET flag_at = 1, bot_to_move = true")
    database.close()

    logged: list[str] = []
    monkeypatch.setattr(error_responses.log, "error", lambda text, *values, **_: logged.append(text % values))
    second = new_server(folder=first.app.folder)
    again = new_browser(second)
    again.http.cookies = cookies
    assert second.app.services.matches.set_aside == set(matches[:-1]), "found at the start"
    for match in matches[:-1]:
        answer = again.get(f"/api/matches/{match}")
        assert (answer.status_code, answer.json()["error"]) == (500, "broken-match")
        again.get(f"/api/library/{match}")
        assert len([line for line in logged if match in line]) == 1, "once, at the start"
    assert len(again.get_json("/api/library")["entries"]) == len(matches)
    again.open(matches[-1]).does("move", index=0)


def test_channels_through_something_else_than_postgresql_or_redis(tmp_path: Path) -> None:
    assert "PARLOUR_CHANNELS_URL must be" in start(tmp_path, PARLOUR_CHANNELS_URL="amqp://localhost")
