"""Unions of weighted boxes: how they are filled, and how heavy and how likely they are."""
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from solver.worlds.subsets cimport PLACES, Tables, tables

cdef struct Chances:
    double points_upto[POINTS]              # that 13 cards of 52 have so many points or fewer
    double length_upto[PLACES]              # and that they have so many of a suit or fewer


cdef Chances CHANCES


cdef void fill_chances(Chances* found, const Tables* t) noexcept nogil:
    cdef int k, a, b, c, d
    cdef double deals = 635013559600.0          # C(52, 13)
    for a in range(5):
        for b in range(5):
            for c in range(5):
                for d in range(min(4, 13 - a - b - c) + 1):
                    found.points_upto[4 * a + 3 * b + 2 * c + d] += (
                        <double>(t.choose[4][a] * t.choose[4][b] * t.choose[4][c] * t.choose[4][d]
                                 * t.choose[36][13 - a - b - c - d]) / deals)
    for k in range(1, POINTS):
        found.points_upto[k] += found.points_upto[k - 1]
    for k in range(PLACES):
        found.length_upto[k] = (<double>(t.choose[13][k] * t.choose[39][13 - k]) / deals
                                + (found.length_upto[k - 1] if k else 0))


fill_chances(&CHANCES, tables())


cdef void add_box(Union* u, const int* box, double weight) noexcept nogil:
    """Add a box: the least and the most points, then cards of each suit."""
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


cdef void fill_any(Union* u) noexcept nogil:
    """Make a union of one box of weight 1 that contains every hand."""
    cdef int box[10]
    cdef int k
    for k in range(10):
        box[k] = 0 if k % 2 == 0 else POINTS - 1
    memset(u, 0, sizeof(Union))
    u.heaviest = 1
    add_box(u, box, 1)


cdef void raise_heaviest(Union* u, uint64_t boxes, int dimension) noexcept nogil:
    """Raise `u.heaviest` to the most that a hand in some of these boxes can weigh.

    The coordinates below `dimension` are fixed: four lengths, then points. A value with the same
    boxes as the value before it adds nothing and is passed over.
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
            raise_heaviest(u, now, dimension + 1)


cdef read_union(Union* u, said):
    """Fill a union with boxes and weights as `read_boxes` returns them for a seat."""
    cdef const int64_t[:, ::1] ranges
    cdef const double[::1] weights
    cdef int box[10]
    cdef int i, k
    if said is None:
        fill_any(u)
        return
    memset(u, 0, sizeof(Union))
    ranges, weights = said
    for i in range(<int>ranges.shape[0]):
        for k in range(10):
            box[k] = <int>min(max(ranges[i, k], -100), 100)
        add_box(u, box, weights[i])
    raise_heaviest(u, (<uint64_t>2 << (u.size - 1)) - 1, 0)


cdef double likely(const Union* u) noexcept nogil:
    """The approximate mean weight of a random hand, as a share of the most a hand can weigh.

    Points and lengths are taken as independent.
    """
    cdef int i, k, low, high
    cdef double chance, total = 0
    cdef const int* b
    for i in range(u.size):
        b = u.bound[i]
        low, high = max(b[0], 0), min(b[1], POINTS - 1)
        chance = 0
        if low <= high:
            chance = CHANCES.points_upto[high] - (CHANCES.points_upto[low - 1] if low else 0)
        for k in range(1, 5):
            low, high = max(b[2 * k], 0), min(b[2 * k + 1], PLACES - 1)
            if low > high:
                chance = 0
            else:
                chance *= CHANCES.length_upto[high] - (CHANCES.length_upto[low - 1] if low else 0)
        total += chance * u.weight[i]
    return total / u.heaviest if u.heaviest > 0 else 0
