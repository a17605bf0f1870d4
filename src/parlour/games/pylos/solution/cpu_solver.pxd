from parlour.games.contract.bits cimport u64
from parlour.games.pylos.solution.index cimport PositionIndex
from parlour.games.pylos.solution.turns cimport TurnVisitor

cdef int LOST_AT_ONCE, MAX_OWN

cdef int result_of(int code) noexcept nogil

cdef class PassWorker(TurnVisitor):
    cdef PositionIndex index
    cdef unsigned char[::1] table, plane
    cdef int code
    cdef u64 run_slice(self, u64 first, u64 end, int balls, int own) except? 0 nogil
    cdef u64 count_slice(self, u64 first, u64 end, int balls, int own) noexcept nogil
