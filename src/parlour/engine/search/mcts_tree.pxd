from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.contract.xorshift cimport Random

cdef extern from "math.h" nogil:
    double exp(double)
    double log(double)
    double sqrt(double)

cdef int UNKNOWN, UNEXPANDED, TERMINAL, LOW_BIT_PER_SEAT

cdef class MctsTree:
    cdef readonly int seats, size, most, deepest
    cdef readonly long long steps
    cdef readonly bint full
    cdef int capacity, open_proof
    cdef double explore, bias_weight, scale
    cdef int cap, informed, reach
    cdef bint settled
    cdef Position position
    cdef Random random
    cdef MoveStack stack, path
    cdef double[16] reward
    cdef int[::1] move, first, count, visits, proof, length, mover, barred, flag
    cdef double[::1] total, bias
    cdef int make_room(self) except -1 nogil
    cdef int walk(self) except -1 nogil
    cdef int choose(self, int node) except -1 nogil
    cdef int expand(self, int node) except -1 nogil
    cdef int finish(self, int node) except -1 nogil
    cdef int settle(self, int node) except -1 nogil
    cdef int play_out(self) except -1 nogil
    cdef double share(self, int seat) except? -1 nogil
    cdef int back_up(self, int counted) except -1 nogil
    cdef int known(self, int node, int seat) noexcept nogil
    cdef bint is_closed(self, int node) noexcept nogil
    cdef int decided(self) except -1 nogil
