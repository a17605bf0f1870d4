"""Notify the pages that show tournaments of changes.

A large arena changes several times a second, and each page loads the tournament after a notification. Each page is
therefore notified at most once a second, and pages in small groups, so that their requests do not delay moves. The last
change is always announced. Deletions are announced to all pages immediately, because nothing is loaded after them.
Players are notified of their new matches by a separate message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from typing import Protocol

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.server.channels.channels import receive_messages
from parlour.server.process.detached_tasks import DetachedTasks
from parlour.server.tournaments.messages import TournamentChangedMessage, WatchTournamentsRequest
from parlour.server.tournaments.notices import TOURNAMENTS_CHANNEL, tournament_stored_decoder

INTERVAL_SECONDS = 1.0
"""Minimum time between two messages about a tournament to a page."""
SLOTS = 20
"""Parts of the interval; in each, one group of pages is notified."""
MIN_PAGES_PER_SLOT = 10
ALL_TOURNAMENTS = ""
"""Key of pages that list all tournaments."""


class WatchingPage(Protocol):
    """Interface of an open page."""

    def post_encoded(self, message: bytes) -> None:
        """Send an encoded message, without waiting."""


class TournamentWatchers:
    """The pages at this server that show tournaments."""

    def __init__(self, channels: ChannelsPlugin, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        self._channels = channels
        self._sleep = sleep
        self._pages: dict[str, dict[WatchingPage, None]] = {}
        self._watched: dict[WatchingPage, frozenset[str]] = {}
        self._changes: dict[str, TournamentChangedMessage] = {}
        """The last change of each tournament that pages have not been notified of yet."""
        self._telling: set[str] = set()
        self._tasks = DetachedTasks("Pages were not notified of a tournament")
        self._listening = AsyncExitStack()

    async def start(self) -> None:
        """Receive notices of all servers."""
        subscriber = await self._listening.enter_async_context(self._channels.start_subscription([TOURNAMENTS_CHANNEL]))
        await self._listening.enter_async_context(receive_messages(subscriber, self._on_notice))

    async def stop(self) -> None:
        """Stop receiving notices and sending messages."""
        await self._listening.aclose()
        self._tasks.cancel()
        await self._tasks.finish()

    def watch(self, page: WatchingPage, request: WatchTournamentsRequest) -> None:
        """Notify a page of changes of these tournaments from now on, and that newly watched ones may have changed
        before.
        """
        before = self._watched.get(page, frozenset())
        wanted = frozenset((*request.tournaments, *((ALL_TOURNAMENTS,) if request.all else ())))
        self._set_watched(page, wanted)
        for id in sorted(wanted - before):
            page.post_encoded(msgspec.json.encode(TournamentChangedMessage(id)))

    def unwatch(self, page: WatchingPage) -> None:
        """Stop notifying a page."""
        self._set_watched(page, frozenset())

    def _set_watched(self, page: WatchingPage, wanted: frozenset[str]) -> None:
        for id in self._watched.pop(page, frozenset()) - wanted:
            del self._pages[id][page]
            if not self._pages[id]:
                del self._pages[id]
        if wanted:
            self._watched[page] = wanted
        for id in wanted:
            self._pages.setdefault(id, {})[page] = None

    # ---- Changes --------------------------------------------------------------------------------------------------

    def _on_notice(self, raw: bytes) -> None:
        stored = tournament_stored_decoder.decode(raw)
        message = TournamentChangedMessage(stored.tournament, stored.version, stored.deleted)
        if stored.tournament == ALL_TOURNAMENTS:  # after a gap
            for id in tuple(self._pages):
                self._change(id, TournamentChangedMessage(id))
        elif stored.deleted:
            self._changes.pop(stored.tournament, None)
            self._post(self._pages.get(stored.tournament, ()), message)
            self._change(ALL_TOURNAMENTS, message)
        else:
            self._change(stored.tournament, message)
            self._change(ALL_TOURNAMENTS, message)

    def _change(self, id: str, message: TournamentChangedMessage) -> None:
        if id not in self._pages:
            return
        self._changes[id] = message
        if id not in self._telling:
            self._telling.add(id)
            self._tasks.run(self._tell(id))

    async def _tell(self, id: str) -> None:
        """Notify the pages of a tournament until they know its last change."""
        try:
            while (message := self._changes.pop(id, None)) is not None:
                pages = tuple(self._pages.get(id, ()))
                size = max(MIN_PAGES_PER_SLOT, -(-len(pages) // SLOTS))
                for slot in range(SLOTS):
                    part = pages[slot * size : (slot + 1) * size]
                    self._post((page for page in part if id in self._watched.get(page, ())), message)
                    await self._sleep(INTERVAL_SECONDS / SLOTS)
        finally:
            self._telling.discard(id)

    def _post(self, pages: Iterable[WatchingPage], message: TournamentChangedMessage) -> None:
        encoded = msgspec.json.encode(message)
        for page in tuple(pages):
            page.post_encoded(encoded)
