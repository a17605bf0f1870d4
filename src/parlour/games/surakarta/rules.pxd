from parlour.games.bits cimport bit, ctz, popcount, u64
from parlour.games.core cimport MoveStack, Position, Trail

cdef u64 FULL
cdef u64[2][36] PIECE_KEY
cdef u64 SEAT_KEY
cdef u64[36] NEIGHBOURS
cdef int[36] ENTRIES
cdef int[36][2] ENTRY
cdef int[48] ON
cdef int[2][48] NEXT
cdef int[2][48] LOOP
cdef int LIMIT
cdef int POINT_MASK
cdef int CAPTURE

cdef class Rules(Position):
    cdef u64[2] men
    cdef int captureless
    cdef bint endless
    cdef Trail undone
    cdef Trail keys
    cdef u64 targets(self, int site) noexcept nogil
    cdef bint can_step(self) noexcept nogil
    cdef bint drawn_out(self) noexcept nogil
