"""`Exact`: perfect play where a game declares that its options can be solved (`Game.exact`).

A game with cycles, or small enough to visit every position, is solved as a whole (`fixpoint`); one that is too large
for that, and in which no position comes back, position by position as it is asked for (`proof`). What has been found
out is kept for the life of the process. A question interrupts what is solved ahead of questions, and takes over what
that knows.

Rules about the history of a game (repetition, number of turns) end a line only where they really do; beyond that they
are not foreseen. Whoever wins keeps to the shortest way, so that they cannot take the win away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Condition, Lock
from time import perf_counter

import msgspec

from parlour.engine.fixpoint import Graph
from parlour.engine.proof import Prover
from parlour.engine.report import WIN, Line, Report, Stop
from parlour.games.core import Position
from parlour.games.description import Game
from parlour.games.options import Options

PORTION = 4096
"""Positions between two looks at the clock or at progress, in a fixpoint."""
PATIENCE = 0.01
"""So many seconds a question waits for its turn before it looks whether it was stopped."""
REPLIES = 40_000
"""How many positions may be visited to count the replies that win, of a lost position solved by proof."""


class Verdict(msgspec.Struct, frozen=True):
    """What a legal move is worth, with the best play of both sides after it.

    `result` is 1, 0 or -1 for the seat that plays it. `turns` and `moves`, this one included, are the length of a win
    or a loss: exact in a game solved as a whole, that of the proof found otherwise (a win takes no longer).
    `replies` is how many of the opponent's replies win, where all moves lose and counting them is quick.
    """

    move: int
    result: int
    turns: int | None = None
    moves: int | None = None
    replies: int | None = None


class Progress(msgspec.Struct, frozen=True):
    """How far solving is: positions known, and about which share of the work is done."""

    positions: int
    share: float


Tell = Callable[[Progress], None]
Value = tuple[int, int | None, int | None]
"""A result for the seat to move (1, 0, -1), and its length in turns and moves unless it is a draw."""


Question = Callable[[Position, Stop, "Tell | None"], "list[Verdict] | None"]


def exact_play(position: Position) -> Exact | None:
    """The exact player for a position's game and options, one in a process, if there is any."""
    if position.game.exact(position.options) is None:
        return None
    return _exact(position.game, position.options)


@lru_cache(maxsize=16)
def _exact(game: Game, options: Options) -> Exact:
    return Exact(game, options)


