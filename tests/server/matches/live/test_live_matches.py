"""Matches in memory: what is stored is published, whatever happens to the caller, and other processes follow."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from parlour.match.commands import AnyCommand, PlayMove, Resign, Sender
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from parlour.server.channels.channels import make_channels
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.notices import AnyMatchNotice, VersionStored, decode_match_notice
from parlour.server.process.match_time import MatchTime
from parlour.store import Store, StoredMatch
from tests.server.conftest import PostgreSQL

pytestmark = pytest.mark.anyio

EVERYBODY = Sender(frozenset((0, 1)), host=True)


@pytest.mark.parametrize("command", [PlayMove(ply=0, index=0), Resign(seat=0)], ids=["move", "resignation"])
async def test_a_command_of_a_cancelled_caller_is_completed(
    command: AnyCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storing = asyncio.Event()
    async with await Store.open(folder=tmp_path) as store:
        append = store.matches.append

        async def watched(
            id: str, before: Match, after: Match, events: Sequence[AnyEvent], **more: int | None
        ) -> StoredMatch | None:
            storing.set()
            return await append(id, before, after, events, **more)

        monkeypatch.setattr(store.matches, "append", watched)
        matches = LiveMatches(store, make_channels(None, lambda _: None), "here", MatchTime())
        made = Match.new(Setup(game="sim", seats=(Seat(Guest("Anna")), Seat(Guest("Ben")))), matches.time.now())
        live = await matches.get((await matches.create(made, host=None)).id)
        before = live.version
        caller = asyncio.create_task(matches.do(live.id, command, lambda _: EVERYBODY))
        await storing.wait()
        caller.cancel()
        await matches.finish()
        assert live.version > before
        assert (await store.matches.info(live.id)).version == live.version
        await asyncio.gather(caller, return_exceptions=True)


async def move(matches: LiveMatches, id: str) -> None:
    ply = (await matches.get(id)).match.ply
    await matches.do(id, PlayMove(ply=ply, index=0), lambda _: EVERYBODY)


async def test_another_process_reads_only_what_it_has_missed(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(postgresql.create()) as store:
        here, there = (LiveMatches(store, make_channels(None, lambda _: None), name, MatchTime()) for name in "ab")
        notices: list[AnyMatchNotice] = []
        monkeypatch.setattr(here, "publish", lambda _, notice: notices.append(notice))
        setup = Setup(game="sim", seats=(Seat(Guest("Anna")), Seat(Guest("Ben"))))
        id = (await here.create(Match.new(setup, here.time.now()), host=None)).id
        live = await there.get(id)
        for _ in range(3):
            await move(here, id)
        reads = 0
        events_after = store.matches.events_after

        async def counted(id: str, seq: int) -> tuple[AnyEvent, ...]:
            nonlocal reads
            reads += 1
            return await events_after(id, seq)

        monkeypatch.setattr(store.matches, "events_after", counted)
        first, second, third = (notice for notice in notices if isinstance(notice, VersionStored))
        await there.catch_up_when_available(live, first)
        assert (live.match.ply, reads) == (1, 0), "the moves come with the notice"
        await there.catch_up_when_available(live, third)
        assert (live.match.ply, reads) == (3, 1), "a missed notice is made up for by reading"
        await there.catch_up_when_available(live, second)
        assert (live.match.ply, reads) == (3, 1), "old notices are ignored"
        await there.do(id, PlayMove(ply=3, index=0), lambda _: EVERYBODY)
        assert (live.match.ply, reads) == (4, 1), "a move is stored without reading first"
        await here.do(id, PlayMove(ply=4, index=0), lambda _: EVERYBODY)
        assert (await here.get(id)).match.ply == 5, "a process that is behind catches up and decides again"
        await there.catch_up_when_available(live, VersionStored())
        assert live.match.ply == 5


async def test_all_pages_of_a_match_share_a_decoded_notice() -> None:
    raw = msgspec.json.encode(VersionStored(7))
    first, second = decode_match_notice(raw), decode_match_notice(bytes(bytearray(raw)))
    assert first == VersionStored(7)
    assert second is first
