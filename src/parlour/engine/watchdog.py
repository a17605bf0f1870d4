"""Guard a game against a faulty bot: always return a legal move, and log what went wrong.

If the bot raises, hangs or returns an illegal move, the best move its search has reported so far is played instead, or
else any legal move. Use this wherever people play. Matches that measure bots do not use it, because there a fault must
stop the measurement.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from parlour.engine.bot import BotPlayer, TimeBudget
from parlour.engine.protocol.errors import EngineFault
from parlour.engine.report import Report, Stop
from parlour.games.contract.position import Position

log = logging.getLogger("parlour.engine")

EXTRA_SECONDS = 120.0
"""Time beyond its search limit after which a bot is stopped. Solving a game takes longest."""
STOP_GRACE_SECONDS = 5.0
"""Time a bot has to return its move after its stop flag is set."""


def choose(
    player: BotPlayer,
    position: Position,
    *,
    clock: TimeBudget | None = None,
    stop: Stop | None = None,
    on_report: Callable[[Report], None] | None = None,
    interruptible: bool = False,
    max_seconds: float | None = None,
) -> int:
    """Return the bot's move, or a legal replacement. The position must not be over and is not changed.

    The stop flag is set after `max_seconds` (default: the bot's search limit plus `EXTRA_SECONDS`). The bot runs in its
    own thread, so that the calling thread can receive Ctrl-C, which makes an interruptible bot move immediately.
    """
    if position.is_over():
        raise ValueError("the game is over")
    if max_seconds is None:
        max_seconds = (player.settings.seconds or 0.0) + EXTRA_SECONDS
    thread = _BotThread(player, position.copy(), clock, stop or Stop(), on_report)
    if not thread.wait_for_move(max_seconds, interruptible):
        thread.stop.set()
        if not thread.ended.wait(STOP_GRACE_SECONDS):
            log.error("Bot %s did not stop in %s: another move is played", player.bot, position.text())
    move = thread.move
    if move is not None and not position.is_legal(move):
        log.error("Bot %s chose %d, which is illegal in %s: another move is played", player.bot, move, position.text())
        move = None
    return _replacement_move(position, thread.report) if move is None else move


def _replacement_move(position: Position, report: Report | None) -> int:
    """Return the best move that a search has reported, or else the first legal one."""
    if report is not None and report.lines and position.is_legal(report.lines[0].moves[0]):
        return report.lines[0].moves[0]
    first: int = position.moves()[0]
    return first


class _BotThread(Thread):
    """The thread in which a bot searches."""

    def __init__(
        self,
        player: BotPlayer,
        position: Position,
        clock: TimeBudget | None,
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
            self.move = self.player.choose(self.position, clock=self.clock, stop=self.stop, on_report=self.receive)
        except EngineFault as fault:  # of another program: where Parlour was does not matter
            log.error("Bot %s failed in %s: another move is played. %s", self.player.bot, self.position.text(), fault)
        except Exception:
            # A faulty bot must not end a game between people.
            log.exception("Bot %s failed in %s: another move is played", self.player.bot, self.position.text())
        finally:
            self.ended.set()

    def receive(self, report: Report) -> None:
        self.report = report
        if self.on_report is not None:
            self.on_report(report)

    def wait_for_move(self, seconds: float, interruptible: bool) -> bool:
        """Start the search and wait; return False after `seconds`, or at Ctrl-C if the bot is interruptible."""
        try:
            self.start()
            return self.ended.wait(seconds)
        except KeyboardInterrupt:
            if not interruptible:
                raise
            return False
