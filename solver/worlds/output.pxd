"""Worlds written to an array: some drawn, or all of them."""
from libc.stdint cimport int64_t, uint64_t

from solver.worlds.dealing cimport Deck, kept, shuffle_deal, trial_deal
from solver.core.rng cimport Rng
from solver.worlds.three_hands cimport Combination, ThreeHands
from solver.worlds.three_layouts cimport list_keys, three_draw, three_layout
from solver.worlds.two_hands cimport TwoHands
from solver.worlds.two_layouts cimport two_draw, two_layout
from solver.core.types cimport bits_low
from solver.worlds.unions cimport containing, sum_of


cdef struct Output:
    # Where worlds go.
    uint64_t* world                         # four hands each
    double* weight                          # NULL: not wanted
    int64_t size
    int64_t made
    int hands                               # hidden ones
    int seat[3]
    uint64_t own[4]                         # what the seats hold besides hidden cards


cdef inline void put(Output* o, const uint64_t* hand, double weight) noexcept nogil:
    cdef uint64_t* world = o.world + 4 * o.made
    cdef int i
    for i in range(4):
        world[i] = o.own[i]
    for i in range(o.hands):
        world[o.seat[i]] |= hand[i]
    if o.weight != NULL:
        o.weight[o.made] = weight
    o.made += 1


cdef inline void two_some(
    const TwoHands* t, uint64_t hidden, Rng* rng, Output* o
) noexcept nogil:
    """Draw until the output is full."""
    cdef uint64_t hand[3]
    hand[2] = 0
    while o.made < o.size:
        hand[0] = two_draw(t, rng)
        hand[1] = hidden & ~hand[0]
        put(o, hand, 1)


cdef inline void two_every(const TwoHands* t, uint64_t hidden, Output* o) noexcept nogil:
    """Write all layouts that have a weight: by lengths of the first hand, points, and number."""
    cdef uint64_t hand[3]
    cdef uint64_t number
    cdef int i
    hand[2] = 0
    for i in range(t.cells):
        for number in range(t.cell[i].count):
            hand[0] = two_layout(t, &t.cell[i], number)
            hand[1] = hidden & ~hand[0]
            put(o, hand, t.cell[i].weight)


cdef inline uint64_t trial_some(
    const Deck* d, const TwoHands* t, int first, uint64_t tries, Rng* rng, Output* o
) noexcept nogil:
    """Try until the output is full, at most so often; how often."""
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


cdef inline uint64_t shuffle_some(
    const Deck* d, uint64_t tries, Rng* rng, Output* o
) noexcept nogil:
    """Deal until the output is full, at most so often; how often."""
    cdef Deck deck = d[0]                   # dealing changes the order of the cards
    cdef uint64_t hand[3]
    cdef uint64_t tried = 0
    while o.made < o.size and tried < tries:
        tried += 1
        if shuffle_deal(&deck, rng, hand):
            put(o, hand, 1)
    return tried


cdef inline void reorder(const uint64_t* from_, const int* order, uint64_t* to) noexcept nogil:
    cdef int i
    for i in range(3):
        to[order[i]] = from_[i]


cdef inline bint three_some(
    ThreeHands* t, const int* order, Rng* rng, Output* o
) noexcept nogil:
    """Draw until the output is full; False without memory."""
    cdef uint64_t drawn[3]
    cdef uint64_t hand[3]
    while o.made < o.size:
        if not three_draw(t, rng, drawn):
            return False
        reorder(drawn, order, hand)
        put(o, hand, 1)
    return True


cdef inline bint three_every(
    ThreeHands* t, const int* order, const Deck* d, bint* enough, Output* o
) noexcept nogil:
    """Write all layouts that have a weight, if there is room for them; False without memory.

    By combination of boxes, and by number. A layout belongs to the first combination that has it.
    """
    cdef uint64_t drawn[3]
    cdef uint64_t hand[3]
    cdef uint64_t boxes, number
    cdef double weight
    cdef int i, k
    cdef bint mine
    cdef Combination* c
    enough[0] = True
    for i in range(t.combinations):
        c = &t.combination[i]
        if c.count and not list_keys(t, c):
            return False
        for number in range(c.count):
            three_layout(t, c, number, drawn)
            weight, mine = 1, True
            for k in range(3):
                hand[order[k]] = drawn[k]
                boxes = containing(d.said[order[k]], d.known[order[k]] | drawn[k])
                mine = mine and bits_low(boxes) == c.box[k]
                weight *= sum_of(d.said[order[k]], boxes)
            if mine:
                if o.made == o.size:
                    enough[0] = False
                    return True
                put(o, hand, weight)
    return True
