"""Numbered subsets: the k-subsets of up to 13 cards, and binomial coefficients.

The 13-bit sets are sorted by size, then by value. Those of size k within n bits are then the first
C(n, k) of their size, for every n: one table serves all.
"""
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from solver.core.types cimport bits_count, bits_deposit

cdef enum:
    PLACES = 14             # 0..13 cards of a hand or a suit
    HIDDEN = 40             # 0..39 hidden cards


cdef struct Tables:
    uint64_t choose[HIDDEN][PLACES]
    uint16_t subset[1 << 13]
    int first[PLACES + 1]                   # where the subsets of a size begin
    double points_upto[41]                  # chance that 13 cards of 52 have so many points or less
    double length_upto[PLACES]              # and that they have so many of a suit or less


cdef inline void tables_fill(Tables* t) noexcept nogil:
    cdef int n, k, a, b, c, d
    cdef int next_place[PLACES]
    cdef double deals = 635013559600.0          # C(52, 13)
    memset(t, 0, sizeof(Tables))
    for n in range(HIDDEN):
        t.choose[n][0] = 1
        for k in range(1, min(n, PLACES - 1) + 1):
            t.choose[n][k] = t.choose[n - 1][k - 1] + (t.choose[n - 1][k] if k < n else 0)
    for k in range(PLACES):
        next_place[k] = t.first[k]
        t.first[k + 1] = t.first[k] + <int>t.choose[13][k]
    for n in range(1 << 13):
        k = bits_count(<uint64_t>n)
        t.subset[next_place[k]] = <uint16_t>n
        next_place[k] += 1
    for a in range(5):
        for b in range(5):
            for c in range(5):
                for d in range(min(4, 13 - a - b - c) + 1):
                    t.points_upto[4 * a + 3 * b + 2 * c + d] += (
                        <double>(t.choose[4][a] * t.choose[4][b] * t.choose[4][c] * t.choose[4][d]
                                 * t.choose[36][13 - a - b - c - d]) / deals)
    for k in range(1, 41):
        t.points_upto[k] += t.points_upto[k - 1]
    for k in range(PLACES):
        t.length_upto[k] = (<double>(t.choose[13][k] * t.choose[39][13 - k]) / deals
                            + (t.length_upto[k - 1] if k else 0))


cdef inline uint64_t subset(const Tables* t, uint64_t cards, int k, uint64_t number) noexcept nogil:
    """The k-subset with this number, below C(n, k), of a set of n <= 13 cards."""
    return bits_deposit(t.subset[t.first[k] + <int>number], cards)


cdef inline uint64_t half(
    const Tables* t, uint64_t cards, int k, uint64_t number
) noexcept nogil:
    """The k-subset with this number, below C(n, k), of a set of n <= 26 cards, k <= 13."""
    cdef uint64_t low = bits_deposit(0x1FFF, cards)
    cdef int below = bits_count(low)
    cdef int above = bits_count(cards) - below
    cdef int j = k - above if k > above else 0
    cdef uint64_t block, ways
    while True:
        ways = t.choose[above][k - j]
        block = t.choose[below][j] * ways
        if number < block or j >= below or j >= k:
            break
        number -= block
        j += 1
    return subset(t, low, j, number // ways) | subset(t, cards ^ low, k - j, number % ways)
