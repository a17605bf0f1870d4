cimport cython
from parlour.games.contract.bits cimport u64

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
