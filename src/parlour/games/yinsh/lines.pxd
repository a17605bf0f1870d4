# Bit operations along a line of the board. Interpreted modules use lines_pure.py, which describes them.
from parlour.games.contract.bits cimport u64

cdef enum:
    # Both halves of a word that holds a line of 13 bits.
    ALL = 0x1FFF00001FFF

cdef inline u64 reach(u64 blocked, u64 marked, u64 at) noexcept nogil:
    cdef u64 ahead = blocked ^ (blocked - at - at)
    cdef u64 stop = ahead & blocked
    return (ahead ^ stop) | ((marked + stop) & (<u64>ALL ^ blocked))

cdef inline u64 fives(u64 line) noexcept nogil:
    cdef u64 pairs = line & (line >> 1)
    return pairs & (pairs >> 2) & (line >> 4)

cdef inline u64 within(u64 line) noexcept nogil:
    cdef u64 pairs = line | (line >> 1)
    return pairs | (pairs >> 2) | (line >> 4)
