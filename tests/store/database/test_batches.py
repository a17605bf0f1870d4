"""Work on many games is done in short transactions, and a move that waits comes before the next of them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from parlour.engine.levels import Bot
from parlour.games import game
from parlour.match.commands import PlayMove
from parlour.match.match import Match
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record
from parlour.match.seats import Guest
from parlour.match.studies.study import Study
from parlour.store import Imported, Query, Store
from parlour.store.database.batches import BATCH_SIZE
from parlour.store.database.time_slices import TimeSlices
from parlour.store.database.write_lock import Urgency
from parlour.store.library.library import UNDO_WINDOW_MS
from parlour.store.matches.server_watch import UNPLAYED_LIFETIME_MS
from tests.store.play import ALL, NOW, begin, play, setup_of, sitting

pytestmark = pytest.mark.anyio

GAMES = 3 * BATCH_SIZE
SAVED = 3
ANNA, BEN = Guest("Anna"), Guest("Ben")


def imported(size: int = 14) -> Imported:
    match, events = Match.new(setup_of(ANNA, BEN, size=size), NOW)
    moved = match.decide(PlayMove(ply=0, index=0), ALL, NOW)
    return Imported(match.after(moved), [*events, *moved])


async def import_games(store: Store, person: str, count: int = GAMES) -> list[str]:
    batches = store.library.import_games(person, (imported() for _ in range(count)), NOW)
    return [info.id async for batch in batches for info in batch]


async def imports(store: Store, person: str) -> Awaitable[object]:
    return import_games(store, person)


async def marks_as_deleted(store: Store, person: str) -> Awaitable[object]:
    return store.library.delete(person, await import_games(store, person), NOW)


async def labels(store: Store, person: str) -> Awaitable[object]:
    return store.notes.label(person, await import_games(store, person), add=["old"])


async def purges_deleted_games(store: Store, person: str) -> Awaitable[object]:
    await store.library.delete(person, await import_games(store, person), NOW)
    return store.library.purge(NOW + UNDO_WINDOW_MS + 1)


async def purges_unplayed_matches(store: Store, person: str) -> Awaitable[object]:
    for _ in range(GAMES):
        await begin(store, ANNA, BEN)
    return store.watch.purge(NOW + UNPLAYED_LIFETIME_MS + 1)


async def purges_logins(store: Store, person: str) -> Awaitable[object]:
    for _ in range(GAMES):
        await store.logins.create(person, NOW, life=1)
    return store.logins.purge(NOW + 1)


async def forgets_guests(store: Store, person: str) -> Awaitable[object]:
    for _ in range(GAMES):
        await store.people.create_guest(NOW)
    return store.people.forget_guests(NOW + 1)


async def deletes_a_person(store: Store, person: str) -> Awaitable[object]:
    await import_games(store, person)
    return store.people.delete(person, NOW)


async def adopts_a_guest(store: Store, person: str) -> Awaitable[object]:
    await import_games(store, person)
    account = await store.people.sign_up("Berta", "correct horse battery", NOW)
    return store.people.adopt(account.id, person, NOW)


async def renames_an_account(store: Store, person: str) -> Awaitable[object]:
    account = await store.people.sign_up("Berta", "correct horse battery", NOW, guest=person)
    await import_games(store, account.id)
    return store.people.rename(account.id, "Bertha", NOW)


@pytest.mark.parametrize(
    "prepare",
    [
        imports,
        marks_as_deleted,
        labels,
        purges_deleted_games,
        purges_unplayed_matches,
        purges_logins,
        forgets_guests,
        deletes_a_person,
        adopts_a_guest,
        renames_an_account,
    ],
)
async def test_a_move_comes_before_the_next_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepare: Callable[[Store, str], Awaitable[Awaitable[object]]]
) -> None:
    async with await Store.open(folder=tmp_path) as store:
        guest = await store.people.create_guest(NOW)
        running = (await begin(store, Bot(1), BEN)).id
        match = (await store.matches.load(running)).match()
        work = await prepare(store, guest.id)
        order: list[str] = []
        moves: list[asyncio.Task[None]] = []

        async def move() -> None:
            nonlocal match
            events = match.decide(PlayMove(ply=match.ply, index=0), ALL, NOW + UNPLAYED_LIFETIME_MS)
            after = match.after(events)
            await store.matches.append(running, match, after, events)
            match = after

        lock = store.database._write_lock
        acquire = lock.acquire

        async def observed(urgency: Urgency = Urgency.OTHER) -> None:
            await acquire(urgency)
            order.append("move" if urgency == Urgency.MOVE else "work")
            if urgency != Urgency.MOVE and all(task.done() for task in moves) and match.status == "running":
                order[-1] = "work in which a move arrives"
                moves.append(asyncio.create_task(move()))
                while not lock.waiting(Urgency.MOVE):  # the move waits for the lock
                    await asyncio.sleep(0)

        monkeypatch.setattr(lock, "acquire", observed)
        await work
        await asyncio.gather(*moves)
        assert len(order) - order.count("move") >= GAMES // BATCH_SIZE
        assert order.count("move") >= 2
        followers = {second for first, second in pairwise(order) if first == "work in which a move arrives"}
        assert followers == {"move"}, order


async def with_saved_items(store: Store, person: str) -> None:
    position = game("sim").start()
    for n in range(SAVED):
        await store.positions.save(person, f"position {n}", position, NOW)
        await store.studies.save(person, f"study {n}", Study.of(Record.of(position)), NOW)


@pytest.mark.parametrize("prepare", [purges_deleted_games, purges_unplayed_matches, deletes_a_person, adopts_a_guest])
async def test_games_with_many_moves_have_transactions_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepare: Callable[[Store, str], Awaitable[Awaitable[object]]]
) -> None:
    async with await Store.open(folder=tmp_path) as store:
        guest = await store.people.create_guest(NOW)
        await with_saved_items(store, guest.id)
        work = await prepare(store, guest.id)
        monkeypatch.setattr("parlour.store.database.batches.MAX_BATCH_ROWS", 1)
        lock, count = store.database._write_lock, 0
        acquire = lock.acquire

        async def counted(urgency: Urgency = Urgency.OTHER) -> None:
            nonlocal count
            count += 1
            await acquire(urgency)

        monkeypatch.setattr(lock, "acquire", counted)
        await work
        assert count >= GAMES + (2 * SAVED if prepare in (deletes_a_person, adopts_a_guest) else 0)


async def test_the_transactions_of_an_import_are_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = await store.people.create_guest(NOW)
    batches = store.library.import_games(guest.id, [imported() for _ in range(2 * BATCH_SIZE + 1)], NOW)
    assert [len(batch) async for batch in batches] == [BATCH_SIZE, BATCH_SIZE, 1]
    monkeypatch.setattr("parlour.store.library.imports.MAX_BATCH_ROWS", 1)
    batches = store.library.import_games(guest.id, [imported() for _ in range(3)], NOW)
    assert [len(batch) async for batch in batches] == [1, 1, 1], "long games have a transaction of their own"


async def test_what_was_imported_before_an_error_stays(store: Store) -> None:
    guest = await store.people.create_guest(NOW)

    def games() -> Iterator[Imported]:
        yield from (imported() for _ in range(BATCH_SIZE))
        raise RuntimeError("broken")

    batches = store.library.import_games(guest.id, games(), NOW)
    assert len(await anext(batches)) == BATCH_SIZE
    with pytest.raises(RuntimeError, match="broken"):
        await anext(batches)
    assert (await store.library.page(guest.id)).total == BATCH_SIZE


async def test_an_export_reads_a_few_games_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = await store.people.create_guest(NOW, "Anna")
    ids = await import_games(store, anna.id, 45)
    reads = 0
    read = store.database.read

    @asynccontextmanager
    async def counted() -> AsyncIterator[AsyncConnection]:
        nonlocal reads
        reads += 1
        async with read() as connection:
            yield connection

    # Only of this store: servers of other tests may run in threads of this process.
    monkeypatch.setattr(store.database, "read", counted)
    written = store.library.written_records(anna.id, await store.library.sizes(anna.id, Query()), write_record)
    assert '[Game "heap"]' in await anext(written)
    assert reads == 2, "the list, and the first games"
    await store.library.delete(anna.id, ids, NOW)
    await store.library.purge(NOW + UNDO_WINDOW_MS + 1)
    assert len([text async for text in written]) == 19, "games deleted in the meantime are left out"


async def test_slices_of_all_tasks_take_turns_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.store.database.time_slices.SLICE_SECONDS", 0)
    slices = TimeSlices()
    running = 0
    most = 0

    def count(n: int) -> Iterator[int]:
        nonlocal running, most
        for k in range(n):
            running += 1
            most = max(most, running)
            running -= 1
            yield k

    async def collect(n: int) -> list[int]:
        return [k async for some in slices.run(count(n)) for k in some]

    first, second = await asyncio.gather(collect(5), collect(3))
    assert [first, second] == [[0, 1, 2, 3, 4], [0, 1, 2]]
    assert most == 1


async def test_a_shared_game_stays_when_one_of_its_players_leaves(store: Store) -> None:
    anna = await store.people.sign_up("Anna", "correct horse battery", NOW)
    ben = await store.people.sign_up("Ben", "correct horse battery", NOW)
    for _ in range(BATCH_SIZE + 1):
        await play(store, (await begin(store, sitting(anna), sitting(ben), size=1)).id, NOW)
    assert await store.people.delete(anna.id, NOW) == BATCH_SIZE + 1
    assert (await store.library.page(ben.id)).total == BATCH_SIZE + 1
