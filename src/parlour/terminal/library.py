"""The owner's library in the terminal: store the current game, list games, and read them.

The store is asynchronous, so it is used on an event loop in a thread of its own; a slow disk never delays a move.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from parlour.errors import Conflict, ParlourError, StoreError
from parlour.match.clock import Clock
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.records.record import Record
from parlour.match.seats import Account, Guest
from parlour.terminal.game_state import TerminalGame
from parlour.terminal.match_copy import MatchCopy

if TYPE_CHECKING:
    from parlour.store import Entry, Person, Store

Found = TypeVar("Found")


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time.time() * 1000)


class TerminalLibrary:
    """The library of the owner of the data folder. Another Parlour may use the same database at the same time."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="library", daemon=True)
        self._thread.start()
        self._opened: asyncio.Task[tuple[Store, Person]] | None = None
        self._order = asyncio.Lock()

    async def _open(self) -> tuple[Store, Person]:
        from parlour.store import Store
        from parlour.store.people.owner import Owner

        store = await Store.open(folder=self._folder)
        try:
            return store, await Owner(store, self._folder).ensure(now_ms())
        except BaseException:
            await store.close()
            raise

    async def _use(self, work: Callable[[Store, Person], Awaitable[Found]]) -> Found:
        async with self._order:  # so that changes are stored in order
            if self._opened is None:
                self._opened = self._loop.create_task(self._open())
            return await work(*await self._opened)

    def run(self, work: Callable[[Store, Person], Coroutine[Any, Any, Found]]) -> Future[Found]:
        """Run a coroutine with the store and the owner, after those already queued."""
        return asyncio.run_coroutine_threadsafe(self._use(work), self._loop)

    def owner(self) -> Account | Guest:
        """Return the owner as a player; raise `StoreError` if the library cannot be used."""

        async def find(_: Store, person: Person) -> Account | Guest:
            return Account(person.id, person.name) if person.account else Guest(person.name, person.id)

        return self.run(find).result()

    def games(self, limit: int = 100) -> list[Entry]:
        """Return the latest games."""
        from parlour.store import Query

        async def page(store: Store, person: Person) -> list[Entry]:
            return list((await store.library.page(person.id, Query(limit=limit))).entries)

        return self.run(page).result()

    def record(self, match: str) -> Record:
        """Return the record of a game."""

        async def load(store: Store, _: Person) -> Record:
            return (await store.matches.load(match)).record()

        return self.run(load).result()

    def close(self) -> None:
        """Finish what was begun, and close the store."""

        async def close() -> None:
            async with self._order:
                if self._opened is not None and self._opened.done() and self._opened.exception() is None:
                    await self._opened.result()[0].close()

        asyncio.run_coroutine_threadsafe(close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def opened_library(*, keep: bool) -> Iterator[TerminalLibrary | None]:
    """Provide the library, or none if games are not stored."""
    if not keep:
        yield None
        return
    library = TerminalLibrary()
    try:
        yield library
    finally:
        library.close()


class KeptGame:
    """A game in the terminal with its clocks, stored in the library from its first move.

    Without a library it is not stored. `fault` is the reason if storing failed.
    """

    def __init__(
        self, table: TerminalGame, library: TerminalLibrary | None = None, *, clock: Clock | None = None
    ) -> None:
        self.table = table
        self.fault: ParlourError | None = None
        self._library = library
        owner = None
        if library is not None:
            try:
                owner = library.owner()
            except ParlourError as wrong:
                self.fault = wrong
        self._stored = ""
        self._pending: Future[str] | None = None
        self.copy: MatchCopy | None = None
        if table.outcome() is None or table.position.played:
            try:
                self.copy = MatchCopy(table, now_ms(), clock=clock, owner=owner)
            except ParlourError as wrong:  # a set-up that a match cannot have
                self.fault = self.fault or (None if library is None else wrong)

    def follow(self) -> None:
        """Follow the game after a change, and store it."""
        if self.copy is None:
            return
        before = self.copy.match.copy()
        events = self.copy.follow(self.table, now_ms())
        self._store(before, events)

    def _store(self, before: Match, events: list[AnyEvent]) -> None:
        if self._library is None or self.fault is not None or self.copy is None or not (events or self._pending):
            return
        if self._pending is None and not self.copy.match.ply:
            return
        if self._pending is None:
            events = [*self.copy.first_events, *events]
        after = self.copy.match.copy()

        async def append(store: Store, person: Person) -> str:
            if not self._stored:
                info = await store.matches.create(after, events, now_ms(), host=person.id)
                self._stored = info.id
            elif self.fault is None:
                await store.matches.append(self._stored, before, after, events)
            return self._stored

        self._pending = self._library.run(append)
        self._pending.add_done_callback(self._note_fault)

    def _note_fault(self, done: Future[str]) -> None:
        wrong = done.exception()
        if isinstance(wrong, ParlourError):
            self.fault = self.fault or wrong
        elif wrong is not None:
            raise wrong

    def leave(self) -> None:
        """Stop the clocks of an unfinished game, and wait until it is stored."""
        if self.copy is not None and self._pending is not None and self.copy.match.setup.clock != Clock():
            before = self.copy.match.copy()
            self._store(before, self.copy.pause(now_ms()))
        if self._pending is not None:
            try:
                self._pending.result()
            except (Conflict, StoreError):
                return  # `fault` has it

    @property
    def id(self) -> str:
        """Return the id of the match in the store; empty if it is not stored."""
        if self._pending is None or self._pending.exception() is not None:
            return ""
        return self._pending.result()
