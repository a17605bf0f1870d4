"""Matches in memory: what is stored is published, whatever happens to the caller."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour.match.commands import AnyCommand, PlayMove, Resign, Sender
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from parlour.server.channels import make_channels
from parlour.server.match_time import MatchTime
from parlour.server.matches.live import LiveMatches
from parlour.store import Store, StoredMatch

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
