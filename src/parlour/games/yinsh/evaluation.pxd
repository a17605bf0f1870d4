from parlour.games.contract.bits cimport ctz, popcount, u64
from parlour.games.contract.position cimport MoveStack
from parlour.games.yinsh.lines cimport ALL, fives, reach, within
from parlour.games.yinsh.rules cimport (
    AT, BITS, ENDED, LINE, LINES, LOW, MARKERS, MASK, MOVE, MOVING, PLACE, PLACING, RING_AFTER, RING_BEFORE,
    ROW_AFTER, ROW_BEFORE, TAKE_RING, TAKE_ROW, YinshRules,
)

cdef u64[123][2] ROW_SET
cdef u64[33] STARTS
cdef int[85] CENTRE

cdef bint meet(int one, int other) noexcept nogil

cdef class YinshEvaluation(YinshRules):
    cdef int complete
    cdef int pivot(self, int count) noexcept nogil
    cdef bint completes(self, int seat, int site) noexcept nogil
    cdef bint makes_row(self, int move) noexcept nogil
    cdef int least_mobile_ring(self) noexcept nogil
    cdef int prospects(self, int seat) noexcept nogil
    cdef int rows_to_be(self, int seat) noexcept nogil
    cdef int activity(self, int seat) noexcept nogil
