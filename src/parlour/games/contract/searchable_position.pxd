cimport cython
from parlour.games.contract.bits cimport u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.contract.xorshift cimport Random

cdef class SearchablePosition:
    cdef readonly int seat
    cdef readonly u64 key
    cdef int[32] weight
    cdef MoveStack scratch
    cdef int known
    cdef u64 known_key
    cdef int generate(self, MoveStack out) except -1 nogil
    cdef int make(self, int move) except -1 nogil
    cdef int unmake(self, int move) except -1 nogil
    cdef int over(self) except -1 nogil
    cdef int payoff(self, int seat) except -1 nogil
    cdef int candidates(self, MoveStack out) except -1 nogil
    cdef int tactical(self, MoveStack out) except -1 nogil
    cdef int evaluate(self, int seat) except? -2147483647 nogil
    cdef int order_hint(self, int move) except? -2147483647 nogil
    cdef int null_move_sound(self) except -1 nogil
    cdef int moves_left(self) except -1 nogil
    cdef u64 solve_key(self) except? 0 nogil
    cdef int turn_memory(self) except -1 nogil
    @cython.boundscheck(False)
    @cython.wraparound(False)
    cdef inline int fill_plane(self, float[::1] out, int plane, int area, double value) noexcept nogil:
        cdef int i
        for i in range(plane * area, (plane + 1) * area):
            out[i] = <float> value
        return 0
    cdef int find_moves(self) except -1

cdef u64 count_leaves(SearchablePosition position, MoveStack stack, int depth, bint bulk) except? 0 nogil
cdef u64 count_turns(SearchablePosition position, MoveStack stack, int depth) except? 0 nogil
cdef int play_out(SearchablePosition position, MoveStack stack, Random random, int limit) except -1 nogil
