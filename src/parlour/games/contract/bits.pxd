# Bit operations of compiled modules. Interpreted modules use bits_pure.py.
# ctz(0) is undefined. PARLOUR_PORTABLE_BITS selects what compilers without built-ins use.

ctypedef unsigned long long u64

cdef extern from *:
    """
    #if (defined(__GNUC__) || defined(__clang__)) && !defined(PARLOUR_PORTABLE_BITS)
        #define parlour_ctz(bits) __builtin_ctzll(bits)
        #define parlour_popcount(bits) __builtin_popcountll(bits)
    #else
        static CYTHON_INLINE int parlour_popcount(unsigned long long bits) {
            bits -= (bits >> 1) & 0x5555555555555555ULL;
            bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
            bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
            return (int)((bits * 0x0101010101010101ULL) >> 56);
        }
        #if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64)) && !defined(PARLOUR_PORTABLE_BITS)
            #include <intrin.h>
            static CYTHON_INLINE int parlour_ctz(unsigned long long bits) {
                unsigned long index;
                _BitScanForward64(&index, bits);
                return (int)index;
            }
        #else
            static CYTHON_INLINE int parlour_ctz(unsigned long long bits) {
                return parlour_popcount(~bits & (bits - 1));
            }
        #endif
    #endif
    """
    int ctz "parlour_ctz"(u64) noexcept nogil
    int popcount "parlour_popcount"(u64) noexcept nogil

cdef inline u64 bit(int n) noexcept nogil:
    return (<u64>1) << n
