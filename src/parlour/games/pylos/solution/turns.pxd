from parlour.games.contract.bits cimport bit, ctz, popcount, u64

cdef int MAX_PATTERNS

cdef class TurnVisitor:
    cdef readonly object rules
    cdef unsigned int[32] below, above, higher
    cdef unsigned int[32][8] patterns
    cdef int cells, balls, least_taken
    cdef bint passes
    cdef list found
    cdef int see(self, unsigned int own, unsigned int other) except -1 nogil
    cdef int reach_apex(self) except -1 nogil
    cdef int visit(self, unsigned int own, unsigned int other) except -1 nogil
    cdef int visit_played(self, unsigned int own, unsigned int other, int cell) except -1 nogil
    cdef int visit_taken(self, unsigned int own, unsigned int other) except -1 nogil
    cdef unsigned int free_balls(self, unsigned int own, unsigned int all) noexcept nogil
