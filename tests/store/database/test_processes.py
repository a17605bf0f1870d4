"""Several processes on one match, and killed processes: no acknowledged move is lost or stored twice."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import select, text

from parlour.match.seats import Guest
from parlour.store import Store
from parlour.store.tables import events, moves
from tests.store.play import begin, play

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]
SIZE = 24


@pytest.fixture
def started() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def start(stack: ExitStack, address: str, id: str) -> subprocess.Popen[str]:
    """Start a process that plays the match, ready to begin."""
    command = [sys.executable, "-m", "tests.store.mover", address, id]
    process = stack.enter_context(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True))
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def read_moves(output: str) -> list[tuple[int, str]]:
    """Return the moves that a process reports as stored, without an unfinished last line."""
    lines = output.splitlines(keepends=True)
    return [(int(ply), move) for ply, move in (line.split() for line in lines if line.endswith("\n"))]


async def consistent(store: Store, id: str) -> None:
    """Check that events and moves are numbered without gaps or duplicates and lead to the listed state."""
    kept = await store.matches.load(id)
    match = kept.match()
    assert (match.state.seq, match.ply, match.status) == (kept.info.version, kept.info.plies, kept.info.status)
    async with store.database.read() as connection:
        numbers = [*await connection.scalars(select(events.c.seq).where(events.c.match_id == id))]
        numbers += [*await connection.scalars(select(moves.c.seq).where(moves.c.match_id == id))]
        assert sorted(numbers) == list(range(kept.info.version + 1))
        if store.database.sqlite:
            assert (await connection.execute(text("PRAGMA integrity_check"))).scalar_one() == "ok"


async def test_processes_share_a_match_without_doubling_a_move(store: Store, address: str, started: ExitStack) -> None:
    info = await begin(store, Guest("Anna"), Guest("Ben"), size=SIZE)
    processes = [start(started, address, info.id) for _ in range(2)]
    done = [read_moves(process.communicate()[0]) for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    stored = (await store.matches.load(info.id)).match().state.moves
    assert sorted(done[0] + done[1]) == [(ply, move.text) for ply, move in enumerate(stored, 1)]
    await consistent(store, info.id)


async def test_a_killed_process_loses_no_acknowledged_move(store: Store, address: str, started: ExitStack) -> None:
    info = await begin(store, Guest("Anna"), Guest("Ben"), size=SIZE)
    chance = random.Random(5)
    acknowledged: list[tuple[int, str]] = []
    for _ in range(3):
        process = start(started, address, info.id)
        assert process.stdout is not None
        output = "".join(process.stdout.readline() for _ in range(chance.randint(1, 5)))
        process.kill()
        acknowledged += read_moves(output + process.communicate()[0])
        await consistent(store, info.id)
    stored = (await store.matches.load(info.id)).match().state.moves
    written = [(ply, move.text) for ply, move in enumerate(stored, 1)]
    assert [move for move in acknowledged if move not in written] == []
    assert len({ply for ply, _ in acknowledged}) == len(acknowledged)
    assert (await play(store, info.id, info.created)).status == "over", "others play on"


@pytest.mark.long
async def test_many_processes_killed_at_random(store: Store, address: str, started: ExitStack) -> None:
    info = await begin(store, Guest("Anna"), Guest("Ben"), size=2000)
    chance = random.Random(6)
    acknowledged: list[tuple[int, str]] = []
    for _ in range(15):
        processes = [start(started, address, info.id) for _ in range(3)]
        first = processes[0].stdout
        assert first is not None
        outputs = ["".join(first.readline() for _ in range(chance.randint(1, 30))), "", ""]
        for process in processes:
            process.kill()
        for process, output in zip(processes, outputs, strict=True):
            acknowledged += read_moves(output + process.communicate()[0])
        await consistent(store, info.id)
    stored = (await store.matches.load(info.id)).match().state.moves
    assert set(acknowledged) <= {(ply, move.text) for ply, move in enumerate(stored, 1)}
    assert len(set(acknowledged)) == len(acknowledged)
