"""A bot in the terminal: its thinking is shown, and Ctrl-C makes it move at once instead of ending the game.

What a bot has to solve is begun while people think.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import TextIO, TypeVar

from parlour.engine import watchdog
from parlour.engine.analysis import score_text
from parlour.engine.bot import BotPlayer
from parlour.engine.report import Report, Stop
from parlour.games.contract.position import Position
from parlour.i18n.catalogue import ENGLISH
from parlour.terminal.text import terminal_text


def think(
    player: BotPlayer, position: Position, out: TextIO | None, *, interruptible: bool, language: str = ENGLISH
) -> int:
    """The bot's move. With an output the depth, score and best line are shown there while it thinks.

    Ctrl-C makes an interruptible bot move with what it has; otherwise it goes on its way and ends the program.
    """

    def show(report: Report) -> None:
        if out is not None:
            out.write("\r\x1b[K" + thought(position, report, language)[:78])
            out.flush()

    move = watchdog.choose(player, position, on_report=show, interruptible=interruptible)
    if out is not None:
        out.write("\r\x1b[K")
        out.flush()
    return move


class Preparing:
    """The solving, in a thread of its own, of what the bots at a table play perfectly. A bot whose turn comes takes the
    work over and shows how far it is."""

    def __init__(self) -> None:
        self.stop = Stop()

    def begin(self, players: Iterable[BotPlayer], position: Position) -> None:
        """Prepares the bots of another table than before."""
        self.end()
        player = next((player for player in players if player.can_prepare(position)), None)
        if player is not None:
            stop, root = Stop(), position.copy()
            self.stop = stop
            Thread(target=lambda: player.prepare(root, stop=stop), name="preparing", daemon=True).start()

    def end(self) -> None:
        """Gives it up; what has been found is kept."""
        self.stop.set()


Found = TypeVar("Found")


def in_thread(work: Callable[[], Found], stop: Stop) -> Found:
    """The result of some work, done in a thread of its own so that this one hears Ctrl-C, which then sets `stop`."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        while True:
            try:
                return future.result()
            except KeyboardInterrupt:
                stop.set()


def thought(position: Position, report: Report, language: str = ENGLISH) -> str:
    """A report in a line: depth, score, what it expects."""
    if report.solved is not None:
        return terminal_text("thought.solving", language, percent=f"{100 * report.solved:.0f}")
    if not report.lines:
        return terminal_text("thought.none", language)
    best = report.lines[0]
    walker = position.copy()
    moves = []
    for move in best.moves[:6]:
        moves.append(walker.write_move(move))
        walker.play(move)
    score = score_text(position, best, language)
    return terminal_text("thought.line", language, depth=report.depth, score=score, moves=" ".join(moves))


def shows_thinking() -> TextIO | None:
    """Where thinking is shown: on standard error, if somebody looks at it."""
    return sys.stderr if sys.stderr.isatty() else None
