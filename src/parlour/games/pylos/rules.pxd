from parlour.games.contract.bits cimport bit, ctz, u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack, Trail

cdef u64[2][140] PIECE_KEY
cdef u64 SEAT_KEY
cdef u64[3] STAGE_KEY
cdef int[5] CELLS
cdef int[5][140] LEVEL, UP_COUNT, PLANE_CELL
cdef int[5][140][4] UP
cdef int[5][140] DOWN_COUNT
cdef int[5][140][4] DOWN
cdef int IMAGE_COUNT
cdef int[5][8][140] IMAGE
cdef u64[5][140][3] UP_SET
cdef u64[5][3] BASE_SET
cdef u64[5][7][3] HIGHER_SET
cdef int[2][5][140] LINE_COUNT
cdef int[2][5][140][8] LINES_OF
cdef int[2][5][120] LINE_LENGTH
cdef int MIN_SIZE, MAX_TURNS, KEY_COUNT_MASK, CELL, FROM_SHIFT, KIND_SHIFT, PLACE, RAISE, TAKE, ANOTHER, DONE, PASS, KEEP
cdef int PLAY, TAKING, MORE, SQUARE, LINE, NOWHERE

cdef class PylosRules(Position):
    cdef int shape, words, line_kind
    cdef bint square, takes_two, take_is_optional, passes
    cdef u64[2][3] men
    cdef u64[3] open, carrying
    cdef int[2][140] below
    cdef int[140] balls_above
    cdef int[2][120] balls_on_line
    cdef int[2] reserve
    cdef readonly int stage, turns, latest
    cdef int apex_owner, all_orders_turn
    cdef unsigned short[1024] key_counts
    cdef Trail first_takes, keys
    cdef int put(self, int seat, int cell) noexcept nogil
    cdef int lift(self, int seat, int cell) noexcept nogil
    cdef int push_key(self) except -1 nogil
    cdef int pop_key(self) noexcept nogil
    cdef int end_turn(self) noexcept nogil
    cdef int reopen_turn(self) noexcept nogil
    cdef int gains(self, int seat, int cell) noexcept nogil
    cdef bint can_raise(self) noexcept nogil
    cdef bint can_take(self) noexcept nogil
    cdef bint frees(self, int cell) noexcept nogil
    cdef bint is_drawn(self) noexcept nogil
    cdef bint is_stuck(self) noexcept nogil
    cdef int add_raises(self, MoveStack out, bint gaining) except -1 nogil
    cdef int add_places(self, MoveStack out, bint gaining) except -1 nogil
    cdef int add_takes(self, MoveStack out, bint lean) except -1 nogil
