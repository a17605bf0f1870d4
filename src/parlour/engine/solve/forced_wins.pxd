from parlour.engine.hashing cimport scatter
from parlour.games.contract.bits cimport u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack

cdef int MAX_PLY, BOUND_BASE, RULE_COUNTER_HORIZON

cdef class ForcedWinSearch:
    cdef readonly long long visits
    cdef long long last
    cdef bint stopped
    cdef int seat, slots
    cdef Position position
    cdef MoveStack moves, ranks
    cdef u64[::1] keys
    cdef int[::1] facts, flag
    cdef int[64] killers
    cdef u64 mark(self) except? 0 nogil
    cdef int attack(self, int turns, int ply, bint begins) except -1 nogil
    cdef int defend(self, int turns, int ply, bint begins) except -1 nogil
    cdef int known(self, int turns, int ply, bint begins) except -2 nogil
    cdef int finish(self, int turns, bint begins, int start, int found) except -1 nogil
    cdef int note(self, u64 mark, int turns, int found) noexcept nogil
    cdef int look(self, u64 mark, int turns) noexcept nogil
    cdef int tick(self, int ply) noexcept nogil
    cdef int rank(self, int start, int end) except -1 nogil
