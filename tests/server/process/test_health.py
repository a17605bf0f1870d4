"""The health check is never refused, so it must not be a load, and must not hang with the database."""

import asyncio
from pathlib import Path

import pytest

from parlour.errors import StoreUnavailable
from parlour.server.process import health
from parlour.server.process.health import HealthCheck
from parlour.store import Store

pytestmark = pytest.mark.anyio


async def test_simultaneous_checks_share_one_query(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(f"sqlite:///{tmp_path / 'parlour.db'}") as store:
        read, queries = store.watch.next_flag, list[int]()

        async def counted() -> int | None:
            queries.append(1)
            return await read()

        monkeypatch.setattr(store.watch, "next_flag", counted)
        check = HealthCheck(store)
        await asyncio.gather(*(check.check() for _ in range(100)))
        assert len(queries) == 1
        await check.check()
        assert len(queries) == 2


async def test_a_database_that_does_not_answer_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MAX_SECONDS", 0.0)
    async with await Store.open(f"sqlite:///{tmp_path / 'parlour.db'}") as store:
        monkeypatch.setattr(store.watch, "next_flag", asyncio.Event().wait)
        check = HealthCheck(store)
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await check.check()
