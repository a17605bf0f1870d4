from parlour.games.contract.bits cimport bit, ctz, popcount, u64
from parlour.games.contract.stacks cimport MoveStack
from parlour.games.sim.rules cimport HIGH, LOW, SimRules

cdef class SimEvaluation(SimRules):
    pass
