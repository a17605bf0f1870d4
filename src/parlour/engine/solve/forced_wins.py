"""Forced wins, counted in turns: whether a seat can win within n of its own turns against every defence.

Alpha-beta proves wins too, but counts moves, and a turn may have several. This search uses no evaluation and no pruning
that could miss a move, so either answer is a proof. After the last of the turns the other seat may still have a turn
with which it can only lose. Results for positions at the beginning of a turn are stored; within a turn
`Position.candidates` depends on how the turn began, so nothing is stored there.

Only the history that the position itself contains is considered. Without history, a third repetition is impossible
within the few turns that are searched here.
"""

from __future__ import annotations

from array import array

import cython

from parlour.engine.report import Stop
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack

if not cython.compiled:
    from parlour.engine.hashing_pure import scatter
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

MAX_TURNS = 15
"""Longest forced win that can be searched for, in turns."""
BOUND_BASE = 32
RULE_COUNTER_HORIZON = 64
"""With fewer moves left under a move-counting rule, the count is part of the table key."""
MAX_PLY = 500
"""Longest line, in moves: a game may have turns that never end."""
NO_LIMIT = 1 << 60


class ForcedWinSearch:
    """Searches for forced wins in one game with given options; results are reused by later queries.

    A fact is `least + BOUND_BASE * most`: a win takes more than `least` turns, and at most `most` (0: unknown).
    """

    def __init__(self, position: Position, memory_mb: int = 32) -> None:
        if len(position.game.sides(position.options)) != 2:
            raise ValueError("Forced wins can be searched for only in games for two seats.")
        self.position = position.copy()
        self.visits = 0
        self.last = NO_LIMIT
        self.stopped = False
        self.seat = 0
        self.slots = 1 << max(10, (memory_mb * 1024 * 1024 // 12).bit_length() - 1)
        self.keys = array("Q", bytes(8 * self.slots))
        self.facts = array("i", bytes(4 * self.slots))
        self.flag = array("i", [0])
        self.moves = MoveStack()
        self.ranks = MoveStack()
        self.killers = [0] * 64

    def wins(
        self,
        position: Position,
        turns: int,
        *,
        seat: int | None = None,
        limit: int | None = None,
        stop: Stop | None = None,
    ) -> bool | None:
        """Return whether a seat (by default the one to move) can force a win within a number of its own turns.

        The rest of a turn that has begun counts as one. Return None if the search was stopped, reached `limit`
        positions, or found a turn that does not end, before there was a proof.
        """
        found: cython.int
        deep: cython.int
        mine: cython.bint
        if not 0 <= turns <= MAX_TURNS:
            raise ValueError(f"A forced win can be searched for in at most {MAX_TURNS} turns.")
        if position.is_over():
            raise ValueError("The game is over: there is nothing to search.")
        deep = turns
        self.position = position.copy()
        self.seat = position.seat if seat is None else seat
        self.moves.size = 0
        self.ranks.size = 0
        self.stopped = False
        self.flag = (stop or Stop()).flag
        self.last = NO_LIMIT if limit is None else self.visits + limit
        mine = self.position.seat == self.seat
        with cython.nogil:
            # A copy has no record of its current turn, so it can be treated as the beginning of one.
            found = self.attack(deep, 0, True) if mine else self.defend(deep, 0, True)
        return None if self.stopped else found != 0

    def shortest(
        self, position: Position, most: int, *, limit: int | None = None, stop: Stop | None = None
    ) -> int | None:
        """Return the number of turns in which the seat to move can win; 0 if not within `most`, None if unknown."""
        for turns in range(1, most + 1):
            found = self.wins(position, turns, limit=limit, stop=stop)
            if found is None:
                return None
            if found:
                return turns
        return 0

    # ---- Searching ------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def attack(self, turns: cython.int, ply: cython.int, begins: cython.bint) -> cython.int:
        """Return whether the attacker, who is to move, wins; `begins` is whether a turn begins, after `ply` moves."""
        i: cython.int
        move: cython.int
        found: cython.int
        start: cython.int = self.moves.size
        end: cython.int
        if turns <= 0:
            return 0
        found = self.known(turns, ply, begins)
        if found >= 0:
            return found
        self.position.candidates(self.moves)
        end = self.moves.size
        if turns > 1:
            self.rank(start, end)
        found = 0
        for i in range(start, end):
            move = self.moves.data[i]
            self.position.make(move)
            if self.position.over():
                found = 1 if self.position.payoff(self.seat) == 2 else 0
            elif self.position.seat == self.seat:
                found = self.attack(turns, ply + 1, False)
            else:
                found = self.defend(turns - 1, ply + 1, True)
            self.position.unmake(move)
            if found or self.stopped:
                break
        return self.finish(turns, begins, start, found)

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def defend(self, turns: cython.int, ply: cython.int, begins: cython.bint) -> cython.int:
        """Return whether the attacker wins against every move of the defender, who is to move."""
        i: cython.int
        move: cython.int
        found: cython.int
        killer: cython.int = self.killers[turns]
        start: cython.int = self.moves.size
        end: cython.int
        found = self.known(turns + 1, ply, begins)
        if found >= 0:
            return found
        self.position.candidates(self.moves)
        end = self.moves.size
        # Killer heuristic: try the move that refuted the attack elsewhere.
        for i in range(start, end):
            if self.moves.data[i] == killer:
                self.moves.data[i] = self.moves.data[start]
                self.moves.data[start] = killer
                break
        found = 1
        for i in range(start, end):
            move = self.moves.data[i]
            self.position.make(move)
            if self.position.over():
                found = 1 if self.position.payoff(self.seat) == 2 else 0
            elif self.position.seat == self.seat:
                found = self.attack(turns, ply + 1, True)
            else:
                found = self.defend(turns, ply + 1, False)
            self.position.unmake(move)
            if self.stopped:
                break
            if not found:
                self.killers[turns] = move
                break
        return self.finish(turns + 1, begins, start, found)

    def known(self, turns: cython.int, ply: cython.int, begins: cython.bint) -> cython.int:
        """Count a visit; return the stored result, 0 if the search has to end, or -1 to search the position."""
        if self.tick(ply):
            return 0
        return self.look(self.mark(), turns) if begins else -1

    def finish(self, turns: cython.int, begins: cython.bint, start: cython.int, found: cython.int) -> cython.int:
        """Remove the moves of a position from the stack, and store its result if that is a proof."""
        self.moves.size = start
        if self.stopped:
            return 0
        if begins:
            self.note(self.mark(), turns, found)
        return found

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def rank(self, start: cython.int, end: cython.int) -> cython.int:
        """Sort the moves by the hints of the game, the most promising first."""
        i: cython.int
        k: cython.int
        move: cython.int
        hint: cython.int
        self.ranks.size = start
        for i in range(start, end):
            move = self.moves.data[i]
            hint = self.position.order_hint(move)
            self.ranks.add(hint)
            k = i
            while k > start and self.ranks.data[k - 1] < hint:
                self.moves.data[k] = self.moves.data[k - 1]
                self.ranks.data[k] = self.ranks.data[k - 1]
                k -= 1
            self.moves.data[k] = move
            self.ranks.data[k] = hint
        return 0

    def tick(self, ply: cython.int) -> cython.int:
        """Count a visit; return whether the search has to end."""
        self.visits += 1
        if self.visits > self.last or ply > MAX_PLY or self.flag[0]:
            self.stopped = True
        return 1 if self.stopped else 0

    # ---- Memory ---------------------------------------------------------------------------------------------------

    def mark(self) -> u64:
        """Return the table key of a position: its key, the attacking seat, and the moves left if these are few."""
        left: cython.int = self.position.moves_left()
        mark: u64 = self.position.key
        if left < RULE_COUNTER_HORIZON:
            mark = mark ^ scatter(left + 1)
        if self.seat:
            mark = mark ^ scatter(1)
        return mark

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def look(self, mark: u64, turns: cython.int) -> cython.int:
        """Return 1 or 0 if it is known whether the attacker wins in a number of turns, else -1."""
        at: cython.int = cython.cast(cython.int, mark & cython.cast(u64, self.slots - 1))
        fact: cython.int = self.facts[at]
        if fact == 0 or self.keys[at] != mark:
            return -1
        if fact // BOUND_BASE and turns >= fact // BOUND_BASE:
            return 1
        if turns <= fact % BOUND_BASE:
            return 0
        return -1

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def note(self, mark: u64, turns: cython.int, found: cython.int) -> cython.int:
        """Store a result; it replaces that of another position in the same slot."""
        at: cython.int = cython.cast(cython.int, mark & cython.cast(u64, self.slots - 1))
        least: cython.int = 0
        most: cython.int = 0
        if self.facts[at] and self.keys[at] == mark:
            least = self.facts[at] % BOUND_BASE
            most = self.facts[at] // BOUND_BASE
        if found:
            most = turns if most == 0 or turns < most else most
        elif turns > least:
            least = turns
        self.keys[at] = mark
        self.facts[at] = least + BOUND_BASE * most
        return 0
