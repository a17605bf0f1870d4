"""The engine's work queue: limited concurrency, in turn by owner, bots before studies."""

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from parlour.server.engine.tasks import Priority
from parlour.server.engine.workers import (
    MAX_QUEUED_PLAY_PER_ADDRESS,
    MAX_QUEUED_STUDIES_PER_ADDRESS,
    MAX_QUEUED_STUDIES_PER_OWNER,
    Workers,
)
from parlour.server.http.error_responses import Busy
from parlour.thread_priority import MAX_NICENESS, lower_priority

pytestmark = pytest.mark.anyio


class Search:
    """A search that runs until `end` is set."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name = name
        self.log = log
        self.end = threading.Event()

    def __call__(self) -> str:
        self.log.append(self.name)
        assert self.end.wait(60)
        return self.name


async def settle() -> None:
    """Run the event loop until nothing is left to do."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_searches_never_exceed_the_slots() -> None:
    workers, log = Workers(2), list[str]()
    searches = [Search(str(n), log) for n in range(4)]
    tasks = [asyncio.create_task(workers.run("a", search)) for search in searches]
    await settle()
    assert (workers.running, workers.waiting) == (2, 2)
    for search in searches:
        search.end.set()
    assert await asyncio.gather(*tasks) == ["0", "1", "2", "3"]
    assert (workers.running, workers.waiting) == (0, 0)


async def test_owners_are_served_in_turn() -> None:
    workers, log = Workers(1), list[str]()
    greedy = [Search(f"greedy {n}", log) for n in range(3)]
    modest = Search("modest", log)
    tasks = [asyncio.create_task(workers.run("greedy", search)) for search in greedy]
    await settle()
    tasks.append(asyncio.create_task(workers.run("modest", modest)))
    await settle()
    for search in (*greedy, modest):
        search.end.set()
    await asyncio.gather(*tasks)
    assert log.index("modest") < log.index("greedy 2")


async def test_addresses_are_served_in_turn_however_many_guests_they_are() -> None:
    workers, log = Workers(1), list[str]()
    running = Search("running", log)
    tasks = [asyncio.create_task(workers.run("a", running))]
    await settle()
    guests = [Search(f"guest {n}", log) for n in range(3)]
    other = Search("other", log)
    tasks += [
        asyncio.create_task(workers.run(f"g{n}", search, host=f"2001:db8::{n}")) for n, search in enumerate(guests)
    ]
    tasks.append(asyncio.create_task(workers.run("o", other, host="192.0.2.1")))
    await settle()
    for search in (running, *guests, other):
        search.end.set()
    await asyncio.gather(*tasks)
    assert log == ["running", "guest 0", "other", "guest 1", "guest 2"]


async def test_one_address_may_queue_a_part_of_the_analyses() -> None:
    workers, log = Workers(1), list[str]()
    running = Search("running", log)
    tasks = [asyncio.create_task(workers.run("a", running))]
    many = range(MAX_QUEUED_STUDIES_PER_ADDRESS)
    tasks += [
        asyncio.create_task(workers.run(f"g{n}", Search("s", log), priority="study", host="192.0.2.1")) for n in many
    ]
    await settle()
    with pytest.raises(Busy):
        await workers.run("one more", Search("s", log), priority="study", host="192.0.2.1")
    others = [
        workers.run("b", Search("s", log), priority="study", host="192.0.2.2"),
        workers.run("bot", Search("s", log)),
    ]
    tasks += map(asyncio.create_task, others)
    await settle()
    assert workers.waiting == len(many) + 2
    running.end.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    workers.close()


async def test_bots_have_priority_and_a_reserved_slot() -> None:
    workers, log = Workers(2), list[str]()
    studies = [Search(f"study {n}", log) for n in range(3)]
    tasks = [asyncio.create_task(workers.run(f"s{n}", study, priority="study")) for n, study in enumerate(studies)]
    await settle()
    assert workers.running == 1
    bot = Search("bot", log)
    tasks.append(asyncio.create_task(workers.run("b", bot)))
    await settle()
    assert workers.running == 2
    for search in (bot, *studies):
        search.end.set()
    await asyncio.gather(*tasks)


