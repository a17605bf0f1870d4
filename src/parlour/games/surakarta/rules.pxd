from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport MoveStack, Position, Trail

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
cdef u64 CORNER
cdef u64 INNER_END
cdef u64 OUTER_END
cdef u64 INNER_CROSS
cdef u64 CENTRE
cdef u64 FAN
cdef int[4096] ACCESS
cdef int[36] WORTH
cdef u64 LEFT
cdef u64 RIGHT
cdef int POINT_MASK
cdef int CAPTURE

cdef class SurakartaRules(Position):
    cdef u64[2] men
    cdef int captureless
    cdef bint endless
    cdef Trail undone
    cdef Trail keys
    cdef u64 targets(self, int site) noexcept nogil
    cdef bint can_step(self) noexcept nogil
    cdef bint drawn_out(self) noexcept nogil

cdef int steps(u64 men, u64 empty) noexcept nogil
cdef int access(u64 mine, u64 theirs) noexcept nogil
