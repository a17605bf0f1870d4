"""`parlour import`: databases of the earlier programs bring their accounts, games and statistics."""

import asyncio
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from parlour.cli import app
from parlour.errors import RecordError
from parlour.games import game
from parlour.server.library.legacy_imports import import_file
from parlour.store import Query, Store
from tests.store.conftest import quick_hashes

__all__ = ["quick_hashes"]

pytestmark = pytest.mark.anyio

SURAKARTA = """
CREATE TABLE Users (user_id INTEGER PRIMARY KEY, username TEXT, password TEXT, account_creation_date DATE,
    piece_colour TEXT);
CREATE TABLE SavedGames (saved_game_id INTEGER PRIMARY KEY, user_id INTEGER, date_saved DATE, game_state_string TEXT,
    opponent_name TEXT, player2_starts BOOLEAN, player1_num_pieces INTEGER, player2_num_pieces INTEGER,
    player1_colour TEXT);
CREATE TABLE GameHistory (historical_game_id INTEGER PRIMARY KEY, user_id INTEGER, opponent TEXT, game_date DATE,
    winner TEXT);
CREATE TABLE AIGameStats (AI_game_stat_id INTEGER PRIMARY KEY, user_id INTEGER, AI_difficulty TEXT, win_count INTEGER,
    loss_count INTEGER);
"""
LASER_CHESS = """
CREATE TABLE games (id INTEGER PRIMARY KEY, cpu_enabled INTEGER NOT NULL, cpu_depth INTEGER, winner INTEGER,
    time_enabled INTEGER NOT NULL, time REAL, number_of_ply INTEGER NOT NULL, moves TEXT NOT NULL,
    start_fen_string TEXT, final_fen_string TEXT, created_dt TIMESTAMP);
"""
SALT = bytes(range(16))
BOARD = "$".join(["green"] * 12 + ["."] * 12 + ["yellow"] * 12)


def old_password(password: str) -> str:
    """Return a password as the earlier program stored it: salt and hash in hexadecimal digits."""
    return SALT.hex() + hashlib.pbkdf2_hmac("sha512", password.encode(), SALT, 100_000).hex()


def database(path: Path, schema: str, **tables: list[tuple[Any, ...]]) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema)
        for table, rows in tables.items():
            for row in rows:
                connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        connection.commit()
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path / "data"))
    monkeypatch.delenv("PARLOUR_DATABASE_URL", raising=False)
    monkeypatch.setenv("COLUMNS", "1000")
    return tmp_path


@pytest.fixture
def surakarta(folder: Path) -> Path:
    return database(
        folder / "surakarta.db",
        SURAKARTA,
        Users=[
            (1, "Wilma", old_password("geheim"), "2023-05-01", "yellow"),
            (2, "Admin", old_password("x"), "2023-05-02", "green"),
            (3, "Xaver", "no hash", "2023-05-02", "green"),
        ],
        SavedGames=[
            (1, 1, "2023-06-01", BOARD, "Player 2", 1, 12, 12, "yellow"),
            (2, 1, "2023-06-02", "green$blue", "Hard AI", 0, 12, 12, "yellow"),
        ],
        GameHistory=[
            (1, 1, "Easy AI", "2023-06-03", "Wilma"),
            (2, 1, "Karl", "2023-06-04", "Karl"),
            (3, 1, "Karl", "2023-06-05", "Somebody else"),
            (4, 9, "Karl", "2023-06-05", "Karl"),
        ],
        AIGameStats=[(1, 1, "Easy", 3, 1), (2, 1, "Medium", 0, 2), (3, 1, "Hard", -1, 10**15)],
    )


