"""Retrograde analysis: exact values of a small game with cycles, for all reachable positions.

`PositionGraph` first visits every position once, breadth first, under its `solve_key`; then it works backwards from the
finished games. A position is won if a move leads to one that is lost for the opponent, and lost if all moves lead to
positions that are won for the opponent. The positions that remain are drawn: neither side can force a win.

The history of a position is ignored: the path to each is a shortest one, so no position has occurred twice on it.
Lengths count turns first and moves second: the winner prefers short games, the loser long ones. A length is
`turns * LENGTH_PER_TURN + moves`.
"""

from __future__ import annotations

from array import array

import cython

from parlour.engine.search.mcts_tree import grown_array
from parlour.errors import ParlourError
from parlour.games.contract.position import Position
from parlour.games.contract.stacks import MoveStack

if not cython.compiled:
    from parlour.engine.hashing_pure import first_slot
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

LENGTH_PER_TURN = 1024
MAX_LENGTH = 512 * LENGTH_PER_TURN
NONE = -1


class SolverMemoryError(ParlourError):
    """Raised when a game has more positions than the memory limit of a solver allows."""


class PositionGraph:
    """The positions reachable from a root, and their values. Call `grow`, `link` and `settle` in this order; `grow` and
    `settle` work in batches.
    """

    def __init__(self, position: Position, memory_mb: int = 512) -> None:
        self.position = position.copy()
        self.budget = memory_mb * 1024 * 1024
        self.stack = MoveStack()
        self.path = MoveStack()
        self.climb = MoveStack()
        self.size = 0
        self.edges = 0
        self.grown = 0
        self.settled = 0
        self.depth = 0
        self.entries = 0
        self.at_key = 0
        self.room = 1024
        self.edge_room = 1024
        self.entry_room = 1024
        self.slots = 4096
        self.keys = array("Q", bytes(8 * self.room))
        self.slot = array("i", [NONE]) * self.slots
        self.parent = array("i", bytes(4 * self.room))
        self.move = array("i", bytes(4 * self.room))
        self.seat = array("i", bytes(4 * self.room))
        self.start = array("i", bytes(4 * (self.room + 1)))
        self.left = array("i", bytes(4 * self.room))
        self.best = array("i", bytes(4 * self.room))
        self.worst = array("i", bytes(4 * self.room))
        self.length = array("i", bytes(4 * self.room))
        self.after = array("i", bytes(4 * self.edge_room))
        self.cursor = array("i", [0])
        self.flag = array("i", [0])
        self.before = array("i", [0])
        self.before_start = array("i", [0])
        self.head = array("i", [NONE])
        self.entry = array("i", bytes(4 * self.entry_room))
        self.next = array("i", bytes(4 * self.entry_room))
        if not self.position.over():
            self.add(self.position.solve_key(), NONE, 0)

    # ---- Batches --------------------------------------------------------------------------------------------------

    def grow(self, positions: int, flag: array[int]) -> bool:
        """Visit a number of positions, fewer if the flag is set; return whether all have been visited."""
        self.flag = flag
        todo: cython.int = positions
        with cython.nogil:
            self.run_grow(todo)
        return self.grown == self.size

    def link(self) -> None:
        """Build the reverse edges, once all positions are known, and start with positions next to the end of a game."""
        i: cython.int
        node: cython.int
        to: cython.int
        size: cython.int = self.size
        self.check_memory(4 * (self.edges + 2 * size + MAX_LENGTH))
        self.cursor = array("i", bytes(4 * (size + 1)))
        self.before = array("i", bytes(4 * max(1, self.edges)))
        self.before_start = array("i", bytes(4 * (size + 1)))
        self.head = array("i", [NONE]) * MAX_LENGTH
        for i in range(self.edges):
            self.before_start[self.after[i] + 1] += 1
        for node in range(size):
            self.before_start[node + 1] += self.before_start[node]
            self.cursor[node] = self.before_start[node]
        for node in range(size):
            for i in range(self.start[node], self.start[node + 1]):
                to = self.after[i]
                self.before[self.cursor[to]] = node
                self.cursor[to] += 1
        for node in range(size):
            self.conclude(node)
        # From here on only the values are needed.
        self.after = array("i", [0])
        self.cursor = array("i", [0])

    def settle(self, positions: int, flag: array[int]) -> bool:
        """Propagate values backwards through a number of positions; return whether all values are final."""
        self.flag = flag
        todo: cython.int = positions
        with cython.nogil:
            done: cython.int = self.run_settle(todo)
        return done != 0

    def memory_bytes(self) -> int:
        """Return the memory used, in bytes."""
        return 9 * 4 * self.room + 8 * self.room + 4 * self.slots + 4 * self.edge_room + 8 * self.entry_room

    def check_memory(self, size: int) -> None:
        """Raise `SolverMemoryError` if the memory limit would be exceeded."""
        if self.memory_bytes() + size > self.budget:
            raise SolverMemoryError(
                f"This game has too many positions to be solved in {self.budget // 1024 // 1024} MB "
                f"({self.size} were found)."
            )

    # ---- Values ---------------------------------------------------------------------------------------------------

    def place(self, position: Position) -> int | None:
        """Return the index of a running position, or None if it is not stored."""
        found: int = self.find(position.solve_key())
        return None if found == NONE else found

    def result(self, node: int) -> int:
        """Return the value of a position for the seat to move: 1 won, 0 drawn, -1 lost."""
        if self.length[node] == 0:
            return 0
        return 1 if self.best[node] else -1

    def turns(self, node: int) -> int:
        """Return the number of turns until a won or lost position ends with best play."""
        return self.length[node] // LENGTH_PER_TURN

    def moves(self, node: int) -> int:
        """Return the number of moves until a won or lost position ends with best play."""
        return self.length[node] % LENGTH_PER_TURN

    # ---- Enumeration ----------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def run_grow(self, todo: cython.int) -> cython.int:
        while todo > 0 and self.grown < self.size and not self.flag[0]:
            self.go_to(self.grown)
            self.expand(self.grown)
            self.grown += 1
            todo -= 1
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def go_to(self, node: cython.int) -> cython.int:
        """Move the position to a node: undo to the common ancestor, then play forward."""
        self.climb.size = 0
        # First equal depths, then both paths step back together; breadth-first order keeps the paths short.
        at: cython.int = node
        level: cython.int = 0
        while at != 0:
            level += 1
            at = self.parent[at]
        if level > self.depth:
            self.depth = level
        at = node
        while level > self.path.size:
            self.climb.add(at)
            at = self.parent[at]
            level -= 1
        while self.path.size > level or (self.path.size > 0 and self.path.data[self.path.size - 1] != at):
            if level == self.path.size:
                self.climb.add(at)
                at = self.parent[at]
                level -= 1
            self.path.size -= 1
            self.position.unmake(self.move[self.path.data[self.path.size]])
        while self.climb.size > 0:
            self.climb.size -= 1
            at = self.climb.data[self.climb.size]
            self.position.make(self.move[at])
            self.path.add(at)
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def expand(self, node: cython.int) -> cython.int:
        """Generate the successors of a position. Terminal positions are not stored: they only affect the value here."""
        i: cython.int
        to: cython.int
        move: cython.int
        value: cython.int
        key: u64
        seat: cython.int = self.position.seat
        self.stack.size = 0
        self.position.generate(self.stack)
        self.start[node] = self.edges
        self.left[node] = self.stack.size
        for i in range(self.stack.size):
            move = self.stack.data[i]
            self.position.make(move)
            if self.position.over():
                value = self.position.payoff(seat)
                if value == 2:
                    self.best[node] = LENGTH_PER_TURN + 1
                elif value == 0:
                    self.left[node] -= 1
                    self.worst[node] = LENGTH_PER_TURN + 1
            else:
                key = self.position.solve_key()
                to = self.find(key)
                if to == NONE:
                    to = self.add(key, node, move)
                if self.edges == self.edge_room:
                    self.more_edges()
                self.after[self.edges] = to
                self.edges += 1
            self.position.unmake(move)
        self.start[node + 1] = self.edges
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def find(self, key: u64) -> cython.int:
        mask: cython.int = self.slots - 1
        at: cython.int = first_slot(key, self.slots)
        while self.slot[at] != NONE and self.keys[self.slot[at]] != key:
            at = (at + 1) & mask
        return self.slot[at]

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def add(self, key: u64, parent: cython.int, move: cython.int) -> cython.int:
        node: cython.int = self.size
        mask: cython.int
        at: cython.int
        if node == self.room:
            self.more_nodes()
        mask = self.slots - 1
        at = first_slot(key, self.slots)
        while self.slot[at] != NONE:
            at = (at + 1) & mask
        self.slot[at] = node
        self.keys[node] = key
        self.parent[node] = parent
        self.move[node] = move
        self.seat[node] = self.position.seat
        self.size += 1
        return node

    # ---- Retrograde -----------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def conclude(self, node: cython.int) -> cython.int:
        """Queue a position if it is won, or if it is lost because no other move is left."""
        if self.best[node]:
            self.push(node, self.best[node])
        elif self.left[node] == 0:
            self.push(node, self.worst[node])
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def push(self, node: cython.int, length: cython.int) -> cython.int:
        if length >= MAX_LENGTH:
            with cython.gil:
                raise SolverMemoryError("This game has wins of more than 500 turns.")
        if self.entries == self.entry_room:
            self.more_entries()
        self.entry[self.entries] = node
        self.next[self.entries] = self.head[length]
        self.head[length] = self.entries
        self.entries += 1
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def run_settle(self, todo: cython.int) -> cython.int:
        """Settle positions in order of length, so that the first value of a position is its best one."""
        i: cython.int
        node: cython.int
        above: cython.int
        length: cython.int
        won: cython.bint
        while self.at_key < MAX_LENGTH:
            if self.head[self.at_key] == NONE:
                self.at_key += 1
                continue
            if todo <= 0 or self.flag[0]:
                return 0
            node = self.entry[self.head[self.at_key]]
            self.head[self.at_key] = self.next[self.head[self.at_key]]
            if self.length[node]:
                continue
            self.length[node] = self.at_key
            self.settled += 1
            todo -= 1
            for i in range(self.before_start[node], self.before_start[node + 1]):
                above = self.before[i]
                if self.length[above]:
                    continue
                won = self.best[node] != 0
                length = self.at_key + 1
                if self.seat[above] != self.seat[node]:
                    won = not won
                    length += LENGTH_PER_TURN
                if won:
                    if self.best[above] == 0 or length < self.best[above]:
                        self.best[above] = length
                        self.push(above, length)
                else:
                    self.left[above] -= 1
                    if length > self.worst[above]:
                        self.worst[above] = length
                    if self.left[above] == 0 and self.best[above] == 0:
                        self.push(above, self.worst[above])
        return 1

    # ---- Memory ---------------------------------------------------------------------------------------------------

    def more_nodes(self) -> cython.int:
        with cython.gil:
            more: int = 2 * self.room
            self.check_memory(44 * self.room + 12 * self.slots)
            self.keys = grown_array(self.keys, "Q", more)
            self.parent = grown_array(self.parent, "i", more)
            self.move = grown_array(self.move, "i", more)
            self.seat = grown_array(self.seat, "i", more)
            self.start = grown_array(self.start, "i", more + 1)
            self.left = grown_array(self.left, "i", more)
            self.best = grown_array(self.best, "i", more)
            self.worst = grown_array(self.worst, "i", more)
            self.length = grown_array(self.length, "i", more)
            self.room = more
            self.slots = 4 * more
            self.slot = array("i", [NONE]) * self.slots
            self.rehash()
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def rehash(self) -> None:
        """Rehash all positions into the larger table."""
        node: cython.int
        at: cython.int
        key: u64
        mask: cython.int = self.slots - 1
        for node in range(self.size):
            key = self.keys[node]
            at = first_slot(key, self.slots)
            while self.slot[at] != NONE:
                at = (at + 1) & mask
            self.slot[at] = node

    def more_edges(self) -> cython.int:
        with cython.gil:
            self.check_memory(4 * self.edge_room)
            self.after = grown_array(self.after, "i", 2 * self.edge_room)
            self.edge_room *= 2
        return 0

    def more_entries(self) -> cython.int:
        with cython.gil:
            self.check_memory(8 * self.entry_room)
            self.entry = grown_array(self.entry, "i", 2 * self.entry_room)
            self.next = grown_array(self.next, "i", 2 * self.entry_room)
            self.entry_room *= 2
        return 0
