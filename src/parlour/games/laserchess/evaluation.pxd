cimport cython
from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.laserchess.rules cimport (
    ANUBIS, BEAM_AFTER, BOARD, CELL_MASK, KILLS, LEAVES, MAX_QUIET_TURNS, NEIGHBOURS, PHARAOH, PYRAMID, SCARAB,
    STEP, TARGET_SHIFT, LaserChessRules,
)

cdef enum:
    RESCUE_VALUE = 90

cdef int[8] HIT_VALUE
cdef u64[120][2] WITHIN_TWO

cdef class LaserChessEvaluation(LaserChessRules):
    cdef u64 survey_key
    cdef u64[2][2] beam_cells
    cdef int[2] beam_target, pharaoh_cell
    cdef u64[2][2] mirrors, pharaoh_lines
    @cython.final
    cdef bint in_check(self) noexcept nogil
    @cython.final
    cdef bint may_save(self, int move) noexcept nogil
    @cython.final
    cdef int survey(self) noexcept nogil
    @cython.final
    cdef int side_value(self, int seat) noexcept nogil
    @cython.final
    cdef int attack_value(self, int seat) noexcept nogil
    @cython.final
    cdef int hit_value(self, int seat) noexcept nogil
