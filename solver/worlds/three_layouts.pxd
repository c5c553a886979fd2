"""Three hidden hands: random layouts, and all of them by number."""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from solver.core.rng cimport Rng, rng_below, rng_part
from solver.worlds.three_hands cimport Combination, Joint, ThreeHands, join, walk, window
from solver.worlds.three_suits cimport GIVEN, Share, ThreeSuit, at, give_suit, three_suit_free


cdef enum:
    LISTED = 32             # combinations whose entries are listed as they are counted


cdef inline int entries(const ThreeHands* t, const Combination* c) noexcept nogil:
    """How many entries a combination has at most."""
    cdef const int* size = t.joint[c.joint[0]].size
    return size[0] * size[1] * size[2] * size[3]


cdef inline bint make_list(Combination* c, int n) noexcept nogil:
    """Room for n entries; False without memory."""
    c.key = <uint32_t*>malloc(max(n, 1) * sizeof(uint32_t))
    c.upto = <uint64_t*>malloc(max(n, 1) * sizeof(uint64_t))
    if c.key == NULL or c.upto == NULL:
        free(c.key)
        free(c.upto)
        c.key, c.upto = NULL, NULL
        return False
    return True


cdef inline bint three_count(ThreeHands* t) noexcept nogil:
    """Count what `three_plan` listed; False without memory."""
    cdef int i
    cdef Combination* c
    for i in range(t.joints):
        if t.joint[i].count == NULL and not join(t, &t.joint[i]):
            return False
    free(t.upto)
    t.upto = <double*>malloc(max(t.combinations, 1) * sizeof(double))
    if t.upto == NULL:
        return False
    t.mass, t.layouts, t.most = 0, 0, 0
    for i in range(t.combinations):
        c = &t.combination[i]
        if t.combinations <= LISTED and c.key == NULL and not make_list(c, entries(t, c)):
            return False
        c.count = walk(t, c, c.key != NULL)
        t.mass += c.weight * <double>c.count
        t.layouts += <double>c.count
        t.most = max(t.most, c.count)
        t.upto[i] = t.mass
    return True


cdef inline uint32_t part_of(const Combination* c, uint64_t number) noexcept nogil:
    """The part of the count in which a number lies, as many as there are entries."""
    return <uint32_t>(<double>number / <double>c.count * (c.keys - 1))


cdef inline bint list_keys(ThreeHands* t, Combination* c) noexcept nogil:
    """Prepare draws from a combination; False without memory."""
    cdef uint32_t part, last = 0
    cdef int i
    if c.guide != NULL:
        return True
    if c.key == NULL:
        if not make_list(c, c.keys):
            return False
        walk(t, c, True)
    c.guide = <uint32_t*>malloc((max(c.keys, 1) + 1) * sizeof(uint32_t))
    if c.guide == NULL:
        return False
    # The first number of an entry is the lowest that meets it; parts are monotone in numbers.
    for i in range(c.keys):
        part = part_of(c, c.upto[i])
        while last <= part and last < <uint32_t>c.keys:
            c.guide[last] = i
            last += 1
    return True


