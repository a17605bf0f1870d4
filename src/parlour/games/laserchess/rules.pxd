cimport cython
from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport MoveStack, Position, Trail

# The numbers of tables.py that the compiler folds into the code; interpreted, they are imported from there.
cdef enum:
    CELL_MASK = 127
    TARGET = 7
    ACTION = 14
    SWAP = 1
    RIGHT = 2
    LEFT = 3
    PHARAOH = 1
    SCARAB = 2
    PYRAMID = 3
    ANUBIS = 4
    SPHINX = 5
    WALL = 28
    LIMIT = 100
    LEAVES = 4
    KILLS = 6

cdef int[4] STEP
cdef u64[2] BOARD
cdef u64[120][2] NEAR
cdef u64[2][2] CLOSED
cdef unsigned char[64][4] MET
cdef unsigned char[2][64] TURNED
cdef unsigned char[3][64] SWAPPABLE
cdef int[80] CELL
cdef int[32] PLANE
cdef u64[64][120] PIECE_KEY
cdef u64 SEAT_KEY

cdef class LaserChessRules(Position):
    cdef unsigned char[120] cells
    cdef u64[2][2] men, open
    cdef int[2] sphinx
    cdef int[16] tally
    cdef int captureless, loser, swap
    cdef bint limited, sphinx_turns, pharaoh_turns, scarab_turns_left, reserved
    cdef Trail undone, keys
    cdef u64 beam_key
    cdef int beam_hit
    cdef u64[2] lit
    cdef unsigned char[120] order
    cdef unsigned char[120] came
    @cython.final
    cdef int aim(self) noexcept nogil
    @cython.final
    cdef int trace(self, int cell, int way) noexcept nogil
    @cython.final
    cdef int fire(self, int seat) noexcept nogil
    @cython.final
    cdef int act(self, int move, bint undo) noexcept nogil
    @cython.final
    cdef int struck(self, int move) noexcept nogil
    @cython.final
    cdef int shot(self, int move) noexcept nogil
    @cython.final
    cdef int produce(self, MoveStack out, bint bent) noexcept nogil
    @cython.final
    cdef int produce_steps(self, MoveStack out, bint bent) noexcept nogil
    @cython.final
    cdef int produce_swaps(self, MoveStack out, bint bent) noexcept nogil
    @cython.final
    cdef int produce_turns(self, MoveStack out, bint bent) noexcept nogil
    @cython.final
    cdef int touches(self, int move) noexcept nogil
    @cython.final
    cdef int occurrences(self) noexcept nogil
    @cython.final
    cdef bint drawn_out(self) noexcept nogil
