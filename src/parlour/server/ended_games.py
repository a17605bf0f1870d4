"""Store what follows from games after they have ended, outside the commands of matches: ratings, statistics."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from parlour.errors import StoreUnavailable
from parlour.match.match import Match
from parlour.server.matches.live import LiveMatches
from parlour.server.matches.live_match import LiveMatch

log = logging.getLogger("parlour.server")

RETRY_SECONDS = 5.0
"""Time until the next try while the store is unavailable."""
SETTLE_SECONDS = 5.0
"""How long a request waits for games that have just ended."""


class EndedGames:
    """One task at a time that updates something after the games that have ended, also those before the last stop of the
    server; `concerns` tells which matches matter.
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
        """Wait until the update knows all games that have ended here, but not long: games may end all the time."""
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=SETTLE_SECONDS)

    async def finish(self) -> None:
        """Wait for what has begun; the next start does the rest."""
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
                log.debug("What follows from a game could not be stored: %s", fault)
                self._pending = True
                if not self._stopped:
                    await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("What follows from a game could not be stored")