class Exact:
    """Exact play of one game with given options. Any thread may ask."""

    def __init__(self, game: Game, options: Options, memory_mb: int = 512) -> None:
        method = game.exact(options)
        if method not in ("fixpoint", "proof"):
            raise ValueError(f"{game.title} has no exact play with these options.")
        if len(game.sides(options)) != 2:
            raise ValueError("Exact play is for two seats.")
        self.game = game
        self.options = options
        self.memory_mb = memory_mb
        self._solver: _Solver = _Whole(self) if method == "fixpoint" else _Lazy(self)
        self._lock = Lock()
        """Whoever holds it solves."""
        self._questions = 0
        self._unasked = Condition()
        """Guards the number of questions, and tells when there is none."""
        self._aside = Stop()
        """Ends the solving ahead, for a question."""

    # ---- Ahead of questions ---------------------------------------------------------------------------------------

    def solve(self, position: Position, *, stop: Stop | None = None, on_progress: Tell | None = None) -> bool:
        """Finds out a running position's value, so that questions about it are answered at once; False if it was
        stopped. Whenever somebody asks a question it stands aside, and then goes on with all that is known."""
        root, stop = position.copy(), stop or Stop()
        solved = False
        while not solved and not stop.is_set():
            with self._unasked:
                self._unasked.wait_for(lambda: self._questions == 0, PATIENCE)
            if not self._lock.acquire(timeout=PATIENCE):
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
        """Whether a position's value is known already. Never waits."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            return self._solver.known(position)
        finally:
            self._lock.release()

    def positions(self) -> int:
        """How many positions are known by now."""
        return self._solver.size()

    # ---- Asking ---------------------------------------------------------------------------------------------------

    def verdicts(
        self, position: Position, *, stop: Stop | None = None, on_progress: Tell | None = None
    ) -> list[Verdict] | None:
        """Every legal move with what it is worth, the best first; None if it was stopped.

        A winner wants to win soon. Whoever is lost wants a long game and, in games of equal length, few replies that
        win. Drawn moves are equal.
        """
        if position.is_over():
            raise ValueError("The game is over: there is nothing to solve.")
        found = self._ask(self._solver.verdicts, position, stop or Stop(), on_progress)
        return None if found is None else sorted(found, key=merit)

    def best(
        self, position: Position, *, stop: Stop | None = None, on_progress: Tell | None = None
    ) -> list[Verdict] | None:
        """The moves that are equally best, for a player; None if it was stopped.

        Where positions are solved one by one, no more is found out than that these moves keep the value of the
        position: that takes a fraction of the time for all the verdicts.
        """
        if position.is_over():
            raise ValueError("The game is over: there is nothing to play.")
        found = self._ask(self._solver.choices, position, stop or Stop(), on_progress)
        if found is None:
            return None
        least = min(merit(one) for one in found)
        return [one for one in found if merit(one) == least]

    def _ask(self, question: Question, position: Position, stop: Stop, tell: Tell | None) -> list[Verdict] | None:
        """Puts a question, before what is solved ahead and after the questions of others; None if it was stopped, also
        while it waited."""
        with self._unasked:
            self._questions += 1
            self._aside.set()
        try:
            while not self._lock.acquire(timeout=PATIENCE):
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

    def report(self, position: Position, *, stop: Stop | None = None, on_progress: Tell | None = None) -> Report | None:
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


def merit(one: Verdict) -> tuple[int, ...]:
    """Sorts verdicts, the best first; equal for moves that are equally good."""
    length = (one.turns or 0, one.moves or 0)
    if one.result > 0:
        return 0, *length
    if one.result == 0:
        return (1,)
    return 2, -length[0], -length[1], one.replies if one.replies is not None else 0


def _line(one: Verdict, seat: int) -> Line:
    score = 0 if one.result == 0 else one.result * (WIN - (one.moves or 0))
    mine = (one.result + 1) / 2
    return Line(
        (one.move,),
        score,
        proven=one.result,
        distance=one.moves,
        turns=one.turns,
        results=(mine, 1 - mine) if seat == 0 else (1 - mine, mine),
    )


# ---- The two ways ---------------------------------------------------------------------------------------------------


class _Solver:
    """What both ways share: the verdicts of a position from the values of those after it."""

    def __init__(self, owner: Exact) -> None:
        self.owner = owner

    def solve(self, root: Position, stop: Stop, tell: Tell | None) -> bool:
        """Finds out a position's value; False if it was stopped."""
        raise NotImplementedError

    def known(self, position: Position) -> bool:
        raise NotImplementedError

    def size(self) -> int:
        raise NotImplementedError

    def after(self, position: Position, stop: Stop, tell: Tell | None) -> Value | None:
        """Value, turns and moves of a running position for its seat to move."""
        raise NotImplementedError

    def verdicts(self, position: Position, stop: Stop, tell: Tell | None) -> list[Verdict] | None:
        walker = position.copy()
        found = []
        for move in position.moves():
            one = self.verdict(walker, move, stop, tell)
            if one is None:
                return None
            found.append(one)
        if all(one.result < 0 for one in found):
            found = [msgspec.structs.replace(one, replies=self.replies(walker, one.move, stop)) for one in found]
        return None if stop.is_set() else found

    def choices(self, position: Position, stop: Stop, tell: Tell | None) -> list[Verdict] | None:
        """The verdicts among which a player chooses: at least one move that is as good as any."""
        return self.verdicts(position, stop, tell)

    def verdict(self, walker: Position, move: int, stop: Stop, tell: Tell | None) -> Verdict | None:
        """What a legal move is worth; the position comes back as it was. None if it was stopped."""
        seat = walker.seat
        walker.play(move)
        try:
            outcome = walker.outcome()
            if outcome is not None:
                return Verdict(move, round(2 * outcome.results[seat]) - 1, 1, 1)
            known = self.after(walker, stop, tell)
            if known is None:
                return None
            result, turns, moves = known
            if walker.seat != seat:
                result, turns = -result, None if turns is None else turns + 1
            return Verdict(move, result, turns, None if moves is None else moves + 1)
        finally:
            walker.undo()

    def replies(self, walker: Position, move: int, stop: Stop) -> int | None:
        """How many of the opponent's replies to a losing move win; within a turn, after the best rest of it."""
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