async def test_a_quick_search_never_waits_for_long_ones() -> None:
    workers, log = Workers(2), list[str]()
    names: list[Priority] = ["play", "play", "bots", "study"]
    long = [Search(name, log) for name in names]
    tasks = [asyncio.create_task(workers.run(f"{n}", long[n], priority=name)) for n, name in enumerate(names)]
    await settle()
    assert (workers.running, workers.waiting) == (2, 2)
    quick = [Search(f"quick {n}", log) for n in range(2)]
    tasks += [asyncio.create_task(workers.run("a", search, priority="quick")) for search in quick]
    await settle()
    assert (workers.running, workers.waiting) == (3, 3)
    quick[0].end.set()
    assert await tasks[len(long)] == "quick 0"
    await settle()
    assert (workers.running, workers.waiting) == (3, 2), "the second one begins before the long ones"
    for search in (*long, *quick):
        search.end.set()
    await asyncio.gather(*tasks)


async def test_matches_between_bots_wait_in_turn_with_analyses_and_are_not_refused() -> None:
    workers, log = Workers(1), list[str]()
    running = Search("running", log)
    tasks = [asyncio.create_task(workers.run("a", running))]
    await settle()
    many = range(MAX_QUEUED_STUDIES_PER_OWNER + 1)
    bots = [workers.run("guest", Search("bots", log), host="192.0.2.1", priority="bots") for _ in many]
    tasks += map(asyncio.create_task, bots)
    await settle()
    tasks.append(asyncio.create_task(workers.run("b", Search("study", log), host="192.0.2.2", priority="study")))
    tasks.append(asyncio.create_task(workers.run("c", Search("play", log), host="192.0.2.3")))
    await settle()
    assert workers.waiting == len(many) + 2
    order = [ticket.owner for ticket in (*workers._play.order(), *workers._background.order())]
    assert order == ["c", "guest", "b", *["guest"] * (len(many) - 1)]
    running.end.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    workers.close()


async def test_a_long_search_of_a_bot_ends_when_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, log = Workers(1), list[str]()
    long, other = Search("long", log), Search("other", log)
    other.end.set()
    monkeypatch.setattr("parlour.server.engine.workers.FAIR_SECONDS", 0)
    task = asyncio.create_task(workers.run("a", long, on_crowded=long.end.set))
    await settle()
    assert not long.end.is_set(), "nobody waits"
    assert await asyncio.wait_for(workers.run("b", other), 60) == "other"
    assert await task == "long"


async def test_a_short_search_is_not_ended_when_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, log = Workers(1), list[str]()
    monkeypatch.setattr("parlour.server.engine.workers.FAIR_SECONDS", 3600)
    short, other = Search("short", log), Search("other", log)
    task = asyncio.create_task(workers.run("a", short, on_crowded=short.end.set))
    waiting = asyncio.create_task(workers.run("b", other))
    await settle()
    assert not short.end.is_set()
    short.end.set()
    other.end.set()
    assert [await task, await waiting] == ["short", "other"]
    workers.close()


async def test_waiting_requests_learn_their_queue_position() -> None:
    workers, log, places = Workers(1), list[str](), list[int]()
    first, second = Search("first", log), Search("second", log)
    tasks = [asyncio.create_task(workers.run("a", first))]
    await settle()
    tasks.append(asyncio.create_task(workers.run("b", second, on_wait=places.append)))
    await settle()
    assert places == [1]
    first.end.set()
    second.end.set()
    await asyncio.gather(*tasks)


async def test_places_in_the_queue_are_announced_once_for_many_changes() -> None:
    workers, log, places = Workers(1), list[str](), list[tuple[int, int]]()
    tasks = [asyncio.create_task(workers.run("a", first := Search("first", log)))]
    for n in range(50):
        on_wait = partial(lambda n, ahead: places.append((n, ahead)), n)
        tasks.append(asyncio.create_task(workers.run(f"{n}", Search("s", log), on_wait=on_wait)))
    await settle()
    assert places == [(n, n + 1) for n in range(50)]
    places.clear()
    tasks[41].cancel()
    await settle()
    assert places == [], "half a second has not passed"
    workers._announce_places()
    assert places == [(n, n) for n in range(41, 50)], "only those whose place has changed"
    first.end.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    workers.close()


