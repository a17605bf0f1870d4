"""`AlphaBeta`: search for two seats with iterative deepening, several principal variations and several threads.

The compiled part is `negamax`; this module does the work of each depth. With one thread and no time limit, the
same position, limits and memory give the same report everywhere; `clear` resets the memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import msgspec

from parlour.engine.report import MAX_DEPTH, PROVEN, WIN, Limits, PrincipalVariation, Report, Stop, win_probability
from parlour.engine.search.negamax import INFINITE_SCORE, Searcher
from parlour.engine.search.search_settings import DEFAULT_SETTINGS, SearchSettings
from parlour.engine.search.thread_claims import ThreadClaims
from parlour.engine.search.transposition_table import TranspositionTable
from parlour.games.contract.position import Position

OnReport = Callable[[Report], None]

ASPIRATION_WINDOW = 30
"""Half the width of the first aspiration window around the last score; it grows until the score is inside."""

MIN_PARALLEL_DEPTH = 4
"""Lowest depth that several threads search together; below it one thread is faster."""


class RootMove(msgspec.Struct):
    """A root move with its principal variation and score; `solid` if the score does not depend on an evaluation."""

    moves: list[int]
    score: int
    solid: bool = False

    def settled(self, depth: int) -> bool:
        """Return whether a deeper search cannot change the score."""
        return WIN - abs(self.score) <= depth if abs(self.score) > PROVEN else self.solid


class AlphaBeta:
    """An alpha-beta search that keeps its transposition table from move to move."""

    def __init__(self, table_mb: float = 16, settings: SearchSettings = DEFAULT_SETTINGS) -> None:
        self.table = TranspositionTable(table_mb)
        self.settings = settings
        self._searchers: list[Searcher] = []
        self._twice: frozenset[int] = frozenset()
        self._seat = 0

    def clear(self) -> None:
        """Clear all results of earlier searches."""
        self.table.clear()
        self._searchers = []
        self._twice = frozenset()

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        stop: Stop | None = None,
        on_report: OnReport | None = None,
        avoid: Collection[int] = (),
    ) -> Report:
        """Search a position, which is not changed, and return its principal variations.

        `avoid` are moves to leave out, unless there are no others. `on_report` gets a report after each depth. The
        result always has a move, even if the search is stopped immediately.
        """
        if len(position.game.sides(position.options)) != 2:
            raise ValueError("Alpha-beta searches games for two seats only.")
        if position.is_over():
            raise ValueError("There is nothing to search: the game is over.")
        if limits.depth is None and limits.nodes is None and limits.seconds is None and stop is None:
            raise ValueError("A search without any limit needs a way to be stopped.")
        self._check_history(position)
        self.table.next_search()
        return _Search(self, position, limits, stop or Stop(), on_report).run(lines, avoid)

    def searchers(self, count: int) -> list[Searcher]:
        """Return the searchers of `count` threads, with their move ordering statistics."""
        while len(self._searchers) < count:
            self._searchers.append(Searcher(self.settings))
        return self._searchers[:count]

    def _check_history(self, position: Position) -> None:
        """Clear the table if it depends on repetitions that this position's history does not have.

        With contempt, the results for one seat are not valid for the other.
        """
        seen: Counter[int] = Counter()
        past = position.copy()
        while past.played:
            past.undo()
            seen[past.key] += 1
        twice = frozenset(key for key, times in seen.items() if times > 1)
        if self._twice - twice or (self.settings.contempt and self._seat != position.seat):
            self.table.clear()
        self._twice, self._seat = twice, position.seat


class _Search:
    """One search: its limits, its threads, and the root moves found so far."""

    def __init__(
        self, memory: AlphaBeta, position: Position, limits: Limits, stop: Stop, on_report: OnReport | None
    ) -> None:
        self.position = position
        self.limits = limits
        self.stop = stop
        self.on_report = on_report
        self.began = monotonic()
        self.threads = max(1, limits.threads)
        self.table = memory.table
        self.aspiration = memory.settings.aspiration
        self.searchers = memory.searchers(self.threads)
        self.main = self.searchers[0]
        self.pool: ThreadPoolExecutor | None = None
        self.depth = 0
        self.roots: list[RootMove] = []

    def run(self, lines: int, avoid: Collection[int]) -> Report:
        nodes = None if self.limits.nodes is None else max(0, self.limits.nodes // self.threads)
        deadline = None if self.limits.seconds is None else self.began + max(0.0, self.limits.seconds)
        self.main.begin(self.position.copy(), self.table, self.stop, nodes, deadline, release_gil)
        moves = [move for move in self.main.root_moves() if move not in avoid] or self.main.root_moves()
        self.main.arrange(moves)
        lines = max(1, min(lines, len(moves)))
        guess = max(1 - PROVEN, min(self.position.static(self.position.seat), PROVEN - 1))
        self.roots = [RootMove([move], guess) for move in moves[:lines]]
        if self.threads == 1:
            return self._deepen(lines)
        claims = ThreadClaims()
        self.main.share(claims)
        for helper in self.searchers[1:]:
            helper.begin(self.position.copy(), self.table, Stop(), None, None, None)
            helper.share(claims)
        with ThreadPoolExecutor(self.threads - 1) as self.pool:
            return self._deepen(lines)

    def _deepen(self, lines: int) -> Report:
        """Search with increasing depth until a limit or a proof ends it."""
        deepest = MAX_DEPTH if self.limits.depth is None else min(self.limits.depth, MAX_DEPTH)
        finished = False
        for depth in range(1, deepest + 1):
            found: list[RootMove] = []
            while len(found) < lines and not self.main.halted:
                root = self._best(depth, len(found))
                if root is None:
                    break
                found.append(root)
            self._keep(found)
            if self.main.halted:
                break
            self.depth = depth
            self.roots.sort(key=lambda root: -root.score)
            finished = all(root.settled(depth) for root in self.roots)
            if self.on_report is not None:
                self.on_report(self._report(finished))
            if finished:
                break
        return self._report(finished)

    def _best(self, depth: int, first: int) -> RootMove | None:
        """Return the best root move from index `first` on and put it there; None if there was no time."""
        alpha, beta, width = -INFINITE_SCORE, INFINITE_SCORE, ASPIRATION_WINDOW
        guess = self.roots[first].score
        if self.aspiration and depth > 3 and abs(guess) <= PROVEN:
            alpha, beta = guess - width, guess + width
        while True:
            score = self._run(depth, alpha, beta, first)
            root = None
            if self.main.found:
                root = RootMove(self.main.pv.best(), score, self.main.guesses == 0 and not self.main.halted)
                _move_root(self.main, first, root.moves[0])
            if self.main.halted or alpha < score < beta:
                return root
            width *= 4
            if score <= alpha:
                alpha = score - width if score - width > -PROVEN else -INFINITE_SCORE
            else:
                beta = score + width if score + width < PROVEN else INFINITE_SCORE

    def _run(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root moves on all threads until the main one is done."""
        if self.pool is None or depth < MIN_PARALLEL_DEPTH:
            return self.main.run(depth, alpha, beta, first)
        end = Stop()
        helpers = []
        for searcher in self.searchers[1:]:
            searcher.resume(end)
            searcher.arrange(self.main.root_moves())
            helpers.append(self.pool.submit(searcher.run, depth, alpha, beta, first))
        try:
            return self.main.run(depth, alpha, beta, first)
        finally:
            end.set()
            for helper in helpers:
                helper.result()

    def _keep(self, found: list[RootMove]) -> None:
        """Merge the root moves of a depth, best first.

        If the depth was cut short, the moves that it did not reach keep the result of the previous depth, but at most
        the score of the last finished one, which was the best of them all. If not even the first of several lines is
        finished, the result of the previous depth is kept.
        """
        new = {root.moves[0] for root in found}
        rest = [root for root in self.roots if root.moves[0] not in new]
        finished = found[:-1] if self.main.halted else found
        if self.main.halted and len(self.roots) > 1:
            if self.depth > 0 and not finished:
                return
            rest += found[len(finished) :]
            if found:
                bound = min(root.score for root in finished or found)
                rest = [root if root.score <= bound else RootMove(root.moves, bound) for root in rest]
            found = sorted(finished, key=lambda root: -root.score)
            rest.sort(key=lambda root: -root.score)
        self.roots = (found + rest)[: len(self.roots)]

    def _report(self, finished: bool) -> Report:
        main = self.main
        lines = tuple(self._line(root) for root in self.roots)
        stats = {
            "nodes": sum(searcher.nodes for searcher in self.searchers),
            "quiescence": sum(searcher.quiet_nodes for searcher in self.searchers),
            "cutoffs": main.cuts,
            "first_cutoffs": main.first_cuts,
            "table_probes": main.probes,
            "table_hits": main.hits,
            "depth": self.depth,
            "turns": count_turns(self.position, lines[0].moves[: self.depth]),
            "seldepth": main.deepest,
        }
        return Report(lines, self.depth, stats["nodes"], monotonic() - self.began, stats, finished)

    def _line(self, root: RootMove) -> PrincipalVariation:
        """Return the principal variation of a root move, continued from the table as far as it was searched."""
        won = abs(root.score) > PROVEN
        distance = WIN - abs(root.score) if won else None
        wanted = max(self.depth, 1) if distance is None else distance
        position = self.position.copy()
        seen = {position.key}
        moves: list[int] = []
        for move in root.moves:
            position.play(move)
            moves.append(move)
            seen.add(position.key)
        while len(moves) < wanted:
            following = self.main.suggestion(position)
            if following is None or not position.is_legal(following):
                break
            position.play(following)
            if position.key in seen:
                break
            moves.append(following)
            seen.add(position.key)
        # Another defence may take more turns than this line, but every turn has at least one move. A win within the
        # first turn allows no defence.
        outcome = position.outcome()
        wins = outcome is not None and outcome.results[self.position.seat] == 1
        turns = 1 if won and wins and count_turns(self.position, moves) == 1 else distance
        proven = (1 if root.score > 0 else -1) if won else 0 if root.solid else None
        share = win_probability(root.score, self.position.game.score_scale)
        results = (share, 1 - share) if self.position.seat == 0 else (1 - share, share)
        return PrincipalVariation(tuple(moves), root.score, proven, distance, turns, 0, results)


def _move_root(searcher: Searcher, place: int, move: int) -> None:
    """Move a root move to an index of the search order."""
    moves = searcher.root_moves()
    moves.remove(move)
    moves.insert(place, move)
    searcher.arrange(moves)


def count_turns(position: Position, moves: Sequence[int]) -> int:
    """Return the number of turns in a sequence of legal moves, including an unfinished last one."""
    position = position.copy()
    turns, last = 0, -1
    for move in moves:
        if position.seat != last:
            turns, last = turns + 1, position.seat
        position.play(move)
    return turns


def release_gil() -> None:
    """Enter the interpreter briefly so that it can handle signals."""
