from parlour.games.contract.bits cimport u64
from parlour.games.contract.position cimport MoveStack, Position

cdef u64 MASK64
cdef u64 HASH_MULTIPLIER
cdef int LENGTH_PER_TURN
cdef int MAX_LENGTH
cdef int NONE

cdef class PositionGraph:
    cdef readonly int size
    cdef readonly int edges
    cdef readonly int grown
    cdef readonly int settled
    cdef readonly int depth
    cdef long long budget
    cdef int slots
    cdef int room
    cdef int edge_room
    cdef int entries
    cdef int entry_room
    cdef int at_key
    cdef Position position
    cdef MoveStack stack
    cdef MoveStack path
    cdef MoveStack climb
    cdef u64[::1] keys
    cdef int[::1] slot
    cdef int[::1] parent
    cdef int[::1] move
    cdef int[::1] seat
    cdef int[::1] start
    cdef int[::1] left
    cdef int[::1] best
    cdef int[::1] worst
    cdef int[::1] length
    cdef int[::1] after
    cdef int[::1] before
    cdef int[::1] before_start
    cdef int[::1] head
    cdef int[::1] cursor
    cdef int[::1] flag
    cdef int[::1] entry
    cdef int[::1] next
    cdef int first_slot(self, u64 key) noexcept nogil
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
