from parlour.engine.hashing cimport first_slot
from parlour.games.contract.bits cimport u64
from parlour.games.contract.position cimport Position
from parlour.games.contract.stacks cimport MoveStack, Trail

cdef int PROGRESS_LEVELS, UNDECIDED, PROGRESS_INTERVAL
cdef int LENGTH_PER_TURN

cdef class Prover:
    cdef readonly int size
    cdef readonly long long visits
    cdef long long last, budget
    cdef int slots
    cdef bint stopped
    cdef int length, most, longest
    cdef object on_progress
    cdef Position position
    cdef MoveStack moves, ranks
    cdef Trail marks
    cdef u64[::1] keys
    cdef int[::1] facts
    cdef u64[::1] old_keys
    cdef int[::1] old_facts, flag
    cdef int[8] at, of
    cdef int look(self, u64 key) noexcept nogil
    cdef int note(self, u64 key, int least, int most, int length) except -1 nogil
    cdef int grow_table(self) except -1 nogil
    cdef int prove(self, u64 key, int target, int depth) except -1 nogil
    cdef int screen_moves(self, u64 key, int target, int start) except -1 nogil
    cdef int prove_moves(self, u64 key, int target, int depth, int start) except -1 nogil
    cdef int insert(self, int start, int kept, int move, int rank, u64 mark) except -1 nogil
    cdef int drop(self, int size) noexcept nogil
    cdef int report_progress(self) except -1 nogil
