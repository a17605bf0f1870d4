"""Bots in the terminal: show the search, and let Ctrl-C make the bot move immediately instead of ending the game.

Games that a bot must solve are solved in the background while people think.
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
    """Return the bot's move. With an output, show depth, score and best line there during the search.

    Ctrl-C makes an interruptible bot move with its best move so far; otherwise it ends the program.
    """

    def show(report: Report) -> None:
        if out is not None:
            out.write("\r\x1b[K" + format_report(position, report, language)[:78])
            out.flush()

    move = watchdog.choose(player, position, on_report=show, interruptible=interruptible)
    if out is not None:
        out.write("\r\x1b[K")
        out.flush()
    return move


class BackgroundSolver:
    """Solve in a background thread what the bots at a table play perfectly. A bot whose turn comes takes over the
    solver and shows its progress.
    """

    def __init__(self) -> None:
        self.stop = Stop()

    def begin(self, players: Iterable[BotPlayer], position: Position) -> None:
        """Start solving for the bots of a table."""
        self.end()
        player = next((player for player in players if player.can_prepare(position)), None)
        if player is not None:
            stop, root = Stop(), position.copy()
            self.stop = stop
            Thread(target=lambda: player.prepare(root, stop=stop), name="background solver", daemon=True).start()

    def end(self) -> None:
        """Stop solving; results so far are kept."""
        self.stop.set()


Found = TypeVar("Found")


def run_in_thread(work: Callable[[], Found], stop: Stop) -> Found:
    """Run work in a thread, so that this one receives Ctrl-C, which sets `stop`."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        while True:
            try:
                return future.result()
            except KeyboardInterrupt:
                stop.set()


def format_report(position: Position, report: Report, language: str = ENGLISH) -> str:
    """Format a report as one line: depth, score, principal variation."""
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


def thinking_output() -> TextIO | None:
    """Return where to show the search: standard error, if it is a terminal."""
    return sys.stderr if sys.stderr.isatty() else None
