"""`PerfectPlay`: perfect play where a game declares that its options can be solved (`Game.exact`).

The solvers are in `solvers`. Their results are kept, within a memory limit for all games and options together
(`PerfectPlayCache`). A query interrupts solving in advance and uses its results.

Rules about the history of a game (repetition, number of turns) end a line only where they apply; they are not
anticipated. The winner follows the shortest win, so these rules cannot prevent the win.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Lock
from time import perf_counter

from parlour.engine.report import WIN, PrincipalVariation, Report, Stop
from parlour.engine.solve.solvers import ExactSolver, OnProgress, ProofSolver, RetrogradeSolver, SolvedMove, TableSolver
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position

MAX_CACHE_BYTES = 1024 * 1024 * 1024
"""Memory limit for the solved positions of a process."""
LOCK_POLL_S = 0.01
"""Interval at which a waiting query checks whether it was stopped."""

SolverQuestion = Callable[[Position, Stop, "OnProgress | None"], "list[SolvedMove] | None"]


def perfect_play(position: Position) -> PerfectPlay | None:
    """Return the perfect player of a position's game and options, one per process; None if they cannot be solved."""
    if position.game.exact(position.options) is None:
        return None
    return _cache.player(position.game, position.options)


class PerfectPlay:
    """Perfect play of one game with given options. Thread-safe."""

    def __init__(self, game: Game, options: Options, memory_mb: int = 512) -> None:
        ways: dict[str | None, type[ExactSolver]] = {
            "fixpoint": RetrogradeSolver,
            "proof": ProofSolver,
            "table": TableSolver,
        }
        way = ways.get(game.exact(options))
        if way is None:
            raise ValueError(f"{game.title} cannot be solved with these options.")
        if len(game.sides(options)) != 2:
            raise ValueError("Only games for two seats can be solved.")
        self.game = game
        self.options = options
        self._solver = way(game, options, memory_mb)
        self._lock = Lock()
        """Held while solving."""
        self._questions = 0
        self._unasked = Condition()
        """Guards the number of queries, and is notified when there are none."""
        self._aside = Stop()
        """Interrupts solving in advance when there is a query."""

    # ---- Solving in advance ---------------------------------------------------------------------------------------

    def solve(self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None) -> bool:
        """Solve a running position in advance, so that queries about it need no search; return False if stopped.

        Every query interrupts the work, which then continues with all results so far.
        """
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
        """Return the number of solved positions."""
        return self._solver.size()

    def memory_bytes(self) -> int:
        """Return the memory used, in bytes."""
        return self._solver.memory_bytes()

    # ---- Queries --------------------------------------------------------------------------------------------------

    def verdicts(
        self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None
    ) -> list[SolvedMove] | None:
        """Return every legal move with its value, best first; None if stopped.

        The winner prefers a short game. The loser prefers a long game and, at equal length, few winning replies. Drawn
        moves are equal.
        """
        if position.is_over():
            raise ValueError("The game is over: there is nothing to solve.")
        found = self._ask(self._solver.verdicts, position, stop or Stop(), on_progress)
        return None if found is None else sorted(found, key=sort_key)

    def best(
        self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None
    ) -> list[SolvedMove] | None:
        """Return the moves that are equally best; None if stopped.

        Where positions are solved one by one, this only proves that the moves keep the value of the position, which
        takes a fraction of the time of all verdicts.
        """
        if position.is_over():
            raise ValueError("The game is over: there is nothing to play.")
        found = self._ask(self._solver.choices, position, stop or Stop(), on_progress)
        if found is None:
            return None
        least = min(sort_key(one) for one in found)
        return [one for one in found if sort_key(one) == least]

    def _ask(
        self, question: SolverQuestion, position: Position, stop: Stop, on_progress: OnProgress | None
    ) -> list[SolvedMove] | None:
        """Run a query, before solving in advance and after earlier queries; return None if it was stopped, even
        while it was waiting.
        """
        with self._unasked:
            self._questions += 1
            self._aside.set()
        try:
            while not self._lock.acquire(timeout=LOCK_POLL_S):
                if stop.is_set():
                    return None
            try:
                return question(position, stop, on_progress)
            finally:
                self._lock.release()
        finally:
            with self._unasked:
                self._questions -= 1
                self._unasked.notify_all()

    def report(
        self, position: Position, *, stop: Stop | None = None, on_progress: OnProgress | None = None
    ) -> Report | None:
        """Return the verdicts as a report with one line per move; None if stopped."""
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
    """Sort solved moves, the best first; equal for moves that are equally good.

    Moves whose length is known come first: the winner is sure of progress, and the loser of time.
    """
    unknown, turns, moves = one.turns is None, one.turns or 0, one.moves or 0
    if one.result > 0:
        return 0, unknown, turns, moves
    if one.result == 0:
        return (1,)
    return 2, unknown, -turns, -moves, one.replies if one.replies is not None else 0


def _line(one: SolvedMove, seat: int) -> PrincipalVariation:
    score = 0 if one.result == 0 else one.result * (WIN - (one.moves or 0))
    mine = (one.result + 1) / 2
    return PrincipalVariation(
        (one.move,),
        score,
        proven=one.result,
        distance=one.moves,
        turns=one.turns,
        turns_exact=one.turns_exact,
        results=(mine, 1 - mine) if seat == 0 else (1 - mine, mine),
    )


class PerfectPlayCache:
    """The perfect players of a process. Above the memory limit, the least recently used ones are dropped, except the
    one just requested; references to a dropped player stay valid.
    """

    def __init__(self, most: int = MAX_CACHE_BYTES) -> None:
        self.most = most
        self._players: dict[tuple[Game, Options], PerfectPlay] = {}
        """Least recently used first."""
        self._lock = Lock()

    def player(self, game: Game, options: Options) -> PerfectPlay:
        with self._lock:
            player = self._players.pop((game, options), None) or PerfectPlay(game, options)
            used = player.memory_bytes() + sum(other.memory_bytes() for other in self._players.values())
            for other in list(self._players):
                if used <= self.most:
                    break
                used -= self._players.pop(other).memory_bytes()
            self._players[game, options] = player
            return player


_cache = PerfectPlayCache()
