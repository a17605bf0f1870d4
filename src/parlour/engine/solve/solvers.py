"""Three solvers, and the values of moves from each.

`TableSolver` looks up stored values. `RetrogradeSolver` visits every position of a small game, which
may have cycles (`retrograde`). `ProofSolver` proves single positions on demand, in games that are too large for that
and in which no position repeats (`proof`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import msgspec

from parlour.engine.report import Limits, Stop
from parlour.engine.search.alphabeta import AlphaBeta
from parlour.engine.solve.proof import Prover
from parlour.engine.solve.retrograde import PositionGraph
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.games.contract.solution import Solution

BATCH_SIZE = 4096
"""Number of positions between two checks of the clock and of progress, in retrograde analysis."""
MAX_CHOICE_NODES = 100_000
"""Node limit of the search that chooses among wins whose length is not stored; less than half a second."""
MAX_REPLY_VISITS = 40_000
"""Node limit of counting the winning replies in a lost position solved by proof search."""


class SolvedMove(msgspec.Struct, frozen=True):
    """The value of a legal move, with best play of both sides after it.

    `result` is 1, 0 or -1 for the seat that plays it. `turns` and `moves`, this one included, are the length of a win
    or a loss: exact if `turns_exact`, else that of the proof found (a win takes no longer). `replies` is the number of
    the opponent's winning replies, if all moves lose and counting them is quick.
    """

    move: int
    result: int
    turns: int | None = None
    moves: int | None = None
    replies: int | None = None
    turns_exact: bool = False


class SolveProgress(msgspec.Struct, frozen=True):
    """Progress of solving: number of known positions, and the approximate share of the work done."""

    positions: int
    share: float


OnProgress = Callable[[SolveProgress], None]
SolverValue = tuple[int, int | None, int | None]
"""A result for the seat to move (1, 0, -1), and its length in turns and moves unless it is a draw."""


class ExactSolver(ABC):
    """Base of the solvers: computes the verdicts of a position from the values of its successors."""

    turns_exact: bool
    """Whether the numbers of turns that the solver knows are those of best play, not of some proof."""

    def __init__(self, game: Game, options: Options, memory_mb: int) -> None:
        self.game = game
        self.options = options
        self.memory_mb = memory_mb

    @abstractmethod
    def solve(self, root: Position, stop: Stop, on_progress: OnProgress | None) -> bool:
        """Compute the value of a position; return False if stopped."""

    @abstractmethod
    def known(self, position: Position) -> bool:
        """Return whether the value of a position is known."""

    @abstractmethod
    def size(self) -> int:
        """Return the number of known positions."""

    @abstractmethod
    def memory_bytes(self) -> int:
        """Return the memory used, in bytes."""

    @abstractmethod
    def after(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> SolverValue | None:
        """Return the value of a running position for its seat to move, with its length in turns and moves."""

    def verdicts(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> list[SolvedMove] | None:
        walker = position.copy()
        found = []
        for move in position.moves():
            one = self.verdict(walker, move, stop, on_progress)
            if one is None:
                return None
            found.append(one)
        if all(one.result < 0 for one in found):
            found = [msgspec.structs.replace(one, replies=self.replies(walker, one.move, stop)) for one in found]
        return None if stop.is_set() else found

    def choices(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> list[SolvedMove] | None:
        """Return the verdicts that a player chooses from: at least one of the best moves."""
        return self.verdicts(position, stop, on_progress)

    def verdict(self, walker: Position, move: int, stop: Stop, on_progress: OnProgress | None) -> SolvedMove | None:
        """Return the value of a legal move, None if stopped; the position is not changed."""
        seat = walker.seat
        walker.play(move)
        try:
            outcome = walker.outcome()
            if outcome is not None:
                return SolvedMove(move, round(2 * outcome.results[seat]) - 1, 1, 1, turns_exact=True)
            known = self.after(walker, stop, on_progress)
            if known is None:
                return None
            result, turns, moves = known
            if walker.seat != seat:
                result, turns = -result, None if turns is None else turns + 1
            return SolvedMove(
                move,
                result,
                turns,
                None if moves is None else moves + 1,
                turns_exact=self.turns_exact and turns is not None,
            )
        finally:
            walker.undo()

    def replies(self, walker: Position, move: int, stop: Stop) -> int | None:
        """Return the number of the opponent's winning replies to a losing move.

        Within a turn, this is the number after its best continuation.
        """
        seat = walker.seat
        walker.play(move)
        try:
            if walker.is_over():
                return 0
            if walker.seat == seat:
                rest = [self.replies(walker, step, stop) for step in walker.moves()]
                return None if None in rest else min(count for count in rest if count is not None)
            count = 0
            for reply in walker.moves():
                one = self.verdict(walker, reply, stop, None)
                if one is None:
                    return None
                count += one.result > 0
            return count
        finally:
            walker.undo()


class RetrogradeSolver(ExactSolver):
    """Solves all positions together. Most are reached from the start; any other set-up gets its own graph."""

    turns_exact = True

    def __init__(self, game: Game, options: Options, memory_mb: int) -> None:
        super().__init__(game, options, memory_mb)
        self.graphs: list[PositionGraph] = []
        self.unfinished: PositionGraph | None = None

    def size(self) -> int:
        return sum(graph.size for graph in self.graphs)

    def memory_bytes(self) -> int:
        graphs = self.graphs if self.unfinished is None else [*self.graphs, self.unfinished]
        return sum(graph.memory_bytes() for graph in graphs)

    def known(self, position: Position) -> bool:
        return self.find(position) is not None

    def find(self, position: Position) -> tuple[PositionGraph, int] | None:
        for graph in self.graphs:
            node = graph.place(position)
            if node is not None:
                return graph, node
        return None

    def solve(self, root: Position, stop: Stop, on_progress: OnProgress | None) -> bool:
        if not self.graphs and not self.run(self.game.start(self.options), stop, on_progress):
            return False
        return self.known(root) or self.run(root, stop, on_progress)

    def run(self, root: Position, stop: Stop, on_progress: OnProgress | None) -> bool:
        root = without_history(root)
        graph = self.unfinished
        if graph is None or graph.place(root) != 0:
            graph = self.unfinished = PositionGraph(root, self.memory_mb)
        while not graph.grow(BATCH_SIZE, stop.flag):
            if stop.is_set():
                return False
            if on_progress is not None:
                on_progress(SolveProgress(graph.size, graph.grown / graph.size))
        graph.link()
        while not graph.settle(BATCH_SIZE, stop.flag):
            if stop.is_set():
                # Building the reverse edges again would count them twice.
                self.unfinished = None
                return False
        self.unfinished = None
        self.graphs = [*self.graphs[:1], graph]
        return True

    def after(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> SolverValue | None:
        if not self.solve(position, stop, on_progress):
            return None
        found = self.find(position)
        assert found is not None
        graph, node = found
        result = graph.result(node)
        return (result, graph.turns(node), graph.moves(node)) if result else (0, None, None)


class ProofSolver(ExactSolver):
    """Solves positions one by one, on demand."""

    turns_exact = False

    def __init__(self, game: Game, options: Options, memory_mb: int) -> None:
        super().__init__(game, options, memory_mb)
        self.prover: Prover | None = None
        self.until: int | None = None
        """Number of visits at which counting replies is abandoned."""

    def size(self) -> int:
        return 0 if self.prover is None else self.prover.size

    def memory_bytes(self) -> int:
        return 0 if self.prover is None else self.prover.memory_bytes()

    def known(self, position: Position) -> bool:
        return self.prover is not None and self.prover.knows(position)

    def solve(self, root: Position, stop: Stop, on_progress: OnProgress | None) -> bool:
        return self.after(root, stop, on_progress) is not None

    def after(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> SolverValue | None:
        prover = self.prover = self.prover or Prover(position, self.memory_mb)
        report = None if on_progress is None else lambda: on_progress(SolveProgress(prover.size, prover.share()))
        limit = None if self.until is None else max(0, self.until - prover.visits)
        found = prover.value(position, stop.flag, report, limit)
        return found if found is None or found[0] else (0, None, None)

    def verdicts(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> list[SolvedMove] | None:
        self.until = None
        return super().verdicts(position, stop, on_progress)

    def choices(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> list[SolvedMove] | None:
        """Return moves that keep a win or draw, which the proof of the value has found; all verdicts in a lost
        position.
        """
        self.until = None
        known = self.after(position, stop, on_progress)
        if known is None:
            return None
        result = known[0]
        if result < 0:
            return self.verdicts(position, stop, on_progress)
        walker = position.copy()
        found = []
        for move in position.moves():
            if self.keeps(walker, move, result):
                one = self.verdict(walker, move, stop, None) if result else SolvedMove(move, 0)
                assert one is not None
                found.append(one)
        return found

    def keeps(self, walker: Position, move: int, result: int) -> bool:
        """Return whether a legal move is known to get the mover a result."""
        assert self.prover is not None
        seat = walker.seat
        walker.play(move)
        try:
            outcome = walker.outcome()
            if outcome is not None:
                return 2 * outcome.results[seat] - 1 >= result
            least, most = self.prover.bounds(walker)
            return least >= result if walker.seat == seat else -most >= result
        finally:
            walker.undo()

    def replies(self, walker: Position, move: int, stop: Stop) -> int | None:
        """Return the number of winning replies if counting them is quick, else None."""
        if self.until is None:
            self.until = MAX_REPLY_VISITS + (0 if self.prover is None else self.prover.visits)
        return super().replies(walker, move, stop)


class TableSolver(ExactSolver):
    """Looks up stored values."""

    turns_exact = True

    def __init__(self, game: Game, options: Options, memory_mb: int) -> None:
        super().__init__(game, options, memory_mb)
        solution = game.solution(options)
        if solution is None:
            raise ValueError(f"There is no stored solution of {game.title} with these options.")
        self.solution: Solution = solution

    def size(self) -> int:
        return self.solution.size()

    def memory_bytes(self) -> int:
        return self.solution.memory_bytes()

    def known(self, position: Position) -> bool:
        return True

    def solve(self, root: Position, stop: Stop, on_progress: OnProgress | None) -> bool:
        return True

    def after(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> SolverValue | None:
        if stop.is_set():
            return None
        result, turns = self.solution.value(position)
        return result, turns, None

    def choices(self, position: Position, stop: Stop, on_progress: OnProgress | None) -> list[SolvedMove] | None:
        """Choose by search among wins whose length is not stored, so that the game makes progress.

        Wins after which no position can repeat immediately come first: a draw by repetition needs three occurrences.
        """
        found = super().choices(position, stop, on_progress)
        won = [one for one in found or () if one.result > 0]
        if found is None or not won or any(one.turns is not None for one in won):
            return found
        walker = position.copy()
        seen = keys_before(position)
        new = [one for one in won if self._stays_new(walker, one.move, seen)] or won
        others = [one.move for one in found if one not in new]
        limits = Limits(nodes=MAX_CHOICE_NODES)
        line = AlphaBeta(table_mb=8).search(position, limits, stop=stop, avoid=others).lines[0]
        return [
            msgspec.structs.replace(one, turns=line.turns, moves=line.distance) if line.proven == 1 else one
            for one in won
            if one.move == line.moves[0]
        ]

    def _stays_new(self, walker: Position, move: int, seen: frozenset[int]) -> bool:
        """Return whether a winning turn that begins with a move repeats no position and lets no reply repeat one."""
        seat = walker.seat
        walker.play(move)
        try:
            if walker.is_over():
                return True
            if walker.seat == seat:
                return any(self._stays_new(walker, step, seen) for step in walker.moves() if self._wins(walker, step))
            return walker.key not in seen and not can_reach(walker, seen)
        finally:
            walker.undo()

    def _wins(self, walker: Position, move: int) -> bool:
        one = self.verdict(walker, move, Stop(), None)
        return one is not None and one.result > 0


def keys_before(position: Position) -> frozenset[int]:
    """Return the keys of all positions of the game so far, including the current one."""
    walker = position.copy()
    keys = {walker.key}
    while walker.played:
        walker.undo()
        keys.add(walker.key)
    return frozenset(keys)


def can_reach(walker: Position, keys: frozenset[int]) -> bool:
    """Return whether the seat to move can reach one of these positions within its turn."""
    seat = walker.seat
    for move in walker.moves():
        walker.play(move)
        reached = walker.key in keys or (walker.seat == seat and not walker.is_over() and can_reach(walker, keys))
        walker.undo()
        if reached:
            return True
    return False


def without_history(position: Position) -> Position:
    """Return a copy of a position without history, with all counters at 0."""
    draft = position.draft()
    counters = dict.fromkeys(draft.counters, 0)
    return position.game.build(msgspec.structs.replace(draft, counters=counters), position.options)
