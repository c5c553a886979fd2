"""Two hidden hands: all layouts counted by lengths and points, random ones drawn by number.

A cell is a set of layouts in which the first hand has certain lengths, and points within a range:
all of them weigh the same, whatever unions of boxes the two hands have. The layouts of a cell are
numbered, so that a random cell and a random number make an exact draw. Counts are exact in 64 bits
(at most C(39, 13)).

Where points do not matter all cards count as spot cards, and a cell is a pattern of lengths.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from solver.core.rng cimport DRAWS, Rng, rng_below, rng_part
from solver.core.bits cimport bits_count
from solver.core.cards cimport SUIT
from solver.worlds.output cimport Output, put
from solver.worlds.subsets cimport Tables, subset, tables
from solver.worlds.unions cimport ALL_HONOURS, POINTS, Union, length, points, sum_of

cdef enum:
    NARROW = 5              # points of a range that is no cell of its own


cdef void suit_fill(Suit* q, const Tables* t, uint64_t cards, bint counted) noexcept nogil:
    """Enter the hidden cards of a suit; `counted`: points matter."""
    cdef uint64_t high = ALL_HONOURS & cards
    cdef uint64_t honours = high if counted else 0
    cdef uint64_t bits = 0
    cdef int at[HONOURS]
    cdef uint64_t sets[HONOURS]
    cdef int n = 0, p, i, k
    memset(q, 0, sizeof(Suit))
    q.all = cards
    q.spots = cards & ~honours
    q.small = bits_count(q.spots)
    q.cards = bits_count(cards)
    q.top = points(honours)
    while True:
        sets[n] = bits
        at[n] = points(bits)
        n += 1
        if bits == honours:
            break
        bits = (bits - honours) & honours       # the next subset
    k = 0
    for p in range(SUIT_POINTS):
        q.first[p] = k
        for i in range(n):
            if at[i] == p:
                q.honour[k] = sets[i]
                q.size[k] = bits_count(sets[i])
                k += 1
    q.first[SUIT_POINTS] = k
    for p in range(SUIT_POINTS):
        for i in range(q.first[p], q.first[p + 1]):
            for k in range(q.small + 1):
                q.ways[q.size[i] + k][p] += t.choose[q.small][k]


cdef void pair_fill(TwoHands* t, int which) noexcept nogil:
    """Count the ways to take lengths and points from two suits."""
    cdef const Suit* s = &t.suit[2 * which]
    cdef const Suit* r = &t.suit[2 * which + 1]
    cdef int x, y, a, b
    cdef uint64_t* row
    t.top[which] = s.top + r.top
    for x in range(s.cards + 1):
        for y in range(r.cards + 1):
            row = t.pair[which][x][y] + which
            memset(row, 0, (t.top[which] + 1) * sizeof(uint64_t))
            for a in range(s.top + 1):
                if s.ways[x][a]:
                    for b in range(r.top + 1):
                        row[a + b] += s.ways[x][a] * r.ways[y][b]
            if which == 1:
                t.pair[1][x][y][0] = 0
                for a in range(1, t.top[1] + 1):
                    row[a] += row[a - 1]


cdef const Profile* profile(
    TwoHands* t, int hand, const Union* u, int known, uint64_t boxes
) noexcept nogil:
    """The profile of a set of boxes; NULL without memory. `known`: points as dealt, none hidden.

    The second hand has the points that the first has not.
    """
    cdef Profile* p
    cdef int i, h, own
    cdef int total = t.top[0] + t.top[1]
    for i in range(t.profiles[hand]):
        if t.profile[hand][i].boxes == boxes:
            return &t.profile[hand][i]
    if t.profiles[hand] == t.profile_room[hand]:
        i = max(16, 2 * t.profile_room[hand])
        p = <Profile*>realloc(t.profile[hand], i * sizeof(Profile))
        if p == NULL:
            return NULL
        t.profile[hand], t.profile_room[hand] = p, i
    p = &t.profile[hand][t.profiles[hand]]
    t.profiles[hand] += 1
    p.boxes, p.low, p.high = boxes, POINTS, -1
    for h in range(total + 1):
        own = known + (total - h if hand else h)
        p.weight[h] = sum_of(u, boxes & u.points[own]) if own < POINTS else 0
        if p.weight[h] > 0:
            p.high = h
            p.low = min(p.low, h)
    return p


cdef inline uint64_t below(const uint64_t* row, int end, int top) noexcept nogil:
    """The ways of the second pair to take less than `end` points; it has `top` in all."""
    return row[min(max(end, 0), top + 1)]


cdef bint make_room(TwoHands* t) noexcept nogil:
    """Room for the cells of one more pattern of lengths; False without memory."""
    cdef int n = max(512, 2 * t.room)
    cdef void* grown
    if t.cells + POINTS <= t.room:
        return True
    grown = realloc(t.cell, n * sizeof(Cell))
    if grown == NULL:
        return False
    t.cell = <Cell*>grown
    grown = realloc(t.upto, n * sizeof(double))
    if grown == NULL:
        return False
    t.upto = <double*>grown
    t.room = n
    return True


cdef void add_cells(
    TwoHands* t, const int* x, const Profile* p, const Profile* q
) noexcept nogil:
    """Count the layouts of a pattern of lengths by points; there is room."""
    cdef const uint64_t* left = t.pair[0][x[0]][x[1]]
    cdef const uint64_t* right = t.pair[1][x[2]][x[3]]
    cdef int last = min(p.high, q.high)
    cdef int low, a, i
    cdef int high = max(p.low, q.low) - 1
    cdef uint64_t count, every = 1
    cdef double weight
    cdef Cell* c
    for i in range(4):
        every *= t.tables.choose[t.suit[i].cards][x[i]]
    while high < last:
        low = high = high + 1
        weight = p.weight[low] * q.weight[low]
        while high < last and p.weight[high + 1] * q.weight[high + 1] == weight:
            high += 1
        if not weight > 0:
            continue
        if high - low < NARROW:
            high = low                          # a small cell is found sooner than its parts
        count = every
        if low > 0 or high < t.top[0] + t.top[1]:
            count = 0
            for a in range(max(0, low - t.top[1]), min(high, t.top[0]) + 1):
                count += left[a] * (below(right, high + 1 - a, t.top[1])
                                    - below(right, low - a, t.top[1]))
        if count:
            c = &t.cell[t.cells]
            c.count, c.weight, c.every = count, weight, every
            c.low, c.high = <uint8_t>low, <uint8_t>high
            for i in range(4):
                c.cards[i] = <uint8_t>x[i]
            t.support += count
            t.mass += weight * <double>count
            t.upto[t.cells] = t.mass
            t.cells += 1


cdef bint count_patterns(
    TwoHands* t, const Union* first, const Union* second, uint64_t hidden, uint64_t known,
    uint64_t other, bint counted,
) noexcept nogil:
    """Count all layouts, one pattern of lengths at a time; False without memory."""
    cdef int x[4]
    cdef int s, left, places = t.places
    cdef uint64_t a, b, c, d
    cdef const Profile* p
    cdef const Profile* q
    cdef const uint64_t* m[4]                   # boxes by the length that the first hand takes
    cdef const uint64_t* w[4]                   # boxes by the length that it leaves
    for s in range(4):
        suit_fill(&t.suit[s], t.tables, hidden & <uint64_t>SUIT << (13 * s), counted)
        m[s] = &first.length[s][length(known, s)]
        w[s] = &second.length[s][length(other, s)]
    pair_fill(t, 0)
    pair_fill(t, 1)
    for x[0] in range(min(t.suit[0].cards, places) + 1):
        for x[1] in range(min(t.suit[1].cards, places - x[0]) + 1):
            a = m[0][x[0]] & m[1][x[1]]
            b = w[0][t.suit[0].cards - x[0]] & w[1][t.suit[1].cards - x[1]]
            if not a or not b:
                continue
            left = places - x[0] - x[1]
            for x[2] in range(max(0, left - t.suit[3].cards), min(t.suit[2].cards, left) + 1):
                x[3] = left - x[2]
                c = a & m[2][x[2]] & m[3][x[3]]
                d = b & w[2][t.suit[2].cards - x[2]] & w[3][t.suit[3].cards - x[3]]
                if c and d:
                    p = profile(t, 0, first, points(known), c)
                    q = profile(t, 1, second, points(other), d)
                    if p == NULL or q == NULL or not make_room(t):
                        return False
                    add_cells(t, x, p, q)
    return True


cdef TwoHands* two_count(
    const Union* first, const Union* second, uint64_t hidden, int places, uint64_t known,
    uint64_t other, bint counted,
) noexcept nogil:
    """Return the count of all layouts, for `two_free`; NULL without memory.

    `places` of the hidden cards go to the first hand. `known` and `other` are the cards that the
    two hands hold or have played besides; `counted` is whether points can matter.
    """
    cdef TwoHands* t = <TwoHands*>calloc(1, sizeof(TwoHands))
    if t == NULL:
        return NULL
    t.tables, t.places = tables(), places
    if not count_patterns(t, first, second, hidden, known, other, counted):
        two_free(t)
        return NULL
    return t


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


cdef inline const Cell* two_cell(const TwoHands* t, double part) noexcept nogil:
    """The first cell up to which there is more than this part (0 <= part < 1) of the mass."""
    cdef double mass = part * t.mass
    cdef int low = 0
    cdef int high = t.cells - 1
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if t.upto[middle] > mass:
            high = middle
        else:
            low = middle + 1
    return &t.cell[low]


cdef uint64_t two_draw(const TwoHands* t, Rng* rng) noexcept nogil:
    """The hidden cards of the first hand in a random layout; there must be one with a weight.

    If most layouts with the lengths of a cell belong to the cell, they are drawn until one does:
    that takes less time than finding the points of a numbered layout.
    """
    cdef const Cell* c = two_cell(t, rng_part(rng))
    cdef uint64_t cards
    if c.count < c.every and c.count > c.every // 4 * 3:
        for _i in range(DRAWS):
            cards = whole_layout(t, c, rng_below(rng, c.every))
            if c.low <= points(cards) <= c.high:
                return cards
    return two_layout(t, c, rng_below(rng, c.count))


cdef void two_some(
    const TwoHands* t, uint64_t hidden, Rng* rng, Output* o
) noexcept nogil:
    cdef uint64_t hand[3]
    hand[2] = 0
    while o.made < o.size:
        hand[0] = two_draw(t, rng)
        hand[1] = hidden & ~hand[0]
        put(o, hand, 1)


cdef void two_every(const TwoHands* t, uint64_t hidden, Output* o) noexcept nogil:
    """Write all layouts that have a weight, ordered by cell and by number."""
    cdef uint64_t hand[3]
    cdef uint64_t number
    cdef int i
    hand[2] = 0
    for i in range(t.cells):
        for number in range(t.cell[i].count):
            hand[0] = two_layout(t, &t.cell[i], number)
            hand[1] = hidden & ~hand[0]
            put(o, hand, t.cell[i].weight)


cdef void two_free(TwoHands* t) noexcept nogil:
    if t == NULL:
        return
    free(t.cell)
    free(t.upto)
    free(t.profile[0])
    free(t.profile[1])
    free(t)
