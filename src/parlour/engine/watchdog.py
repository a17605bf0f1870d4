"""A watchdog beside a bot: if the bot fails, does not come back or wants what is illegal, a move is played for it.

The game goes on with the best move that was found, or any legal one, and the log says what happened. Games that people
play need this; matches that measure bots do not use it, because there a fault must be seen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from parlour.engine.bot import BotPlayer, Clock
from parlour.engine.report import Report, Stop
from parlour.games.contract.position import Position

log = logging.getLogger("parlour.engine")

PATIENCE = 120.0
"""So many seconds beyond its thinking time a bot may take: solving a game is the longest it ever needs."""
GRACE = 5.0
"""So many seconds it has to come back when it was told to stop."""


def choose(
    player: BotPlayer,
    position: Position,
    *,
    clock: Clock | None = None,
    stop: Stop | None = None,
    on_report: Callable[[Report], None] | None = None,
    interruptible: bool = False,
    patience: float = PATIENCE,
    grace: float = GRACE,
) -> int:
    """The bot's move, or one played for it: legal in any case. The position, which must not be over, stays as it is.

    The bot thinks in a thread of its own, so that this one hears Ctrl-C, which makes an interruptible bot move at once.
    """
    if position.is_over():
        raise ValueError("the game is over")
    watched = _Watched(player, position.copy(), clock, stop or Stop(), on_report)
    if not watched.think(patience + (player.settings.seconds or 0.0), interruptible):
        watched.stop.set()
        if not watched.ended.wait(grace):
            log.error("%s did not come back; a move is played for it in %s", player.bot, position.text())
    move = watched.move
    if move is not None and not position.is_legal(move):
        log.error("%s wanted %d, which is illegal in %s; another move is played", player.bot, move, position.text())
        move = None
    return makeshift(position, watched.report) if move is None else move


def makeshift(position: Position, report: Report | None) -> int:
    """The best move that a search had found, or any."""
    if report is not None and report.lines and position.is_legal(report.lines[0].moves[0]):
        return report.lines[0].moves[0]
    return position.moves()[0]


class _Watched(Thread):
    """The thread in which a bot thinks."""

    def __init__(
        self,
        player: BotPlayer,
        position: Position,
        clock: Clock | None,
        stop: Stop,
        on_report: Callable[[Report], None] | None,
    ) -> None:
        super().__init__(name="bot", daemon=True)
        self.player = player
        self.position = position
        self.clock = clock
        self.stop = stop
        self.on_report = on_report
        self.report: Report | None = None
        self.move: int | None = None
        self.ended = Event()

    def run(self) -> None:
        try:
            self.move = self.player.choose(self.position, clock=self.clock, stop=self.stop, on_report=self.hear)
        except Exception:
            # Whatever is wrong with a bot, the game goes on.
            log.exception("%s failed; a move is played for it in %s", self.player.bot, self.position.text())
        finally:
            self.ended.set()

    def hear(self, report: Report) -> None:
        self.report = report
        if self.on_report is not None:
            self.on_report(report)

    def think(self, seconds: float, interruptible: bool) -> bool:
        """Lets the bot think; whether it came back in time, and before Ctrl-C where that is for the bot."""
        try:
            self.start()
            return self.ended.wait(seconds)
        except KeyboardInterrupt:
            if not interruptible:
                raise
            return False
