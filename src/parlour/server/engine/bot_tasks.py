"""Tasks of bots: choose a move, answer a draw offer, and solve a game in advance."""

from __future__ import annotations

import hashlib
import logging
from typing import Generic

import msgspec

from parlour.engine import levels, watchdog
from parlour.engine.analysis import score_text
from parlour.engine.bot import BotPlayer, TimeBudget
from parlour.engine.levels import Bot
from parlour.engine.report import Report
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.server.engine.tasks import R_co, SearchTask, TaskContext
from parlour.server.games.views import write_turns

QUICK_SECONDS = 1.0
QUICK_NODES = 120_000
"""Nodes of level 7."""

log = logging.getLogger("parlour.server")


def make_player(bot: Bot, game: Game, options: Options, name: str) -> BotPlayer:
    """Return the player of a bot; without a seed it gets one from its match, so that a restart does not change it."""
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")
    try:
        return BotPlayer(bot, game, options, seed)
    except levels.BotError:
        # A stored match may name a baseline or a style that its game no longer has.
        log.exception("Bot %s does not exist in %s: random moves are played", bot, game.key)
        return BotPlayer(Bot(levels.LOWEST), game, options, seed)


def is_quick(bot: Bot, game: Game, options: Options) -> bool:
    """Return whether a bot moves within about a second, as levels 1 to 7 do.

    >>> from parlour.games import game
    >>> [is_quick(Bot(level), game("surakarta"), game("surakarta").check({})) for level in (1, 7, 7.5, 8)]
    [True, True, False, False]
    """
    try:
        mixed = levels.between(bot)
        strongest = bot if mixed is None else mixed[1]
        found = levels.settings(strongest, game, options)
    except levels.BotError:
        return True  # random moves are played
    if found.method in ("alphabeta", "mcts"):
        in_time = found.seconds is not None and found.seconds <= QUICK_SECONDS
        return in_time or (found.seconds is None and found.nodes is not None and found.nodes <= QUICK_NODES)
    if found.method == "exact":
        return isinstance(strongest.level, int) and strongest.level < max(levels.ALPHABETA)
    return found.method == "random"


class BotReport(msgspec.Struct, frozen=True):
    """The progress of a bot's search; while it solves the game, the share of the work that is done."""

    depth: int
    nodes: int
    seconds: float
    solved: float | None = None
    score: str | None = None
    line: tuple[str, ...] = ()


class BotTask(SearchTask[R_co], Generic[R_co], frozen=True, kw_only=True):
    """A task of a bot; `name` is its match and seat."""

    bot: Bot
    name: str

    def player(self) -> BotPlayer:
        """Return a new player of the bot."""
        return make_player(self.bot, self.position.game, self.position.options, self.name)


class BotMoveTask(BotTask[str], frozen=True, kw_only=True, tag="bot-move"):
    """Choose a legal move, and return its notation. `show_line`: report the score and the line, too."""

    result = str
    progress = BotReport
    version: int
    """Identifies the position within the match."""
    clock: TimeBudget | None
    max_seconds: float
    show_line: bool = False

    @property
    def key(self) -> str:
        return f"{self.name} {self.version}"

    def run(self, context: TaskContext) -> str:
        player = context.memory.take(self.name, self.player)
        assert isinstance(player, BotPlayer)

        def report(found: Report) -> None:
            context.report(lambda: self._report(found))

        move = watchdog.choose(
            player,
            self.position,
            clock=self.clock,
            stop=context.stop,
            on_report=report,
            max_seconds=self.max_seconds,
        )
        if not context.stop.is_set():  # otherwise its thread may still be running
            context.memory.put(self.name, player)
        return self.position.write_move(move)

    def _report(self, found: Report) -> BotReport:
        if not self.show_line or not found.lines:
            return BotReport(found.depth, found.nodes, found.seconds, found.solved)
        best = found.lines[0]
        score, line = score_text(self.position, best), write_turns(self.position, best.moves)
        return BotReport(found.depth, found.nodes, found.seconds, found.solved, score, line)


class DrawTask(BotTask[bool], frozen=True, kw_only=True, tag="draw"):
    """Decide whether the bot in a seat accepts a draw."""

    result = bool
    seat: int

    def run(self, context: TaskContext) -> bool:
        return self.player().accepts_draw(self.position, self.seat)


class SolveTask(BotTask[None], frozen=True, kw_only=True, tag="solve"):
    """Solve a game for bots that play perfectly; the solution stays in the memory of the process."""

    result = None
    progress = BotReport

    def run(self, context: TaskContext) -> None:
        player = self.player()
        if player.can_prepare(self.position):
            player.prepare(
                self.position,
                stop=context.stop,
                on_report=lambda found: context.report(
                    lambda: BotReport(found.depth, found.nodes, found.seconds, found.solved)
                ),
            )
