from parlour.games.contract.bits cimport u64
from parlour.games.contract.position cimport MoveStack, Position

cdef int MAX_PLY
cdef int BOUND_BASE
cdef int RULE_COUNTER_HORIZON
cdef u64 MASK64
cdef u64 HASH_MULTIPLIER

cdef class ForcedWinSearch:
    cdef readonly long long visits
    cdef long long last
    cdef bint stopped
    cdef int seat
    cdef int slots
    cdef Position position
    cdef MoveStack moves
    cdef MoveStack ranks
    cdef u64[::1] keys
    cdef int[::1] facts
    cdef int[::1] flag
    cdef int[64] killers
    cdef u64 mark(self) except? 0 nogil
    cdef int attack(self, int turns, int ply, bint begins) except -1 nogil
    cdef int defend(self, int turns, int ply, bint begins) except -1 nogil
    cdef int note(self, u64 mark, int turns, int found) noexcept nogil
    cdef int look(self, u64 mark, int turns) noexcept nogil
    cdef int tick(self, int ply) noexcept nogil
    cdef int rank(self, int start, int end) except -1 nogil
