"""Two hidden hands: all layouts counted by the lengths and the points of the first one.

A cell is a set of layouts in which the first hand has certain lengths, and points within a range:
all of them weigh the same, whatever unions of boxes the two hands have. The layouts of a cell are
numbered, so that a random cell and a random number make an exact draw. Counts are exact in 64 bits
(at most C(39, 13)).

Where points do not matter all cards count as spot cards, and a cell is a pattern of lengths.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from solver.worlds.subsets cimport PLACES, Tables
from solver.core.types cimport SUIT, bits_count
from solver.worlds.unions cimport ALL_ACES, POINTS, Union, length, points, sum_of

cdef enum:
    SUIT_POINTS = 11        # 0..10 points of a suit
    HONOURS = 16            # sets of honours of a suit
    NARROW = 5              # points of a range that is no cell of its own


cdef struct Suit:
    # The hidden cards of a suit.
    uint64_t all
    uint64_t spots                          # those that do not count as points
    int small                               # how many they are
    int cards                               # how many cards in all
    int top                                 # their points together
    uint64_t honour[HONOURS]                # sets of the others, by points
    int size[HONOURS]
    int first[SUIT_POINTS + 1]              # where the sets with so many points begin
    uint64_t ways[PLACES][SUIT_POINTS]      # sets with so many cards and points


cdef struct Profile:
    # What a hand weighs whose lengths allow certain boxes.
    uint64_t boxes
    int low                                 # the first hand's hidden points that have a weight
    int high
    double weight[POINTS]                   # by the first hand's hidden points


cdef struct Cell:
    uint64_t count
    double weight                           # of each layout
    uint8_t cards[4]                        # of each suit, hidden ones, in the first hand
    uint8_t low                             # their points
    uint8_t high
    uint64_t every                          # layouts with these lengths and any points


cdef struct TwoHands:
    const Tables* tables
    Suit suit[4]
    int places                              # of the first hand
    int top[2]                              # points of two suits
    # Ways to take lengths and points from two suits; of the second pair, less than so many points.
    uint64_t pair[2][PLACES][PLACES][2 * SUIT_POINTS]
    Cell* cell
    double* upto                            # the mass of the cells up to and including each
    int cells
    int room
    int* guide                              # by part of the mass, the first cell that it meets
    int guides
    Profile* profile[2]
    int profiles[2]
    int profile_room[2]
    uint64_t support                        # layouts that have a weight
    double mass


cdef inline void suit_fill(Suit* q, const Tables* t, uint64_t cards, bint counted) noexcept nogil:
    """Enter the hidden cards of a suit; `counted`: points matter."""
    cdef uint64_t high = (ALL_ACES | ALL_ACES >> 1 | ALL_ACES >> 2 | ALL_ACES >> 3) & cards
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


cdef inline void pair_fill(TwoHands* t, int which) noexcept nogil:
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


cdef inline const Profile* profile(
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


cdef inline bint make_room(TwoHands* t) noexcept nogil:
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


cdef inline void add_cells(
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


cdef inline bint two_count(
    TwoHands* t, const Union* first, const Union* second, uint64_t hidden, int places,
    uint64_t known, uint64_t other, bint counted,
) noexcept nogil:
    """Count all layouts; False without memory.

    `places` of the hidden cards go to the first hand. `known` and `other` are the cards that the
    two hands hold or have played besides; `counted` is whether points can matter.
    """
    cdef int x[4]
    cdef int s, left
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
    t.places = places
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


cdef inline void two_free(TwoHands* t) noexcept nogil:
    free(t.cell)
    free(t.upto)
    free(t.guide)
    free(t.profile[0])
    free(t.profile[1])
