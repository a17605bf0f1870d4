"""Backups: everything is restored on either database, and a damaged file changes nothing."""

import asyncio
import gzip
import hashlib
import json
import re
import shutil
import stat
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from parlour.cli import run
from parlour.club.tournaments.events import TournamentGame, TournamentSetup
from parlour.engine.levels import Bot
from parlour.engine.review import PositionReview
from parlour.errors import ArchiveError, NotFound
from parlour.games import registry
from parlour.match.commands import PlayMove, Rematch, TakeBack
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from parlour.match.studies.study import Study
from parlour.store import Changes, Store, StoredAnalysis, data_folder
from parlour.store.archive import archived_tables, restore_archive, write_archive
from parlour.store.library.library import Query
from parlour.store.tables import HEAD, KNOWN
from tests.store.conftest import BOTH, NewDatabase
from tests.store.play import NOW, begin, do, play, sitting

pytestmark = pytest.mark.anyio

DUMPS = sorted((Path(__file__).parent / "dumps").glob("*.jsonl"))

Lines = list[Any]


async def fill(store: Store) -> None:
    """Store some data of every kind."""
    anna = await store.people.create_guest(NOW, "Änna")
    ben = await store.people.create_guest(NOW, "Ben")
    info = await begin(store, sitting(anna), sitting(ben), host=anna)
    await play(store, info.id, NOW, 4)
    await do(store, info.id, TakeBack(ply=4, to=1), NOW)
    await play(store, info.id, NOW)
    await do(store, info.id, Rematch(), NOW)
    await play(store, (await begin(store, Bot(1), Bot(2), Guest("Carl"))).id, NOW, 2)
    noted = Changes(title="Title “quoted” \\ 日本", star=True, tags=("end game",), comment="Two\nlines")
    await store.notes.change(anna.id, info.id, noted)
    await store.notes.remark(anna.id, info.id, 1, "A remark")
    await store.library.delete(ben.id, [info.id], NOW)
    await store.preferences.put(anna.id, {"theme": "dark"})
    await store.positions.save(anna.id, "here", (await store.matches.load(info.id)).match().position, NOW)
    await store.studies.save(anna.id, "one line", Study.of((await store.matches.load(info.id)).match().record()), NOW)
    review = PositionReview(0, 0, (0.5, 0.5), ("left",), choices=2)
    record = (await store.matches.load(info.id)).match().record()
    await store.analyses.put(info.id, record, StoredAnalysis((review,), 500, NOW))
    await store.learning.note(anna.id, "heap", "puzzle", "a1b2c3d4", NOW, solved=False)
    await store.learning.note(anna.id, "heap", "puzzle", "a1b2c3d4", NOW + 1, solved=True)
    cup = await store.tournaments.create(
        TournamentSetup("Cup", "round-robin", (TournamentGame("heap"),)), NOW, organiser=anna.id
    )
    for player in (Guest("Änna", anna.id), Guest("Ben", ben.id)):
        tournament = (await store.tournaments.load(cup.id)).tournament()
        await store.tournaments.append(cup.id, tournament, tournament.enter(player, NOW))
    tournament = (await store.tournaments.load(cup.id)).tournament()
    await store.tournaments.append(cup.id, tournament, tournament.pair_round(NOW))
    rated = await begin(store, sitting(anna), sitting(ben), kind="network", rated=True)
    await play(store, rated.id, NOW)
    await store.club.update()
    await store.logins.create(anna.id, NOW)
    await store.watch.beat("server", NOW)


async def content(store: Store) -> dict[str, list[Any]]:
    async with store.database.read() as connection:
        return {
            table.name: [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))]
            for table in archived_tables()
        }


@pytest.mark.parametrize(("target", "name"), [("sqlite", "backup.jsonl"), ("postgresql", "backup.jsonl.gz")])
async def test_a_backup_restores_everything(
    store: Store, target: str, name: str, tmp_path: Path, empty_database: NewDatabase
) -> None:
    await fill(store)
    written = await write_archive(store.database, tmp_path / name, NOW)
    assert (written.matches, written.people) == (4, 2)
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    async with await Store.open(empty_database(target)) as other:
        assert await restore_archive(other.database, tmp_path / name) == written
        assert await content(other) == await content(store)
        assert await other.watch.alive(NOW) == []


async def test_a_backup_does_not_contain_logins(store: Store, tmp_path: Path) -> None:
    anna = await store.people.create_guest(NOW)
    token, _ = await store.logins.create(anna.id, NOW)
    await write_archive(store.database, tmp_path / "backup.jsonl", NOW)
    text = (tmp_path / "backup.jsonl").read_text()
    assert "logins" not in text
    assert hashlib.sha256(token.encode()).hexdigest() not in text


async def test_existing_data_is_replaced_only_on_request(store: Store, tmp_path: Path) -> None:
    await fill(store)
    before = await content(store)
    await write_archive(store.database, tmp_path / "backup.jsonl", NOW)
    later = await store.people.create_guest(NOW, "Later")
    with pytest.raises(ArchiveError, match="already"):
        await restore_archive(store.database, tmp_path / "backup.jsonl")
    await store.people.find(later.id)
    await restore_archive(store.database, tmp_path / "backup.jsonl", replace=True)
    assert await content(store) == before
    with pytest.raises(NotFound):
        await store.people.find(later.id)