class _Whole(_Solver):
    """All positions at once. Most are reached from the start; a set-up that is not gets a graph of its own."""

    def __init__(self, owner: Exact) -> None:
        super().__init__(owner)
        self.graphs: list[Graph] = []
        self.unfinished: Graph | None = None

    def size(self) -> int:
        return sum(graph.size for graph in self.graphs)

    def known(self, position: Position) -> bool:
        return self.find(position) is not None

    def find(self, position: Position) -> tuple[Graph, int] | None:
        for graph in self.graphs:
            node = graph.place(position)
            if node is not None:
                return graph, node
        return None

    def solve(self, root: Position, stop: Stop, tell: Tell | None) -> bool:
        if not self.graphs and not self.run(self.owner.game.start(self.owner.options), stop, tell):
            return False
        return self.known(root) or self.run(root, stop, tell)

    def run(self, root: Position, stop: Stop, tell: Tell | None) -> bool:
        root = without_past(root)
        graph = self.unfinished
        if graph is None or graph.place(root) != 0:
            graph = self.unfinished = Graph(root, self.owner.memory_mb)
        while not graph.grow(PORTION, stop.flag):
            if stop.is_set():
                return False
            if tell is not None:
                tell(Progress(graph.size, graph.grown / graph.size))
        graph.link()
        while not graph.settle(PORTION, stop.flag):
            if stop.is_set():
                # Turning the moves round again would count them twice.
                self.unfinished = None
                return False
        self.unfinished = None
        self.graphs = [*self.graphs[:1], graph]
        return True

    def after(self, position: Position, stop: Stop, tell: Tell | None) -> Value | None:
        if not self.solve(position, stop, tell):
            return None
        found = self.find(position)
        assert found is not None
        graph, node = found
        result = graph.result(node)
        return (result, graph.turns(node), graph.moves(node)) if result else (0, None, None)


class _Lazy(_Solver):
    """Position by position."""

    def __init__(self, owner: Exact) -> None:
        super().__init__(owner)
        self.prover: Prover | None = None
        self.until: int | None = None
        """The number of visits at which a count of replies is given up."""

    def size(self) -> int:
        return 0 if self.prover is None else self.prover.size

    def known(self, position: Position) -> bool:
        return self.prover is not None and self.prover.knows(position)

    def solve(self, root: Position, stop: Stop, tell: Tell | None) -> bool:
        return self.after(root, stop, tell) is not None

    def after(self, position: Position, stop: Stop, tell: Tell | None) -> Value | None:
        prover = self.prover = self.prover or Prover(position, self.owner.memory_mb)
        teller = None if tell is None else lambda: tell(Progress(prover.size, prover.share()))
        limit = None if self.until is None else max(0, self.until - prover.visits)
        found = prover.value(position, stop.flag, teller, limit)
        return found if found is None or found[0] else (0, None, None)

    def verdicts(self, position: Position, stop: Stop, tell: Tell | None) -> list[Verdict] | None:
        self.until = None
        return super().verdicts(position, stop, tell)

    def choices(self, position: Position, stop: Stop, tell: Tell | None) -> list[Verdict] | None:
        """Whoever wins or draws needs one move that does; the proof of the position's value has found some."""
        self.until = None
        known = self.after(position, stop, tell)
        if known is None:
            return None
        result = known[0]
        if result < 0:
            return self.verdicts(position, stop, tell)
        walker = position.copy()
        found = []
        for move in position.moves():
            if self.keeps(walker, move, result):
                one = self.verdict(walker, move, stop, None) if result else Verdict(move, 0)
                assert one is not None
                found.append(one)
        return found

    def keeps(self, walker: Position, move: int, result: int) -> bool:
        """Whether it is known that the mover of a legal move gets a result with it."""
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
        """Counts only as long as that is quick."""
        if self.until is None:
            self.until = REPLIES + (0 if self.prover is None else self.prover.visits)
        return super().replies(walker, move, stop)


def without_past(position: Position) -> Position:
    """A position as if it had been set up, with all its counters at 0."""
    draft = position.draft()
    counters = dict.fromkeys(draft.counters, 0)
    return position.game.build(msgspec.structs.replace(draft, counters=counters), position.options)
