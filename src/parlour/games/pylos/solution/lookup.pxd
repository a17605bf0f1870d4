from parlour.games.contract.bits cimport popcount, u64
from parlour.games.pylos.solution.index cimport PositionIndex
from parlour.games.pylos.solution.turns cimport TurnVisitor

cdef int MAX_OWN, NONE, NOT_LOST, NO_DISTANCE, LOSS, DISTANCE, PLANES

cdef class Lookup(TurnVisitor):
    cdef PositionIndex index
    cdef readonly object file
    cdef object buffer
    cdef const unsigned char[::1] arena
    cdef long long[::1] plane_at
    cdef int[32] plane_of
    cdef readonly long long used
    # What the turns of a position lead to.
    cdef int shortest
    cdef bint found_loss, is_exact, found_unknown, wants_distance
    cdef int loss_of(self, unsigned int own, unsigned int other) except -9
    cdef long long plane_start(self, int balls, int own, int plane) except -1
