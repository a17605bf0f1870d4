from parlour.games.contract.bits cimport u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack

cdef u64 MASK, FNV_OFFSET, FNV_PRIME, MIX

cdef u64 text_key(str text) except? 0

cdef class StateFacts:
    cdef object state, ended
    cdef u64 key
    cdef int seat, valued_seat, value
    cdef tuple moves

cdef class PlainPosition(Position):
    cdef readonly object plain
    cdef StateFacts facts
    cdef list earlier
    cdef int settle(self, object state) except -1
    cdef object ending(self)
