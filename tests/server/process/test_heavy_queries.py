"""Queries that read many rows run a few at a time; too many are refused, and other requests are answered meanwhile."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from itertools import islice
from threading import Event, Semaphore
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.exports import RunningExports
from parlour.server.process.heavy_queries import MAX_QUERIES, MAX_RUNNING, HeavyQueries
from parlour.server.statistics import club_figures
from parlour.store.club.club_archive import ClubArchive
from parlour.store.club.club_games import ClubGames
from parlour.store.club.ratings import Ratings
from parlour.store.library.library import Library
from parlour.store.people.statistics import Statistics
from tests.server.browser import NO_CERTIFICATES, Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}


Query = Callable[..., Awaitable[object]]


def connection_from(host: str) -> Any:
    return SimpleNamespace(client=SimpleNamespace(host=host))


@pytest.mark.anyio
async def test_a_few_queries_run_at_a_time_and_one_address_uses_half_of_the_queue() -> None:
    queries, running, done = HeavyQueries(), list[str](), asyncio.Event()

    async def read(host: str) -> None:
        async with queries.turn(connection_from(host)):
            running.append(host)
            await done.wait()

    tasks = [asyncio.create_task(read("192.0.2.7")) for _ in range(MAX_QUERIES // 2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await read("192.0.2.7")
    tasks += [asyncio.create_task(read(f"198.51.100.{n}")) for n in range(MAX_QUERIES // 2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await read("203.0.113.1")
    assert len(running) == MAX_RUNNING
    done.set()
    await asyncio.gather(*tasks)
    assert len(running) == MAX_QUERIES
    await read("192.0.2.7")


HEAVY: list[tuple[str, type, str]] = [
    ("/api/statistics?period=all", ClubGames, "by_game"),
    ("/api/statistics/openings?game=sim", ClubGames, "next_turns"),
    ("/api/statistics/games", ClubArchive, "page"),
    ("/api/statistics/records", ClubArchive, "sizes"),
    ("/api/ratings?game=sim", Ratings, "players"),
    ("/api/profile", Statistics, "profile"),
    ("/api/achievements", Statistics, "past"),
    ("/api/library?sort=plies", Library, "page"),
    ("/api/library?longest=10", Library, "page"),
    ("/api/library/records", Library, "sizes"),
]


def test_matches_begin_and_end_while_many_read_statistics(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = new_browser(new_server())
    browser.play(ANNA, BEN)
    monkeypatch.setattr(RunningExports, "counted", lambda *_: nullcontext())  # one person exports one file at a time
    with ThreadPoolExecutor(2 * MAX_QUERIES) as pool:
        for path, part, name in HEAVY:
            begun, done, started = Semaphore(0), Event(), list[str]()
            with monkeypatch.context() as patch:
                patch.setattr(part, name, waiting(getattr(part, name), begun, done, started))
                answers = [pool.submit(read, browser, path) for _ in range(2 * MAX_QUERIES)]
                refused = [answer.result() for answer in islice(as_completed(answers), MAX_QUERIES)]
                assert refused == [(503, True)] * MAX_QUERIES, path
                for _ in range(MAX_RUNNING):
                    assert begun.acquire(timeout=60), path
                browser.open(browser.play(ANNA, BEN)).does("move", index=0).does("resign", seat=0)
                assert len(started) == MAX_RUNNING, path
                done.set()
                found = Counter(answer.result() for answer in answers)
                assert found == {(503, True): MAX_QUERIES, (200, False): MAX_QUERIES}, path


def waiting(query: Query, begun: Semaphore, done: Event, started: list[str]) -> Query:
    """Return a query that says when it has begun, and waits."""

    async def wait(*args: Any, **named: Any) -> object:
        started.append("begun")
        begun.release()
        assert await asyncio.to_thread(done.wait, 60)
        return await query(*args, **named)

    return wait


def read(browser: Browser, path: str) -> tuple[int, bool]:
    """Return the status of a response, and whether it says when to try again."""
    cookies = {cookie.name: cookie.value or "" for cookie in browser.http.cookies.jar}
    answer = httpx.get(browser.address + path, cookies=cookies, timeout=60, verify=NO_CERTIFICATES)
    return answer.status_code, "retry-after" in answer.headers


def test_statistics_of_many_games_are_read_once_for_many_readers(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_figures, "MIN_GAMES", 0)
    queries: list[str] = []
    by_game = ClubGames.by_game

    async def counted(*args: Any) -> Any:
        queries.append("by game")
        return await by_game(*args)

    monkeypatch.setattr(ClubGames, "by_game", counted)
    browser = new_browser(new_server())
    for period in ("all", "all", "week", "all"):
        assert browser.get_json("/api/statistics", period=period)["games"] == []
    assert len(queries) == 2
