"""Draws by trial: deals that are kept with a chance in proportion to their weight.

`shuffle_deal` deals all hidden cards; the part of a sampler that counts nothing, for comparison.
`trial_deal` counts one of three hands and deals the two others: where those are not much limited
this is sooner ready than a count of all three. What is kept is drawn exactly in either way.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from solver.core.rng cimport Rng, rng_below, rng_next, rng_part
from solver.worlds.subsets cimport PLACES, Tables, half
from solver.worlds.two_hands cimport TwoHands
from solver.worlds.two_layouts cimport two_draw
from solver.core.types cimport bits_count
from solver.worlds.unions cimport Union, weigh


cdef struct Deck:
    # The hidden hands as a dealer sees them.
    int hands
    int cards
    uint64_t hidden
    uint8_t card[52]                        # the hidden cards, in any order
    int places[3]
    uint64_t may[3]                         # the hidden cards that a hand may take
    uint64_t known[3]                       # what it holds or has played besides
    const Union* said[3]
    double heaviest                         # the most that a layout can weigh


cdef inline uint32_t below(Rng* rng, uint64_t* word, int* half_left, uint32_t bound) noexcept nogil:
    """Uniform over 0..bound-1, for small bounds, two to a random word.

    D. Lemire, *Fast Random Integer Generation in an Interval*, 2019.
    """
    cdef uint64_t m
    cdef int _i
    for _i in range(128):
        if half_left[0]:
            half_left[0] = 0
        else:
            word[0] = rng_next(rng)
            half_left[0] = 1
        m = <uint64_t><uint32_t>word[0] * bound
        word[0] >>= 32
        if <uint32_t>m >= bound or <uint32_t>m >= (<uint32_t>0 - bound) % bound:
            return <uint32_t>(m >> 32)
    return 0


cdef inline double worth(const Deck* d, int h, uint64_t cards) noexcept nogil:
    """What a hand weighs with these hidden cards; 0 where it may not take them."""
    return 0 if cards & ~d.may[h] else weigh(d.said[h], d.known[h] | cards)


cdef inline bint kept(double weight, double heaviest, Rng* rng) noexcept nogil:
    return weight >= heaviest or rng_part(rng) * heaviest < weight


cdef inline bint shuffle_deal(Deck* d, Rng* rng, uint64_t* hand) noexcept nogil:
    """Deal the hidden cards; whether the deal is kept.

    Partial shuffle: R. Durstenfeld, *Algorithm 235: Random permutation*, 1964. The last hand takes
    what is left; a deal ends with the first hand that refuses it.
    """
    cdef int h, k, p = 0
    cdef uint64_t bits, rest = d.hidden, word = 0
    cdef int half_left = 0
    cdef double weight = 1
    cdef uint8_t card
    for h in range(d.hands - 1):
        bits = 0
        for _k in range(d.places[h]):
            k = p + <int>below(rng, &word, &half_left, <uint32_t>(d.cards - p))
            card = d.card[k]
            d.card[k] = d.card[p]
            d.card[p] = card
            bits |= <uint64_t>1 << card
            p += 1
        hand[h] = bits
        rest &= ~bits
        weight *= worth(d, h, bits)
        if weight == 0:
            return False
    if d.hands:
        h = d.hands - 1
        hand[h] = rest
        weight *= worth(d, h, rest)
    return weight > 0 and kept(weight, d.heaviest, rng)


cdef inline double trial_deal(
    const Deck* d, const TwoHands* t, int first, Rng* rng, uint64_t* hand
) noexcept nogil:
    """Draw the hand `first` by count and deal the two others; what these weigh together."""
    cdef int second = 1 if first == 0 else 0
    cdef int third = 1 if first == 2 else 2
    cdef uint64_t rest
    cdef double weight
    cdef int n
    hand[first] = two_draw(t, rng)
    rest = d.hidden & ~hand[first]
    n = bits_count(rest)
    hand[second] = half(
        t.tables, rest, d.places[second],
        rng_below(rng, t.tables.choose[n][d.places[second]]))
    hand[third] = rest & ~hand[second]
    weight = worth(d, second, hand[second])
    return weight * worth(d, third, hand[third]) if weight > 0 else 0


cdef inline double likely(const Tables* t, const Union* u) noexcept nogil:
    """About the mean weight of 13 cards, relative to the most that a hand can weigh."""
    cdef int i, k, low, high
    cdef double chance, total = 0
    cdef const int* b
    for i in range(u.size):
        b = u.bound[i]
        low, high = max(b[0], 0), min(b[1], 40)
        chance = 0
        if low <= high:
            chance = t.points_upto[high] - (t.points_upto[low - 1] if low else 0)
        for k in range(1, 5):
            low, high = max(b[2 * k], 0), min(b[2 * k + 1], 13)
            if low > high:
                chance = 0
            else:
                chance *= t.length_upto[high] - (t.length_upto[low - 1] if low else 0)
        total += chance * u.weight[i]
    return total / u.heaviest if u.heaviest > 0 else 0


cdef inline uint64_t all_layouts(const Deck* d, const Tables* t) noexcept nogil:
    """How many layouts there are, whatever is said."""
    cdef uint64_t ways[PLACES][PLACES]
    cdef uint64_t n
    cdef int i, a, b, c
    if d.hands < 3:
        return t.choose[d.cards][d.places[0]]
    memset(ways, 0, sizeof(ways))
    ways[0][0] = 1
    for i in range(d.cards):
        # ways[a][b]: to give i cards, a and b of them to the first two hands
        for a in range(min(d.places[0], i + 1), -1, -1):
            for b in range(min(d.places[1], i + 1 - a), -1, -1):
                c = i + 1 - a - b
                n = 0
                if c <= d.places[2]:
                    if c and d.may[2] >> d.card[i] & 1:
                        n += ways[a][b]
                    if b and d.may[1] >> d.card[i] & 1:
                        n += ways[a][b - 1]
                    if a and d.may[0] >> d.card[i] & 1:
                        n += ways[a - 1][b]
                ways[a][b] = n
    return ways[d.places[0]][d.places[1]]


cdef inline double weigh_world(
    const Deck* d, const int* seat, const uint64_t* own, const uint64_t* world
) noexcept nogil:
    """What the hidden hands of a world weigh; 0 where a hard fact is broken."""
    cdef uint64_t taken, seen = 0
    cdef double weight = 1
    cdef int i, h = 0
    for i in range(4):
        taken = world[i] ^ own[i]
        if h < d.hands and i == seat[h]:
            if taken & (own[i] | seen | ~d.hidden) or bits_count(taken) != d.places[h]:
                return 0
            seen |= taken
            weight *= worth(d, h, taken)
            h += 1
        elif taken:
            return 0
    return weight
