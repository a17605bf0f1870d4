"""The alpha-beta search of one thread: negamax with principal variation search, to a given depth in moves.

A score belongs to the seat to move. A turn may have several moves, so the seat, not the ply, decides the sign: where
the same seat moves again, neither score nor window is negated.

Scores beyond `PROVEN` are facts: no evaluation is that high, and late move reductions can miss a win but never report a
false one. `guesses` counts the leaves that were evaluated; a node under which it did not rise is *solid*: its score
holds at any depth.

A position that repeats one on the path gets the result of repeating the cycle once more, so that the game's own rule
about repetition decides. This holds on the current path only: such a win, loss or solid draw is not stored. `reach` is
the lowest ply that a repetition under the current node returned to.

A `Searcher` runs without the GIL and checks its stop flag at every node. `search_limits` decides when to stop,
`ordering` which move to try first, `transposition_table` keeps results, `thread_claims` records what other threads are
searching, `pv_table` holds the principal variations.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import cython

from parlour.engine.report import MAX_DEPTH, Stop
from parlour.engine.report import PROVEN as PROVEN_SCORE
from parlour.engine.report import WIN as WIN_SCORE
from parlour.engine.search.ordering import MoveOrdering
from parlour.engine.search.pv_table import PvTable
from parlour.engine.search.search_limits import LimitChecker
from parlour.engine.search.search_settings import SearchSettings
from parlour.engine.search.thread_claims import ThreadClaims
from parlour.engine.search.transposition_table import TranspositionTable
from parlour.games.contract.bits_pure import random_keys
from parlour.games.contract.position import Position

if not cython.compiled:
    from parlour.engine.search.ordering import COUNTER_MOVE_RANK, DEFERRED_PENALTY, FORCING_RANK
    from parlour.engine.search.thread_claims import claim_key
    from parlour.engine.search.transposition_table import (
        EXACT,
        LOWER,
        NO_MOVE,
        UPPER,
        bound_of,
        depth_of,
        move_of,
        score_of,
        solid_of,
    )
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

WIN = WIN_SCORE
PROVEN = PROVEN_SCORE
INFINITE_SCORE = 32000
"""Larger than every score: the bounds of an open window."""
INFINITE = INFINITE_SCORE
MAX_PLY = MAX_DEPTH
MAX_QUIESCENCE_PLY = 24
"""Longest quiescence search, in plies."""
MIN_SYMMETRY_DEPTH = 4
"""Lowest depth at which symmetric positions are looked up; below it the lookup costs more than it saves."""
MIN_SPLIT_DEPTH = 3
"""Lowest depth at which threads share the moves of a position; below it sharing costs more than it saves."""
RULE_COUNTER_HORIZON = 64
"""With fewer moves left under a move-counting rule, the count is part of the transposition table key."""
RULE_COUNTER_KEYS = [key for key, _ in zip(random_keys(50), range(64), strict=False)]
TURN_MEMORY_KEYS = [0, *(key for key, _ in zip(random_keys(51), range(255), strict=False))]


class Searcher(LimitChecker):
    """Searches one position at a time; move ordering statistics are kept between searches."""

    def __init__(self, settings: SearchSettings) -> None:
        self.reductions = settings.reductions
        self.quiescence = settings.quiescence
        self.extensions = settings.extensions
        self.use_table = settings.use_table
        self.symmetries = settings.symmetries
        self.contempt = settings.contempt
        self.mine = 0
        self.ordering = MoveOrdering()
        self.path = array("Q", bytes(8 * (MAX_PLY + 2)))
        self.made = array("i", bytes(4 * (MAX_PLY + 2)))
        self.pv = PvTable()
        self.order = array("i", [0])
        self.count = 0
        self.found = False
        self.claims = ThreadClaims()
        self.shared = False

    def begin(
        self,
        position: Position,
        table: TranspositionTable,
        stop: Stop,
        nodes: int | None,
        deadline: float | None,
        on_poll: Callable[[], None] | None,
    ) -> None:
        """Prepare to search a running position, which the searcher owns from now on.

        `deadline` is a time of `time.monotonic`. `on_poll` is called about twenty times a second, with the GIL.
        """
        i: cython.int
        self.position = position
        self.mine = position.seat
        self.table = table
        self.shared = False
        self.start(stop, nodes, deadline, on_poll)
        self.quiet_nodes = self.cuts = self.first_cuts = self.probes = self.hits = self.guesses = 0
        self.deepest = 0
        self.ordering.begin()
        self.position.candidates(self.ordering.stack)
        end: cython.int = self.ordering.stack.size
        self.ordering.rank(self.position, 0, end, NO_MOVE, 0, NO_MOVE)
        for i in range(end):
            self.ordering.pick(i, end)
        self.arrange([self.ordering.stack.data[i] for i in range(end)])
        self.ordering.drop(0)

    def share(self, claims: ThreadClaims) -> None:
        """Share the work with other threads that search the same position with the same table and claims."""
        self.claims = claims
        self.shared = self.use_table

    def run(self, depth: int, alpha: int, beta: int, first: int = 0) -> int:
        """Search the root moves from index `first` on; return the best score.

        `found` is whether a move was better than alpha: it begins the principal variation. If `halted`, only the
        finished moves count.
        """
        deep: cython.int = depth
        low: cython.int = alpha
        high: cython.int = beta
        at: cython.int = first
        score: cython.int
        with cython.nogil:
            score = self.root(deep, low, high, at)
        return score

    def root_moves(self) -> list[int]:
        """Return the root moves in search order."""
        i: cython.int
        return [self.order[i] for i in range(self.count)]

    def arrange(self, moves: Sequence[int]) -> None:
        """Set the root moves and their order."""
        self.order = array("i", moves)
        self.count = len(moves)

    def suggestion(self, position: Position) -> int | None:
        """Return the move that the table holds for a position. It may be illegal: keys can collide."""
        mine: Position = self.position
        data: u64
        self.position = position
        data = self.table.find(self.table_key())
        self.position = mine
        return None if data == 0 or move_of(data) == NO_MOVE else move_of(data)

    # ---- The root -------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def root(self, depth: cython.int, alpha: cython.int, beta: cython.int, first: cython.int) -> cython.int:
        i: cython.int
        end: cython.int
        move: cython.int
        score: cython.int
        reduced: cython.int
        hint: cython.int
        claim: u64 = 0
        seat: cython.int = self.position.seat
        best: cython.int = -INFINITE
        low: cython.int = alpha
        self.found = False
        self.guesses = 0
        self.reach = 0
        self.longest = 2 * depth + 8
        self.pv.sizes[0] = 0
        if self.longest > MAX_PLY:
            self.longest = MAX_PLY
        self.path[0] = self.position.key
        self.ordering.drop(0)
        for i in range(first, self.count):
            self.ordering.stack.add(self.order[i])
            self.ordering.ranks.add(first - i)
        end = self.ordering.stack.size
        for i in range(end):
            if self.shared and i > 0:
                self.choose(i, end, self.position.key)
            move = self.ordering.stack.data[i]
            if self.shared:
                claim = claim_key(self.position.key, move)
                self.claims.take(claim)
            self.made[0] = move
            hint = self.position.order_hint(move)
            self.position.make(move)
            reduced = (
                0 if i == 0 else self.reduction(-self.ordering.ranks.data[i], FORCING_RANK if hint > 0 else 0, depth)
            )
            score = self.search_move(self.position.seat == seat, i == 0, reduced, low, beta, depth - 1, 1)
            self.position.unmake(move)
            if self.shared:
                self.claims.leave(claim)
            if self.halted:
                return best
            if score > best:
                best = score
                if score > low:
                    low = score
                    self.found = True
                    self.pv.extend(move, 0)
                    if score >= beta:
                        break
        return best

    # ---- The tree -------------------------------------------------------------------------------------------------

    def child(
        self, same: cython.bint, alpha: cython.int, beta: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """Return the score of the position just reached, for the seat that moved."""
        if same:
            return self.search(alpha, beta, depth, ply)
        return -self.search(-beta, -alpha, depth, ply)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def search(self, alpha: cython.int, beta: cython.int, depth: cython.int, ply: cython.int) -> cython.int:
        """Return the score of the position for the seat to move, searched to `depth` moves."""
        i: cython.int
        end: cython.int
        move: cython.int
        score: cython.int
        reduced: cython.int
        split: cython.bint
        claim: u64 = 0
        next_depth: cython.int = depth - 1
        start: cython.int = self.ordering.stack.size
        best: cython.int = -INFINITE
        best_move: cython.int = NO_MOVE
        table_move: cython.int = NO_MOVE
        low: cython.int
        key: u64
        image_key: u64
        guesses: cython.longlong
        outer_reach: cython.int
        seat: cython.int = self.position.seat
        if depth <= 0:
            return self.quiesce(alpha, beta, ply, 0)
        if not self.enter_node(ply):
            return 0
        i = self.repeated(self.position.key, ply)
        if i >= 0:
            return self.cycle(i, ply)
        if ply >= MAX_PLY:
            return self.quiesce(alpha, beta, ply, MAX_QUIESCENCE_PLY)

        # Mate distance pruning: neither a win nor a loss can be nearer than the next ply.
        if alpha < ply - WIN:
            alpha = ply - WIN
        if beta > WIN - ply:
            beta = WIN - ply
        if alpha >= beta:
            return alpha

        key = image_key = self.position.key
        if self.use_table:
            if self.probe(alpha, beta, depth, ply):
                return self.probed_score
            key = self.probed_key
            image_key = self.probed_image_key
            table_move = self.probed_move

        self.position.candidates(self.ordering.stack)
        end = self.ordering.stack.size
        if end == start:
            return self.final(ply)
        if end == start + 1 and self.extensions and ply < self.longest:
            next_depth = depth
        self.ordering.rank(self.position, start, end, table_move, ply, self.made[ply - 1])
        low = alpha
        split = self.shared and depth >= MIN_SPLIT_DEPTH
        guesses = self.guesses
        outer_reach = self.reach
        self.reach = ply
        self.path[ply] = self.position.key
        for i in range(start, end):
            if not split or i == start:
                self.ordering.pick(i, end)
            elif self.choose(i, end, key):
                score = self.finished_elsewhere(key, depth, beta)
                if score >= beta:
                    best = score
                    self.guesses += 1
                    break
            move = self.ordering.stack.data[i]
            if split:
                claim = claim_key(key, move)
                self.claims.take(claim)
            reduced = 0 if i == start else self.reduction(i - start, self.ordering.ranks.data[i], depth)
            self.made[ply] = move
            self.position.make(move)
            score = self.search_move(self.position.seat == seat, i == start, reduced, low, beta, next_depth, ply + 1)
            self.position.unmake(move)
            if split:
                self.claims.leave(claim)
            if self.halted:
                self.ordering.drop(start)
                return 0
            if score > best:
                best = score
                if score > low:
                    low = score
                    best_move = move
                    self.pv.extend(move, ply)
                    if score >= beta:
                        self.cuts += 1
                        if i == start:
                            self.first_cuts += 1
                        self.ordering.reward(seat, start, i, depth, ply, self.made[ply - 1])
                        break
        self.ordering.drop(start)
        bound: cython.int = LOWER if best >= beta else EXACT if best > alpha else UPPER
        self.store(key, image_key, best_move, best, bound, depth, ply, guesses)
        if outer_reach < self.reach:
            self.reach = outer_reach
        return best

    def search_move(
        self,
        same: cython.bint,
        first: cython.bint,
        reduced: cython.int,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the score of the move just made (principal variation search).

        The first move gets the full window. Later ones get a null window, at a depth lower by `reduced`, and
        are searched again if they turn out better than expected.
        """
        score: cython.int
        if first:
            return self.child(same, alpha, beta, depth, ply)
        score = self.child(same, alpha, alpha + 1, depth - reduced, ply)
        if reduced and score > alpha and not self.halted:
            score = self.child(same, alpha, alpha + 1, depth, ply)
        if score > alpha and score < beta and not self.halted:
            score = self.child(same, alpha, beta, depth, ply)
        return score

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def enter_node(self, ply: cython.int) -> cython.int:
        """Count a node and check the limits; return 0 if the search has to end."""
        self.pv.sizes[ply] = 0
        if self.flag[0] or self.nodes >= self.next_check:
            self.check_limits()
        if self.halted:
            return 0
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply
        return 1

    def probe(self, alpha: cython.int, beta: cython.int, depth: cython.int, ply: cython.int) -> cython.int:
        """Look the position up in the transposition table; return 1 if `probed_score` decides it.

        Sets `probed_key`, `probed_image_key` (the key that symmetric positions share) and `probed_move`.
        """
        score: cython.int
        bound: cython.int
        solid: cython.int
        stored_depth: cython.int
        image: u64
        key: u64 = self.table_key()
        image_key: u64 = key
        data: u64 = self.table.find(key)
        self.probes += 1
        self.probed_move = move_of(data) if data != 0 else NO_MOVE
        if self.symmetries and depth >= MIN_SYMMETRY_DEPTH and self.position.turn_memory() == 0:
            image_key = self.position.solve_key() ^ (key ^ self.position.key)
            if image_key != key and (data == 0 or (depth_of(data) < depth and not solid_of(data))):
                image = self.table.find(image_key)
                if image != 0 and (data == 0 or solid_of(image) or depth_of(image) > depth_of(data)):
                    data = image
        self.probed_key = key
        self.probed_image_key = image_key
        if data == 0:
            return 0
        self.hits += 1
        score = score_of(data)
        bound = bound_of(data)
        solid = solid_of(data)
        stored_depth = depth_of(data)
        # A win or loss stored at a lower depth is valid, but may not be the shortest.
        if score > PROVEN:
            score -= ply
            if stored_depth < depth:
                bound &= LOWER
            solid = bound & LOWER
        elif score < -PROVEN:
            score += ply
            if stored_depth < depth:
                bound &= UPPER
            solid = bound & UPPER
        if not solid and (stored_depth < depth or beta - alpha != 1):
            return 0
        if (bound & LOWER and score >= beta) or (bound & UPPER and score <= alpha) or bound == EXACT:
            if not solid:
                self.guesses += 1
            self.probed_score = score
            return 1
        return 0

    def finished_elsewhere(self, key: u64, depth: cython.int, beta: cython.int) -> cython.int:
        """Return the score with which another thread has refuted this position in the meantime, or -INFINITE."""
        score: cython.int
        data: u64 = self.table.find(key)
        if data != 0 and depth_of(data) >= depth and bound_of(data) & LOWER:
            score = score_of(data)
            if beta <= score <= PROVEN:
                return score
        return -INFINITE

    def store(
        self,
        key: u64,
        image_key: u64,
        move: cython.int,
        best: cython.int,
        bound: cython.int,
        depth: cython.int,
        ply: cython.int,
        guesses: cython.longlong,
    ) -> cython.int:
        """Store the result of a node; `guesses` is how many leaves had been evaluated before it."""
        solid: cython.int = 1 if self.guesses == guesses else 0
        score: cython.int = best
        if best > PROVEN or best < -PROVEN:
            self.guesses = guesses
            score = best + ply if best > 0 else best - ply
        if not self.use_table:
            return 0
        # A result that depends on a repetition is valid on this path only.
        if self.reach < ply:
            solid = 0
            if score != best:
                return 0
        self.table.store(key, move, score, depth, bound, solid)
        if image_key != key:
            self.table.store(image_key, NO_MOVE, score, depth, bound, solid)
        return 0

    def choose(self, i: cython.int, end: cython.int, key: u64) -> cython.bint:
        """Bring the best move that no other thread is searching to index `i`.

        Return whether other threads are searching all remaining moves; then it is the best of these.
        """
        self.ordering.pick(i, end)
        while self.ordering.ranks.data[i] > -(DEFERRED_PENALTY >> 1) and self.claims.taken(
            claim_key(key, self.ordering.stack.data[i])
        ):
            self.ordering.ranks.data[i] -= DEFERRED_PENALTY
            self.ordering.pick(i, end)
        if self.ordering.ranks.data[i] > -(DEFERRED_PENALTY >> 1):
            return False
        self.ordering.ranks.data[i] += DEFERRED_PENALTY
        return True

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def quiesce(self, alpha: cython.int, beta: cython.int, ply: cython.int, deep: cython.int) -> cython.int:
        """Return the quiescence score: the mover stands pat or continues with a tactical move."""
        i: cython.int
        end: cython.int
        move: cython.int
        score: cython.int
        best: cython.int
        same: cython.bint
        start: cython.int = self.ordering.stack.size
        seat: cython.int = self.position.seat
        if not self.enter_node(ply):
            return 0
        self.quiet_nodes += 1
        if self.position.over():
            return self.final(ply)
        self.guesses += 1
        best = self.position.evaluate(seat)
        if best > PROVEN - 1:
            best = PROVEN - 1
        elif best < 1 - PROVEN:
            best = 1 - PROVEN
        if best >= beta or not self.quiescence or deep >= MAX_QUIESCENCE_PLY or ply >= MAX_PLY:
            return best
        if best > alpha:
            alpha = best
        self.position.tactical(self.ordering.stack)
        end = self.ordering.stack.size
        self.ordering.rank_tactical(self.position, start, end)
        for i in range(start, end):
            self.ordering.pick(i, end)
            move = self.ordering.stack.data[i]
            self.position.make(move)
            same = self.position.seat == seat
            if same:
                score = self.quiesce(alpha, beta, ply + 1, deep + 1)
            else:
                score = -self.quiesce(-beta, -alpha, ply + 1, deep + 1)
            self.position.unmake(move)
            if self.halted:
                break
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self.pv.extend(move, ply)
                    if score >= beta:
                        break
        self.ordering.drop(start)
        return best

    def final(self, ply: cython.int) -> cython.int:
        """Return the score of a finished game."""
        result: cython.int = self.position.payoff(self.position.seat)
        return WIN - ply if result == 2 else ply - WIN if result == 0 else self.draw()

    def draw(self) -> cython.int:
        """Return the score of a draw for the seat to move: with contempt, the searching seat prefers to play on."""
        return -self.contempt if self.position.seat == self.mine else self.contempt

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def repeated(self, key: u64, ply: cython.int) -> cython.int:
        """Return the ply at which this position occurred before on the path, or -1."""
        i: cython.int
        for i in range(ply - 2, -1, -1):
            if self.path[i] == key:
                return i
        return -1

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def cycle(self, since: cython.int, ply: cython.int) -> cython.int:
        """Return the score of a repeated position: the result after one more cycle by the game's rule, or a draw."""
        i: cython.int
        seat: cython.int = self.position.seat
        result: cython.int = 1
        at: cython.int = since
        if since < self.reach:
            self.reach = since
        while at < ply and not self.position.over():
            self.position.make(self.made[at])
            at += 1
        if self.position.over():
            result = self.position.payoff(seat)
        for i in range(at - 1, since - 1, -1):
            self.position.unmake(self.made[i])
        at += ply - since
        return WIN - at if result == 2 else at - WIN if result == 0 else self.draw()

    def table_key(self) -> u64:
        """Return the transposition table key.

        It includes the moves left while a move-counting rule is near, and the moves of the current turn if they decide
        which moves are tried next.
        """
        left: cython.int = self.position.moves_left()
        key: u64 = self.position.key ^ TURN_MEMORY_KEYS[self.position.turn_memory()]
        if left < 0:
            left = 0
        return key ^ RULE_COUNTER_KEYS[left] if left < RULE_COUNTER_HORIZON else key

    def reduction(self, n: cython.int, rank: cython.int, depth: cython.int) -> cython.int:
        """Return the late move reduction of the n-th move: a late quiet move is seldom the best."""
        less: cython.int
        if not self.reductions or depth < 3 or n < 3 or rank >= COUNTER_MOVE_RANK // 2:
            return 0
        less = 1
        if n >= 8 and depth >= 5:
            less = 2
        if n >= 20 and depth >= 7:
            less = 3
        return less
