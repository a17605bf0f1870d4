"""The periodic work of a server."""

import asyncio
import threading
from collections.abc import Callable

import pytest

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
