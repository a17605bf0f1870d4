cimport cython
from parlour.engine.hashing cimport scatter
from parlour.games.contract.bits cimport u64

cdef u64 SLOTS

@cython.final
cdef class ThreadClaims:
    cdef u64[::1] slots
    cdef bint taken(self, u64 claim) noexcept nogil
    cdef int take(self, u64 claim) noexcept nogil
    cdef int leave(self, u64 claim) noexcept nogil

cdef inline u64 claim_key(u64 key, int move) noexcept nogil:
    return key ^ scatter(<u64>(move + 1))
