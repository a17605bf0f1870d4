cimport cython
from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack, Trail

# The numbers of tables.py that the compiler folds into the code; interpreted, they are imported from there.
cdef enum:
    CELL_MASK = 127
    TARGET_SHIFT = 7
    ACTION_SHIFT = 14
    SWAP = 1
    RIGHT = 2
    LEFT = 3
    PHARAOH = 1
    SCARAB = 2
    PYRAMID = 3
    ANUBIS = 4
    SPHINX = 5
    WALL = 28
    MAX_QUIET_TURNS = 100
    LEAVES = 4
    KILLS = 6

cdef int[4] STEP
cdef u64[2] BOARD
cdef u64[120][2] NEIGHBOURS
cdef u64[2][2] FORBIDDEN_CELLS
cdef unsigned char[64][4] BEAM_AFTER
cdef unsigned char[2][64] ROTATED
cdef unsigned char[3][64] SWAPPABLE
cdef int[80] CELL
cdef int[32] PLANE
cdef u64[64][120] PIECE_KEY
cdef u64 SEAT_KEY

cdef class LaserChessRules(Position):
    cdef unsigned char[120] cells
    cdef u64[2][2] men, allowed
    cdef int[2] sphinx
    cdef int[16] piece_counts
    cdef int captureless, loser, swap_mode
    cdef bint limited, sphinx_turns, pharaoh_turns, scarab_turns_left, reserved
    cdef Trail undo_trail, keys
    cdef u64 beam_key
    cdef int beam_hit
    cdef u64[2] lit_cells
    cdef unsigned char[120] beam_order
    cdef unsigned char[120] beam_ways
    @cython.final
    cdef int record_beam(self) noexcept nogil
    @cython.final
    cdef int trace(self, int cell, int way) noexcept nogil
    @cython.final
    cdef int fire(self, int seat) noexcept nogil
    @cython.final
    cdef int apply_action(self, int move, bint undo) noexcept nogil
    @cython.final
    cdef int hit_cell(self, int move) noexcept nogil
    @cython.final
    cdef int hit_of(self, int move) noexcept nogil
    @cython.final
    cdef int add_moves(self, MoveStack out, bint beam_only) noexcept nogil
    @cython.final
    cdef int add_steps(self, MoveStack out, bint beam_only) noexcept nogil
    @cython.final
    cdef int add_swaps(self, MoveStack out, bint beam_only) noexcept nogil
    @cython.final
    cdef u64 scarabs(self, int half) noexcept nogil
    @cython.final
    cdef int add_swaps_of(self, int cell, MoveStack out, bint onto_beam) noexcept nogil
    @cython.final
    cdef int add_rotations(self, MoveStack out, bint beam_only) noexcept nogil
    @cython.final
    cdef int first_changed(self, int move) noexcept nogil
    @cython.final
    cdef int occurrences(self) noexcept nogil
    @cython.final
    cdef bint is_drawn(self) noexcept nogil
