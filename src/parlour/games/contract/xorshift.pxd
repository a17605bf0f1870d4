from parlour.games.contract.bits cimport u64

cdef u64 MASK

cdef class Random:
    cdef u64 state
    cdef int below(self, int n) noexcept nogil
