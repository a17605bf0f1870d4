from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack

cdef int STROKES
cdef int[45] LOW, HIGH
cdef int[10][10] STROKE
cdef u64[1024] STROKES_WITHIN
cdef u64[5][45] STROKE_KEY
cdef u64[5] SEAT_KEY, OUT_KEY
cdef u64[6][10] DOT_RANK_KEYS

cdef class SimRules(Position):
    cdef int dots, players
    cdef bint needs_four, avoids_figures
    cdef int max_out
    cdef u64 free
    cdef u64[5] drawn
    cdef u64[5][10] joined
    cdef u64 out, resigned
    cdef int out_count
    cdef int[10][10] colour
    cdef u64[10] rank_sums
    cdef int[10] rank, order
    cdef u64[10] colour_rows
    cdef int[10] best_order
    cdef u64[10] best_rows
    cdef bint has_best
    cdef int drop(self, int seat) except -1 nogil
    cdef bint would_complete(self, int seat, int stroke) noexcept nogil
    cdef u64 completing(self, int seat) noexcept nogil
    cdef u64 canonical(self) noexcept nogil
    cdef int order_dots(self) noexcept nogil
    cdef int rank_dots(self) noexcept nogil
    cdef bint twins(self, int one, int other) noexcept nogil
    cdef int arrange(self, int depth, u64 left, bint better) noexcept nogil
