"""The periodic work of a server."""

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.errors import StoreUnavailable
from parlour.match.commands import Outage
from parlour.server.process.background_tasks import BackgroundTasks
from parlour.server.process.match_time import MatchTime
from parlour.store.matches.server_watch import ServerWatch
from tests.server.served import Served


def test_heartbeats_do_not_wait_for_a_long_purge(
    new_server: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    purging = threading.Event()
    beats = threading.Semaphore(0)
    started: list[Served] = []
    beat = ServerWatch.beat

    async def endless(watch: ServerWatch, now: int) -> int:
        purging.set()
        await asyncio.Event().wait()
        return 0

    async def counted(watch: ServerWatch, server: str, now: int, *, resumed: int | None = None) -> None:
        await beat(watch, server, now, resumed=resumed)
        if purging.is_set() and any(one.app.services.server == server for one in started):
            beats.release()

    monkeypatch.setattr("parlour.server.process.background_tasks.PURGE_INTERVAL_SECONDS", 0)
    monkeypatch.setattr(ServerWatch, "purge", endless)
    monkeypatch.setattr(ServerWatch, "beat", counted)
    started.append(new_server())
    assert purging.wait(60)
    assert all(beats.acquire(timeout=60) for _ in range(2))


@pytest.mark.anyio
async def test_an_outage_that_cannot_be_stored_in_one_match_leaves_no_work_behind() -> None:
    stored: list[str] = []

    async def running() -> list[str]:
        return ["damaged", "sound"]

    async def do(match: str, *_: object) -> None:
        if match == "damaged":
            raise StoreUnavailable("malformed")
        for _step in range(10):  # longer than the other one
            await asyncio.sleep(0)
        stored.append(match)

    store: Any = SimpleNamespace(watch=SimpleNamespace(running=running))
    matches: Any = SimpleNamespace(do=do, time=MatchTime(), set_aside=set())
    nothing: Any = None
    tasks = BackgroundTasks(store, matches, nothing, nothing, nothing, "server")
    with pytest.raises(StoreUnavailable, match="malformed"):
        await tasks._store_in_all_matches(Outage(begun=0, ended=1))
    assert stored == ["sound"]
