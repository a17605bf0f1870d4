cimport cython
from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport MoveStack, Position
from parlour.games.laserchess.rules cimport (
    ANUBIS, BOARD, CELL_MASK, KILLS, LEAVES, LIMIT, MET, NEAR, PHARAOH, PYRAMID, SCARAB, STEP, TARGET,
    LaserChessRules,
)

cdef enum:
    SAVES = 90

cdef int[8] VALUE
cdef u64[120][2] WIDER

cdef class LaserChessEvaluation(LaserChessRules):
    cdef u64 seen_key
    cdef u64[2][2] glow
    cdef int[2] mark, royal
    cdef u64[2][2] mirrors, lines
    @cython.final
    cdef bint in_check(self) noexcept nogil
    @cython.final
    cdef bint dims(self, int move) noexcept nogil
    @cython.final
    cdef int survey(self) noexcept nogil
    @cython.final
    cdef int worth(self, int seat) noexcept nogil
    @cython.final
    cdef int attack_worth(self, int seat) noexcept nogil
    @cython.final
    cdef int hit_worth(self, int seat) noexcept nogil
