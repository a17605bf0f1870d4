"""A match, a move or another command that was acknowledged survives a power cut at any write.

A process plays matches while a preloaded library records every write to its files and every synchronisation. Each
prefix of the records is a moment at which the power may fail. What was synchronised by then is on the disk; of the
later writes, any sectors may be. For many such disks, the database is opened again and compared with the report of what
had been acknowledged.
"""

import random
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.store.database.power_cut.play_moves import count_commands

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="preloads a library, as Linux does")

HERE = Path(__file__).parent / "power_cut"
ROOT = Path(__file__).parents[3]
SECTOR = 512
HEADER = struct.Struct("<cIQQ")
DATABASE, LOG, REPORT = "parlour.db", "parlour.db-wal", "report"


class Record(NamedTuple):
    """A recorded call: its kind, the name of the file, an offset or size, and the data written."""

    kind: bytes
    name: str
    offset: int
    data: bytes


class Disk:
    """The files of a folder: as they would be found after a power cut, and as the running process sees them."""

    def __init__(self) -> None:
        self.durable: dict[str, bytearray] = {}
        self.pending: dict[str, list[Record]] = {}
        self.acknowledged: dict[str, int] = {}
        """The last version of each match that was reported as stored."""
        self._report = b""

    def do(self, record: Record) -> None:
        """Carry out a recorded call."""
        if record.name == REPORT:
            self._report += record.data
            *lines, self._report = self._report.split(b"\n")
            for line in lines:
                match, version = line.decode().split()
                self.acknowledged[match] = int(version)
        elif record.kind == b"s":
            file = self.durable.setdefault(record.name, bytearray())
            for write in self.pending.pop(record.name, []):
                apply(file, write)
        elif record.kind == b"u":
            self.durable.pop(record.name, None)
            self.pending.pop(record.name, None)
        else:
            self.pending.setdefault(record.name, []).append(record)

    def after_power_cut(self, choice: random.Random, share: float) -> dict[str, bytearray]:
        """Return the files with a share of the sectors that were written but not synchronised."""
        files = {name: bytearray(content) for name, content in self.durable.items()}
        for name, writes in self.pending.items():
            file = files.setdefault(name, bytearray())
            for write in writes:
                if write.kind == b"t":
                    if choice.random() < share:
                        apply(file, write)
                    continue
                for start in range(0, len(write.data), SECTOR):
                    if choice.random() < share:
                        part = write.data[start : start + SECTOR]
                        apply(file, Record(b"w", name, write.offset + start, part))
        return files


def apply(file: bytearray, record: Record) -> None:
    if record.kind == b"t":
        del file[record.offset :]
        file.extend(bytes(record.offset - len(file)))
        return
    if len(file) < record.offset:
        file.extend(bytes(record.offset - len(file)))
    file[record.offset : record.offset + len(record.data)] = record.data


def read_records(path: Path) -> Iterator[Record]:
    """Yield recorded calls, without those for the shared memory, which is recreated."""
    data = path.read_bytes()
    at = 0
    while at < len(data):
        kind, length, offset, size = HEADER.unpack_from(data, at)
        at += HEADER.size
        name = Path(data[at : at + length].decode()).name
        at += length
        yield Record(kind, name, offset, data[at : at + size])
        at += size


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that records writes."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    made = tmp_path_factory.mktemp("library") / "record_writes.so"
    source = HERE / "record_writes.c"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-pthread"], check=True)
    return made


def play_recorded(library: Path, folder: Path, matches: int, plies: int, *synchronous: str) -> list[Record]:
    """Play matches in another process, and return what it wrote."""
    log = folder.with_name(f"{folder.name}.log")
    folder.mkdir()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.store.database.power_cut.play_moves",
            folder,
            str(matches),
            str(plies),
            *synchronous,
        ],
        check=True,
        cwd=ROOT,
        env={"LD_PRELOAD": str(library), "WRITE_LOG": str(log), "WRITE_FOLDER": str(folder)},
    )
    return list(read_records(log))


def lost_events(files: dict[str, bytearray], acknowledged: dict[str, int], folder: Path) -> list[str]:
    """Open the database that a power cut left, and return what is missing in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in (DATABASE, LOG):
        if name in files:
            (folder / name).write_bytes(files[name])
    with sqlite3.connect(folder / DATABASE) as connection:
        if not acknowledged:
            return []
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        standing = "SELECT match_id, max(ply) FROM moves WHERE taken_back IS NULL GROUP BY match_id"
        assert dict(connection.execute(standing)) == dict(
            connection.execute("SELECT id, plies FROM matches WHERE plies")
        )
        every = "SELECT match_id, seq FROM moves UNION ALL SELECT match_id, seq FROM events"
        stored = dict(connection.execute(f"SELECT match_id, max(seq) FROM ({every}) GROUP BY match_id"))
        assert stored == dict(connection.execute("SELECT id, version FROM matches"))
    return [
        f"{match}: {stored.get(match)} of {version}"
        for match, version in acknowledged.items()
        if stored.get(match, -1) < version
    ]


def power_cuts(records: list[Record], folder: Path, moments: int) -> list[str]:
    """Cut the power at random moments, and return everything that was lost."""
    choice = random.Random(1)
    begun = next(n for n, record in enumerate(records) if record.name == REPORT)
    chosen = {*choice.sample(range(begun, len(records)), min(moments, len(records) - begun))}
    # The moments at which an acknowledgement has just left are the ones that matter most.
    chosen |= {n for n in range(begun, len(records)) if records[n].name == REPORT and choice.random() < 0.3}
    disk, lost = Disk(), []
    for n, record in enumerate(records):
        disk.do(record)
        if n in chosen:
            for share in (0.0, 0.5, 1.0):
                lost += lost_events(disk.after_power_cut(choice, share), disk.acknowledged, folder)
    return lost


def test_what_was_acknowledged_survives_a_power_cut(library: Path, tmp_path: Path) -> None:
    records = play_recorded(library, tmp_path / "played", matches=5, plies=40)
    assert sum(record.name == REPORT for record in records) == 5 * (1 + count_commands(40))
    # The records contain what is to be survived: synchronised logs, checkpoints and emptied logs.
    assert {(b"s", LOG), (b"s", DATABASE), (b"t", LOG)} <= {(record.kind, record.name) for record in records}
    assert power_cuts(records, tmp_path / "found", 60) == []


def test_the_simulation_notices_a_store_that_does_not_synchronise(library: Path, tmp_path: Path) -> None:
    records = play_recorded(library, tmp_path / "played", 3, 20, "NORMAL")
    assert power_cuts(records, tmp_path / "found", 30)


@pytest.mark.long
def test_what_was_acknowledged_survives_a_power_cut_at_any_write(library: Path, tmp_path: Path) -> None:
    records = play_recorded(library, tmp_path / "played", matches=20, plies=60)
    assert power_cuts(records, tmp_path / "found", len(records)) == []
