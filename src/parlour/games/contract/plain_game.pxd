from parlour.games.contract.position cimport MoveStack, Position

cdef class PlainPosition(Position):
    cdef public object state
    cdef readonly object plain
    cdef list states
    cdef int settle(self, object state) except -1
