"""Import games during play: check all games of a text first, then store them in short transactions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

from parlour.errors import StoreUnavailable
from parlour.i18n.errors import localized_error
from parlour.match.records.imports import split_any
from parlour.match.records.record import Record
from parlour.match.seats import Account
from parlour.server.http.auth import now
from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.rate_limits import ConcurrencyCounter
from parlour.server.library.messages import ImportRequest
from parlour.server.matches.match_requests import match_from_record
from parlour.store import Imported, MatchInfo, Person, Store
from parlour.store.library.notes import notes_in

MAX_IMPORTS = 10
"""Imports of all visitors that run at the same time; an address can have half of them."""

PersonOf = Callable[[], Awaitable[Person]]
"""Returns the owner of the library, created when the first game is stored."""
OnChecked = Callable[[int], None]
OnStored = Callable[[Sequence[MatchInfo]], None]
"""Called after every transaction."""


class ImportStopped(Busy):
    """Raised when an import ends early; what has been stored stays stored."""


class GameImport:
    """One import. Games are read twice, to check and to store them, instead of being kept in memory."""

    def __init__(self, store: Store, request: ImportRequest, max_games: int) -> None:
        self._store = store
        self._split = partial(split_any, request.text, request.game, dict(request.options), max_games)
        self._cancelled = False
        self.total = 0
        self.checked = 0
        self.stored = 0

    def cancel(self) -> None:
        """Stop soon; the games read so far are stored."""
        self._cancelled = True

    async def run(self, person_of: PersonOf, on_checked: OnChecked, on_stored: OnStored) -> None:
        """Check all games, then store them; raise `RecordError` if one is wrong, `ImportStopped` if it ends early.

        `on_checked` is called with their number before they are stored, and may refuse them by raising.
        """
        games = await asyncio.to_thread(self._split)
        self.total = len(games)
        async for some in self._store.database.time_slices.run(self._read(games)):
            self.checked += len(some)
        if self.checked < self.total:
            raise self._stopped()
        on_checked(self.total)
        person = await person_of()
        try:
            async for stored in self._store.library.import_games(person.id, self._read(games), now()):
                self.stored += len(stored)
                on_stored(stored)
        except StoreUnavailable as fault:
            raise self._stopped() from fault
        if self.stored < self.total:
            raise self._stopped()

    def _read(self, games: Sequence[Callable[[], Record]]) -> Iterator[Imported]:
        """Yield the games until the import is cancelled."""
        for read in games:
            game = convert_record(read())
            if self._cancelled:
                return
            yield game

    def _stopped(self) -> ImportStopped:
        return localized_error(ImportStopped, "server.import.stopped", n=self.stored, total=self.total)


def convert_record(record: Record, owner: Account | None = None) -> Imported:
    """Convert a record for the store, with the date from its tags if it is valid.

    A finished game of its owner counts for their statistics.
    """
    match, events = match_from_record(record, owner)
    try:
        played = int(datetime.strptime(record.tags.get("Date", ""), "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        played = None
    at = played if played is not None and 0 < played <= now() else None
    return Imported(match, events, notes_in(record), at, counts=owner is not None)


class GameImports:
    """All running imports: one at a time for each visitor."""

    def __init__(self, store: Store, max_games: int) -> None:
        self._store = store
        self._max_games = max_games
        self._running: dict[str, tuple[GameImport, asyncio.Task[None]]] = {}
        self._counter = ConcurrencyCounter()

    def start(
        self,
        visitor: str,
        host: str,
        request: ImportRequest,
        person_of: PersonOf,
        on_checked: OnChecked,
        on_stored: OnStored,
    ) -> tuple[GameImport, asyncio.Task[None]]:
        """Start an import of a visitor at an address; raise `Busy` if they already have one, or if there are too many.

        To stop it, cancel the import instead of the task.
        """
        if visitor in self._running:
            raise localized_error(Busy, "server.import.running")
        if self._counter.is_full(host, MAX_IMPORTS):
            raise localized_error(Busy, "server.import.busy")
        job = GameImport(self._store, request, self._max_games)
        task = asyncio.create_task(job.run(person_of, on_checked, on_stored))
        self._running[visitor] = job, task
        self._counter.begin(host)

        def end(_: object) -> None:
            del self._running[visitor]
            self._counter.end(host)

        task.add_done_callback(end)
        return job, task

    def cancel(self) -> None:
        """Stop all imports soon."""
        for job, _ in self._running.values():
            job.cancel()

    async def close(self) -> None:
        """Stop all imports, and wait for the end of their transactions."""
        self.cancel()
        await asyncio.gather(*(task for _, task in self._running.values()), return_exceptions=True)
