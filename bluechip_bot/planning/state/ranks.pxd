"""Ranks of a suit as masks of 13 bits, and hands as masks of 52; -1 stands for no rank."""
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) || defined(__clang__)
    #  define ranks_low(x) ((x) ? __builtin_ctz((unsigned)(x)) : -1)
    #  define ranks_high(x) ((x) ? 31 - __builtin_clz((unsigned)(x)) : -1)
    #else
    static int ranks_low(int x) { int i = -1; if (x) do ++i; while (!(x >> i & 1)); return i; }
    static int ranks_high(int x) { int i = -1; while (x >> (i + 1)) ++i; return i; }
    #endif
    static inline int ranks_count(int x)
    {
        x -= x >> 1 & 0x1555;
        x = (x & 0x3333) + (x >> 2 & 0x3333);
        x = (x + (x >> 4)) & 0x0F0F;
        return (x + (x >> 8)) & 0x1F;
    }
    """
    int low "ranks_low"(int ranks) nogil        # the lowest rank; -1 if there is none
    int high "ranks_high"(int ranks) nogil      # the highest rank; -1 if there is none
    int count "ranks_count"(int ranks) nogil    # how many ranks

cdef enum:
    ALL_RANKS = 0x1FFF
    SUITS = 4
    RANKS = 13
    NO_TRUMP = -1


cdef inline int in_suit(uint64_t hand, int suit) noexcept nogil:
    return <int>(hand >> RANKS * suit & ALL_RANKS)


cdef inline int above(int rank) noexcept nogil:
    """All ranks above a rank; above -1, all."""
    return ALL_RANKS & ~((1 << (rank + 1)) - 1)


cdef inline int below(int rank) noexcept nogil:
    """All ranks below a rank; none below -1."""
    return (1 << rank) - 1 if rank > 0 else 0
