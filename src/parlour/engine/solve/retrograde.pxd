from parlour.engine.hashing cimport first_slot
from parlour.games.contract.bits cimport u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack

cdef int LENGTH_PER_TURN, MAX_LENGTH, NONE

cdef class PositionGraph:
    cdef readonly int size, edges, grown, settled, depth
    cdef long long budget
    cdef int slots, room, edge_room, entries, entry_room, at_key
    cdef Position position
    cdef MoveStack stack, path, climb
    cdef u64[::1] keys
    cdef int[::1] slot, parent, move, seat, start, left, best, worst, length, after, before, before_start, head, cursor
    cdef int[::1] flag, entry, next
    cdef int find(self, u64 key) noexcept nogil
    cdef int add(self, u64 key, int parent, int move) except -1 nogil
    cdef int more_nodes(self) except -1 nogil
    cdef int more_edges(self) except -1 nogil
    cdef int more_entries(self) except -1 nogil
    cdef int go_to(self, int node) except -1 nogil
    cdef int expand(self, int node) except -1 nogil
    cdef int push(self, int node, int length) except -1 nogil
    cdef int conclude(self, int node) except -1 nogil
    cdef int run_grow(self, int todo) except -1 nogil
    cdef int run_settle(self, int todo) except -1 nogil
