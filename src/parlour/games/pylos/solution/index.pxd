from parlour.games.contract.bits cimport bit, ctz, popcount, u64

cdef int MAX_OWN
cdef u64 HASH_MULTIPLIER
cdef unsigned int EMPTY

cdef class PositionIndex:
    cdef readonly int size, cells, balls, shapes
    cdef readonly u64 total
    cdef readonly object masks, first_shapes, groups, slot_masks, slot_shapes, slot_symmetries, binomials, images
    cdef unsigned int[::1] mask, slot_mask, binomial, image_part
    cdef int[::1] first_shape, slot_shape
    cdef unsigned char[::1] slot_symmetry
    cdef u64[::1] group
    cdef int slot_count
    cdef int slot_of(self, unsigned int all) noexcept nogil
    cdef unsigned int image_of(self, unsigned int cells, int symmetry) noexcept nogil
    cdef u64 number_of(self, unsigned int own, unsigned int other) noexcept nogil
    cdef unsigned int unrank(self, u64 rank, int own, unsigned int all) noexcept nogil
