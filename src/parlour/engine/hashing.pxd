# Hash functions of the compiled tables. Interpreted modules use hashing_pure.py, which describes them.
from parlour.games.contract.bits cimport u64

cdef inline u64 scatter(u64 number) noexcept nogil:
    return number * <u64>0x9E3779B97F4A7C15

cdef inline int first_slot(u64 key, int slots) noexcept nogil:
    return <int>(scatter(key ^ key >> 29) >> 33 & <u64>(slots - 1))
