"""Server watch: flags, bots, and times without a running server."""

import pytest

from parlour.engine.levels import Bot
from parlour.errors import NotFound
from parlour.match.clock import Clock, Limit
from parlour.match.commands import Flag, Outage, Pause, PlayMove, Resign, Resume
from parlour.match.seats import Guest, Vacant
from parlour.store import Store
from parlour.store.server_watch import HEARTBEAT_TIMEOUT_MS, UNPLAYED_LIFETIME_MS
from tests.store.play import NOW, begin, do, play

pytestmark = pytest.mark.anyio

ANNA, BEN = Guest("Anna"), Guest("Ben")
BLITZ = Clock("down", (Limit(base=60_000),))


async def test_a_clock_that_runs_out_is_due(store: Store) -> None:
    info = await begin(store, ANNA, BEN, clock=BLITZ)
    assert await store.watch.next_flag() is None, "the clock waits for the first move"
    await play(store, info.id, NOW, 1)
    assert await store.watch.next_flag() == NOW + 60_000
    assert await store.watch.flags_due(NOW + 59_999) == []
    assert await store.watch.flags_due(NOW + 60_000) == [info.id]
    await do(store, info.id, Flag(ply=1), NOW + 60_000)
    assert await store.watch.flags_due(NOW + 60_000) == []


async def test_nobodys_time_runs_out_in_a_pause(store: Store) -> None:
    info = await begin(store, ANNA, BEN, clock=BLITZ)
    await play(store, info.id, NOW, 1)
    await do(store, info.id, Pause(), NOW + 10_000)
    assert (await store.watch.next_flag(), await store.watch.running()) == (None, [])
    await do(store, info.id, Resume(), NOW + 500_000)
    assert await store.watch.next_flag() == NOW + 550_000


async def test_bots_to_move_are_known_after_a_restart(address: str) -> None:
    async with await Store.open(address) as store:
        first = await begin(store, Bot(1), ANNA, now=NOW)
        second = await begin(store, Bot(2), Bot(3), now=NOW + 1, kind="bots")
        await begin(store, ANNA, Bot(1))
        over = await begin(store, Bot(1), ANNA)
        await do(store, over.id, Resign(seat=1), NOW)
    async with await Store.open(address) as store:
        assert await store.watch.bots_to_move() == [first.id, second.id]
        await do(store, first.id, PlayMove(ply=0, text="left"), NOW + 5)
        assert await store.watch.bots_to_move() == [second.id, first.id], "its turn has two decisions"
        await do(store, first.id, PlayMove(ply=1, text="l1"), NOW + 6)
        assert await store.watch.bots_to_move() == [second.id]


async def test_time_without_a_server_is_known_and_charged_to_nobody(store: Store) -> None:
    info = await begin(store, ANNA, BEN, clock=BLITZ)
    await play(store, info.id, NOW, 1)
    await begin(store, ANNA, BEN)
    assert await store.watch.outage("first", NOW) is None
    await store.watch.beat("first", NOW)
    await store.watch.beat("first", NOW + 1000)
    start = NOW + 3_600_000
    assert await store.watch.outage("second", start) == (NOW + 1000, start)
    assert await store.watch.running() == [info.id], "where there is no clock, nothing is charged"
    await do(store, info.id, Outage(begun=NOW + 1000, ended=start), start)
    assert await store.watch.next_flag() == start + 59_000


async def test_while_another_server_runs_there_is_no_outage(store: Store) -> None:
    await store.watch.beat("first", NOW)
    assert await store.watch.outage("second", NOW + HEARTBEAT_TIMEOUT_MS - 1) is None
    assert await store.watch.outage("second", NOW + HEARTBEAT_TIMEOUT_MS) == (NOW, NOW + HEARTBEAT_TIMEOUT_MS)
    assert await store.watch.alive(NOW + 1) == ["first"]


async def test_a_server_that_leaves_is_gone_at_once(store: Store) -> None:
    await store.watch.beat("first", NOW)
    await store.watch.leave("first", NOW + 500)
    assert await store.watch.alive(NOW + 501) == []
    assert await store.watch.outage("second", NOW + 700) == (NOW + 500, NOW + 700)


async def test_network_matches_in_which_nothing_happens(store: Store) -> None:
    quiet = await begin(store, ANNA, Vacant(), kind="network")
    await begin(store, ANNA, BEN)
    assert await store.watch.idle(NOW) == []
    assert await store.watch.idle(NOW + 1) == [quiet.id]


async def test_matches_that_never_began_are_removed(store: Store) -> None:
    never = await begin(store, ANNA, BEN)
    begun = await begin(store, ANNA, BEN)
    await play(store, begun.id, NOW, 1)
    assert await store.watch.purge(NOW + UNPLAYED_LIFETIME_MS) == 0
    assert await store.watch.purge(NOW + UNPLAYED_LIFETIME_MS + 1) == 1
    await store.matches.info(begun.id)
    with pytest.raises(NotFound):
        await store.matches.info(never.id)
