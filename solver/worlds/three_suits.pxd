"""Three hidden hands, one suit: the ways to share its hidden cards.

A share is how many cards and points of the suit the first two hands take; the third takes the rest.
Points are counted for as many of the first two hands as limits on points need.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from solver.worlds.subsets cimport PLACES, Tables, subset
from solver.worlds.two_hands cimport SUIT_POINTS
from solver.core.types cimport bits_count, bits_low
from solver.worlds.unions cimport ALL_ACES, points

cdef enum:
    GIVEN = 81              # ways to give four honours to three hands
    ROWS = PLACES * PLACES


cdef struct Share:
    uint32_t count
    uint8_t cards[2]
    uint8_t points[2]


cdef struct ThreeSuit:
    int cards
    int small                               # cards that do not count as points
    int top[2]                              # the most points of a hand; 0 where they do not count
    bint open                               # any hand may take any of the small cards
    uint64_t spots
    uint64_t honours
    int card[13]                            # the small cards
    int may[13]                             # which hands may take them, as bits
    uint32_t ways[PLACES][PLACES][PLACES]   # to give cards c.. with i and j to the first two hands
    uint64_t given[GIVEN][2]                # honours to the first two hands, by points
    uint8_t size[GIVEN][2]
    int first[SUIT_POINTS * SUIT_POINTS + 1]
    int kinds                               # how the honours can be shared, as far as points tell
    uint8_t kind[GIVEN][2]                  # the points of the first two hands
    Share* share                            # by cards of the first hand, then of the second
    int row[ROWS + 1]                       # where the shares of so many cards begin
    uint32_t* grid                          # the same counts by cards and points
    int stride[3]                           # of cards and points in the grid


cdef inline uint32_t* at(const ThreeSuit* q, int x, int y, int a, int b) noexcept nogil:
    return &q.grid[x * q.stride[0] + y * q.stride[1] + a * q.stride[2] + b]


cdef inline void count_spots(ThreeSuit* q) noexcept nogil:
    cdef int c, i, j, left
    cdef uint32_t n
    q.ways[q.small][0][0] = 1
    for c in range(q.small - 1, -1, -1):
        left = q.small - c
        for i in range(left + 1):
            for j in range(left - i + 1):
                n = 0
                if q.may[c] & 1 and i:
                    n += q.ways[c + 1][i - 1][j]
                if q.may[c] & 2 and j:
                    n += q.ways[c + 1][i][j - 1]
                if q.may[c] & 4 and i + j < left:
                    n += q.ways[c + 1][i][j]
                q.ways[c][i][j] = n


cdef inline void give_honours(ThreeSuit* q, const uint64_t* may) noexcept nogil:
    """List the ways to give the honours, sorted by points."""
    cdef int k, n, hand, code, total, before, a, b, found = 0
    cdef uint64_t bits, bit
    cdef uint64_t given[3]
    cdef bint fits
    cdef uint64_t all_given[GIVEN][2]
    cdef int key[GIVEN]
    cdef int ways = 1
    for _k in range(bits_count(q.honours)):
        ways *= 3
    for code in range(ways):
        given[0] = given[1] = given[2] = 0
        bits, n = q.honours, code
        while bits:
            bit = bits & (~bits + 1)
            given[n % 3] |= bit
            n //= 3
            bits &= bits - 1
        fits = not (given[0] & ~may[0] or given[1] & ~may[1] or given[2] & ~may[2])
        if fits:
            a = points(given[0]) if q.top[0] else 0
            b = points(given[1]) if q.top[1] else 0
            all_given[found][0], all_given[found][1] = given[0], given[1]
            key[found] = a * SUIT_POINTS + b
            found += 1
    total = 0
    for k in range(SUIT_POINTS * SUIT_POINTS):
        q.first[k] = total
        before = total
        for n in range(found):
            if key[n] == k:
                for hand in range(2):
                    q.given[total][hand] = all_given[n][hand]
                    q.size[total][hand] = bits_count(all_given[n][hand])
                total += 1
        if total > before:
            q.kind[q.kinds][0], q.kind[q.kinds][1] = k // SUIT_POINTS, k % SUIT_POINTS
            q.kinds += 1
    q.first[SUIT_POINTS * SUIT_POINTS] = total


cdef inline bint three_suit_fill(
    ThreeSuit* q, uint64_t cards, const uint64_t* may, int counted
) noexcept nogil:
    """Enter the hidden cards of a suit; False without memory.

    `may`: the cards that each hand may take; `counted`: for how many of the first two hands points
    are counted.
    """
    cdef uint64_t high = (ALL_ACES | ALL_ACES >> 1 | ALL_ACES >> 2 | ALL_ACES >> 3) & cards
    cdef uint64_t bits
    cdef int x, y, a, b, k, i, j, total
    cdef uint32_t* cell
    q.honours = high if counted else 0
    q.spots = cards & ~q.honours
    q.cards, q.small = bits_count(cards), bits_count(q.spots)
    q.top[0] = points(q.honours) if counted > 0 else 0
    q.top[1] = points(q.honours) if counted > 1 else 0
    q.open = True
    bits = q.spots
    for k in range(q.small):
        q.card[k] = bits_low(bits)
        q.may[k] = <int>(may[0] >> q.card[k] & 1 | (may[1] >> q.card[k] & 1) << 1
                         | (may[2] >> q.card[k] & 1) << 2)
        q.open = q.open and q.may[k] == 7
        bits &= bits - 1
    count_spots(q)
    give_honours(q, may)
    q.stride[2] = q.top[1] + 1
    q.stride[1] = q.stride[2] * (q.top[0] + 1)
    q.stride[0] = q.stride[1] * (q.cards + 1)
    q.grid = <uint32_t*>calloc((q.cards + 1) * q.stride[0], sizeof(uint32_t))
    if q.grid == NULL:
        return False
    for a in range(q.top[0] + 1):
        for b in range(q.top[1] + 1):
            for k in range(q.first[a * SUIT_POINTS + b], q.first[a * SUIT_POINTS + b + 1]):
                for i in range(q.small + 1):
                    cell = at(q, q.size[k][0] + i, q.size[k][1], a, b)
                    for j in range(q.small - i + 1):
                        cell[j * q.stride[1]] += q.ways[0][i][j]
    total = 0
    for k in range((q.cards + 1) * q.stride[0]):
        total += q.grid[k] > 0
    q.share = <Share*>malloc(max(total, 1) * sizeof(Share))
    if q.share == NULL:
        return False
    total = 0
    for x in range(PLACES):
        for y in range(PLACES):
            q.row[x * PLACES + y] = total
            if x + y > q.cards:
                continue
            for a in range(q.top[0] + 1):
                for b in range(q.top[1] + 1):
                    if at(q, x, y, a, b)[0]:
                        q.share[total] = Share(
                            at(q, x, y, a, b)[0], [<uint8_t>x, <uint8_t>y],
                            [<uint8_t>a, <uint8_t>b])
                        total += 1
    q.row[ROWS] = total
    return True


cdef inline void give_spots(
    const Tables* t, const ThreeSuit* q, int i, int j, uint64_t number, uint64_t* hand
) noexcept nogil:
    """Give the small cards, i and j of them to the first two hands, in the way of this number."""
    cdef uint64_t taken, ways, rest
    cdef int c
    if q.open:
        ways = t.choose[q.small - i][j]
        taken = subset(t, q.spots, i, number // ways)
        rest = subset(t, q.spots ^ taken, j, number % ways)
        hand[0] |= taken
        hand[1] |= rest
        hand[2] |= q.spots ^ taken ^ rest
        return
    for c in range(q.small):
        if q.may[c] & 1 and i:
            ways = q.ways[c + 1][i - 1][j]
            if number < ways:
                hand[0] |= <uint64_t>1 << q.card[c]
                i -= 1
                continue
            number -= ways
        if q.may[c] & 2 and j:
            ways = q.ways[c + 1][i][j - 1]
            if number < ways:
                hand[1] |= <uint64_t>1 << q.card[c]
                j -= 1
                continue
            number -= ways
        hand[2] |= <uint64_t>1 << q.card[c]


cdef inline void give_suit(
    const Tables* t, const ThreeSuit* q, const Share* share, uint64_t number, uint64_t* hand
) noexcept nogil:
    """Give a suit as a share says, in the way of this number below its count."""
    cdef int key = share.points[0] * SUIT_POINTS + share.points[1]
    cdef int k, i, j
    cdef uint64_t ways
    for k in range(q.first[key], q.first[key + 1]):
        i = share.cards[0] - q.size[k][0]
        j = share.cards[1] - q.size[k][1]
        if i < 0 or j < 0 or i + j > q.small:
            continue
        ways = q.ways[0][i][j]
        if number < ways:
            hand[0] |= q.given[k][0]
            hand[1] |= q.given[k][1]
            hand[2] |= q.honours & ~(q.given[k][0] | q.given[k][1])
            give_spots(t, q, i, j, number, hand)
            return
        number -= ways


cdef inline void three_suit_free(ThreeSuit* q) noexcept nogil:
    free(q.grid)
    free(q.share)
