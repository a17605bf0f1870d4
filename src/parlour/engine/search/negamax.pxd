cimport cython
from parlour.engine.search.thread_claims cimport ThreadClaims, claim_key
from parlour.engine.search.ordering cimport COUNTER_MOVE_RANK, FORCING_RANK, DEFERRED_PENALTY, MoveOrdering
from parlour.engine.search.search_limits cimport LimitChecker
from parlour.engine.search.transposition_table cimport EXACT, LOWER, NO_MOVE, UPPER, TranspositionTable, bound_of, depth_of, move_of, score_of, solid_of
from parlour.engine.search.pv_table cimport PvTable
from parlour.games.contract.bits cimport u64
from parlour.games.contract.position cimport Position

cdef int WIN, PROVEN, INFINITE, MAX_PLY, MAX_QUIESCENCE_PLY, MIN_SYMMETRY_DEPTH, MIN_SPLIT_DEPTH, RULE_COUNTER_HORIZON
cdef u64[64] RULE_COUNTER_KEYS
cdef u64[256] TURN_MEMORY_KEYS

@cython.final
cdef class Searcher(LimitChecker):
    cdef Position position
    cdef TranspositionTable table
    cdef ThreadClaims claims
    cdef bint shared
    cdef MoveOrdering ordering
    cdef readonly PvTable pv
    cdef u64[::1] path
    cdef int[::1] made, order
    cdef int count
    cdef readonly bint found
    cdef bint reductions, quiescence, extensions, use_table, symmetries
    cdef int contempt, mine, longest, reach
    cdef u64 probed_key, probed_image_key
    cdef int probed_move, probed_score
    cdef readonly long long quiet_nodes, cuts, first_cuts, probes, hits
    cdef readonly int deepest
    cdef readonly long long guesses
    cdef int root(self, int depth, int alpha, int beta, int first) except? -32767 nogil
    cdef int child(self, bint same, int alpha, int beta, int depth, int ply) except? -32767 nogil
    cdef int search(self, int alpha, int beta, int depth, int ply) except? -32767 nogil
    cdef int search_move(self, bint same, bint first, int reduced, int alpha, int beta, int depth, int ply) except? -32767 nogil
    cdef int enter_node(self, int ply) except -1 nogil
    cdef int probe(self, int alpha, int beta, int depth, int ply) except -1 nogil
    cdef int finished_elsewhere(self, u64 key, int depth, int beta) noexcept nogil
    cdef int store(self, u64 key, u64 image_key, int move, int best, int bound, int depth, int ply, long long guesses) noexcept nogil
    cdef bint choose(self, int i, int end, u64 key) noexcept nogil
    cdef int quiesce(self, int alpha, int beta, int ply, int deep) except? -32767 nogil
    cdef int draw(self) noexcept nogil
    cdef int final(self, int ply) except? -32767 nogil
    cdef int repeated(self, u64 key, int ply) noexcept nogil
    cdef int cycle(self, int since, int ply) except? -32767 nogil
    cdef int reduction(self, int n, int rank, int depth) noexcept nogil
    cdef u64 table_key(self) except? 0 nogil
