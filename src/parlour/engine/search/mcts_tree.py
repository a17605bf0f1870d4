"""The tree of a Monte Carlo tree search in typed arrays, and its iterations; `mcts.Mcts` runs them.

A node is a move and the position after it; node 0 is the root. The children of a node are adjacent. Rewards are vectors
with one component per seat: the mover of a node chooses by its own component, so turns of several moves and games for
three or more seats need no special case.

*Proofs.* `proof` packs two bits per seat: the payoff (0, 1, 2) of the seat if every seat maximizes its own, or 3 if
unknown. A win of the mover is proven by one winning child, other results by the best child once all are proven. The
payoffs of the others then follow for two seats, and for more if all the best children of the mover agree.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection
from typing import Any

import cython

from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack
from parlour.games.contract.xorshift import Random

if not cython.compiled:
    from math import exp, log, sqrt

COMPILED: bool = cython.compiled

UNKNOWN = 3
UNEXPANDED = -1
TERMINAL = 0
LOW_BIT_PER_SEAT = 0x15555555
INITIAL_CAPACITY = 1024
MAX_SEATS = 15


def node_bytes(seats: int) -> int:
    """Return the size of a node in bytes."""
    return 7 * 4 + 8 + 8 * seats


class MctsTree:
    """A growing tree over one position. Every iteration adds one visit to each node on its path."""

    def __init__(
        self,
        position: Position,
        seats: int,
        seed: int,
        *,
        most: int,
        explore: float,
        bias: float,
        scale: float,
        cap: int,
        informed: int,
    ) -> None:
        if seats > MAX_SEATS:
            raise ValueError(f"A tree has at most {MAX_SEATS} seats.")
        self.seats = seats
        self.most = max(most, INITIAL_CAPACITY)
        self.explore = explore
        self.bias_weight = bias
        self.scale = scale
        self.cap = cap
        self.informed = informed
        self.reach = 0
        self.open_proof = 0
        for _ in range(seats):
            self.open_proof = self.open_proof * 4 + UNKNOWN
        self.random = Random(seed)
        self.stack = MoveStack()
        self.path = MoveStack()
        self.reward = [0.0] * 16
        self.barred = array("i", [0])
        self.flag = array("i", [0])
        self.steps = 0
        self.settled = False
        self.reset(position)

    # ---- Memory ---------------------------------------------------------------------------------------------------

    def reset(self, position: Position) -> None:
        """Reset the tree to a root and its children."""
        self.position = position.copy()
        self.clear(INITIAL_CAPACITY)
        self.size = 1
        self.count[0] = UNEXPANDED
        self.proof[0] = self.open_proof
        self.mover[0] = position.seat
        self.exclude([])
        self.expand(0)
        self.exclude([])

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def copy_subtree(self, other: MctsTree, node: int) -> None:
        """Copy the subtree of another tree's node, which is this tree's root position."""
        at: cython.int = 0
        was: cython.int
        i: cython.int
        size: cython.int = 1
        wide: cython.int = self.seats
        origin: MoveStack = MoveStack()
        self.random = other.random
        self.steps = other.steps
        self.clear(max(INITIAL_CAPACITY, other.size))
        origin.add(node)
        # Breadth first, so that children stay adjacent.
        while at < size:
            was = origin.data[at]
            self.move[at] = other.move[was]
            self.first[at] = size
            self.count[at] = other.count[was]
            self.visits[at] = other.visits[was]
            self.proof[at] = other.proof[was]
            self.length[at] = other.length[was]
            self.mover[at] = other.mover[was]
            self.bias[at] = other.bias[was]
            for i in range(wide):
                self.total[at * wide + i] = other.total[was * wide + i]
            for i in range(other.count[was]):
                origin.add(other.first[was] + i)
                size += 1
            at += 1
        self.size = size
        self.exclude([])

    def clear(self, capacity: int) -> None:
        """Allocate empty arrays for `capacity` nodes."""
        self.capacity = capacity
        self.size = 0
        self.full = False
        self.deepest = 0
        self.move = array("i", bytes(4 * capacity))
        self.first = array("i", bytes(4 * capacity))
        self.count = array("i", bytes(4 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.proof = array("i", bytes(4 * capacity))
        self.length = array("i", bytes(4 * capacity))
        self.mover = array("i", bytes(4 * capacity))
        self.bias = array("d", bytes(8 * capacity))
        self.total = array("d", bytes(8 * capacity * self.seats))

    def make_room(self) -> cython.int:
        with cython.gil:
            more: int = min(2 * self.capacity, self.most)
            self.move = grown_array(self.move, "i", more)
            self.first = grown_array(self.first, "i", more)
            self.count = grown_array(self.count, "i", more)
            self.visits = grown_array(self.visits, "i", more)
            self.proof = grown_array(self.proof, "i", more)
            self.length = grown_array(self.length, "i", more)
            self.mover = grown_array(self.mover, "i", more)
            self.bias = grown_array(self.bias, "d", more)
            self.total = grown_array(self.total, "d", more * self.seats)
            self.capacity = more
        return 0

    # ---- Queries ----------------------------------------------------------------------------------------------------

    def exclude(self, moves: Collection[int]) -> None:
        """Exclude root moves from the search, unless that would exclude all."""
        children: list[int] = self.children(0)
        flags: list[int] = [int(self.move[node] in moves) for node in children]
        self.barred = array("i", [0 if all(flags) else flag for flag in flags] or [0])

    def is_excluded(self, node: int) -> bool:
        """Return whether a child of the root is excluded."""
        return self.barred[node - self.first[0]] != 0

    def limit_depth(self, moves: int) -> None:
        """Limit the depth of the tree in moves; 0 means no limit."""
        self.reach = moves

    def children(self, node: int) -> list[int]:
        """Return the children of a node, in no particular order."""
        if self.count[node] <= 0:
            return []
        return list(range(self.first[node], self.first[node] + self.count[node]))

    def move_of(self, node: int) -> int:
        """Return the move that leads to a node."""
        return self.move[node]

    def seat_of(self, node: int) -> int:
        """Return the seat to move at a node."""
        return self.mover[node]

    def visits_of(self, node: int) -> int:
        """Return the number of visits of a node."""
        return self.visits[node]

    def totals_of(self, node: int) -> list[float]:
        """Return the sum of the rewards of a node's visits for each seat."""
        i: cython.int
        return [self.total[node * self.seats + i] for i in range(self.seats)]

    def payoff_of(self, node: int, seat: int) -> int | None:
        """Return the proven payoff of a seat after a node (0, 1, 2), or None."""
        value: int = self.known(node, seat)
        return None if value == UNKNOWN else value

    def length_of(self, node: int) -> int:
        """Return the number of moves in the proven play after a node."""
        return self.length[node]

    def is_decided(self) -> bool:
        """Return whether the best payoff of the seat to move, among moves not excluded, is proven."""
        return self.decided() != 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def grow(self, walks: int, flag: array[int]) -> int:
        """Run iterations until the number, the flag or a proof ends them; return how many were run."""
        todo: cython.int = walks
        done: cython.int = 0
        self.flag = flag
        self.settled = self.decided() != 0
        with cython.nogil:
            while done < todo and not self.settled and not self.flag[0]:
                if not self.walk():
                    break
                done += 1
        return done

    # ---- Iteration --------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def walk(self) -> cython.int:
        """Run one iteration: selection, expansion, playout, backpropagation. Return 0 if it was interrupted."""
        node: cython.int = 0
        seat: cython.int
        counted: cython.int = 1
        self.path.size = 0
        while True:
            if self.count[node] == TERMINAL or (node and self.is_closed(node)):
                for seat in range(self.seats):
                    self.reward[seat] = self.known(node, seat) * 0.5
                break
            if self.count[node] == UNEXPANDED and (self.visits[node] == 0 or not self.expand(node)):
                counted = self.play_out()
                break
            if node and self.is_closed(node):
                continue
            node = self.choose(node)
            self.path.add(node)
            self.position.make(self.move[node])
        if self.path.size > self.deepest:
            self.deepest = self.path.size
        self.back_up(counted)
        return counted

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def choose(self, node: cython.int) -> cython.int:
        """Return the child with the highest upper confidence bound for the mover."""
        child: cython.int
        value: cython.int
        visits: cython.int
        score: cython.double
        seat: cython.int = self.mover[node]
        start: cython.int = self.first[node]
        # The mover's payoff may be proven while the others' are not; then only moves with this payoff are considered.
        sure: cython.int = UNKNOWN if node == 0 else self.known(node, seat)
        best: cython.int = -1
        best_score: cython.double = 0.0
        much: cython.double = log(self.visits[node]) if self.visits[node] > 0 else 0.0
        for child in range(start, start + self.count[node]):
            value = self.known(child, seat)
            if node == 0 and self.barred[child - start]:
                continue
            if value == 0 and sure != 0:
                continue
            if sure == 2 and value == 1:
                continue
            visits = self.visits[child]
            if visits == 0:
                score = 1000.0
            else:
                score = self.total[child * self.seats + seat] / visits + self.explore * sqrt(much / visits)
            if self.bias_weight != 0.0:
                score = score + self.bias_weight * self.bias[child] / (visits + 1)
            if best < 0 or score > best_score:
                best = child
                best_score = score
        return best if best >= 0 else start

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def expand(self, node: cython.int) -> cython.int:
        """Expand a node; return 0 if there is no room. Children that end the game are proven immediately."""
        i: cython.int
        k: cython.int
        child: cython.int
        move: cython.int
        over: cython.int
        base: cython.int = self.stack.size
        count: cython.int
        if self.reach > 0 and self.path.size >= self.reach and node:
            return 0
        self.position.candidates(self.stack)
        count = self.stack.size - base
        while self.size + count > self.capacity:
            if self.capacity == self.most and node:
                self.full = True
                self.stack.size = base
                return 0
            if self.capacity == self.most:
                self.most = 2 * self.most
            self.make_room()
        for i in range(count - 1, 0, -1):
            k = self.random.below(i + 1)
            move = self.stack.data[base + i]
            self.stack.data[base + i] = self.stack.data[base + k]
            self.stack.data[base + k] = move
        self.first[node] = self.size
        self.count[node] = count
        self.size += count
        for i in range(count):
            child = self.first[node] + i
            move = self.stack.data[base + i]
            self.move[child] = move
            self.count[child] = UNEXPANDED
            self.visits[child] = 0
            self.proof[child] = self.open_proof
            self.length[child] = 0
            self.bias[child] = 0.0
            for k in range(self.seats):
                self.total[child * self.seats + k] = 0.0
            self.position.make(move)
            self.mover[child] = self.position.seat
            over = self.position.over()
            if over:
                self.finish(child)
            elif self.bias_weight != 0.0:
                self.bias[child] = self.share(self.mover[node])
            self.position.unmake(move)
        self.steps += count
        self.stack.size = base
        self.settle(node)
        return 1

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def finish(self, node: cython.int) -> cython.int:
        """Store the result of a terminal node."""
        seat: cython.int
        proof: cython.int = 0
        for seat in range(self.seats - 1, -1, -1):
            proof = proof * 4 + self.position.payoff(seat)
        self.proof[node] = proof
        self.count[node] = TERMINAL
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def settle(self, node: cython.int) -> cython.int:
        """Derive the proof of a node from its children; return 1 if it changed."""
        child: cython.int
        seat: cython.int
        value: cython.int
        other: cython.int
        proof: cython.int = 0
        best: cython.int = -1
        longest: cython.int = 0
        shortest: cython.int = -1
        unknown: cython.int = 0
        mover: cython.int = self.mover[node]
        start: cython.int = self.first[node]
        end: cython.int = start + self.count[node]
        for child in range(start, end):
            value = self.known(child, mover)
            if value == UNKNOWN:
                unknown += 1
            elif value > best:
                best = value
        if best < 0 or (unknown and best < 2):
            return 0
        for child in range(start, end):
            if self.known(child, mover) == best:
                if self.length[child] > longest:
                    longest = self.length[child]
                if shortest < 0 or self.length[child] < shortest:
                    shortest = self.length[child]
        for seat in range(self.seats - 1, -1, -1):
            if seat == mover:
                value = best
            elif self.seats == 2:
                value = 2 - best
            else:
                # Payoffs of the other seats, if all the best moves of the mover agree on them.
                value = -1
                for child in range(start, end):
                    other = self.known(child, mover)
                    if other in (best, UNKNOWN):
                        other = self.known(child, seat)
                        if value < 0:
                            value = other
                        elif value != other:
                            value = UNKNOWN
            proof = proof * 4 + value
        if proof == self.proof[node]:
            return 0
        self.proof[node] = proof
        self.length[node] = 1 + (shortest if best == 2 else longest)
        return 1

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def play_out(self) -> cython.int:
        """Play random moves to the end, or to the cap and an evaluation; return 0 if the flag was set meanwhile."""
        made: cython.int = 0
        seat: cython.int
        i: cython.int
        count: cython.int = 1
        counted: cython.int = 1
        start: cython.int = self.stack.size
        base: cython.int
        while made < self.cap:
            if self.flag[0]:
                counted = 0
                break
            base = self.stack.size
            if self.informed and self.random.below(100) < self.informed:
                self.position.tactical(self.stack)
            if self.stack.size == base:
                self.position.generate(self.stack)
            count = self.stack.size - base
            if count == 0:
                break
            # The moves made stay on the stack so that they can be undone in reverse order.
            self.stack.data[base] = self.stack.data[base + self.random.below(count)]
            self.stack.size = base + 1
            self.position.make(self.stack.data[base])
            made += 1
        if count == 0 or self.position.over():
            for seat in range(self.seats):
                self.reward[seat] = self.position.payoff(seat) * 0.5
        elif self.seats == 2:
            self.reward[0] = self.share(0)
            self.reward[1] = 1.0 - self.reward[0]
        else:
            for seat in range(self.seats):
                self.reward[seat] = self.share(seat)
        for i in range(made):
            self.stack.size -= 1
            self.position.unmake(self.stack.data[self.stack.size])
        self.stack.size = start
        self.steps += made
        return counted

    def share(self, seat: cython.int) -> cython.double:
        """Return the expected result of a seat according to the game's evaluation."""
        value: cython.double = self.position.evaluate(seat) / self.scale
        if value > 30.0:
            value = 30.0
        elif value < -30.0:
            value = -30.0
        return 1.0 / (1.0 + exp(-value))

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def back_up(self, counted: cython.int) -> cython.int:
        """Undo the moves of an iteration and add its reward and proofs to the nodes on its path."""
        node: cython.int
        above: cython.int
        seat: cython.int
        i: cython.int
        for i in range(self.path.size - 1, -2, -1):
            node = self.path.data[i] if i >= 0 else 0
            if counted:
                self.visits[node] += 1
                for seat in range(self.seats):
                    self.total[node * self.seats + seat] += self.reward[seat]
            if i < 0:
                break
            self.position.unmake(self.move[node])
            above = self.path.data[i - 1] if i > 0 else 0
            if self.proof[node] != self.open_proof:
                self.settle(above)
                if above == 0:
                    self.settled = self.decided() != 0
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def known(self, node: cython.int, seat: cython.int) -> cython.int:
        return self.proof[node] >> (2 * seat) & 3

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def is_closed(self, node: cython.int) -> cython.bint:
        """Return whether the payoff of every seat is proven: no pair of bits is 3."""
        proof: cython.int = self.proof[node]
        return proof & (proof >> 1) & LOW_BIT_PER_SEAT == 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def decided(self) -> cython.int:
        value: cython.int
        child: cython.int
        start: cython.int = self.first[0]
        unknown: cython.int = 0
        for child in range(start, start + self.count[0]):
            if not self.barred[child - start]:
                value = self.known(child, self.mover[0])
                if value == 2:
                    return 1
                if value == UNKNOWN:
                    unknown += 1
        return 1 if unknown == 0 else 0


def grown_array(row: Any, code: str, length: int) -> array[Any]:
    """Return a copy of an array, extended with zeroes to a length."""
    copy: array[Any] = array(code, bytes(memoryview(row)))
    copy.frombytes(bytes(copy.itemsize * (length - len(copy))))
    return copy
