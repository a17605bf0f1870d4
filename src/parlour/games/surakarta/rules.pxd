cimport cython
from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack, Trail

cdef u64 FULL
cdef u64[2][36] PIECE_KEY
cdef u64 SEAT_KEY
cdef u64[36] NEIGHBOURS
cdef int[36] ENTRY_COUNT
cdef int[36][2] ENTRIES
cdef int[48] ENTRY_POINT
cdef int[2][48] NEXT, LOOP

# Numbers of tables.py that the compiler folds into the code; interpreted, they are imported from there.
cdef enum:
    POINT_MASK = 63
    CAPTURE = 4096
    MAX_QUIET_MOVES = 50

cdef class SurakartaRules(Position):
    cdef u64[2] men
    cdef int captureless
    cdef bint endless
    cdef Trail undo_trail, keys
    cdef u64 capturable(self, int site) noexcept nogil
    @cython.final
    cdef int add_captures(self, MoveStack out) except -1 nogil
    cdef bint can_step(self) noexcept nogil
    cdef bint is_drawn(self) noexcept nogil
