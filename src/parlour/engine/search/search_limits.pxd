from cpython.time cimport monotonic

cdef class LimitChecker:
    cdef object breathe
    cdef int[::1] flag
    cdef readonly bint halted
    cdef readonly long long nodes
    cdef long long node_limit
    cdef long long next_look
    cdef long long step
    cdef double deadline
    cdef double looked
    cdef double breathed
    cdef int look(self) except -1 nogil