async def test_a_file_is_not_overwritten(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "backup.jsonl"
    path.write_text("mine")
    with pytest.raises(ArchiveError, match="already exists"):
        await write_archive(store.database, path, NOW)
    assert path.read_text() == "mine"
    with pytest.raises(ArchiveError, match="Cannot write"):
        await write_archive(store.database, tmp_path / "no" / "backup.jsonl", NOW)
    assert [file.name for file in tmp_path.iterdir() if "backup" in file.name] == ["backup.jsonl"]


async def test_progress_is_reported(store: Store, tmp_path: Path, empty_database: NewDatabase) -> None:
    await fill(store)
    stages: set[str] = set()
    await write_archive(store.database, tmp_path / "b", NOW, lambda what, done, of: stages.add(what))
    async with await Store.open(empty_database("sqlite")) as other:
        await restore_archive(other.database, tmp_path / "b", progress=lambda what, done, of: stages.add(what))
    assert stages == {"writing", "reading", "checking", "storing"}


async def test_games_without_rules_are_restored_too(
    tmp_path: Path, empty_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user's own game whose file is not on this machine."""
    monkeypatch.delitem(registry._loaded, "heap")
    async with await Store.open(empty_database("sqlite")) as store:
        assert (await restore_archive(store.database, DUMPS[-1])).matches > 0


# Files that are not what they should be


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with some of everything, and beside it a backup: quicker to copy than to make."""
    folder = tmp_path_factory.mktemp("filled")

    async def make() -> None:
        async with await Store.open(folder=folder / "data") as store:
            await fill(store)
            await write_archive(store.database, folder / "backup.jsonl", NOW)

    asyncio.run(make())
    return folder


def _drop(name: str) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        lines[:] = [line for line in lines if not (isinstance(line, list) and line[0] == name)]

    return change


def _set(name: str, column: str, value: object) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        next(line for line in lines if isinstance(line, list) and line[0] == name)[1][column] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[0].update(format="other"), "not a Parlour backup"),
        (lambda lines: lines[0].update(version=99), "newer version of Parlour"),
        (lambda lines: lines[0].update(tables="9999"), "newer version of Parlour"),
        (lambda lines: lines.insert(3, ["no_such_table", {}]), "known table"),
        (lambda lines: lines.insert(3, ["logins", {}]), "known table"),
        (lambda lines: lines.insert(3, {"what": "is this"}), "is not a valid row"),
        (lambda lines: lines.append(lines[1]), "is inconsistent"),
        (_set("matches", "plies", "many"), "matches.plies cannot be many"),
        (_set("matches", "plies", None), "matches.plies cannot be None"),
        (_set("persons", "seen", True), "persons.seen cannot be True"),
        (_set("matches", "plies", 77), "is incomplete"),
        (_set("moves", "text", "nonsense"), "cannot be replayed"),
        (_set("events", "data", "{}"), "cannot be replayed"),
        (_drop("persons"), "is inconsistent"),
        (_drop("moves"), "is incomplete|cannot be replayed"),
        (_drop("seats"), "is incomplete"),
        (_drop("events"), "set-up is missing"),
    ],
)
async def test_an_invalid_file_is_refused_with_the_reason_and_changes_nothing(
    tmp_path: Path, filled: Path, change: Callable[[Lines], None], message: str
) -> None:
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    async with await Store.open(folder=tmp_path / "data") as store:
        before = await content(store)
        lines = [json.loads(line) for line in (tmp_path / "backup.jsonl").read_text().splitlines()][:-1]
        change(lines)
        text = "".join(json.dumps(line) + "\n" for line in lines)
        foot = {"rows": {}, "sha256": hashlib.sha256(text.encode()).hexdigest()}
        (tmp_path / "wrong.jsonl").write_text(text + json.dumps(foot) + "\n")
        with pytest.raises(ArchiveError, match=message):
            await restore_archive(store.database, tmp_path / "wrong.jsonl", replace=True)
        assert await content(store) == before


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[: len(data) // 2], "incomplete|not a valid row"),
        (lambda data: data[: data.rindex(b"\n", 0, -1) + 1], "incomplete"),
        (lambda data: data.replace(b"Carl", b"Karl"), "damaged"),
        (lambda data: b"", "incomplete"),
        (lambda data: b"\x00\xff\n" * 50, "not a Parlour backup"),
        (lambda data: gzip.compress(data)[:-100], "Cannot read"),
        (lambda data: b"\x1f\x8bnot packed at all", "Cannot read"),
    ],
)
async def test_a_damaged_file_is_refused(
    tmp_path: Path, filled: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    async with await Store.open(folder=tmp_path / "data") as store:
        (tmp_path / "damaged").write_bytes(damage((tmp_path / "backup.jsonl").read_bytes()))
        with pytest.raises(ArchiveError, match=message):
            await restore_archive(store.database, tmp_path / "damaged", replace=True)
        assert len((await content(store))["matches"]) == 4


# Earlier versions


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.stem)
async def test_data_of_every_version_can_be_used(kind: str, dump: Path, empty_database: NewDatabase) -> None:
    """Each dump was written by `fill` when its version was current."""
    async with await Store.open(empty_database(kind)) as store:
        counts = await restore_archive(store.database, dump)
        rows = await content(store)
        assert counts.matches == len(rows["matches"]) > 0
        for match in rows["matches"]:
            (await store.matches.load(match[0])).match()
        for person in rows["persons"]:
            page = await store.library.page(person[0])
            await store.statistics.profile(person[0])
            for entry in page.entries:
                if entry.match.status == "running":
                    await play(store, entry.match.id, NOW + 10_000_000)


async def write_as_version(store: Store, file: Path, version: str, replaced: Mapping[str, str]) -> None:
    """Back up a store as an earlier version would have: without later columns, and with texts replaced."""
    await write_archive(store.database, file, NOW)
    *lines, _ = file.read_text().splitlines(keepends=True)
    older = "".join(lines).replace(f'"tables":"{HEAD}"', f'"tables":"{version}"')
    older = re.sub(r',"(to_move|days_per_turn|plan_changes)":[^,}]*', "", older)
    for now, then in replaced.items():
        older = older.replace(now, then)
    foot = {"rows": {}, "sha256": hashlib.sha256(older.encode()).hexdigest()}
    file.write_text(older + json.dumps(foot) + "\n")


@pytest.mark.parametrize("kind", BOTH)
async def test_stored_games_of_sim_are_rewritten_with_letters(
    kind: str, tmp_path: Path, empty_database: NewDatabase
) -> None:
    match, events = Match.new(Setup(game="sim", seats=(Seat(Guest("Anna")), Seat(Guest("Ben")))), NOW)
    numbers = tmp_path / "numbers.jsonl"
    async with await Store.open(empty_database("sqlite")) as store:
        anna = await store.people.create_guest(NOW, "Anna")
        info = await store.matches.create(match, events, NOW, host=anna.id)
        for ply, text in enumerate(["A-B", "C-D"]):
            await do(store, info.id, PlayMove(ply=ply, text=text), NOW)
        await store.notes.remark(anna.id, info.id, 2, "A remark")
        await write_as_version(store, numbers, "0006", {'"A-B"': '"0-1"', '"C-D"': '"2-3"'})
    async with await Store.open(empty_database(kind)) as store:
        await restore_archive(store.database, numbers)
        restored = (await store.matches.load(info.id)).match()
        assert [move.text for move in restored.state.moves] == ["A-B", "C-D"]
        assert (await store.notes.read(anna.id, info.id)).remarks == {2: "A remark"}


@pytest.mark.parametrize("kind", BOTH)
async def test_stored_bots_are_renamed_to_their_level(kind: str, tmp_path: Path, empty_database: NewDatabase) -> None:
    earlier = tmp_path / "computer.jsonl"
    async with await Store.open(empty_database("sqlite")) as store:
        anna = await store.people.create_guest(NOW, "Anna")
        await begin(store, sitting(anna), Bot(2), host=anna)
        await begin(store, sitting(anna), Bot(4, "unpredictable"), host=anna)
        names = {"Level 2": "Computer (level 2)", "Level 4, unpredictable": "Computer (level 4, unpredictable)"}
        keys = {now.lower(): then.lower() for now, then in names.items()}
        await write_as_version(store, earlier, "0007", keys | names)
        assert "Computer (level 2)" in earlier.read_text()
    async with await Store.open(empty_database(kind)) as store:
        await restore_archive(store.database, earlier)
        assert "omputer (" not in str(await content(store))
        assert set((await store.notes.filter_values(anna.id)).opponents) == set(names)
        assert [
            entry.opponent
            for entry in (await store.library.page(anna.id, Query(opponent="level 2", unplayed=True))).entries
        ] == ["Level 2"]


def test_every_version_has_a_dump() -> None:
    assert [dump.stem for dump in DUMPS] == [f"v{version}" for version in KNOWN]


# The command line


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("PARLOUR_DATABASE_URL", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: tmp_path / name)
    return data_folder()


def test_backup_and_restore_on_the_command_line(
    at_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "backup.jsonl.gz")
    assert run(["restore", str(DUMPS[-1])]) == 0
    assert "people restored" in capsys.readouterr().out
    assert run(["backup", file]) == 0
    assert run(["backup", file]) == 2
    assert "already exists" in capsys.readouterr().err
    assert run(["restore", file]) == 2
    assert "already" in capsys.readouterr().err
    assert run(["restore", "--replace", file]) == 0
    assert len(list(at_home.glob("before-restore-*.jsonl.gz"))) == 1


def test_nothing_is_restored_under_a_running_server(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def run_server() -> None:
        async with await Store.open() as store:
            await store.watch.beat("server", int(time.time() * 1000) + 3_600_000)

    asyncio.run(run_server())
    assert run(["restore", str(DUMPS[-1])]) == 2
    assert "is running" in capsys.readouterr().err
