"""Rate games after they have ended, outside the commands of matches."""

from __future__ import annotations

import asyncio
import logging

from parlour.errors import StoreUnavailable
from parlour.server.matches.live import LiveMatches
from parlour.server.matches.live_match import LiveMatch
from parlour.store.ratings import Ratings

log = logging.getLogger("parlour.server")

RETRY_SECONDS = 5.0
"""Time until ratings are stored again while the store is unavailable."""
SETTLE_SECONDS = 5.0
"""How long a request for ratings waits for games that are being rated."""


class RatingUpdates:
    """One task at a time that rates the games that have ended, also those before the last stop of the server."""

    def __init__(self, ratings: Ratings, matches: LiveMatches) -> None:
        self._ratings = ratings
        self._pending = False
        self._stopped = False
        self._task: asyncio.Task[None] | None = None
        matches.changed_players.append(self._on_status)

    def start(self) -> None:
        """Rate all games that are not rated yet."""
        self._pending = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def settle(self) -> None:
        """Wait until all games that have ended at this server are rated, but not long: games may end all the time."""
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=SETTLE_SECONDS)

    async def finish(self) -> None:
        """Wait for what has begun; the next start rates the rest."""
        self._stopped = True
        if self._task is not None:
            await asyncio.shield(self._task)

    def _on_status(self, live: LiveMatch) -> None:
        if live.match.setup.rated and live.match.status == "over":
            self.start()

    async def _run(self) -> None:
        while self._pending and not self._stopped:
            self._pending = False
            try:
                await self._ratings.update()
            except StoreUnavailable as fault:
                log.debug("Ratings could not be stored: %s", fault)
                self._pending = True
                if not self._stopped:
                    await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("Games could not be rated")
