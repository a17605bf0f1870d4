"""Outages: the times in which no server ran, which are charged to no clock.

A gap in the run of this server is an outage unless another server ran in the meantime.
"""

from __future__ import annotations

import asyncio

from parlour.match.commands import Outage
from parlour.match.match import Match
from parlour.server.process.match_time import MatchTime
from parlour.store import Store

MAX_OUTAGES = 100
"""Outages that are remembered for matches in which they have not been stored."""


class Outages:
    """The outages that this server has noticed."""

    def __init__(self, store: Store, time: MatchTime, server: str) -> None:
        self._watch = store.watch
        self._time = time
        self._server = server
        self._judging = asyncio.Lock()
        self._found: list[Outage] = []
        self._stored_until = 0

    def add(self, outage: Outage) -> None:
        """Add the outage that ended with the start of this server."""
        self._found.append(outage)

    async def next_for(self, match: Match) -> Outage | None:
        """Return the first outage that is still part of the running turn of a match."""
        if self._time.gaps:
            await self._judge_gaps()
        since = match.state.times.since
        if not self._found or since is None or match.status != "running" or since >= self._found[-1].ended:
            return None
        return next(outage for outage in self._found if outage.ended > since)

    async def latest(self) -> Outage | None:
        """Return the last outage, unless everything up to it is stored in all matches."""
        if self._time.gaps:
            await self._judge_gaps()
        return self._found[-1] if self._found and self._found[-1].ended > self._stored_until else None

    def set_stored(self, outage: Outage) -> None:
        """Note that an outage and those before it are stored in all matches."""
        self._stored_until = outage.ended

    async def _judge_gaps(self) -> None:
        """Find the parts of the gaps in which no other server ran."""
        async with self._judging:
            while self._time.gaps:
                begun, ended = self._time.gaps[0]
                for start, end in await self._watch.unattended(self._server, begun, ended):
                    self._found.append(Outage(begun=start, ended=end))
                del self._time.gaps[0]
            del self._found[:-MAX_OUTAGES]
