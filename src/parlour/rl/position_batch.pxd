cimport cython
from parlour.games.contract.position cimport Position

cdef class PositionBatch:
    cdef readonly list positions
    cdef Position start
    cdef int[::1] actions, moves
    cdef int seats, limit
    cdef unsigned char[:, ::1] masks
    cdef float[:, ::1] planes, rewards
    cdef int[::1] to_move, chosen
    cdef unsigned char[::1] terminated, truncated
    cdef double[::1] draws
    cdef int show(self, int n) except -1
    cdef int find(self, int n, int action) except -1

cdef int fill_mask(Position position, int[::1] actions, unsigned char[::1] mask) except -1
