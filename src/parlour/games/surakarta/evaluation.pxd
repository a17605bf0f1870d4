from parlour.games.contract.bits cimport popcount, u64
from parlour.games.contract.position cimport MoveStack
from parlour.games.surakarta.rules cimport CAPTURE, FULL, LIMIT, POINT_MASK, SurakartaRules

cdef u64 CORNER, INNER_END, OUTER_END, INNER_CROSS, CENTRE, FAN
cdef int[4096] ACCESS
cdef int[36] WORTH
cdef u64 LEFT, RIGHT

cdef class SurakartaEvaluation(SurakartaRules):
    pass

cdef int steps(u64 men, u64 empty) noexcept nogil
cdef int access(u64 mine, u64 theirs) noexcept nogil