cdef inline void give_two(
    const ThreeHands* t, const Joint* j, int x, int y, int a, int b, uint64_t number,
    uint64_t* hand,
) noexcept nogil:
    """Give two suits, so many cards and points to the first two hands, in the way of this number.

    The ways are sorted by the cards that the hands take of the first of the suits, then by points.
    """
    cdef const ThreeSuit* s = &t.suit[2 * j.side]
    cdef const ThreeSuit* r = &t.suit[2 * j.side + 1]
    cdef int v, w, z, i, p, q
    cdef int kinds = 0
    cdef uint32_t left[GIVEN]                   # places of the possible kinds in both grids
    cdef uint32_t right[GIVEN]
    cdef const uint32_t* g
    cdef const uint32_t* h
    cdef uint64_t ways
    cdef Share one
    cdef Share other
    for i in range(s.kinds):
        p, q = a - s.kind[i][0], b - s.kind[i][1]
        if 0 <= p <= r.top[0] and 0 <= q <= r.top[1]:
            left[kinds] = s.kind[i][0] * s.stride[2] + s.kind[i][1]
            right[kinds] = p * r.stride[2] + q
            kinds += 1
    for v in range(max(<int>j.limits.cards[0][0][0], x - j.limits.cards[1][0][1]),
                   min(<int>j.limits.cards[0][0][1], x - j.limits.cards[1][0][0]) + 1):
        for w in range(max(<int>j.limits.cards[0][1][0], y - j.limits.cards[1][1][1]),
                       min(<int>j.limits.cards[0][1][1], y - j.limits.cards[1][1][0],
                           s.cards - v) + 1):
            z = s.cards - v - w
            if not j.limits.cards[0][2][0] <= z <= j.limits.cards[0][2][1]:
                continue
            z = r.cards - (x - v) - (y - w)
            if not j.limits.cards[1][2][0] <= z <= j.limits.cards[1][2][1]:
                continue
            g, h = at(s, v, w, 0, 0), at(r, x - v, y - w, 0, 0)
            ways = 0
            for i in range(kinds):
                ways += <uint64_t>g[left[i]] * h[right[i]]
            if number >= ways:
                number -= ways
                continue
            i = 0
            while number >= <uint64_t>g[left[i]] * h[right[i]]:
                number -= <uint64_t>g[left[i]] * h[right[i]]
                i += 1
            one.cards[0], one.cards[1] = v, w
            one.points[0], one.points[1] = left[i] // s.stride[2], left[i] % s.stride[2]
            other.cards[0], other.cards[1] = x - v, y - w
            other.points[0], other.points[1] = a - one.points[0], b - one.points[1]
            give_suit(t.tables, s, &one, number // h[right[i]], hand)
            give_suit(t.tables, r, &other, number % h[right[i]], hand)
            return


cdef inline void three_layout(
    const ThreeHands* t, const Combination* c, uint64_t number, uint64_t* hand
) noexcept nogil:
    """The hidden cards of the three hands in the layout of a combination with this number."""
    cdef const Joint* left = &t.joint[c.joint[0]]
    cdef const Joint* right = &t.joint[c.joint[1]]
    cdef int low = c.guide[part_of(c, number)]
    cdef int x, y, a, b, place
    cdef uint64_t ways, rest = 0
    cdef int key[2]
    cdef const uint64_t* row
    while c.upto[low] <= number:
        low += 1
    if low:
        number -= c.upto[low - 1]
    place = c.key[low]
    ways = left.count[place]
    b = place % left.size[3]
    place //= left.size[3]
    a = place % left.size[2]
    place //= left.size[2]
    y = place % left.size[1] + left.low[1]
    x = place // left.size[1] + left.low[0]
    hand[0] = hand[1] = hand[2] = 0
    give_two(t, left, x, y, a, b, number % ways, hand)
    x, y = t.places[0] - x, t.places[1] - y
    row = right.count + (((x - right.low[0]) * right.size[1] + y - right.low[1])
                         * right.size[2] * right.size[3])
    key[0] = key[1] = 0
    window(t, c, row, right.size, a, b, number // ways, key, &rest)
    give_two(t, right, x, y, key[0], key[1], rest, hand)


cdef inline bint three_draw(ThreeHands* t, Rng* rng, uint64_t* hand) noexcept nogil:
    """The hidden cards of the three hands in a random layout; False without memory.

    There must be a layout that has a weight.
    """
    cdef double mass = rng_part(rng) * t.mass
    cdef int low = 0, high = t.combinations - 1
    cdef int middle
    cdef Combination* c
    while low < high:
        middle = (low + high) >> 1
        if t.upto[middle] > mass:
            high = middle
        else:
            low = middle + 1
    c = &t.combination[low]
    if not list_keys(t, c):
        return False
    three_layout(t, c, rng_below(rng, c.count), hand)
    return True


cdef inline void three_free(ThreeHands* t) noexcept nogil:
    cdef int i
    for i in range(4):
        three_suit_free(&t.suit[i])
    for i in range(t.joints):
        free(t.joint[i].count)
    for i in range(t.combinations):
        free(t.combination[i].key)
        free(t.combination[i].upto)
        free(t.combination[i].guide)
    free(t.joint)
    free(t.combination)
    free(t.upto)
