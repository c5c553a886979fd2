"""What is said about a hand: a union of weighted boxes over its points and lengths as dealt.

The weight of a hand is the sum of the weights of the boxes that contain it. Boxes are bits: which
of them allow so many cards of a suit is one word; five words' common bits contain a hand.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver.worlds.subsets cimport PLACES
from solver.core.types cimport SUIT, bits_count, bits_low

cdef enum:
    BOXES = 64              # of one hand at most
    POINTS = 41             # 0..40 high-card points

cdef extern from *:
    """
    #define ALL_ACES   0x8004002001000ULL
    """
    const uint64_t ALL_ACES                 # outside layout


cdef struct Union:
    int size
    int bound[BOXES][10]                    # least and most of points, S, H, D, C
    double weight[BOXES]
    uint64_t length[4][PLACES]              # the boxes that allow so many cards of a suit
    uint64_t points[POINTS]                 # the boxes that allow so many points
    double heaviest                         # the most that a hand can weigh


cdef inline int points(uint64_t hand) noexcept nogil:
    """High-card points: ace 4, king 3, queen 2, jack 1."""
    return (4 * bits_count(hand & ALL_ACES) + 3 * bits_count(hand & ALL_ACES >> 1)
            + 2 * bits_count(hand & ALL_ACES >> 2) + bits_count(hand & ALL_ACES >> 3))


cdef inline int length(uint64_t hand, int suit) noexcept nogil:
    return bits_count(hand >> (13 * suit) & SUIT)


cdef inline double sum_of(const Union* u, uint64_t boxes) noexcept nogil:
    """The weight of a set of boxes; always added in the same order."""
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
    return sum_of(u, containing(u, dealt))


cdef inline void union_add(Union* u, const int* box, double weight) noexcept nogil:
    """Add a box: least and most of points, then of the four lengths."""
    cdef uint64_t bit = <uint64_t>1 << u.size
    cdef int s, k
    for k in range(10):
        u.bound[u.size][k] = box[k]
    for k in range(max(box[0], 0), min(box[1], POINTS - 1) + 1):
        u.points[k] |= bit
    for s in range(4):
        for k in range(max(box[2 * s + 2], 0), min(box[2 * s + 3], PLACES - 1) + 1):
            u.length[s][k] |= bit
    u.weight[u.size] = weight
    u.size += 1


cdef inline void union_all(Union* u) noexcept nogil:
    """One box of weight 1 that contains every hand."""
    cdef int box[10]
    cdef int k
    for k in range(10):
        box[k] = 0 if k % 2 == 0 else POINTS - 1
    memset(u, 0, sizeof(Union))
    u.heaviest = 1
    union_add(u, box, 1)


cdef inline void heaviest(Union* u, uint64_t boxes, int dimension) noexcept nogil:
    """Raise `u.heaviest` to the weight of the heaviest point of these boxes, seen from a dimension.

    Dimension 4 is points; a coordinate whose boxes are those of the last one changes nothing.
    """
    cdef uint64_t last = 0, now
    cdef int k
    cdef double weight = sum_of(u, boxes)
    if weight <= u.heaviest:
        return
    if dimension == 5:
        u.heaviest = weight
        return
    for k in range(POINTS if dimension == 4 else PLACES):
        now = boxes & (u.points[k] if dimension == 4 else u.length[dimension][k])
        if now != last:
            last = now
            heaviest(u, now, dimension + 1)
