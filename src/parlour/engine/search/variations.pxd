cimport cython

cdef int MAX_PLY
cdef int ROW_SIZE

@cython.final
cdef class PvTable:
    cdef int[::1] moves
    cdef int[::1] sizes
    cdef int extend(self, int move, int ply) noexcept nogil
