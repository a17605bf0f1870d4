"""`Mcts`: Monte Carlo tree search (UCT) for any number of seats, with proofs.

It needs only the rules of a game. Every iteration ends with a playout; the seat to move chooses by its own component of
the rewards. Positions whose result is certain are proven and not visited again. The tree is kept between moves; when
its memory is full it stops growing and only updates its nodes.

With several threads each grows its own tree (root parallelization), and their statistics for the root moves are added.
The same seed and number of nodes give the same result, compiled and interpreted; with several threads only
if nothing is proven during the search.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import log
from threading import Event
from time import perf_counter

from parlour.engine.report import WIN, Limits, PrincipalVariation, Report, Stop
from parlour.engine.search.mcts_tree import MctsTree, node_bytes
from parlour.games.contract.position import Position

SHORT_PLAYOUT, LONG_PLAYOUT = 6, 400
"""Length of playouts in moves: short where the game has an evaluation, else long enough for most games to end."""
EVALUATED_EXPLORATION, DEFAULT_EXPLORATION = 0.2, 0.7
"""Exploration constants. Results of 0 and 1 need half of √2, the constant of UCB1 for a range of 1; expected results
from an evaluation have a smaller variance (see `docs/measurements/search.md`)."""
REPORT_INTERVAL_S = 0.2
MIN_BATCH_S, MAX_BATCH_S = 0.002, 0.008
"""Target duration of a batch of iterations: the search may overrun its time by this much."""


@dataclass(kw_only=True, eq=False)
class Mcts:
    """A Monte Carlo tree search that keeps its tree from one search to the next.

    `explore` is the exploration constant (by default lower for two-seat games with evaluation terms). `cap` is the
    maximum number of moves in a playout (by default low if the game has evaluation terms, else high), after which the
    position is evaluated. `scale` is the score in hundredths that means an expected result of 73 % (by default the
    game's `score_scale`). `informed` is the percentage of playout moves that are chosen among the game's tactical
    moves, if there are any. `bias` is the weight of the evaluation of a move's position while the move has few visits.
    `memory_mb` limits the size of the tree.
    """

    seed: int = 1
    memory_mb: int = 64
    explore: float | None = None
    cap: int | None = None
    scale: float | None = None
    informed: int = 0
    bias: float = 0.0
    _root: Position | None = field(default=None, init=False)
    _trees: list[MctsTree] = field(default_factory=list, init=False)

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        stop: Stop | None = None,
        on_report: Callable[[Report], None] | None = None,
        avoid: Collection[int] = (),
    ) -> Report:
        """Search a running position until a limit, a stop or a proof ends the search. Every root move gets a line.

        `lines` is the number of lines that are extended beyond their first move. A depth alone does not end a search:
        it limits the depth of the tree. Moves in `avoid` are excluded unless there are no others.
        """
        began = perf_counter()
        if position.is_over():
            raise ValueError("The game is over: there is nothing to search.")
        if limits.nodes is None and limits.seconds is None and stop is None:
            raise ValueError("A tree search needs a number of nodes, seconds, or a stop.")
        stop = stop or Stop()
        self._reuse_trees(position, max(1, limits.threads))
        for tree in self._trees:
            tree.exclude(avoid)
            tree.limit_depth(limits.depth or 0)
        run = _Run(self._trees, limits, stop, began)
        report = None if on_report is None else lambda: on_report(self._report(run, lines))
        run.run(report)
        return self._report(run, lines)

    def clear(self) -> None:
        """Discard the tree."""
        self._root = None
        self._trees = []

    # ---- Tree reuse -----------------------------------------------------------------------------------------------

    def _reuse_trees(self, position: Position, threads: int) -> None:
        """Reuse the subtrees of a position, or create new trees."""
        since = self._moves_since(position)
        wanted = set(position.copy().candidate_moves())
        seats = len(position.game.sides(position.options))
        most = self.memory_mb * 1024 * 1024 // node_bytes(seats) // threads
        kept = []
        for tree in self._trees[:threads] if since is not None else []:
            node = _find_node(tree, since or ())
            # Within a turn the tree may omit moves that only transpose; at the root all moves must be present.
            if node is None or {tree.move_of(child) for child in tree.children(node)} != wanted:
                continue
            if node:
                subtree = self._new_tree(position, seats, most, 0)
                subtree.copy_subtree(tree, node)
                tree = subtree
            kept.append(tree)
        kept += [self._new_tree(position, seats, most, n) for n in range(len(kept), threads)]
        self._trees = kept
        self._root = position.copy()

    def _new_tree(self, position: Position, seats: int, most: int, n: int) -> MctsTree:
        return MctsTree(
            position,
            seats,
            self.seed + n * 1_000_003,
            most=most,
            explore=self._explore(position),
            bias=self.bias,
            scale=self._scale(position),
            cap=self._cap(position),
            informed=self.informed,
        )

    def _moves_since(self, position: Position) -> tuple[int, ...] | None:
        """Return the moves from the last root to a position, or None if they do not lead there."""
        root = self._root
        if root is None or root.game is not position.game or root.options != position.options:
            return None
        past, now = root.played, position.played
        if now[: len(past)] != past:
            return None
        back = position.copy()
        for _ in range(len(now) - len(past)):
            back.undo()
        if back.key != root.key or back.text() != root.text():
            return None
        return now[len(past) :]

    # ---- Results --------------------------------------------------------------------------------------------------

    def _report(self, run: _Run, lines: int) -> Report:
        trees = self._trees
        seat = trees[0].seat_of(0)
        known: dict[int, list[tuple[MctsTree, int]]] = {}
        for tree in trees:
            for node in tree.children(0):
                if not tree.is_excluded(node):
                    known.setdefault(tree.move_of(node), []).append((tree, node))
        found = sorted((self._line(places, seat, short=True) for places in known.values()), key=_sort_key)
        draw = next((line for line in found if line.proven == 0), None)
        if draw is not None and found[0].proven is None and found[0].score < 0:
            found.remove(draw)
            found.insert(0, draw)
        found[:lines] = [self._line(known[line.moves[0]], seat, short=False) for line in found[:lines]]
        return Report(
            lines=tuple(found),
            depth=max(tree.deepest for tree in trees),
            nodes=sum(run.iterations),
            seconds=perf_counter() - run.began,
            stats={
                "steps": sum(tree.steps for tree in trees),
                "tree": sum(tree.size for tree in trees),
                "full": sum(tree.full for tree in trees),
                "visits": sum(tree.visits_of(0) for tree in trees),
            },
            finished=any(tree.is_decided() for tree in trees),
        )

    def _line(self, places: list[tuple[MctsTree, int]], seat: int, *, short: bool) -> PrincipalVariation:
        """Return the line of one root move from the sums over all trees."""
        visits = sum(tree.visits_of(node) for tree, node in places)
        totals = [sum(column) for column in zip(*(tree.totals_of(node) for tree, node in places), strict=True)]
        proofs = [(tree, node) for tree, node in places if tree.payoff_of(node, seat) is not None]
        tree, node = min(
            proofs or places,
            key=lambda place: place[0].length_of(place[1]) if proofs else -place[0].visits_of(place[1]),
        )
        path = [node] if short and not proofs else _principal_variation(tree, node)
        moves = tuple(tree.move_of(step) for step in path)
        results = tuple(total / visits for total in totals) if visits else ()
        payoff = tree.payoff_of(node, seat)
        if payoff is None:
            return PrincipalVariation(
                moves, self._score(results[seat]) if visits else 0, visits=visits, results=results
            )
        distance = 1 + tree.length_of(node)
        # See `AlphaBeta` for the bound of the turns.
        alone = len(moves) == distance and all(tree.seat_of(step) == seat for step in path[:-1])
        return PrincipalVariation(
            moves[:1] if short else moves,
            (payoff - 1) * (WIN - distance),
            proven=payoff - 1,
            distance=distance,
            turns=1 if payoff == 2 and alone else distance,
            visits=visits,
            results=_proven_results(tree, node, results),
        )

    def _score(self, mean: float) -> int:
        """Return the score that corresponds to a mean result."""
        mean = min(max(mean, 0.001), 0.999)
        assert self._root is not None
        return round(self._scale(self._root) * log(mean / (1 - mean)))

    def _explore(self, position: Position) -> float:
        if self.explore is not None:
            return self.explore
        seats = len(position.game.sides(position.options))
        return EVALUATED_EXPLORATION if seats == 2 and position.game.terms else DEFAULT_EXPLORATION

    def _cap(self, position: Position) -> int:
        if self.cap is not None:
            return self.cap
        return SHORT_PLAYOUT if position.game.terms else LONG_PLAYOUT

    def _scale(self, position: Position) -> float:
        return position.game.score_scale if self.scale is None else self.scale


class _Run:
    """One search: iterations in batches, one thread per tree."""

    def __init__(self, trees: list[MctsTree], limits: Limits, stop: Stop, began: float) -> None:
        self.trees = trees
        self.stop = stop
        self.began = began
        self.until = None if limits.seconds is None else began + limits.seconds
        self.shares: list[int | None] = [None] * len(trees)
        if limits.nodes is not None:
            each, rest = divmod(max(0, limits.nodes), len(trees))
            self.shares = [each + (n < rest) for n in range(len(trees))]
        self.iterations = [0] * len(trees)
        self.ended = Event()

    def run(self, report: Callable[[], None] | None) -> None:
        """Run all trees; the first in the calling thread, which also reports."""
        if len(self.trees) == 1:
            self.run_tree(0, report)
            return
        with ThreadPoolExecutor(len(self.trees) - 1, "tree") as pool:
            try:
                others = [pool.submit(self.run_tree, n, None) for n in range(1, len(self.trees))]
                self.run_tree(0, report)
            except BaseException:
                self.ended.set()
                raise
        for other in others:
            other.result()

    def run_tree(self, n: int, report: Callable[[], None] | None) -> None:
        tree, share = self.trees[n], self.shares[n]
        batch = 1
        reported = self.began - REPORT_INTERVAL_S
        now = perf_counter()
        while not self.ended.is_set() and (self.until is None or now < self.until):
            todo = batch if share is None else min(batch, share - self.iterations[n])
            took = tree.grow(todo, self.stop.flag)
            self.iterations[n] += took
            before, now = now, perf_counter()
            if tree.is_decided():
                self.ended.set()
            elif took < todo or todo == 0:
                break
            if now - before < MIN_BATCH_S:
                batch *= 2
            elif now - before > MAX_BATCH_S:
                batch = max(1, batch // 2)
            if report is not None and now - reported >= REPORT_INTERVAL_S:
                report()
                reported = now


def _find_node(tree: MctsTree, moves: Collection[int]) -> int | None:
    """Return the node that moves lead to, if the tree has it and its children."""
    node = 0
    for move in moves:
        found = next((child for child in tree.children(node) if tree.move_of(child) == move), None)
        if found is None or not tree.children(found):
            return None
        node = found
    return node


def _principal_variation(tree: MctsTree, node: int) -> list[int]:
    """Return the nodes of the principal variation from a node on."""
    path = [node]
    while True:
        children = tree.children(node)
        seat = tree.seat_of(node)
        payoff = tree.payoff_of(node, seat)
        if payoff is not None:
            children = [child for child in children if tree.payoff_of(child, seat) == payoff]
        else:
            children = [child for child in children if tree.visits_of(child)]
        if not children:
            return path
        if payoff is None:
            node = max(children, key=tree.visits_of)
        else:
            node = (min if payoff == 2 else max)(children, key=tree.length_of)
        path.append(node)


def _proven_results(tree: MctsTree, node: int, means: tuple[float, ...]) -> tuple[float, ...]:
    """Return the results after a proven move; the mean for a seat whose payoff is not proven."""
    payoffs = [tree.payoff_of(node, seat) for seat in range(tree.seats)]
    spare = means or (0.5,) * tree.seats
    return tuple(spare[seat] if payoff is None else payoff / 2 for seat, payoff in enumerate(payoffs))


def _sort_key(line: PrincipalVariation) -> tuple[float, ...]:
    """Sort lines: wins, the shortest first; then by visits and by mean; losses last, the longest first."""
    if line.proven == 1:
        return 0, line.distance or 0
    if line.proven == -1:
        return 2, -(line.distance or 0), -line.visits
    return 1, -line.visits, -line.score
