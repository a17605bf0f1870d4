from parlour.games.contract.bits cimport ctz, popcount, u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.yinsh.lines cimport ALL, fives, reach, within
from parlour.games.yinsh.rules cimport (
    BITS, ENDED, LINE, LINES, LOW_HALF, MARKERS, MOVE, MOVING, PLACE, PLACING, RING_AFTER, RING_BEFORE, ROW_AFTER,
    ROW_BEFORE, SITE_AT, SITE_MASK, TAKE_RING, TAKE_ROW, YinshRules,
)

cdef u64[123][2] ROW_SET
cdef u64[33] ROW_STARTS
cdef int[85] CENTRE

cdef bint share_marker(int one, int other) noexcept nogil

cdef class YinshEvaluation(YinshRules):
    cdef int has_complete_row
    cdef int pivot(self, int count) noexcept nogil
    cdef bint completes(self, int seat, int site) noexcept nogil
    cdef bint makes_row(self, int move) noexcept nogil
    cdef int least_mobile_ring(self) noexcept nogil
    cdef int side_value(self, int seat) noexcept nogil
    cdef int row_value(self, int seat) noexcept nogil
    cdef int ring_value(self, int seat) noexcept nogil
