"""Bots choose their moves by search, by perfect play, by a baseline or at random, within their clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from random import Random

import msgspec

from parlour.engine import levels
from parlour.engine.levels import UNPREDICTABLE, Bot
from parlour.engine.protocol.registry import PREFIX, engine_process
from parlour.engine.report import PROVEN, Limits, PrincipalVariation, Report, Stop, stop_after
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.search.mcts import Mcts
from parlour.engine.search.search_settings import SearchSettings
from parlour.engine.solve.perfect_play import perfect_play
from parlour.engine.solve.solvers import SolveProgress
from parlour.errors import ArgumentError
from parlour.games.contract.argument_checks import check_seat, function, instance
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.plain_game import PlainPosition
from parlour.games.contract.position import COMPILED, Position
from parlour.i18n.errors import localized_error

OPENING_MOVES = 8
"""Number of moves from the start in which a bot varies its play."""
MAX_SECONDS, MAX_LATER_SECONDS = 2.0, 0.8
"""Longest search of a bot that is limited by nodes, in seconds, on slow machines or in slow games: for the first move
of a turn and for each later one."""
UNPREDICTABLE_MARGIN_DIVISOR, UNPREDICTABLE_NODE_FACTOR = 12, 2
"""An unpredictable bot may play moves that lose up to this fraction of `Game.score_scale`. It searches this many times
the nodes, because several principal variations cost more; this makes it about as strong as a balanced bot."""
MAX_ENGINE_SECONDS = 60.0
FIRST_SEARCH_SHARE, LATER_SEARCH_SHARE = 0.9, 0.03
"""Shares of the seconds of a turn: for the search of its first move, and for each later move that this search did not
foresee. Turns have at most four moves."""
CLOCK_RESERVE_S = 1.0
BLUNDER_NODES = 30_000
"""Node limit of the one-ply search: capture sequences can be very long."""
COMPILED_NODE_S = 2e-6
"""Maximum seconds per node in a compiled game; the node limit of slower games is reduced in proportion."""


class TimeBudget(msgspec.Struct, frozen=True):
    """The clock of a bot, in seconds: time left, increment per turn, longest time for one move."""

    left: float | None = None
    increment: float = 0.0
    per_move: float | None = None

    def budget(self) -> float | None:
        """Return the time limit of the next move so that the clock lasts for the game; None without a limit.

        The last second is reserved for overhead other than search: with less time left the bot moves immediately.

        >>> TimeBudget(61.0).budget()
        2.0
        >>> TimeBudget(1.0, increment=5.0).budget()
        0.2
        """
        limits = []
        if self.left is not None:
            thinking = max((self.left - CLOCK_RESERVE_S) / 30, self.left / 500)
            limits.append(min(thinking + 0.7 * self.increment, self.left / 5))
        if self.per_move is not None:
            limits.append(max(0.8 * self.per_move - 0.05, self.per_move / 4))
        return min(limits) if limits else None


class BotPlayer:
    """A bot with its search state, for one game; the same seed and game give the same moves (levels 1 to 7)."""

    def __init__(self, bot: Bot, game: Game, options: Options, seed: int = 0) -> None:
        self.bot = bot
        self.game, self.options = game, options
        self.seed = seed if bot.seed is None else bot.seed
        self._higher: BotPlayer | None = None
        self._share = 0.0
        mixed = levels.between(bot)
        if mixed is not None:
            bot, higher, self._share = mixed
            self._higher = BotPlayer(higher, game, options, self.seed)
        self.settings = levels.settings(bot, game, options, check_engine=False)
        self.report: Report | None = None
        """Report of the last search, if the last move was found by search."""
        self._weights = next((style.weights for style in game.styles if style.key == bot.style), {})
        self._search: AlphaBeta | Mcts | None = None
        self._baseline = game.baselines()[self.settings.baseline](self.seed) if self.settings.baseline else None
        self._plan: tuple[int, ...] = ()
        """All moves of the game up to the end of the bot's turn, as far as its last timed search has foreseen them."""
        self._longest = 0.0
        """Longest time the baseline, which has no time control, has taken for a move so far."""

    def can_prepare(self, position: Position) -> bool:
        """Return whether a position must be solved before this bot can play perfectly without delay."""
        if self._checked(position).is_over():
            return False
        asked = [one.settings for one in (self, self._higher) if one is not None]
        exact = perfect_play(position) if any(one.method == "exact" and one.blunder_rate < 1 for one in asked) else None
        return exact is not None and not exact.is_ready(position)

    def prepare(
        self, position: Position, *, stop: Stop | None = None, on_report: Callable[[Report], None] | None = None
    ) -> bool:
        """Solve a position for which `can_prepare` is true, for this and all other bots; return False if stopped.

        This takes seconds, so call it in the background. A bot that has to move meanwhile continues the work itself.
        """
        _check_watchers(stop, on_report)
        exact = perfect_play(self._unfinished(position))
        return exact is None or exact.solve(position, stop=stop, on_progress=_as_report(on_report))

    def choose(
        self,
        position: Position,
        *,
        clock: TimeBudget | None = None,
        stop: Stop | None = None,
        on_report: Callable[[Report], None] | None = None,
    ) -> int:
        """Return a legal move; the position is not changed. Setting `stop` makes the bot move immediately."""
        instance(clock, TimeBudget | None, "clock")
        _check_watchers(stop, on_report)
        moves = self._unfinished(position).moves()
        self.report = None
        random = Random(f"{self.seed} {len(position.played)} {position.key}")
        method = self.settings.method
        if self._higher is not None and random.random() < self._share:
            move = self._higher.choose(position, clock=clock, stop=stop, on_report=on_report)
            self.report = self._higher.report
            return move
        if method == "random":
            return random.choice(moves)
        if len(moves) == 1:
            return moves[0]
        played = position.played
        if self.settings.seconds and played == self._plan[: len(played)] and len(played) < len(self._plan):
            planned = self._plan[len(played)]
            if planned in moves:
                return planned
        budget = clock.budget() if clock is not None else None
        if method == "engine":
            return self._ask_engine(position, budget, stop)
        if self._baseline is not None and (budget is None or self._longest <= budget):
            return self._ask_baseline(position)
        seen = position.copy()
        seen.weigh(self._weights)
        if method == "exact":
            return self._exact(seen, random, stop, budget, on_report)
        if random.random() < self.settings.blunder_rate:
            return self._choose_noisily(seen, random, budget)
        return self._think(seen, random, self._limits(seen, budget), stop, on_report)

    # ---- Choosing a move ------------------------------------------------------------------------------------------

    def _think(
        self,
        position: Position,
        random: Random,
        limits: Limits,
        stop: Stop | None,
        on_report: Callable[[Report], None] | None,
    ) -> int:
        margin = self.settings.margin if len(position.played) < OPENING_MOVES else 0
        if self.bot.style == UNPREDICTABLE:
            margin = max(margin, position.game.score_scale // UNPREDICTABLE_MARGIN_DIVISOR, 1)
            limits = msgspec.structs.replace(limits, nodes=limits.nodes and limits.nodes * UNPREDICTABLE_NODE_FACTOR)
        vary = margin > 0
        search = self._searcher()
        self.report = search.search(position, limits, lines=4 if vary else 1, stop=stop, on_report=on_report)
        best = self.report.lines[0]
        if vary and abs(best.score) <= PROVEN:
            near = [line for line in self.report.lines if line.score >= best.score - margin and line.proven != -1]
            best = random.choice(near or [best])
        self._plan = (*position.played, *_moves_of_turn(position, best.moves))
        return best.moves[0]

    def _ask_engine(self, position: Position, budget: float | None, stop: Stop | None) -> int:
        seconds = min(limit for limit in (self.settings.seconds, budget, MAX_ENGINE_SECONDS) if limit is not None)
        with engine_process(str(self.bot.level).removeprefix(PREFIX)) as process:
            return process.choose(position, seconds=seconds, stop=stop)

    def _ask_baseline(self, position: Position) -> int:
        assert self._baseline is not None
        began = time.perf_counter()
        move = self._baseline(position)
        self._longest = max(self._longest, time.perf_counter() - began)
        return move

    def _choose_noisily(self, position: Position, random: Random, budget: float | None) -> int:
        """Return the best move of a one-ply search with noise; immediate wins and losses are always found."""
        search = self._searcher()
        looked = search.search(
            position, Limits(depth=1, nodes=BLUNDER_NODES, seconds=budget), lines=len(position.moves())
        )

        def worth(line: PrincipalVariation) -> float:
            sure = abs(line.score) > PROVEN
            return line.score if sure else line.score + random.gauss(0, max(self.settings.eval_noise, 1))

        return max(looked.lines, key=worth).moves[0]

    def _exact(
        self,
        position: Position,
        random: Random,
        stop: Stop | None,
        budget: float | None,
        on_report: Callable[[Report], None] | None,
    ) -> int:
        """Return a perfect move or, at the blunder rate, a random one that wins or does not lose immediately."""
        if random.random() >= self.settings.blunder_rate:
            exact, report_progress = perfect_play(position), _as_report(on_report)
            with stop_after(budget, stop) as timeout:
                best = None if exact is None else exact.best(position, stop=timeout, on_progress=report_progress)
            if best:
                return random.choice([verdict.move for verdict in best])
            # Stopped before anything was solved: a short search still finds a decent move.
            return AlphaBeta(table_mb=1).search(position, Limits(nodes=2000)).lines[0].moves[0]
        moves = position.moves()
        results = {move: _result_at_once(position, move) for move in moves}
        won = [move for move in moves if results[move] == 1]
        careless = random.random() * 100 < self.settings.eval_noise
        safe = [] if careless else [move for move in moves if results[move] != 0]
        return random.choice(won or safe or moves)

    # ---- Limits ---------------------------------------------------------------------------------------------------

    def _searcher(self) -> AlphaBeta | Mcts:
        if self._search is None:
            if self.settings.method == "mcts":
                self._search = Mcts(seed=self.seed)
            else:
                settings = SearchSettings(contempt=self.settings.contempt)
                self._search = AlphaBeta(64 if self.settings.seconds else 2, settings)
        if isinstance(self._search, AlphaBeta) and not self.settings.seconds:
            self._search.clear()  # results for an earlier move must not influence this one
        return self._search

    def _limits(self, position: Position, budget: float | None) -> Limits:
        wanted = self.settings
        within = _is_within_turn(position)
        seconds = MAX_LATER_SECONDS if within else MAX_SECONDS
        if wanted.seconds is not None:
            seconds = wanted.seconds * (LATER_SEARCH_SHARE if within else FIRST_SEARCH_SHARE)
        if budget is not None:
            seconds = min(seconds, budget)
        nodes = wanted.nodes
        if nodes is not None:
            nodes = max(1, int(nodes / max(1.0, node_cost(position) / COMPILED_NODE_S)))
        return Limits(depth=wanted.depth, nodes=nodes, seconds=seconds, threads=wanted.threads)

    # ---- Offers ---------------------------------------------------------------------------------------------------

    def accepts_draw(self, position: Position, seat: int) -> bool:
        """Return whether the bot in a seat accepts a draw: only if its score is clearly negative."""
        check_seat(self._unfinished(position), seat)
        if self.settings.method == "random":
            return Random(f"{self.seed} draw {position.key}").random() < 0.5
        return self.outlook(position, seat) <= -20

    def outlook(self, position: Position, seat: int) -> int:
        """Return the score of a position for a seat, in hundredths, from a short search."""
        check_seat(self._unfinished(position), seat)
        looked = self._searcher().search(position, Limits(nodes=20_000, seconds=0.5))
        score = looked.lines[0].score
        return score if position.seat == seat else -score

    # ---- Arguments ------------------------------------------------------------------------------------------------

    def _checked(self, position: Position) -> Position:
        """Return a position of the bot's game; raise `ArgumentError` for anything else."""
        instance(position, Position, "position")
        if position.game.key != self.game.key or position.options != self.options:
            raise localized_error(ArgumentError, "shared.argument.position", game=self.game.title)
        return position

    def _unfinished(self, position: Position) -> Position:
        if self._checked(position).is_over():
            raise localized_error(ArgumentError, "shared.over")
        return position


def _check_watchers(stop: Stop | None, on_report: Callable[[Report], None] | None) -> None:
    instance(stop, Stop | None, "stop")
    if on_report is not None:
        function(on_report, "on_report")


def _as_report(on_report: Callable[[Report], None] | None) -> Callable[[SolveProgress], None] | None:
    """Return a callback that passes the progress of solving on as reports."""
    if on_report is None:
        return None
    began = time.perf_counter()

    def report_progress(progress: SolveProgress) -> None:
        seconds = time.perf_counter() - began
        on_report(Report((), 0, progress.positions, seconds, {}, finished=False, solved=progress.share))

    return report_progress


def _is_within_turn(position: Position) -> bool:
    """Return whether the seat to move has also played the last move."""
    if not position.played:
        return False
    before = position.copy()
    before.undo()
    return before.seat == position.seat


def _moves_of_turn(position: Position, line: tuple[int, ...]) -> tuple[int, ...]:
    """Return the moves of a line up to the end of the turn."""
    after = position.copy()
    for count, move in enumerate(line):
        if after.seat != position.seat:
            return line[:count]
        after.play(move)
    return line


def _result_at_once(position: Position, move: int) -> float | None:
    """Return the mover's result if a move ends the game, else None."""
    outcome = position.after(move).outcome()
    return None if outcome is None else outcome.results[position.seat]


def node_cost(position: Position) -> float:
    """Return the seconds needed to make a move and generate the next ones in this game. Compiled games get a constant,
    so that levels do not depend on the machine.
    """
    if COMPILED and not isinstance(position, PlainPosition):
        return COMPILED_NODE_S
    return _measured_cost(position.game, position.options)


@lru_cache(maxsize=64)
def _measured_cost(game: Game, options: Options) -> float:
    position = game.start(options)
    began = time.perf_counter()
    made = position.playouts(1, seed=1, limit=30)
    return (time.perf_counter() - began) / max(made, 1)
