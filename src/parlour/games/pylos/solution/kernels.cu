// Kernels of the Pylos solver. One thread decides one position. `index.py` describes the numbers of positions and
// `rule_set.py` the rules. A table holds one byte a position: 0 while undecided (in the end: a draw), else 1 + the number
// of turns to the end of the game. Odd codes are losses of the seat to move, even codes are wins.

typedef unsigned int Cells;
typedef unsigned long long Number;

#define MAX_OWN 16
#define MAX_PATTERNS 8
#define EMPTY 0xFFFFFFFFu
#define HASH_MULTIPLIER 0x9E37ull
#define LOST_AT_ONCE 1
#define PLANE_DISTANCE 1

struct Rules {
    Cells below[32], above[32], higher[32], patterns[32][MAX_PATTERNS];
    int cells, balls, least_taken, passes;
};

struct Index {
    const Cells *masks;
    const int *first_shapes;
    const Number *groups;
    const Cells *slot_masks;
    const int *slot_shapes;
    const unsigned char *slot_symmetries;
    const Cells *binomials;
    const Cells *images;
    int slot_count;
};

__constant__ Rules rules;
__constant__ Index numbering;

__device__ __forceinline__ Number number_of(Cells own, Cells other) {
    const Cells all = own | other;
    unsigned slot = (unsigned)(((Number)all * HASH_MULTIPLIER) ^ (all >> 11)) & (numbering.slot_count - 1);
    while (__ldg(numbering.slot_masks + slot) != all) slot = (slot + 1) & (numbering.slot_count - 1);
    const int shape = __ldg(numbering.slot_shapes + slot);
    const Cells *image = numbering.images + 1024 * __ldg(numbering.slot_symmetries + slot);
    Cells left = __ldg(image + (own & 255)) | __ldg(image + 256 + (own >> 8 & 255)) |
                 __ldg(image + 512 + (own >> 16 & 255)) | __ldg(image + 768 + (own >> 24));
    const Cells mask = __ldg(numbering.masks + shape);
    const int group = __popc(mask) * MAX_OWN + __popc(own);
    Number rank = __ldg(numbering.groups + group) +
                  (Number)(shape - __ldg(numbering.first_shapes + __popc(mask))) * __ldg(numbering.binomials + group);
    for (int count = 1; left; count++) {
        const Cells lowest = left & -left;
        left ^= lowest;
        rank += __ldg(numbering.binomials + __popc(mask & (lowest - 1)) * MAX_OWN + count);
    }
    return rank;
}

// The masks of a numbered position with a known number of balls.
__device__ void position_of(Number number, int balls, Cells *own, Cells *other) {
    const Number *groups = numbering.groups + balls * MAX_OWN;
    int count = 0;
    while (count + 1 < MAX_OWN && groups[count + 1] <= number) count++;
    const Number from = number - groups[count];
    const Cells colourings = numbering.binomials[balls * MAX_OWN + count];
    const Cells mask = numbering.masks[numbering.first_shapes[balls] + (int)(from / colourings)];
    Number rank = from % colourings;
    Cells found = 0;
    int at = __popc(mask);
    for (int cell = rules.cells - 1; cell >= 0; cell--) {
        if (!(mask >> cell & 1)) continue;
        const Cells ways = __ldg(numbering.binomials + --at * MAX_OWN + count);
        if (count && rank >= ways) {
            rank -= ways;
            count--;
            found |= 1u << cell;
        }
    }
    *own = found;
    *other = mask ^ found;
}

