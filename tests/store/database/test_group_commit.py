"""Moves of many matches share transactions, come before other writes, and fail alone."""

import asyncio
import sqlite3
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from pathlib import Path
from threading import Event

import pytest

from parlour.errors import Conflict, StoreUnavailable
from parlour.match.clock import Clock, Limit
from parlour.match.commands import Outage, PlayMove, Redo, Resign, TakeBack
from parlour.match.match import Match
from parlour.match.seats import Guest
from parlour.store import Store
from parlour.store.database import checkpoints, group_commit
from parlour.store.database.database import MAX_READERS
from parlour.store.database.group_commit import GroupCommit, MoveBatchItem
from parlour.store.database.write_lock import Urgency, WriteLock
from tests.store.play import ALL, NOW, append, begin, do, play

pytestmark = pytest.mark.anyio

ANNA, BEN = Guest("Anna"), Guest("Ben")


@pytest.fixture
def transactions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of commands in each transaction of a store in the folder of the test."""
    sizes: list[int] = []
    commit = GroupCommit._commit

    def counted(self: GroupCommit, items: list[MoveBatchItem]) -> list[bool]:
        if self._path.parent == tmp_path:  # servers of other tests may run in threads of this process
            sizes.append(len(items))
        return commit(self, items)

    monkeypatch.setattr(GroupCommit, "_commit", counted)
    return sizes


async def begun(store: Store, count: int) -> list[tuple[str, Match]]:
    """Matches in which the first move has not been played."""
    ids = [(await begin(store, ANNA, BEN)).id for _ in range(count)]
    return [(id, (await store.matches.load(id)).match()) for id in ids]


async def move(store: Store, id: str, match: Match) -> None:
    events = match.decide(PlayMove(ply=match.ply, index=0), ALL, NOW + 1000)
    await store.matches.append(id, match, match.after(events), events)


async def test_moves_that_arrive_together_share_a_transaction(tmp_path: Path, transactions: list[int]) -> None:
    async with await Store.open(folder=tmp_path) as store:
        matches = await begun(store, 20)
        await asyncio.gather(*(move(store, id, match) for id, match in matches))
        assert sum(transactions) == 20
        assert len(transactions) <= 2
        for id, _ in matches:
            assert (await store.matches.load(id)).match().ply == 1
            assert (await store.matches.info(id)).plies == 1


async def test_a_command_with_many_moves_has_a_transaction_of_its_own(
    tmp_path: Path, transactions: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "MAX_ROWS", 3)
    async with await Store.open(folder=tmp_path) as store:
        matches = await begun(store, 6)
        long, _ = matches.pop()
        await play(store, long, NOW, 4)
        await do(store, long, TakeBack(ply=4, to=0), NOW)
        transactions.clear()
        moves = [move(store, id, match) for id, match in matches]
        await asyncio.gather(*moves[:2], do(store, long, Redo(ply=0), NOW), *moves[2:])
        assert sorted(transactions) == [1, 2, 3]
        assert (await store.matches.info(long)).plies == 4


async def test_after_an_outage_the_clocks_of_all_matches_are_stored_together(
    tmp_path: Path, transactions: list[int]
) -> None:
    clock = Clock("down", (Limit(base=60_000),), from_start=True)
    async with await Store.open(folder=tmp_path) as store:
        ids = [(await begin(store, ANNA, BEN, clock=clock)).id for _ in range(20)]
        command = Outage(begun=NOW + 1000, ended=NOW + 31_000)
        # Loaded before: on a busy machine they would not all be loaded at the same time.
        matches = [(id, (await store.matches.load(id)).match()) for id in ids]
        events = [match.decide(command, ALL, NOW + 32_000) for _, match in matches]
        appends = (append(store, id, match, more) for (id, match), more in zip(matches, events, strict=True))
        await asyncio.gather(*appends)
        assert sum(transactions) == 20
        assert len(transactions) < 20
        for id in ids:
            match = (await store.matches.load(id)).match()
            assert match.time_left(match.position.seat, NOW + 32_000) == 58_000


async def test_a_move_that_comes_too_late_fails_alone(tmp_path: Path, transactions: list[int]) -> None:
    async with await Store.open(folder=tmp_path) as store:
        (first, before), (second, other) = await begun(store, 2)
        await move(store, first, before)
        results = await asyncio.gather(move(store, first, before), move(store, second, other), return_exceptions=True)
        assert isinstance(results[0], Conflict)
        assert results[1] is None
        assert transactions == [1, 2]
        assert (await store.matches.info(first)).plies == (await store.matches.info(second)).plies == 1


async def test_a_contradiction_does_not_keep_other_moves_from_being_stored(tmp_path: Path) -> None:
    async with await Store.open(folder=tmp_path) as store:
        (first, before), (second, other) = await begun(store, 2)
        await move(store, first, before)
        with sqlite3.connect(tmp_path / "parlour.db") as damaged:  # a version that does not fit the moves
            damaged.execute("UPDATE matches SET version = ? WHERE id = ?", (before.state.seq, first))
        results = await asyncio.gather(move(store, first, before), move(store, second, other), return_exceptions=True)
        assert isinstance(results[0], Conflict)
        assert results[1] is None
        assert (await store.matches.info(second)).plies == 1


async def test_closing_stores_what_is_waiting(tmp_path: Path) -> None:
    store = await Store.open(folder=tmp_path)
    matches = await begun(store, 5)
    waiting = [asyncio.ensure_future(move(store, id, match)) for id, match in matches]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    async with await Store.open(folder=tmp_path) as again:
        assert [(await again.matches.info(id)).plies for id, _ in matches] == [1] * 5


async def test_nothing_is_accepted_after_closing(tmp_path: Path) -> None:
    """A server that stops because its database fails would otherwise wait for the rest of its moves forever."""
    store = await Store.open(folder=tmp_path)
    ((id, match),) = await begun(store, 1)
    await store.close()
    assert store.database.group_commit is not None
    with pytest.raises(StoreUnavailable):
        await move(store, id, match)
    with pytest.raises(StoreUnavailable):
        await store.database.group_commit.run(lambda _: None)


async def test_moves_come_before_other_commands_and_these_before_other_writes() -> None:
    lock = WriteLock()
    order: list[str] = []

    async def write(name: str, urgency: Urgency) -> None:
        async with lock.hold(urgency):
            order.append(name)

    wanted = {
        "import": Urgency.OTHER,
        "resign 1": Urgency.COMMAND,
        "move 1": Urgency.MOVE,
        "delete": Urgency.OTHER,
        "move 2": Urgency.MOVE,
        "resign 2": Urgency.COMMAND,
    }
    async with lock.hold():
        writes = [asyncio.ensure_future(write(name, urgency)) for name, urgency in wanted.items()]
        await asyncio.sleep(0)
    await asyncio.gather(*writes)
    assert order == ["move 1", "move 2", "resign 1", "resign 2", "import", "delete"]


async def test_commands_and_new_matches_wait_neither_for_other_writes_nor_for_readers(tmp_path: Path) -> None:
    async with await Store.open(folder=tmp_path) as store, AsyncExitStack() as busy:
        [(id, match)] = await begun(store, 1)
        for _ in range(MAX_READERS):
            await busy.enter_async_context(store.database.read())
        holding = await busy.enter_async_context(AsyncExitStack())
        await holding.enter_async_context(store.database.write())
        order: list[str] = []

        async def note(name: str, work: Awaitable[object]) -> None:
            await work
            order.append(name)

        async def save() -> None:
            async with store.database.write():
                pass

        events = match.decide(Resign(seat=0), ALL, NOW + 1000)
        resigns = store.matches.append(id, match, match.after(events), events)
        works = {"save 1": save(), "resign": resigns, "save 2": save(), "create": begin(store, ANNA, BEN)}
        tasks = [asyncio.create_task(note(name, work)) for name, work in works.items()]
        await asyncio.sleep(0)
        await holding.aclose()
        await asyncio.gather(*tasks)
        assert order == ["resign", "create", "save 1", "save 2"]


async def test_a_cancelled_waiter_does_not_keep_the_lock() -> None:
    lock = WriteLock()

    async def write() -> None:
        async with lock.hold():
            pass

    async with lock.hold():
        waiting = asyncio.ensure_future(write())
        await asyncio.sleep(0)
    waiting.cancel()  # the lock has just been passed on to it
    await asyncio.gather(waiting, return_exceptions=True)
    await write()


async def test_the_write_ahead_log_is_emptied_beside_the_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "LOG_BYTES", 100_000)
    longest = 0
    async with await Store.open(folder=tmp_path) as store:
        log = tmp_path / "parlour.db-wal"
        for id, match in await begun(store, 60):
            await move(store, id, match)
            longest = max(longest, log.stat().st_size)
        assert longest < 1_000_000


@pytest.mark.parametrize("storing", [True, False], ids=["while it is stored", "before it is stored"])
async def test_a_cancelled_caller_continues_until_its_move_is_stored(
    storing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_to_store, may_store, stored = asyncio.Event(), Event(), []
    loop = asyncio.get_running_loop()
    commit = group_commit._commit_together

    def wait_first(cursor: sqlite3.Cursor, items: list[MoveBatchItem]) -> list[bool]:
        loop.call_soon_threadsafe(begun_to_store.set)
        may_store.wait(60)
        return commit(cursor, items)

    async with await Store.open(folder=tmp_path) as store:
        [(id, match)] = await begun(store, 1)
        monkeypatch.setattr(group_commit, "_commit_together", wait_first)

        async def play() -> None:
            await move(store, id, match)
            stored.append(id)
            await asyncio.Event().wait()

        caller = asyncio.create_task(play())
        await (begun_to_store.wait() if storing else asyncio.sleep(0))
        caller.cancel()
        may_store.set()
        with pytest.raises(asyncio.CancelledError):
            await caller
        assert stored == [id]
        assert (await store.matches.info(id)).plies == 1
