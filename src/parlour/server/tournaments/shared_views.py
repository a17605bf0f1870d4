"""Views of tournaments, computed once for all visitors who look at the same state.

Everybody who waits in an arena loads it after each change. The store tells by a few numbers whether what is known here
is still current, so views are never old, whichever server process has changed something.
"""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

import msgspec

from parlour.server.http.auth import Visitor
from parlour.server.tournaments.messages import TournamentView
from parlour.server.tournaments.progress import arena_ends
from parlour.server.tournaments.views import SharedTournamentView, shared_view
from parlour.store import Store
from parlour.store.tournaments import TournamentViewMark

MAX_KEPT = 50
"""Views that are kept, each in one language."""

_Key = tuple[str, str]
"""A tournament and a language."""


class _Kept(msgspec.Struct, frozen=True):
    mark: TournamentViewMark
    shared: SharedTournamentView


class SharedTournamentViews:
    """The views of the tournaments that were looked at last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[_Key, _Kept] = {}
        self._locks: WeakValueDictionary[_Key, asyncio.Lock] = WeakValueDictionary()

    async def show(self, id: str, visitor: Visitor, language: str) -> TournamentView:
        """Return a tournament as a visitor sees it; raise `NotFound`."""
        key = id, language
        shared = self._current(key, await self._store.tournaments.view_mark(id))
        if shared is None:
            lock = self._locks.setdefault(key, asyncio.Lock())
            async with lock:
                mark = await self._store.tournaments.view_mark(id)
                shared = self._current(key, mark) or await self._compute(key, mark)
        return shared.for_visitor(visitor)

    def _current(self, key: _Key, mark: TournamentViewMark) -> SharedTournamentView | None:
        kept = self._kept.get(key)
        return kept.shared if kept is not None and kept.mark == mark else None

    async def _compute(self, key: _Key, mark: TournamentViewMark) -> SharedTournamentView:
        """Compute a view that is at least as new as the mark, and keep it."""
        id, language = key
        stored = await self._store.tournaments.load(id)
        matches = await self._store.tournaments.matches(id)
        ends = arena_ends(stored.tournament())
        # Standings of a large tournament take long enough to delay moves.
        shared = await asyncio.to_thread(shared_view, stored, matches, ends, language)
        self._kept.pop(key, None)
        self._kept[key] = _Kept(mark, shared)
        while len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        return shared
