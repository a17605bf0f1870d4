from parlour.games.contract.bits cimport bit, popcount, u64
from parlour.games.sim.rules cimport SimRules

cdef int LOST, LIMIT, STROKES
cdef int[45] LOW
cdef int[45] HIGH
cdef int[45] TRY_ORDER

cdef int rate(SimRules position, int seat, bint whole) noexcept nogil
cdef int mixed(SimRules position) noexcept nogil
cdef int search(SimRules position, int seat, int depth, bint whole, int alpha, int beta) except? -1 nogil
