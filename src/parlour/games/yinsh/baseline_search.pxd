from parlour.games.contract.bits cimport bit, popcount, u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.yinsh.evaluation cimport CENTRE
from parlour.games.yinsh.rules cimport BITS, LINE, LOW_HALF, POSITION, SEAT_KEY, STAGE_KEY, YinshRules

cdef int RING_BEFORE, RING_AFTER, LONGEST
cdef double[6] CHAIN
cdef double[6] ROWS_REMOVED
cdef double[6] DISTANCE
cdef double ROW_MENDED

cdef double worth(YinshRules position, int seat, bint faithful) noexcept nogil
cdef double connected(YinshRules position, int seat, int site, bint faithful) noexcept nogil
