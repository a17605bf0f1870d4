from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.position cimport MoveStack, Random
from parlour.games.surakarta.rules cimport SurakartaRules

cdef int MASK

cdef int run(SurakartaRules position, Random random, MoveStack stack, int seat, int limit) except? -1 nogil