// The turns of a position. `Seen` looks at the position after each of them, with the opponent to move, and says whether
// to stop; the functions here return whether it did. `reach_apex` is called where a turn wins the game.
template <class Seen> struct Turns {
    Seen seen;
    Cells other;

    __device__ __forceinline__ bool see(Cells own) { return seen(other, own); }

    __device__ __forceinline__ Cells free_balls(Cells own) const {
        const Cells all = own | other;
        Cells found = 0;
        for (Cells left = own; left; left &= left - 1) {
            const int cell = __ffs(left) - 1;
            if (!(rules.above[cell] & all)) found |= 1u << cell;
        }
        return found;
    }

    // See everything that the seat can take back. A pair counts once, whichever ball is taken first.
    __device__ bool see_taken(Cells own) {
        if (rules.least_taken == 0 && see(own)) return true;
        const Cells all = own | other;
        const Cells free = free_balls(own);
        for (Cells first = free; first; first &= first - 1) {
            const Cells ball = first & -first;
            const Cells rest = own ^ ball;
            Cells freed = 0;
            for (Cells below = rules.below[__ffs(ball) - 1] & own; below; below &= below - 1) {
                const int cell = __ffs(below) - 1;
                if (!(rules.above[cell] & all & ~ball)) freed |= 1u << cell;
            }
            if ((rules.least_taken < 2 || !(free ^ ball | freed)) && see(rest)) return true;
            for (Cells second = first ^ ball | freed; second; second &= second - 1)
                if (see(rest ^ (second & -second))) return true;
        }
        return false;
    }

    // See the turns in which a ball comes to rest on a cell.
    __device__ bool see_played(Cells own, int cell) {
        if (cell == rules.cells - 1) return seen.reach_apex();
        for (int n = 0; n < MAX_PATTERNS && rules.patterns[cell][n]; n++)
            if ((own & rules.patterns[cell][n]) == rules.patterns[cell][n]) return see_taken(own);
        return see(own);
    }

    __device__ bool see_all(Cells own) {
        const Cells all = own | other;
        Cells open = 0;
        for (int cell = 0; cell < rules.cells; cell++)
            if (!(all >> cell & 1) && (all & rules.below[cell]) == rules.below[cell]) open |= 1u << cell;
        bool moved = false;
        if (__popc(own) < rules.balls) {
            moved = open != 0;
            for (Cells left = open; left; left &= left - 1)
                if (see_played(own | (left & -left), __ffs(left) - 1)) return true;
        }
        for (Cells left = free_balls(own); left; left &= left - 1) {
            const int ball = __ffs(left) - 1;
            for (Cells to = open & rules.higher[ball] & ~rules.above[ball]; to; to &= to - 1) {
                moved = true;
                if (see_played((own ^ (1u << ball)) | (to & -to), __ffs(to) - 1)) return true;
            }
        }
        return !moved && rules.passes && see(own);
    }
};

// Looks for a position that is lost with a code.
struct FindLoss {
    const unsigned char *table;
    int code;
    __device__ __forceinline__ bool operator()(Cells own, Cells other) { return table[number_of(own, other)] == code; }
    __device__ __forceinline__ bool reach_apex() { return code == LOST_AT_ONCE; }
};

// Looks for a position that is not known to be won.
struct FindEscape {
    const unsigned char *table;
    __device__ __forceinline__ bool operator()(Cells own, Cells other) {
        const int code = table[number_of(own, other)];
        return code == 0 || (code & 1);
    }
    __device__ __forceinline__ bool reach_apex() { return true; }
};

// Decide the undecided positions of a layer that are lost (odd code) or won (even code) in exactly code - 1 turns.
extern "C" __global__ void decide(unsigned char *table, Number first, Number end, int balls, int code, int *changed) {
    const Number number = first + (Number)blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= end || table[number]) return;
    Cells own, other;
    position_of(number, balls, &own, &other);
    bool decided;
    if (code & 1) {
        Turns<FindEscape> turns = {{table}, other};
        decided = !turns.see_all(own);
    } else {
        Turns<FindLoss> turns = {{table, code - 1}, other};
        decided = turns.see_all(own);
    }
    if (decided) {
        table[number] = code;
        *changed = 1;
    }
}

// Write a plane of a group: `planes.py` describes planes. One thread writes one byte.
extern "C" __global__ void write_plane(const unsigned char *codes, Number bytes, int colourings, int plane,
                                       unsigned char *out) {
    const Number at = (Number)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= bytes) return;
    if (plane == PLANE_DISTANCE) {
        out[at] = codes[at] & 1 ? (codes[at] >> 1) + 1 : 0;
        return;
    }
    const int width = (colourings + 7) / 8, from = (int)(at % width) * 8;
    const unsigned char *row = codes + at / width * colourings;
    unsigned char found = 0;
    for (int n = from; n < from + 8 && n < colourings; n++) found |= (row[n] & 1) << (n - from);
    out[at] = found;
}

// Count the codes of a layer, and the positions in which the seat to move would rather pass.
extern "C" __global__ void count(const unsigned char *table, Number first, Number end, int balls, Number *codes,
                                 Number *zugzwangs) {
    __shared__ unsigned local[256];
    __shared__ unsigned better;
    for (int n = threadIdx.x; n < 256; n += blockDim.x) local[n] = 0;
    if (!threadIdx.x) better = 0;
    __syncthreads();
    const Number number = first + (Number)blockIdx.x * blockDim.x + threadIdx.x;
    if (number < end) {
        Cells own, other;
        position_of(number, balls, &own, &other);
        const int code = table[number], passed = table[number_of(other, own)];
        const int result = code ? code & 1 ? -1 : 1 : 0, after = passed ? passed & 1 ? 1 : -1 : 0;
        atomicAdd(&local[code], 1);
        if (result < after) atomicAdd(&better, 1);
    }
    __syncthreads();
    for (int n = threadIdx.x; n < 256; n += blockDim.x)
        if (local[n]) atomicAdd(codes + n, (Number)local[n]);
    if (!threadIdx.x && better) atomicAdd(zugzwangs, (Number)better);
}
