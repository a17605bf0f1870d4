cimport cython
from parlour.engine.search.transposition_table cimport NO_MOVE
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack

cdef int HISTORY_SIZE, TABLE_MOVE_RANK, FORCING_RANK, KILLER_RANK, COUNTER_MOVE_RANK, DEFERRED_PENALTY

@cython.final
cdef class MoveOrdering:
    cdef MoveStack stack, ranks
    cdef int[::1] killers, history, counters
    cdef int drop(self, int size) noexcept nogil
    cdef int rank(self, Position position, int start, int end, int best, int ply, int last) except -1 nogil
    cdef int rank_tactical(self, Position position, int start, int end) except -1 nogil
    cdef int pick(self, int i, int end) noexcept nogil
    cdef int reward(self, int seat, int start, int i, int depth, int ply, int last) noexcept nogil

cdef int history_index(int move) noexcept nogil