async def run(*args: object) -> tuple[int, str]:
    """Run the command, which has an event loop of its own; return its exit status and output."""
    done = await asyncio.to_thread(CliRunner().invoke, app, ["import", *map(str, args)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return 2, str(done.exception)
    return done.exit_code, done.output


async def test_accounts_come_with_their_passwords_games_and_statistics(surakarta: Path) -> None:
    status, output = await run(surakarta)
    assert status == 0
    assert "Imported 1 accounts, 1 games and 7 results without moves." in output
    for part in ("Admin", "Xaver", "2023-06-02", "Somebody else", "user 9", "-1, 1000000000000000"):
        assert part in output, output
    async with await Store.open() as store:
        wilma = await store.people.log_in("Wilma", "geheim", 1)
        assert await store.people.log_in("Wilma", "geheim", 1) == wilma, "with the hash of today"
        profile = await store.statistics.profile(wilma.id)
        found = {one.level or one.opponent: (one.tally.won, one.tally.lost) for one in profile.against}
        assert found == {"classic-easy": (3, 1), "classic-medium": (0, 2), "people": (0, 1)}
        page = await store.library.page(wilma.id, Query(unplayed=True, opponent="Player 2"))
        (saved,) = page.entries
        assert (saved.result, saved.seat) == ("unfinished", 0)
        match = (await store.matches.load(saved.match.id)).match()
        assert (match.position.seat, match.players[1].name) == (1, "Player 2")


async def test_importing_a_database_twice_changes_nothing(surakarta: Path) -> None:
    await run(surakarta)
    status, output = await run(surakarta)
    assert status == 2
    assert "Imported 0 accounts, 0 games" in output


async def test_games_of_laser_chess_need_an_account(folder: Path) -> None:
    rules = game("laserchess")
    position = rules.start()
    start, moves = position.text(), []
    for _ in range(3):
        move = position.moves()[0]
        moves.append(position.write_move(move))
        position.play(move)
    path = database(
        folder / "laser.db",
        LASER_CHESS,
        games=[
            (1, 1, 4, 0, 0, None, 3, "|".join(moves), start, position.text(), "2024-01-02 10:00:00"),
            (2, 0, None, 1, 0, None, 1, f"[{moves[0]!r}]", start, None, "2024-01-03 10:00:00"),
            (3, 0, None, 7, 0, None, 0, "", start, None, None),
            (4, 0, None, 0, 0, None, 1, "a1-z9", start, None, None),
            (5, 0, None, 0, 0, None, 0, "", start, position.text(), None),
        ],
    )
    status, output = await run(path)
    assert (status, "--into NAME" in output) == (2, True)
    async with await Store.open() as store:
        zoe = await store.people.sign_up("Zoe", "correct horse battery", 1)
    status, output = await run(path, "--into", "zoe")
    assert "Imported 0 accounts, 2 games and 0 results without moves." in output
    assert [f"Game {n}:" in output for n in (1, 2, 3, 4, 5)] == [False, False, True, True, True]
    async with await Store.open() as store:
        profile = await store.statistics.profile(zoe.id)
        found = {one.level or one.opponent: (one.tally.won, one.tally.lost) for one in profile.against}
        assert found == {"classic-hard": (1, 0), "people": (0, 1)}


async def test_records_are_imported_too(folder: Path) -> None:
    async with await Store.open() as store:
        await store.people.sign_up("Zoe", "correct horse battery", 1)
    path = folder / "games.txt"
    path.write_text('[Game "surakarta"]\n\n1. 4,0-3,0 *\n')
    assert await run(path, "--into", "Nobody here") == (2, "There is no account named Nobody here.")
    assert "Imported 0 accounts, 1 games" in (await run(path, "--into", "Zoe"))[1]


@pytest.mark.parametrize("fault", ["foreign", "damaged", "text", "endless", "cut"])
async def test_a_bad_file_is_refused_and_changes_nothing(folder: Path, surakarta: Path, fault: str) -> None:
    path = folder / "bad.db"
    match fault:
        case "foreign":
            database(path, "CREATE TABLE Users (id INTEGER); CREATE TABLE other (a);")
        case "damaged":
            whole = bytearray(surakarta.read_bytes())
            whole[4096:] = bytes(len(whole) - 4096)
            path.write_bytes(whole)
        case "text":
            path.write_bytes(b"not a database\0\xff")
        case "endless":
            endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS user_id FROM n"
            database(path, f"CREATE VIEW Users AS {endless}; CREATE TABLE other (a);")
        case "cut":
            path.write_bytes(surakarta.read_bytes()[:5000])
    status, output = await run(path)
    assert (status, bool(output.strip())) == (2, True)
    async with await Store.open() as store, store.database.read() as connection:
        from sqlalchemy import func, select

        from parlour.store.tables import persons

        assert await connection.scalar(select(func.count()).select_from(persons)) == 0


async def test_the_progress_of_an_import_is_reported_and_nothing_is_stored_before_all_games_are_checked(
    tmp_path: Path,
) -> None:
    file, steps = tmp_path / "games.txt", list[tuple[str, int, int]]()
    file.write_text('[Game "sim"]\n\n1. 0-1\n' * 25)
    async with await Store.open(folder=tmp_path) as store:
        anna = await store.people.sign_up("Anna", "correct horse battery", 1)
        await import_file(store, file, "Anna", lambda *step: steps.append(step))
        assert steps == [*(("checking", n, 25) for n in range(1, 26)), ("storing", 20, 25), ("storing", 25, 25)]
        file.write_text('[Game "sim"]\n\n1. 0-1\n' * 25 + '[Game "sim"]\n\n1. 0-9\n')
        with pytest.raises(RecordError):
            await import_file(store, file, "Anna")
        assert (await store.library.page(anna.id)).total == 25
