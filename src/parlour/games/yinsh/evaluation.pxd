from parlour.games.bits cimport ctz, popcount, u64
from parlour.games.core cimport MoveStack
from parlour.games.yinsh.lines cimport ALL, fives, reach, within
from parlour.games.yinsh.rules cimport Rules

cdef int LINES
cdef int MARKERS
cdef int PLACING
cdef int MOVING
cdef int ROW_BEFORE
cdef int RING_BEFORE
cdef int ROW_AFTER
cdef int RING_AFTER
cdef int ENDED
cdef int MASK
cdef int PLACE
cdef int MOVE
cdef int TAKE_ROW
cdef int TAKE_RING
cdef u64 LOW
cdef int[85][3] LINE
cdef u64[85][3] BITS
cdef int[33][64] AT
cdef u64[123][2] ROW_SET
cdef u64[33] STARTS
cdef int[85] CENTRE

cdef bint meet(int one, int other) noexcept nogil

cdef class Valued(Rules):
    cdef int complete
    cdef int pivot(self, int count) noexcept nogil
    cdef bint completes(self, int seat, int site) noexcept nogil
    cdef bint makes_row(self, int move) noexcept nogil
    cdef int idlest(self) noexcept nogil
    cdef int prospects(self, int seat) noexcept nogil
    cdef int rows_to_be(self, int seat) noexcept nogil
    cdef int activity(self, int seat) noexcept nogil
