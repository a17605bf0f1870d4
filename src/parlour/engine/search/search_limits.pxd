from cpython.time cimport monotonic

cdef class LimitChecker:
    cdef object on_poll
    cdef int[::1] flag
    cdef readonly bint halted
    cdef readonly long long nodes
    cdef long long node_limit, next_check, step
    cdef double deadline, looked, breathed
    cdef int check_limits(self) except -1 nogil
