cimport cython
from parlour.games.contract.bits cimport u64

cdef u64 SLOTS
cdef u64 HASH_MULTIPLIER

@cython.final
cdef class ThreadClaims:
    cdef u64[::1] slots
    cdef bint taken(self, u64 claim) noexcept nogil
    cdef int take(self, u64 claim) noexcept nogil
    cdef int leave(self, u64 claim) noexcept nogil

cdef inline u64 claim_key(u64 key, int move) noexcept nogil:
    return key ^ (<u64>(move + 1) * <u64>0x9E3779B97F4A7C15)
