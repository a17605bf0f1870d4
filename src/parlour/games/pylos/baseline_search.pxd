from parlour.games.contract.bits cimport bit, u64
from parlour.games.pylos.rules cimport (
    ANOTHER, CELLS, FROM_SHIFT, HIGHER_SET, KIND_SHIFT, LEVEL, PASS, PLACE, PLAY, RAISE, TAKE, TAKING, UP_SET,
    PylosRules,
)

cdef int[5][140] ORDER
cdef int NONE, WON, WORST, BEST, NO_INPUT

cdef class PylosBaselineSearch:
    cdef PylosRules position
    cdef int cpu
    cdef readonly int depth
    cdef readonly unsigned long long nodes
    cdef int worth(self, int lifting) noexcept nogil
    cdef int value(self, int depth, int alpha, int beta) except? -1 nogil
    cdef int lifted_value(self, int ball, int depth, int alpha, int beta) except? -1 nogil
    cdef int best_value(self, int ball, int depth, int alpha, int beta) except? -1 nogil
    cdef int input_value(self, int ball, int cell, int depth, int alpha, int beta) except? -1 nogil
    cdef bint is_input(self, int ball, int cell) noexcept nogil
    cdef bint allowed(self, int cell) noexcept nogil
    cdef bint climbs_to(self, int ball, int cell) noexcept nogil
    cdef bint can_climb(self, int ball) noexcept nogil
    cdef int move_of(self, int ball, int cell) noexcept nogil
