cimport cython
from parlour.games.contract.bits cimport u64

cdef u64 MASK

cdef class MoveStack:
    cdef int[::1] data
    cdef public int size
    cdef int capacity
    cdef int grow(self) except -1 nogil
    @cython.boundscheck(False)
    @cython.wraparound(False)
    cdef inline int add(self, int move) except -1 nogil:
        if self.size == self.capacity:
            self.grow()
        self.data[self.size] = move
        self.size += 1
        return 0

cdef class Trail:
    cdef u64[::1] data
    cdef public int size
    cdef int capacity
    cdef int grow(self) except -1 nogil
    cdef int assign(self, Trail other) except -1
    @cython.boundscheck(False)
    @cython.wraparound(False)
    cdef inline int push(self, u64 word) except -1 nogil:
        if self.size == self.capacity:
            self.grow()
        self.data[self.size] = word
        self.size += 1
        return 0
    @cython.boundscheck(False)
    @cython.wraparound(False)
    cdef inline u64 pop(self) noexcept nogil:
        self.size -= 1
        return self.data[self.size]
    @cython.boundscheck(False)
    @cython.wraparound(False)
    cdef inline int count(self, u64 word, int reach) noexcept nogil:
        cdef int i
        cdef int found = 0
        cdef int low = self.size - reach
        if low < 0:
            low = 0
        for i in range(self.size - 1, low - 1, -1):
            if self.data[i] == word:
                found += 1
        return found

cdef class Random:
    cdef u64 state
    cdef int below(self, int n) noexcept nogil

cdef class Base:
    pass

cdef class Position(Base):
    cdef readonly object game, options
    cdef readonly int seat
    cdef readonly u64 key
    cdef int[32] weight
    cdef list _played, _tracks
    cdef MoveStack scratch
    cdef int known
    cdef u64 known_key
    cdef int generate(self, MoveStack out) except -1 nogil
    cdef int make(self, int move) except -1 nogil
    cdef int unmake(self, int move) except -1 nogil
    cdef int over(self) except -1 nogil
    cdef int payoff(self, int seat) except -1 nogil
    cdef int assign(self, Position other) except -1
    cdef int candidates(self, MoveStack out) except -1 nogil
    cdef int tactical(self, MoveStack out) except -1 nogil
    cdef int evaluate(self, int seat) except? -2147483647 nogil
    cdef int order_hint(self, int move) except? -2147483647 nogil
    cdef int null_move_sound(self) except -1 nogil
    cdef int moves_left(self) except -1 nogil
    cdef u64 solve_key(self) except? 0 nogil
    cdef int turn_memory(self) except -1 nogil
    cdef int write_planes(self, float[::1] out, int viewer) except -1 nogil
    @cython.boundscheck(False)
    @cython.wraparound(False)
    cdef inline int fill_plane(self, float[::1] out, int plane, int area, double value) noexcept nogil:
        cdef int i
        for i in range(plane * area, (plane + 1) * area):
            out[i] = <float> value
        return 0
    cdef int find_moves(self) except -1
    cdef int number_below(self, object value, int limit, str name) except -1

cdef u64 count_leaves(Position position, MoveStack stack, int depth, bint bulk) except? 0 nogil
cdef u64 count_turns(Position position, MoveStack stack, int depth) except? 0 nogil
cdef int play_out(Position position, MoveStack stack, Random random, int limit) except -1 nogil
