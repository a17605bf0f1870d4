"""`PerfectPlay`: perfect play where a game declares that its options can be solved (`Game.exact`).

The solvers are in `solvers`. Their results are kept, within a memory limit for all games and options together
(`PerfectPlayCache`). A question interrupts solving in advance and uses its results.

Rules about the history of a game (repetition, number of turns) end a line only where they really do; they are not
anticipated. The winner follows the shortest win, so these rules cannot take the win away.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Lock
from time import perf_counter

from parlour.engine.report import WIN, PrincipalVariation, Report, Stop
from parlour.engine.solve.solvers import ExactSolver, OnProgress, ProofSolver, RetrogradeSolver, SolvedMove
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position

MAX_CACHE_BYTES = 1024 * 1024 * 1024
"""Memory limit for the solved positions of a process."""
LOCK_POLL_S = 0.01
"""Interval at which a waiting question checks whether it was stopped."""

Question = Callable[[Position, Stop, "OnProgress | None"], "list[SolvedMove] | None"]


def perfect_play(position: Position) -> PerfectPlay | None:
    """Return the perfect player of a position's game and options, one per process; None if they cannot be solved."""
    if position.game.exact(position.options) is None:
        return None
    return _cache.player(position.game, position.options)


class PerfectPlay:
    """Perfect play of one game with given options. Thread-safe."""

    def __init__(self, game: Game, options: Options, memory_mb: int = 512) -> None:
        ways: dict[str | None, type[ExactSolver]] = {"fixpoint": RetrogradeSolver, "proof": ProofSolver}
        way = ways.get(game.exact(options))
        if way is None:
            raise ValueError(f"{game.title} has no exact play with these options.")
        if len(game.sides(options)) != 2:
            raise ValueError("Exact play is for two seats.")
        self.game = game
        self.options = options
        self._solver = way(game, options, memory_mb)
        self._lock = Lock()
        """Whoever holds it solves."""
        self._questions = 0
        self._unasked = Condition()
        """Guards the number of questions, and tells when there is none."""
        self._aside = Stop()
        """Ends the solving ahead, for a question."""

    # ---- Ahead of questions ---------------------------------------------------------------------------------------

    def solve(self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None) -> bool:
        """Finds out a running position's value, so that questions about it are answered at once; False if it was
        stopped. Whenever somebody asks a question it stands aside, and then goes on with all that is known."""
        root, stop = position.copy(), stop or Stop()
        solved = False
        while not solved and not stop.is_set():
            with self._unasked:
                self._unasked.wait_for(lambda: self._questions == 0, LOCK_POLL_S)
            if not self._lock.acquire(timeout=LOCK_POLL_S):
                continue
            try:
                with self._unasked:
                    if self._questions:
                        continue
                    aside = self._aside = Stop(cause=stop)
                solved = self._solver.solve(root, aside, on_progress)
            finally:
                self._lock.release()
        return solved

    def is_ready(self, position: Position) -> bool:
        """Return whether a position's value is already known, without waiting."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            return self._solver.known(position)
        finally:
            self._lock.release()

    def positions(self) -> int:
        """Return how many positions are known."""
        return self._solver.size()

    def held(self) -> int:
        """How much memory that takes, in bytes."""
        return self._solver.held()

    # ---- Asking ---------------------------------------------------------------------------------------------------

    def verdicts(
        self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None
    ) -> list[SolvedMove] | None:
        """Every legal move with what it is worth, the best first; None if it was stopped.

        A winner wants to win soon. Whoever is lost wants a long game and, in games of equal length, few replies that
        win. Drawn moves are equal.
        """
        if position.is_over():
            raise ValueError("The game is over: there is nothing to solve.")
        found = self._ask(self._solver.verdicts, position, stop or Stop(), on_progress)
        return None if found is None else sorted(found, key=sort_key)

    def best(
        self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None
    ) -> list[SolvedMove] | None:
        """The moves that are equally best, for a player; None if it was stopped.

        Where positions are solved one by one, no more is found out than that these moves keep the value of the
        position: that takes a fraction of the time for all the verdicts.
        """
        if position.is_over():
            raise ValueError("The game is over: there is nothing to play.")
        found = self._ask(self._solver.choices, position, stop or Stop(), on_progress)
        if found is None:
            return None
        least = min(sort_key(one) for one in found)
        return [one for one in found if sort_key(one) == least]

    def _ask(
        self, question: Question, position: Position, stop: Stop, tell: OnProgress | None
    ) -> list[SolvedMove] | None:
        """Puts a question, before what is solved ahead and after the questions of others; None if it was stopped, also
        while it waited."""
        with self._unasked:
            self._questions += 1
            self._aside.set()
        try:
            while not self._lock.acquire(timeout=LOCK_POLL_S):
                if stop.is_set():
                    return None
            try:
                return question(position, stop, tell)
            finally:
                self._lock.release()
        finally:
            with self._unasked:
                self._questions -= 1
                self._unasked.notify_all()

    def report(
        self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None
    ) -> Report | None:
        """The verdicts as a report, one line a move; None if it was stopped."""
        began = perf_counter()
        found = self.verdicts(position, stop=stop, on_progress=on_progress)
        if found is None:
            return None
        lines = tuple(_line(one, position.seat) for one in found)
        return Report(
            lines=lines,
            depth=max(line.distance or 0 for line in lines),
            nodes=self._solver.size(),
            seconds=perf_counter() - began,
            stats={"positions": self._solver.size()},
            finished=True,
        )


def sort_key(one: SolvedMove) -> tuple[int, ...]:
    """Sort solved moves, the best first; equal for moves that are equally good."""
    length = (one.turns or 0, one.moves or 0)
    if one.result > 0:
        return 0, *length
    if one.result == 0:
        return (1,)
    return 2, -length[0], -length[1], one.replies if one.replies is not None else 0


def _line(one: SolvedMove, seat: int) -> PrincipalVariation:
    score = 0 if one.result == 0 else one.result * (WIN - (one.moves or 0))
    mine = (one.result + 1) / 2
    return PrincipalVariation(
        (one.move,),
        score,
        proven=one.result,
        distance=one.moves,
        turns=one.turns,
        results=(mine, 1 - mine) if seat == 0 else (1 - mine, mine),
    )


class PerfectPlayCache:
    """The exact players of a process. When they hold more than they may, those that nobody has asked for longest are
    forgotten; whoever has one in hand goes on with it. The one that is asked for is never forgotten."""

    def __init__(self, most: int = MAX_CACHE_BYTES) -> None:
        self.most = most
        self._players: dict[tuple[Game, Options], PerfectPlay] = {}
        """The last asked for stands last."""
        self._lock = Lock()

    def player(self, game: Game, options: Options) -> PerfectPlay:
        with self._lock:
            player = self._players.pop((game, options), None) or PerfectPlay(game, options)
            held = player.held() + sum(other.held() for other in self._players.values())
            for other in list(self._players):
                if held <= self.most:
                    break
                held -= self._players.pop(other).held()
            self._players[game, options] = player
            return player


_cache = PerfectPlayCache()
