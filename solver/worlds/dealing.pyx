"""Layouts dealt at random and kept with a chance in proportion to their weight.

`trial_some` draws one of three hands from a count and deals the two others: where those are not
much limited, this takes less time than a count of all three. What is kept is distributed exactly.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver.core.rng cimport Rng, rng_below, rng_part, rng_seed
from solver.core.bits cimport bits_count, bits_deposit
from solver.worlds.output cimport Output, put
from solver.worlds.subsets cimport PLACES, Tables, subset, tables
from solver.worlds.two_hands cimport TwoHands, two_draw
from solver.worlds.unions cimport weigh


cdef uint64_t subset_of_26(
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


cdef inline double worth(const Deck* d, int h, uint64_t cards) noexcept nogil:
    """The weight of a hand with these hidden cards; 0 where it may not take them."""
    return 0 if cards & ~d.may[h] else weigh(d.said[h], d.known[h] | cards)


cdef inline bint kept(double weight, double heaviest, Rng* rng) noexcept nogil:
    """Whether a deal of this weight is kept: with a chance of weight / heaviest."""
    return weight >= heaviest or rng_part(rng) * heaviest < weight


cdef double trial_deal(
    const Deck* d, const TwoHands* t, int first, Rng* rng, uint64_t* hand
) noexcept nogil:
    """Draw the hand `first` by count and deal the two others; return what these weigh together."""
    cdef int second = 1 if first == 0 else 0
    cdef int third = 1 if first == 2 else 2
    cdef uint64_t rest
    cdef double weight
    cdef int n
    hand[first] = two_draw(t, rng)
    rest = d.hidden & ~hand[first]
    n = bits_count(rest)
    hand[second] = subset_of_26(
        t.tables, rest, d.places[second],
        rng_below(rng, t.tables.choose[n][d.places[second]]))
    hand[third] = rest & ~hand[second]
    weight = worth(d, second, hand[second])
    return weight * worth(d, third, hand[third]) if weight > 0 else 0


cdef uint64_t trial_some(
    const Deck* d, const TwoHands* t, int first, uint64_t tries, Rng* rng, Output* o
) noexcept nogil:
    """Make at most `tries` trials, until the output is full; return how many were made."""
    cdef uint64_t hand[3]
    cdef uint64_t tried = 0
    cdef double weight
    cdef double heaviest = (d.said[1 if first == 0 else 0].heaviest
                            * d.said[1 if first == 2 else 2].heaviest)
    while o.made < o.size and tried < tries:
        tried += 1
        weight = trial_deal(d, t, first, rng, hand)
        if weight > 0 and kept(weight, heaviest, rng):
            put(o, hand, 1)
    return tried


cdef double mean_weight(
    const Deck* d, const TwoHands* t, int first, uint64_t tries, uint64_t seed
) noexcept nogil:
    """The mean weight of the two other hands over so many trials."""
    cdef Rng rng
    cdef uint64_t hand[3]
    cdef uint64_t _i
    cdef double total = 0
    rng_seed(&rng, seed)
    for _i in range(tries):
        total += trial_deal(d, t, first, &rng, hand)
    return total / tries


cdef uint64_t all_layouts(const Deck* d) noexcept nogil:
    """The number of layouts, whatever is said."""
    cdef const Tables* t = tables()
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


cdef double weigh_world(
    const Deck* d, const int* seat, const uint64_t* own, const uint64_t* world
) noexcept nogil:
    """The weight of a world's hidden hands; 0 where a hard fact is broken."""
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
