"""Solve games in advance for bots that play perfectly, while people think.

A game with its options is solved once for all matches that need it, as a low-priority search. The job is
cancelled when the last of these matches is dropped. A bot that has to move earlier continues the work itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import msgspec

from parlour.engine.report import Stop
from parlour.games.contract.options import Options
from parlour.server.engine.bot_tasks import BotReport, SolveTask
from parlour.server.engine.search_runner import SearchRunner

log = logging.getLogger("parlour.server")

REPORT_INTERVAL_SECONDS = 0.3
"""Minimum interval between two progress reports, in seconds."""

Rules = tuple[str, Options]


class SolveRequest(msgspec.Struct, frozen=True):
    """A match that needs a solved position: its owner and their address, the task, and the progress callback (None:
    finished).
    """

    owner: str
    host: str
    task: SolveTask
    on_progress: Callable[[BotReport | None], None]


class _Solving:
    """The solving job of one game with its options, and the matches that wait for it."""

    def __init__(self) -> None:
        self.requests: dict[str, SolveRequest] = {}
        self.stop = Stop()
        self.last_report = 0.0
        self.task: asyncio.Task[None] | None = None

    def report_progress(self, report: BotReport) -> None:
        """Report progress to all waiting matches, at most once per interval."""
        if time.monotonic() - self.last_report >= REPORT_INTERVAL_SECONDS:
            self.last_report = time.monotonic()
            for request in self.requests.values():
                request.on_progress(report)

    def end(self) -> None:
        """Cancel the job; the results so far are kept."""
        self.stop.set()
        if self.task is not None:
            self.task.cancel()


class Presolver:
    """All running solving jobs."""

    def __init__(self, searches: SearchRunner) -> None:
        self._searches = searches
        self._solving: dict[Rules, _Solving] = {}

    def __contains__(self, match: str) -> bool:
        return any(match in solving.requests for solving in self._solving.values())

    def __len__(self) -> int:
        """Return the number of games being solved."""
        return len(self._solving)

    def request_solution(self, match: str, request: SolveRequest) -> None:
        """Request that the position of a match is solved."""
        position = request.task.position
        rules = position.game.key, position.options
        solving = self._solving.setdefault(rules, _Solving())
        solving.requests[match] = request
        if solving.task is None:
            solving.task = asyncio.create_task(self._solve(rules, solving))

    def drop(self, match: str) -> None:
        """Withdraw the request of a match."""
        for rules, solving in list(self._solving.items()):
            if solving.requests.pop(match, None) is not None and not solving.requests:
                del self._solving[rules]
                solving.end()

    async def close(self) -> None:
        """Cancel all jobs and wait for them to end."""
        tasks = [solving.task for solving in self._solving.values() if solving.task is not None]
        for solving in self._solving.values():
            solving.end()
        self._solving.clear()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _solve(self, rules: Rules, solving: _Solving) -> None:
        """Solve the requested positions one after the other; the first usually solves most of them."""
        try:
            while solving.requests:
                match, request = next(iter(solving.requests.items()))
                await self._searches.run(
                    request.owner,
                    request.task,
                    stop=solving.stop,
                    host=request.host,
                    priority="study",
                    on_report=solving.report_progress,
                )
                if solving.requests.get(match) is request:
                    del solving.requests[match]
                    request.on_progress(None)
        except Exception:
            # Not fatal: an unprepared bot solves the position when it has to move.
            log.exception("Solving %s in advance failed", rules[0])
        finally:
            if self._solving.get(rules) is solving:
                del self._solving[rules]
