from parlour.games.contract.bits cimport popcount, u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.surakarta.rules cimport CAPTURE, FULL, MAX_QUIET_MOVES, POINT_MASK, SurakartaRules

cdef u64 CORNER, INNER_END, OUTER_END, INNER_CROSS, CENTRE, COLUMN_GATHER
cdef int[4096] LINE_ACCESS
cdef int[36] ORDER_VALUE
cdef u64 LEFT, NOT_LEFT, NOT_RIGHT

cdef class SurakartaEvaluation(SurakartaRules):
    pass

cdef int steps(u64 men, u64 empty) noexcept nogil
cdef int access(u64 mine, u64 theirs) noexcept nogil
