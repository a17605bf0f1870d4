from parlour.games.contract.bits cimport ctz, popcount, u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.pylos.rules cimport (
    CELL, CELLS, DONE, HIGHER_SET, KEEP, KIND_SHIFT, LEVEL, LINES_OF, LINE_COUNT, LINE_LENGTH, PLAY, RAISE, TAKING,
    UP, UP_COUNT, UP_SET, PylosRules,
)

cdef int[5] TOPS
cdef u64[5][3] INNER_SET

cdef class PylosEvaluation(PylosRules):
    cdef int balls, half
    cdef int[2] gaining, climbing, building, blocking
    cdef int count_gains(self) noexcept nogil
    cdef int count_climbs(self) noexcept nogil
    cdef int count_squares(self) noexcept nogil
