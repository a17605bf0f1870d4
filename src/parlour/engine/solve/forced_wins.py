"""Forced wins, counted in turns: whether a seat can win within so many of its own turns, whatever the other does.

Alpha-beta proves wins too, but counts moves, and a turn may have several. Here nothing is evaluated and nothing is left
out: the answer is a proof either way. The last of the turns may leave the other seat a turn with which it can only
lose. What was found about the beginning of a turn is kept; within one, `Position.candidates` depends on how the turn
began, so nothing is kept there.

Only the past counts that the position itself knows. No third repetition fits into the few turns that are asked about
here, if the position has no past.
"""

from __future__ import annotations

from array import array

import cython

from parlour.engine.report import Stop
from parlour.games.contract.position import MoveStack, Position

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

MAX_TURNS = 15
"""So many turns can be asked about."""
BOUND_BASE = 32
RULE_COUNTER_HORIZON = 64
"""Where a rule that counts moves ends the game so soon, its counter is part of what is kept."""
MAX_PLY = 500
"""No line of play is followed for so many moves: a game may have turns without end."""
MASK64 = 0xFFFFFFFFFFFFFFFF
HASH_MULTIPLIER = 0x9E3779B97F4A7C15
NO_LIMIT = 1 << 60


class ForcedWinSearch:
    """Asks about forced wins in one game with one set of options; what is found helps the next question.

    A fact is `least + LOST * most`: a win takes at least more than `least` turns, and at most `most` (0: unknown).
    """

    def __init__(self, position: Position, memory_mb: int = 32) -> None:
        if len(position.game.sides(position.options)) != 2:
            raise ValueError("Forced wins are looked for in games for two seats only.")
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
        """Whether a seat (that to move, unless another is named) can force a win within so many turns of its own.

        The rest of a turn that has begun counts as one. None if it was stopped, `limit` positions had been visited, or
        a turn came to no end, before that was known.
        """
        found: cython.int
        deep: cython.int
        mine: cython.bint
        if not 0 <= turns <= MAX_TURNS:
            raise ValueError(f"A forced win can be looked for in at most {MAX_TURNS} turns.")
        if position.is_over():
            raise ValueError("The game is over: there is nothing to force.")
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
            # A copy begins without memory of its turn, so it is as good as the beginning of one.
            found = self.attack(deep, 0, True) if mine else self.defend(deep, 0, True)
        return None if self.stopped else found != 0

    def shortest(
        self, position: Position, most: int, *, limit: int | None = None, stop: Stop | None = None
    ) -> int | None:
        """In how many of its turns the seat to move can win; 0 if not within `most`. None if that did not get known."""
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
        """Whether the attacker, who is to move, wins; `begins` if a turn does, after `ply` moves."""
        i: cython.int
        move: cython.int
        found: cython.int
        start: cython.int = self.moves.size
        end: cython.int
        mark: u64 = 0
        if turns <= 0:
            return 0
        if self.tick(ply):
            return 0
        if begins:
            mark = self.mark()
            found = self.look(mark, turns)
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
        self.moves.size = start
        if self.stopped:
            return 0
        if begins:
            self.note(mark, turns, found)
        return found

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def defend(self, turns: cython.int, ply: cython.int, begins: cython.bint) -> cython.int:
        """Whether the attacker wins against everything that the other, who is to move, can do."""
        i: cython.int
        move: cython.int
        found: cython.int
        killer: cython.int = self.killers[turns]
        start: cython.int = self.moves.size
        end: cython.int
        mark: u64 = 0
        if self.tick(ply):
            return 0
        if begins:
            mark = self.mark()
            found = self.look(mark, turns + 1)
            if found >= 0:
                return found
        self.position.candidates(self.moves)
        end = self.moves.size
        # What refuted the attack elsewhere may do so here.
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
        self.moves.size = start
        if self.stopped:
            return 0
        if begins:
            self.note(mark, turns + 1, found)
        return found

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def rank(self, start: cython.int, end: cython.int) -> cython.int:
        """Puts the moves that the game would look at first in front."""
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
        """Counts a visit; whether the search has to end."""
        self.visits += 1
        if self.visits > self.last or ply > MAX_PLY or self.flag[0]:
            self.stopped = True
        return 1 if self.stopped else 0

    # ---- Memory ---------------------------------------------------------------------------------------------------

    def mark(self) -> u64:
        """Where a position is kept: by its key, the seat that attacks, and the moves left where those are few."""
        left: cython.int = self.position.moves_left()
        mark: u64 = self.position.key
        if left < RULE_COUNTER_HORIZON:
            mark = mark ^ ((cython.cast(u64, left + 1) * HASH_MULTIPLIER) & MASK64)
        if self.seat:
            mark = mark ^ HASH_MULTIPLIER
        return mark

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def look(self, mark: u64, turns: cython.int) -> cython.int:
        """1 or 0 if it is known whether the attacker wins in so many turns, else -1."""
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
        """Keeps what was found, in the place of what another position left there."""
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
