from parlour.games.contract.position cimport MoveStack, Position, Random

cdef extern from "math.h" nogil:
    double exp(double)
    double log(double)
    double sqrt(double)

cdef int UNKNOWN
cdef int UNEXPANDED
cdef int TERMINAL
cdef int LOW_BIT_PER_SEAT

cdef class MctsTree:
    cdef readonly int seats
    cdef readonly int size
    cdef readonly int most
    cdef readonly int deepest
    cdef readonly long long steps
    cdef readonly bint full
    cdef int capacity
    cdef int open_proof
    cdef double explore
    cdef double bias_weight
    cdef double scale
    cdef int cap
    cdef int informed
    cdef int reach
    cdef bint settled
    cdef Position position
    cdef Random random
    cdef MoveStack stack
    cdef MoveStack path
    cdef double[16] reward
    cdef int[::1] move
    cdef int[::1] first
    cdef int[::1] count
    cdef int[::1] visits
    cdef int[::1] proof
    cdef int[::1] length
    cdef int[::1] mover
    cdef int[::1] barred
    cdef int[::1] flag
    cdef double[::1] total
    cdef double[::1] bias
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
