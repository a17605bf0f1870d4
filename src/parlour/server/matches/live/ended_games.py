"""Update ratings and statistics after games have ended, outside the commands of matches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from parlour.errors import StoreUnavailable
from parlour.match.match import Match
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches

log = logging.getLogger("parlour.server")

RETRY_SECONDS = 5.0
"""Delay before the next attempt while the store is unavailable."""
SETTLE_SECONDS = 5.0
"""How long a request waits for games that have just ended."""


class EndedGames:
    """Call `update` after games have ended, in one task at a time, including games that ended before the server last
    stopped. `concerns` returns whether a match matters.
    """

    def __init__(
        self, update: Callable[[], Awaitable[object]], matches: LiveMatches, concerns: Callable[[Match], bool]
    ) -> None:
        self._update = update
        self._concerns = concerns
        self._pending = False
        self._stopped = False
        self._task: asyncio.Task[None] | None = None
        matches.changed_players.append(self._on_status)

    def start(self) -> None:
        """Update after all games that have ended since the last update."""
        self._pending = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def settle(self) -> None:
        """Wait for the running update, but only for a limited time: games may end all the time."""
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=SETTLE_SECONDS)

    async def finish(self) -> None:
        """Wait for the running update; the next start does the rest."""
        self._stopped = True
        if self._task is not None:
            await asyncio.shield(self._task)

    def _on_status(self, live: LiveMatch) -> None:
        if live.match.status == "over" and self._concerns(live.match):
            self.start()

    async def _run(self) -> None:
        while self._pending and not self._stopped:
            self._pending = False
            try:
                await self._update()
            except StoreUnavailable as fault:
                log.debug("Ratings or statistics could not be updated: %s", fault)
                self._pending = True
                if not self._stopped:
                    await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("Ratings or statistics could not be updated")
