"""Server watch: flags, bots, and times without a running server."""

import pytest

from parlour.engine.levels import Bot
from parlour.errors import NotFound
from parlour.match.clock import Clock, Limit
from parlour.match.commands import Flag, Outage, Pause, PlayMove, Resign, Resume
from parlour.match.seats import Guest, Vacant
from parlour.store import Store
from parlour.store.matches import server_watch
from parlour.store.matches.server_watch import HEARTBEAT_TIMEOUT_MS, UNPLAYED_LIFETIME_MS
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


async def test_no_time_runs_out_during_a_pause(store: Store) -> None:
    info = await begin(store, ANNA, BEN, clock=BLITZ)
    await play(store, info.id, NOW, 1)
    await do(store, info.id, Pause(), NOW + 10_000)
    assert (await store.watch.next_flag(), await store.watch.running()) == (None, [])
    await do(store, info.id, Resume(), NOW + 500_000)
    assert await store.watch.next_flag() == NOW + 550_000


async def test_bots_to_move_are_known_after_a_restart(address: str) -> None:
    async with await Store.open(address) as store:
        first = await begin(store, Bot(1), ANNA, now=NOW)
        later = await begin(store, Bot(1), ANNA, now=NOW + 2)
        second = await begin(store, Bot(2), Bot(3), now=NOW + 1, kind="bots")
        await begin(store, ANNA, Bot(1))
        over = await begin(store, Bot(1), ANNA)
        await do(store, over.id, Resign(seat=1), NOW)
    async with await Store.open(address) as store:
        assert await store.watch.bots_to_move() == [first.id, later.id, second.id], "those with people first"
        await do(store, first.id, PlayMove(ply=0, text="left"), NOW + 5)
        assert await store.watch.bots_to_move() == [later.id, first.id, second.id], "its turn has two decisions"
        await do(store, first.id, PlayMove(ply=1, text="l1"), NOW + 6)
        assert await store.watch.bots_to_move() == [later.id, second.id]


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


async def test_a_server_that_leaves_is_removed_immediately(store: Store) -> None:
    await store.watch.beat("first", NOW)
    await store.watch.leave("first", NOW + 500)
    assert await store.watch.alive(NOW + 501) == []
    assert await store.watch.outage("second", NOW + 700) == (NOW + 500, NOW + 700)


async def test_idle_network_matches_are_found(store: Store) -> None:
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


async def unattended(store: Store, begun: int, ended: int) -> list[tuple[int, int]]:
    return [(start - NOW, end - NOW) for start, end in await store.watch.unattended("own", NOW + begun, NOW + ended)]


async def test_a_gap_is_an_outage_as_far_as_no_other_server_ran(store: Store) -> None:
    await store.watch.beat("own", NOW, resumed=NOW - 50_000)
    assert await unattended(store, 0, 25_000) == [(0, 25_000)]
    await store.watch.beat("former", NOW - 1000, resumed=NOW - 90_000)
    assert await unattended(store, 0, 25_000) == [(0, 25_000)]
    if store.database.sqlite:
        return  # only one server uses the file
    await store.watch.beat("killed", NOW + 10_000, resumed=NOW - 90_000)
    assert await unattended(store, 0, 25_000) == [(10_000, 25_000)]
    await store.watch.beat("started", NOW + 24_900, resumed=NOW + 15_000)
    assert await unattended(store, 0, 25_000) == [(10_000, 15_000)]
    await store.watch.beat("running", NOW + 24_500, resumed=NOW - 90_000)
    assert await unattended(store, 0, 25_000) == []


async def test_of_servers_that_were_suspended_together_none_attended(store: Store) -> None:
    await store.watch.beat("other", NOW + 100, resumed=NOW - 90_000)
    begun = 0 if store.database.sqlite else 100
    assert await unattended(store, 0, 25_000) == [(begun, 25_000)], "the other one still sleeps"
    await store.watch.beat("other", NOW + 25_200, resumed=NOW + 25_100)
    assert await unattended(store, 0, 25_000) == [(0, 25_000)], "the other one is awake again"


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return a timeout of heartbeats that no pause of a loaded machine exceeds, in milliseconds."""
    timeout = 600_000
    monkeypatch.setattr(server_watch, "HEARTBEAT_TIMEOUT_MS", timeout)
    return timeout


async def test_a_server_learns_the_time_of_the_others(store: Store, slow_machine: int) -> None:
    assert await store.watch.shared_time("own") is None
    await store.watch.beat("own", NOW)
    assert await store.watch.shared_time("own") is None
    await store.watch.beat("other", NOW + 5_000)
    shared = await store.watch.shared_time("own")
    if store.database.sqlite:
        assert shared is None
    else:
        assert shared is not None
        assert NOW + 5_000 <= shared < NOW + 5_000 + slow_machine
    await store.watch.leave("other", NOW + 5_001)
    assert await store.watch.shared_time("own") is None


@pytest.mark.usefixtures("slow_machine")
async def test_a_server_whose_match_time_differs_from_the_system_clock_is_alive(store: Store) -> None:
    await store.watch.beat("first", NOW)
    assert await store.watch.alive(NOW + 3_600_000) == []
    assert await store.watch.alive() == ["first"]
    await store.watch.leave("first", NOW)
    assert await store.watch.alive() == []
