# Bit operations of compiled modules. Interpreted modules use bits_pure.py.
# ctz and popcount are gcc and clang built-ins; ctz(0) is undefined.

ctypedef unsigned long long u64

cdef extern from *:
    int ctz "__builtin_ctzll"(u64) noexcept nogil
    int popcount "__builtin_popcountll"(u64) noexcept nogil

cdef inline u64 bit(int n) noexcept nogil:
    return (<u64>1) << n
