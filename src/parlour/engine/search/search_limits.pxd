from cpython.time cimport monotonic

cdef class LimitChecker:
    cdef object breathe
    cdef int[::1] flag
    cdef readonly bint halted
    cdef readonly long long nodes
    cdef long long node_limit, next_look, step
    cdef double deadline, looked, breathed
    cdef int look(self) except -1 nogil
