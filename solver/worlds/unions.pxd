"""The statements about a hand: a union of weighted boxes over its points and lengths as dealt.

The weight of a hand is the sum of the weights of the boxes that contain it. A set of boxes is a
64-bit word. For each suit a table gives the boxes that allow a number of cards, another table does
so for points; the boxes that contain a hand are the common bits of five words.
"""
from libc.stdint cimport uint64_t

from solver.core.bits cimport bits_count, bits_low
from solver.core.cards cimport SUIT
from solver.worlds.subsets cimport PLACES

cdef enum:
    BOXES = 64              # of one hand at most
    POINTS = 41             # 0..40 high-card points

cdef extern from *:
    """
    #define ALL_ACES    0x8004002001000ULL
    #define ALL_HONOURS 0xF007803C01E00ULL
    """
    const uint64_t ALL_ACES                 # outside layout
    const uint64_t ALL_HONOURS              # the cards that count as points: A K Q J


cdef struct Union:
    int size
    int bound[BOXES][10]                    # least and most of points, S, H, D, C
    double weight[BOXES]
    uint64_t length[4][PLACES]              # the boxes that allow so many cards of a suit
    uint64_t points[POINTS]                 # the boxes that allow so many points
    double heaviest                         # the most that a hand can weigh


cdef read_union(Union* u, said)
cdef void fill_any(Union* u) noexcept nogil
cdef double likely(const Union* u) noexcept nogil


cdef inline int points(uint64_t hand) noexcept nogil:
    """High-card points: ace 4, king 3, queen 2, jack 1."""
    return (4 * bits_count(hand & ALL_ACES) + 3 * bits_count(hand & ALL_ACES >> 1)
            + 2 * bits_count(hand & ALL_ACES >> 2) + bits_count(hand & ALL_ACES >> 3))


cdef inline int length(uint64_t hand, int suit) noexcept nogil:
    return bits_count(hand >> (13 * suit) & SUIT)


cdef inline double sum_of(const Union* u, uint64_t boxes) noexcept nogil:
    """The weight of a set of boxes; added in the order of the boxes."""
    cdef double total = 0
    while boxes:
        total += u.weight[bits_low(boxes)]
        boxes &= boxes - 1
    return total


cdef inline uint64_t containing(const Union* u, uint64_t dealt) noexcept nogil:
    """The boxes that contain a hand of at most 13 cards."""
    return (u.length[0][length(dealt, 0)] & u.length[1][length(dealt, 1)]
            & u.length[2][length(dealt, 2)] & u.length[3][length(dealt, 3)]
            & u.points[points(dealt)])


cdef inline double weigh(const Union* u, uint64_t dealt) noexcept nogil:
    """The weight of a hand of at most 13 cards."""
    return sum_of(u, containing(u, dealt))
