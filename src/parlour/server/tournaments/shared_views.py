"""Views of tournaments, computed and encoded once for all visitors who look at the same state.

The pages of an arena load it again and again. A few numbers from the store show whether a cached view is still current,
so views are never outdated, whichever server process has changed something.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import msgspec

from parlour.server.http.auth import Visitor
from parlour.server.tournaments.progress import arena_ends
from parlour.server.tournaments.views import SharedTournamentView, shared_view
from parlour.store import Store
from parlour.store.club.tournaments import TournamentViewRevision

MAX_CACHED_VIEWS = 50
"""Views in the cache, each in one language."""
REST_FACTOR = 9
"""Pause after computing a view, as a multiple of the time that it took: views take at most a tenth of the time."""
MAX_REST_SECONDS = 1.0

_ViewKey = tuple[str, str]
"""A tournament and a language."""


class _CachedView(msgspec.Struct, frozen=True):
    revision: TournamentViewRevision
    shared: SharedTournamentView
    rest_until: float


class SharedTournamentViews:
    """The views of the tournaments that were looked at last."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._store = store
        self._clock = clock
        self._sleep = sleep
        self._cached: dict[_ViewKey, _CachedView] = {}
        self._locks: WeakValueDictionary[_ViewKey, asyncio.Lock] = WeakValueDictionary()
        self._next: dict[_ViewKey, asyncio.Task[SharedTournamentView]] = {}
        """The view that will be read next, for all who have asked in the meantime."""

    async def show(self, id: str, visitor: Visitor, language: str) -> bytes:
        """Return a tournament as a visitor sees it, a `TournamentView` as JSON; raise `NotFound`."""
        return (await self.newest(id, language)).json_for_visitor(visitor)

    async def newest(self, id: str, language: str) -> SharedTournamentView:
        """Return the newest view of a tournament; raise `NotFound`."""
        key = id, language
        reading = self._next.get(key)
        if reading is None:
            reading = self._next[key] = asyncio.create_task(self._read(key))
        return await asyncio.shield(reading)

    async def _read(self, key: _ViewKey) -> SharedTournamentView:
        """Return a view that is not older than the beginning of this call."""
        async with self._locks.setdefault(key, asyncio.Lock()):
            del self._next[key]
            revision, cached = await self._store.tournaments.view_revision(key[0]), self._cached.get(key)
            if cached is not None and cached.revision == revision:
                return cached.shared
            if cached is not None and (pause := cached.rest_until - self._clock()) > 0:
                await self._sleep(pause)
                revision = await self._store.tournaments.view_revision(key[0])
            return await self._compute(key, revision)

    async def _compute(self, key: _ViewKey, revision: TournamentViewRevision) -> SharedTournamentView:
        """Compute a view that is at least as new as the revision, and keep it."""
        id, language = key
        began = self._clock()
        stored = await self._store.tournaments.load(id)
        matches = await self._store.tournaments.matches(id)
        ends = arena_ends(stored.tournament())
        # Standings of a large tournament take long enough to delay moves.
        shared = await asyncio.to_thread(shared_view, stored, matches, ends, language)
        self._cached.pop(key, None)
        now = self._clock()
        self._cached[key] = _CachedView(revision, shared, now + min(MAX_REST_SECONDS, REST_FACTOR * (now - began)))
        while len(self._cached) > MAX_CACHED_VIEWS:
            del self._cached[next(iter(self._cached))]
        return shared
