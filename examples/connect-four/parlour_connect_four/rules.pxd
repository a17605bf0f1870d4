from parlour.games.contract.bits cimport bit, popcount, u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack

cdef u64[7] BOTTOM, COLUMN, TOP
cdef u64[69] LINES
cdef u64[2][49] STONE_KEY
cdef u64 SEAT_KEY
cdef int[5] WORTH
cdef int[4] STEP
cdef u64 FULL

cdef class ConnectFourRules(Position):
    cdef u64[2] stones
    cdef bint has_row(self, u64 stones) noexcept nogil
    cdef u64 place(self, int column) noexcept nogil
