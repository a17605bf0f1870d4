from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.contract.xorshift cimport Random
from parlour.games.surakarta.rules cimport SurakartaRules

cdef int MASK

cdef int run(SurakartaRules position, Random random, MoveStack stack, int seat, int limit) except? -1 nogil
