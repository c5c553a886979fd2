"""Two hidden hands: random layouts, and all of them by number."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport realloc

from solver.core.rng cimport DRAWS, Rng, rng_below, rng_part
from solver.worlds.subsets cimport Tables, subset
from solver.worlds.two_hands cimport Cell, Suit, TwoHands, below
from solver.worlds.unions cimport points


cdef inline uint64_t suit_share(
    const Tables* t, const Suit* q, int cards, int top, uint64_t number
) noexcept nogil:
    """The share of a suit with so many cards and points that has this number."""
    cdef int i, k
    cdef uint64_t ways
    for i in range(q.first[top], q.first[top + 1]):
        k = cards - q.size[i]
        if 0 <= k <= q.small:
            ways = t.choose[q.small][k]
            if number < ways:
                return q.honour[i] | subset(t, q.spots, k, number)
            number -= ways
    return 0                                    # not reached: number is below the sum


cdef inline uint64_t pair_share(
    const TwoHands* t, int which, int x, int y, int top, uint64_t number
) noexcept nogil:
    """The share of two suits with these lengths and points that has this number."""
    cdef const Suit* s = &t.suit[2 * which]
    cdef const Suit* r = &t.suit[2 * which + 1]
    cdef int a = max(0, top - r.top)
    cdef uint64_t ways
    while True:
        ways = r.ways[y][top - a]
        if number < s.ways[x][a] * ways:
            break
        number -= s.ways[x][a] * ways
        a += 1
    return (suit_share(t.tables, s, x, a, number // ways)
            | suit_share(t.tables, r, y, top - a, number % ways))


cdef inline uint64_t whole_share(
    const TwoHands* t, int which, int x, int y, uint64_t number
) noexcept nogil:
    """The share of two suits with these lengths that has this number, whatever its points."""
    cdef const Suit* s = &t.suit[2 * which]
    cdef const Suit* r = &t.suit[2 * which + 1]
    cdef uint64_t ways = t.tables.choose[r.cards][y]
    return subset(t.tables, s.all, x, number // ways) | subset(t.tables, r.all, y, number % ways)


cdef inline uint64_t whole_layout(
    const TwoHands* t, const Cell* c, uint64_t number
) noexcept nogil:
    """The layout with this number among those with the lengths of a cell, whatever its points."""
    cdef uint64_t ways = (t.tables.choose[t.suit[2].cards][c.cards[2]]
                          * t.tables.choose[t.suit[3].cards][c.cards[3]])
    return (whole_share(t, 0, c.cards[0], c.cards[1], number // ways)
            | whole_share(t, 1, c.cards[2], c.cards[3], number % ways))


cdef inline uint64_t two_layout(const TwoHands* t, const Cell* c, uint64_t number) noexcept nogil:
    """The hidden cards of the first hand in the layout of a cell with this number."""
    cdef const uint64_t* left = t.pair[0][c.cards[0]][c.cards[1]]
    cdef const uint64_t* right = t.pair[1][c.cards[2]][c.cards[3]]
    cdef int a = max(0, c.low - t.top[1])
    cdef int b
    cdef uint64_t ways, less
    if c.count == c.every:
        return whole_layout(t, c, number)
    while True:
        less = below(right, c.low - a, t.top[1])
        ways = below(right, c.high + 1 - a, t.top[1]) - less
        if number < left[a] * ways:
            break
        number -= left[a] * ways
        a += 1
    b = max(0, c.low - a)
    less += number % ways
    while right[b + 1] <= less:
        b += 1
    return (pair_share(t, 0, c.cards[0], c.cards[1], a, number // ways)
            | pair_share(t, 1, c.cards[2], c.cards[3], b, less - right[b]))


cdef inline bint two_guide(TwoHands* t) noexcept nogil:
    """Prepare for many draws; False without memory. The draws stay the same."""
    cdef int i, k = 0
    cdef int parts = 2 * t.cells
    cdef int* guide
    if t.guides or not t.cells:
        return True
    guide = <int*>realloc(t.guide, parts * sizeof(int))
    if guide == NULL:
        return False
    for i in range(parts):
        # A little low, so that no rounding makes it too high.
        while k < t.cells - 1 and t.upto[k] <= (i * (1 - 1e-9) / parts) * t.mass * (1 - 1e-9):
            k += 1
        guide[i] = k
    t.guide, t.guides = guide, parts
    return True


cdef inline const Cell* two_cell(const TwoHands* t, double part) noexcept nogil:
    """The first cell up to which there is more than this part (0 <= part < 1) of the mass."""
    cdef double mass = part * t.mass
    cdef int low = 0
    cdef int high = t.cells - 1
    cdef int middle
    if t.guides:
        low = t.guide[<int>(part * t.guides)]
        while low < high and t.upto[low] <= mass:
            low += 1
        return &t.cell[low]
    while low < high:
        middle = (low + high) >> 1
        if t.upto[middle] > mass:
            high = middle
        else:
            low = middle + 1
    return &t.cell[low]


cdef inline uint64_t two_draw(const TwoHands* t, Rng* rng) noexcept nogil:
    """The hidden cards of the first hand in a random layout; there must be one with a weight.

    Where most layouts with the lengths of a cell belong to it, one of them is drawn until it does:
    that is sooner done than to count out its points.
    """
    cdef const Cell* c = two_cell(t, rng_part(rng))
    cdef uint64_t cards
    if c.count < c.every and c.count > c.every // 4 * 3:
        for _i in range(DRAWS):
            cards = whole_layout(t, c, rng_below(rng, c.every))
            if c.low <= points(cards) <= c.high:
                return cards
    return two_layout(t, c, rng_below(rng, c.count))
