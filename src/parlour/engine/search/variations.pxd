cimport cython

cdef int MOST
cdef int ROOM

@cython.final
cdef class Variations:
    cdef int[::1] moves
    cdef int[::1] sizes
    cdef int extend(self, int move, int ply) noexcept nogil