async def test_with_many_waiting_searches_an_address_begins_no_more_matches_with_bots() -> None:
    workers, log = Workers(1), list[str]()
    tasks = [asyncio.create_task(workers.run("a", running := Search("running", log)))]
    for address in ("192.0.2.1", "127.0.0.1"):
        for n in range(MAX_QUEUED_PLAY_PER_ADDRESS):
            tasks.append(asyncio.create_task(workers.run(f"g{n}", Search("s", log), host=address)))
    await settle()
    with pytest.raises(Busy):
        workers.check_new_match("192.0.2.1")
    for host in ("192.0.2.2", "127.0.0.1"):
        workers.check_new_match(host)
    running.end.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    workers.check_new_match("192.0.2.1")
    workers.close()


async def test_a_cancelled_request_leaves_the_queue_and_a_running_search_keeps_its_slot() -> None:
    workers, log = Workers(1), list[str]()
    first, second = Search("first", log), Search("second", log)
    running = asyncio.create_task(workers.run("a", first))
    await settle()
    waiting = asyncio.create_task(workers.run("b", second))
    await settle()
    waiting.cancel()
    running.cancel()
    await settle()
    assert (workers.running, workers.waiting) == (1, 0)
    first.end.set()
    third = Search("third", log)
    third.end.set()
    assert await workers.run("c", third) == "third"
    assert "second" not in log


async def test_a_failed_search_releases_its_slot() -> None:
    workers = Workers(1)

    def fail() -> None:
        raise ValueError("nothing found")

    for _ in range(3):
        with pytest.raises(ValueError, match="nothing found"):
            await workers.run("a", fail)
    assert workers.running == 0


async def test_an_owner_may_queue_only_a_few_analyses_and_bots_are_never_refused() -> None:
    workers, log = Workers(1), list[str]()
    running = Search("running", log)
    tasks = [asyncio.create_task(workers.run("a", running))]
    tasks += [
        asyncio.create_task(workers.run("a", Search(str(n), log), priority="study"))
        for n in range(MAX_QUEUED_STUDIES_PER_OWNER)
    ]
    await settle()
    with pytest.raises(Busy):
        await workers.run("a", Search("one more", log), priority="study")
    tasks.append(asyncio.create_task(workers.run("b", Search("another owner", log), priority="study")))
    tasks.append(asyncio.create_task(workers.run("a", Search("bot", log))))
    await settle()
    assert workers.waiting == MAX_QUEUED_STUDIES_PER_OWNER + 2
    running.end.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    workers.close()


async def test_searches_in_other_processes_wait_in_the_same_queue() -> None:
    workers, places = Workers(1), list[int]()
    async with workers.place("a"):
        assert workers.running == 1
        waiting = [
            asyncio.create_task(workers.run("b", Search(str(n), []), priority="study", on_wait=places.append))
            for n in range(MAX_QUEUED_STUDIES_PER_OWNER)
        ]
        await settle()
        assert places == [1, 2, 3, 4]
        with pytest.raises(Busy):
            async with workers.place("b", priority="study"):
                raise AssertionError("too many are queued")
        for task in waiting:
            task.cancel()
        await settle()
    assert (workers.running, workers.waiting) == (0, 0)
    workers.close()


async def test_more_places_let_waiting_searches_begin() -> None:
    workers, log = Workers(1), list[str]()
    searches = [Search(str(n), log) for n in range(3)]
    tasks = [asyncio.create_task(workers.run("a", search)) for search in searches]
    await settle()
    assert (workers.running, workers.waiting) == (1, 2)
    workers.resize(2)
    assert (workers.running, workers.waiting) == (2, 1)
    for search in searches:
        search.end.set()
    await asyncio.gather(*tasks)


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux only")
async def test_searches_have_a_lower_priority_than_the_server() -> None:
    workers = Workers(1, niceness=10)
    assert await workers.run("a", niceness) == min(niceness() + 10, MAX_NICENESS)
    workers.close()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux only")
def test_searches_of_a_server_with_a_low_priority_have_a_lower_one() -> None:
    def niceness_of_search() -> int:
        with ThreadPoolExecutor(1, initializer=partial(lower_priority, 5)) as search:
            return search.submit(niceness).result()

    with ThreadPoolExecutor(1, initializer=partial(lower_priority, 5)) as server:
        own = server.submit(niceness).result()
        assert server.submit(niceness_of_search).result() == min(own + 5, MAX_NICENESS)


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
