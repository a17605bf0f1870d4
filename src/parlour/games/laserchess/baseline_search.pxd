from parlour.games.contract.bits cimport u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.laserchess.rules cimport LaserChessRules

cdef int CHAINS, WON, EXACT, LOWER, UPPER

cdef class LaserChessBaselineSearch:
    cdef MoveStack stack
    cdef readonly long long nodes
    cdef readonly int size
    cdef int best, place, most
    cdef int[::1] first
    cdef int[::1] following
    cdef u64[::1] keys
    cdef int[::1] scores
    cdef int[::1] notes
    cdef int search(self, LaserChessRules position, int depth, int alpha, int beta, bint root) noexcept nogil
    cdef int find(self, u64 key) noexcept nogil
    cdef int store(self, u64 key, int score, int note) noexcept nogil
