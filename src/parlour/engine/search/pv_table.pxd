cimport cython

cdef int MAX_PLY, ROW_SIZE

@cython.final
cdef class PvTable:
    cdef int[::1] moves, sizes
    cdef int extend(self, int move, int ply) noexcept nogil
