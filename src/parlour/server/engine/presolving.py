"""What bots prepare while people think: a game that a bot at the table plays perfectly is solved ahead of its turn.

It is solved once for a game with its options, however many matches wait for it, in a place for studies of the
`Workers`, and given up when the last of these matches has gone. A bot whose turn comes earlier takes the work over.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

import msgspec

from parlour.engine.bot import BotPlayer
from parlour.engine.report import Report, Stop
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.server.engine.workers import Workers

log = logging.getLogger("parlour.server")

REPORTS = 0.3
"""So many seconds lie between two reports of a bot's thinking."""

Rules = tuple[str, Options]


class Wish(msgspec.Struct, frozen=True):
    """A match that waits: whose it is, its bot and position, and who hears how far it is (None: it has ended)."""

    owner: str
    player: BotPlayer
    position: Position
    hear: Callable[[Report | None], None]


class _Solving:
    """The work for one game with its options, and the matches that wait for it."""

    def __init__(self) -> None:
        self.wishes: dict[str, Wish] = {}
        self.stop = Stop()
        self.told = 0.0
        self.task: asyncio.Task[None] | None = None

    def tell(self, report: Report) -> None:
        """Tells all who wait, not too often."""
        if time.monotonic() - self.told >= REPORTS:
            self.told = time.monotonic()
            for wish in self.wishes.values():
                wish.hear(report)

    def end(self) -> None:
        """Gives the work up; what has been found is kept."""
        self.stop.set()
        if self.task is not None:
            self.task.cancel()


class Preparations:
    """All that is being prepared."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._solving: dict[Rules, _Solving] = {}

    def __contains__(self, match: str) -> bool:
        return any(match in solving.wishes for solving in self._solving.values())

    def __len__(self) -> int:
        """How many games are being solved."""
        return len(self._solving)

    def want(self, match: str, wish: Wish) -> None:
        """Sees to it that a match's position is solved."""
        rules = wish.position.game.key, wish.position.options
        solving = self._solving.setdefault(rules, _Solving())
        solving.wishes[match] = wish
        if solving.task is None:
            solving.task = asyncio.create_task(self._solve(rules, solving))

    def drop(self, match: str) -> None:
        """A match waits no longer."""
        for rules, solving in list(self._solving.items()):
            if solving.wishes.pop(match, None) is not None and not solving.wishes:
                del self._solving[rules]
                solving.end()

    async def close(self) -> None:
        """Ends all the work."""
        tasks = [solving.task for solving in self._solving.values() if solving.task is not None]
        for solving in self._solving.values():
            solving.end()
        self._solving.clear()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _solve(self, rules: Rules, solving: _Solving) -> None:
        """Solves the positions of all wishes, one after the other: most are solved with the first."""
        loop = asyncio.get_running_loop()

        def report(found: Report) -> None:
            loop.call_soon_threadsafe(solving.tell, found)

        try:
            while solving.wishes:
                match, wish = next(iter(solving.wishes.items()))
                if wish.player.can_prepare(wish.position):
                    work = partial(wish.player.prepare, wish.position, stop=solving.stop, on_report=report)
                    await self._workers.run(wish.owner, work, study=True)
                if solving.wishes.get(match) is wish:
                    del solving.wishes[match]
                    wish.hear(None)
        except Exception:
            # Nobody waits for this: a bot that is not prepared solves the position when it has to move.
            log.exception("preparing %s failed", rules[0])
        finally:
            if self._solving.get(rules) is solving:
                del self._solving[rules]
