cimport cython
from parlour.games.contract.bits cimport u64

cdef u64 LOW_WORD
cdef int NO_MOVE, UPPER, LOWER, EXACT

@cython.final
cdef class TranspositionTable:
    cdef u64[::1] words
    cdef u64 mask
    cdef int age
    cdef u64 find(self, u64 key) noexcept nogil
    cdef int store(self, u64 key, int move, int score, int depth, int bound, int solid) noexcept nogil

cdef inline int move_of(u64 data) noexcept nogil:
    return <int><unsigned int>data

cdef inline int score_of(u64 data) noexcept nogil:
    return <int>(data >> 32 & 0xFFFF) - 32768

cdef inline int depth_of(u64 data) noexcept nogil:
    return <int>(data >> 48 & 0xFF)

cdef inline int bound_of(u64 data) noexcept nogil:
    return <int>(data >> 56 & 3)

cdef inline int solid_of(u64 data) noexcept nogil:
    return <int>(data >> 58 & 1)

cdef inline int age_of(u64 data) noexcept nogil:
    return <int>(data >> 59)
