"""Matches that wait for a person to move."""

import pytest
from sqlalchemy import update

from parlour.match.clock import DAY_MS, Clock, Limit
from parlour.match.commands import Resign
from parlour.store import Store
from parlour.store.matches.server_watch import UNPLAYED_LIFETIME_MS
from parlour.store.tables import matches
from tests.store.conftest import BOTH, NewDatabase
from tests.store.play import NOW, begin, do, play, sitting

pytestmark = pytest.mark.anyio


def days(n: int) -> Clock:
    return Clock("down", (Limit(per_turn=n * DAY_MS),), from_start=True)


@pytest.mark.parametrize("kind", BOTH)
async def test_matches_wait_for_the_person_to_move_by_deadline(kind: str, empty_database: NewDatabase) -> None:
    async with await Store.open(empty_database(kind)) as store:
        anna, ben = [await store.people.create_guest(NOW, name) for name in ("Anna", "Ben")]
        players = sitting(anna), sitting(ben)
        slow = await begin(store, *players, kind="network", clock=days(7))
        untimed = await begin(store, *players, kind="network")
        fast = await begin(store, *players, kind="network", clock=days(1))
        await begin(store, *players)  # on one screen
        ended = await begin(store, *players, kind="network")
        await do(store, ended.id, Resign(seat=1), NOW)

        async def waiting(person: str) -> list[str]:
            return [info.id for info in await store.correspondence.waiting_for(person)]

        assert await waiting(anna.id) == [fast.id, slow.id, untimed.id]
        assert await waiting(ben.id) == []
        (first, *_) = await store.correspondence.waiting_for(anna.id)
        assert (first.to_move, first.flag_at, first.days_per_turn) == (0, NOW + DAY_MS, 1)
        while (await store.matches.info(fast.id)).to_move == 0:
            await play(store, fast.id, NOW + 5, plies=1)
        assert await waiting(anna.id) == [slow.id, untimed.id]
        assert await waiting(ben.id) == [fast.id]
        await store.library.delete(anna.id, [slow.id], NOW)
        assert await waiting(anna.id) == [untimed.id]
        await play(store, untimed.id, NOW)
        assert await waiting(anna.id) == []


@pytest.mark.parametrize("kind", BOTH)
async def test_matches_without_a_stored_seat_to_move_are_included(kind: str, empty_database: NewDatabase) -> None:
    async with await Store.open(empty_database(kind)) as store:
        anna, ben = [await store.people.create_guest(NOW, name) for name in ("Anna", "Ben")]
        older = await begin(store, sitting(anna), sitting(ben), kind="network")
        async with store.database.write() as connection:
            await connection.execute(update(matches).values(to_move=None))
        assert [info.id for info in await store.correspondence.waiting_for(ben.id)] == [older.id]


async def test_an_unplayed_match_with_a_deadline_is_not_removed(empty_database: NewDatabase) -> None:
    async with await Store.open(empty_database("sqlite")) as store:
        anna, ben = [await store.people.create_guest(NOW, name) for name in ("Anna", "Ben")]
        kept = await begin(store, sitting(anna), sitting(ben), kind="network", clock=days(14))
        await begin(store, sitting(anna), sitting(ben), kind="network")
        assert await store.watch.purge(NOW + UNPLAYED_LIFETIME_MS + 1) == 1
        assert (await store.matches.info(kept.id)).flag_at == NOW + 14 * DAY_MS
