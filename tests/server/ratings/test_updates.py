"""Ratings are updated outside of the requests for them."""

import asyncio
from pathlib import Path

import pytest

from parlour.server.channels.channels import make_channels
from parlour.server.matches.live import ended_games
from parlour.server.matches.live.ended_games import EndedGames
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.process.match_time import MatchTime
from parlour.store import Store

pytestmark = pytest.mark.anyio


async def test_a_request_does_not_wait_for_games_that_end_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended_games, "SETTLE_SECONDS", 0.01)
    async with await Store.open(folder=tmp_path) as store:
        matches = LiveMatches(store, make_channels(None, lambda _: None), "here", MatchTime())
        rating = EndedGames(store.ratings.update, matches, lambda match: match.setup.rated)
        released = asyncio.Event()

        async def update() -> int:
            await released.wait()
            return 0

        monkeypatch.setattr(store.ratings, "update", update)
        rating.start()
        await asyncio.wait_for(rating.settle(), 60)
        released.set()
        await rating.finish()
