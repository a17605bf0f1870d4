from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack, Trail
from parlour.games.yinsh.lines cimport fives, reach

cdef int MARKERS, LINES, PLACING, MOVING, ROW_BEFORE, RING_BEFORE, ROW_AFTER, RING_AFTER, ENDED
cdef int SITE_MASK, PLACE, MOVE, TAKE_ROW, TAKE_RING, PASS
cdef u64 LOW_HALF
cdef int[85][3] LINE, POSITION
cdef u64[85][3] BITS
cdef int[33][64] SITE_AT
cdef u64[33] WALLS
cdef int[123][5] ROWS
cdef int[33][16] ROW_AT
cdef int[85] PLANE_CELL
cdef u64[2][85] MARKER_KEY, RING_KEY
cdef u64[85] FLIP_KEY
cdef u64[7] STAGE_KEY
cdef u64[2] SEAT_KEY

cdef class YinshRules(Position):
    cdef u64[33] wall_words
    cdef u64[2][33] marker_words, ring_words
    cdef u64[2][2] rings
    cdef int[2] removed
    cdef int pool, unplaced, stage
    cdef int[2] needed
    cdef int lowest_removable
    cdef int[123] found_rows
    cdef Trail trail
    cdef int set_stage(self, int seat, int stage) noexcept nogil
    cdef int toggle_marker(self, int seat, int site) noexcept nogil
    cdef int toggle_ring(self, int seat, int site) noexcept nogil
    cdef u64 targets(self, int site, int family) noexcept nogil
    cdef u64 jumped(self, int start, int end, int family) noexcept nogil
    cdef bint can_move(self, int seat) noexcept nogil
    cdef bint has_row(self, int seat) noexcept nogil
    cdef int find_rows(self, int seat) noexcept nogil
    cdef int add_moves(self, MoveStack out) except -1 nogil
    cdef int add_rings(self, MoveStack out, int low, int keep) except -1 nogil
    cdef int move_ring(self, int move) noexcept nogil
    cdef int unmove_ring(self, int move, int me) noexcept nogil
