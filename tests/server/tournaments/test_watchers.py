"""Pages learn of changes of tournaments at most once a second, a few pages at a time, and always of the last change."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from litestar.channels import ChannelsPlugin

from parlour.server.channels.channels import make_channels
from parlour.server.tournaments.messages import WatchTournamentsRequest
from parlour.server.tournaments.notices import TOURNAMENTS_CHANNEL, TournamentStored
from parlour.server.tournaments.watchers import INTERVAL_SECONDS, MIN_PAGES_PER_SLOT, SLOTS, TournamentWatchers

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]


class Time:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self._sleepers.append((self.now + seconds, woken))
        await woken.wait()

    async def settle(self) -> None:
        """Run everything that does not wait for the clock."""
        for _ in range(10):
            await asyncio.sleep(0)

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, in steps from one sleeper to the next."""
        end = self.now + seconds
        await self.settle()
        while due := [one for one in self._sleepers if one[0] <= end + 1e-9]:
            first = min(due, key=lambda one: one[0])
            self._sleepers.remove(first)
            self.now = first[0]
            first[1].set()
            await self.settle()
        self.now = end


class Page:
    """A page that records when it is notified."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.received: list[tuple[float, Any]] = []

    def post_encoded(self, message: bytes) -> None:
        self.received.append((round(self._time.now, 3), msgspec.json.decode(message)))

    @property
    def versions(self) -> list[int | None]:
        return [message.get("version") for _, message in self.received]


class Room:
    """A server with pages."""

    def __init__(self, channels: ChannelsPlugin) -> None:
        self.time = Time()
        self._channels = channels
        self.watchers = TournamentWatchers(channels, self.time.sleep)

    def page(self, *tournaments: str, all: bool = False) -> Page:
        page = Page(self.time)
        self.watchers.watch(page, WatchTournamentsRequest(tournaments, all))
        page.received.clear()
        return page

    def change(self, tournament: str, version: int, *, deleted: bool = False) -> None:
        notice = TournamentStored(tournament, version, deleted)
        self._channels.publish(msgspec.json.encode(notice), TOURNAMENTS_CHANNEL)


@asynccontextmanager
async def open_room() -> AsyncIterator[Room]:
    async with make_channels(None, lambda _: None) as channels:
        room = Room(channels)
        await room.watchers.start()
        try:
            yield room
        finally:
            await room.watchers.stop()


async def test_the_first_change_is_announced_at_once_and_a_hundred_more_together() -> None:
    async with open_room() as room:
        page = room.page("cup")
        room.change("cup", 1)
        await room.time.settle()
        message = {"type": "tournament", "tournament": "cup", "version": 1, "deleted": False}
        assert page.received == [(0.0, message)]
        for version in range(2, 102):
            room.change("cup", version)
            await room.time.pass_by(INTERVAL_SECONDS / 200)
        assert page.versions == [1]
        await room.time.pass_by(INTERVAL_SECONDS)
        assert [(at, message["version"]) for at, message in page.received] == [(0.0, 1), (1.0, 101)]
        await room.time.pass_by(10 * INTERVAL_SECONDS)
        assert page.versions == [1, 101], "nothing has changed since"
        room.change("cup", 102)
        await room.time.settle()
        assert page.versions == [1, 101, 102]


async def test_many_pages_are_notified_a_few_at_a_time_within_the_interval() -> None:
    async with open_room() as room:
        pages = [room.page("cup") for _ in range(400)]
        room.change("cup", 1)
        await room.time.pass_by(INTERVAL_SECONDS)
        assert [page.versions for page in pages] == [[1]] * 400
        moments = [page.received[0][0] for page in pages]
        most = max(moments.count(moment) for moment in moments)
        assert most == max(MIN_PAGES_PER_SLOT, 400 // SLOTS)
        assert max(moments) < INTERVAL_SECONDS


async def test_tournaments_do_not_wait_for_each_other() -> None:
    async with open_room() as room:
        cup, league = room.page("cup"), room.page("league")
        room.change("cup", 1)
        room.change("league", 7)
        await room.time.settle()
        assert (cup.versions, league.versions) == ([1], [7])


async def test_a_list_is_notified_of_any_tournament_once_a_second() -> None:
    async with open_room() as room:
        page = room.page(all=True)
        for tournament in ("cup", "league", "open"):
            room.change(tournament, 1)
            await room.time.settle()
        await room.time.pass_by(5 * INTERVAL_SECONDS)
        assert [message["tournament"] for _, message in page.received] == ["cup", "open"]


async def test_a_deletion_is_announced_at_once_and_cancels_pending_notices() -> None:
    async with open_room() as room:
        page = room.page("cup")
        room.change("cup", 1)
        await room.time.settle()
        room.change("cup", 2)
        room.change("cup", 2, deleted=True)
        assert page.received[-1][1] == {"type": "tournament", "tournament": "cup", "version": 2, "deleted": True}
        await room.time.pass_by(5 * INTERVAL_SECONDS)
        assert page.versions == [1, 2]


async def test_a_page_learns_at_once_that_it_may_have_missed_something_before_it_watched() -> None:
    async with open_room() as room:
        page = Page(room.time)
        room.watchers.watch(page, WatchTournamentsRequest(("cup",)))
        assert [(message["tournament"], message["version"]) for _, message in page.received] == [("cup", None)]
        room.watchers.watch(page, WatchTournamentsRequest(("cup", "league")))
        assert [message["tournament"] for _, message in page.received] == ["cup", "league"]


async def test_pages_that_watch_something_else_or_nothing_are_not_notified() -> None:
    async with open_room() as room:
        other, left, closed = room.page("league"), room.page("cup"), room.page("cup")
        room.watchers.watch(left, WatchTournamentsRequest())
        room.watchers.unwatch(closed)
        room.change("cup", 1)
        await room.time.pass_by(INTERVAL_SECONDS)
        assert [page.received for page in (other, left, closed)] == [[], [], []]


async def test_after_a_gap_between_servers_all_pages_learn_that_they_may_have_missed_something() -> None:
    async with open_room() as room:
        cup, everything = room.page("cup"), room.page(all=True)
        room._channels.publish(msgspec.json.encode(TournamentStored()), TOURNAMENTS_CHANNEL)
        await room.time.settle()
        assert (cup.versions, everything.versions) == ([None], [None])
