from parlour.games.contract.searchable_position cimport SearchablePosition
from parlour.games.contract.xorshift cimport Random

cdef class Position(SearchablePosition):
    cdef readonly object game, options
    cdef list _played, _tracks
    cdef Position _walker
    cdef int assign(self, Position other) except -1
    cdef int write_planes(self, float[::1] out, int viewer) except -1 nogil
    cdef int number_below(self, object value, int limit, str name) except -1
