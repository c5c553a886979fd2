"""What a sampler knows, and which way it counts and draws."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from solver.worlds.dealing cimport Deck, likely, trial_deal
from solver.worlds.output cimport Output, three_some, trial_some, two_some
from solver.core.rng cimport Rng, rng_seed
from solver.worlds.subsets cimport Tables
from solver.worlds.three_hands cimport ThreeHands, is_bounded, three_plan
from solver.worlds.three_layouts cimport three_count, three_free
from solver.worlds.two_hands cimport TwoHands, two_count, two_free
from solver.worlds.two_layouts cimport two_guide
from solver.worlds.unions cimport Union, points, union_all

cdef enum:
    PILOT = 256             # trials before it is decided whether to count three hands
    TRIAL = 65              # what a trial costs, in products of shares (about 1 ns)
    DRAW = 330              # what a draw costs after the count, likewise
    PLAN = 80000            # what the plan of a count costs, likewise
    COMBINE = 1500          # and for each combination of boxes, likewise
    WALK = 40000            # what joining two pairs of suits costs, likewise
    FOREVER = 1 << 26       # trials after which a sample is given short
    TRIALS = 1 << 18        # to estimate a mass
    GUIDED = 200            # draws for which a guide table pays

cdef extern from *:
    """
    #define ROOM 1099511627776.0        // layouts of which trials leave more than any wish
    """
    const double ROOM


cdef struct Sampler:
    const Tables* tables
    Union said[3]                           # about the hands that take hidden cards
    Deck deck
    double settled                          # the weight of hidden hands that follow from facts
    TwoHands* two                           # of two hands, or of one hand against two
    int first                               # of three hands, the one that is counted in `two`
    ThreeHands* three
    int order[3]                            # the hands in the order of `three`
    bint planned
    bint counted


cdef inline void sampler_free(Sampler* q) noexcept nogil:
    if q.two != NULL:
        two_free(q.two)
        free(q.two)
        q.two = NULL
    if q.three != NULL:
        three_free(q.three)
        free(q.three)
        q.three = NULL
    q.planned = q.counted = False


cdef inline bint is_limited(const Sampler* q, int h) noexcept nogil:
    """Whether the points of a hand are limited."""
    cdef int known = points(q.deck.known[h])
    cdef int top = known + points(q.deck.may[h])
    cdef int i
    for i in range(q.said[h].size):
        if q.said[h].bound[i][0] > known or q.said[h].bound[i][1] < top:
            return True
    return False


cdef inline int narrowest(const Sampler* q) noexcept nogil:
    """The hand of three about which most is said, as far as a glance tells."""
    cdef int h, best = 0
    cdef double chance, least = 2
    for h in range(3):
        chance = likely(q.tables, &q.said[h])
        if chance < least:
            best, least = h, chance
    return best


cdef inline bint count_two(Sampler* q) noexcept nogil:
    """Count two hands, or one of three against the others; False without memory."""
    cdef Union other
    cdef const Deck* d = &q.deck
    cdef int h
    if q.two != NULL:
        return True
    q.two = <TwoHands*>calloc(1, sizeof(TwoHands))
    if q.two == NULL:
        return False
    q.two.tables = q.tables
    if d.hands == 3:
        q.first = h = narrowest(q)
        union_all(&other)
        if two_count(q.two, &q.said[h], &other, d.may[h], d.places[h], d.known[h], 0,
                     is_limited(q, h)):
            return True
    elif two_count(q.two, &q.said[0], &q.said[1], d.hidden, d.places[0], d.known[0], d.known[1],
                   is_limited(q, 0) or is_limited(q, 1)):
        return True
    two_free(q.two)
    free(q.two)
    q.two = NULL
    return False


cdef inline bint plan_three(Sampler* q) noexcept nogil:
    """List what a count of three hands takes; False without memory."""
    cdef const Union* said[3]
    cdef int places[3]
    cdef uint64_t known[3]
    cdef uint64_t may[3]
    cdef int h, k = 0, limited = 0
    if q.planned:
        return True
    if q.three != NULL:
        three_free(q.three)
        free(q.three)
    q.three = <ThreeHands*>calloc(1, sizeof(ThreeHands))
    if q.three == NULL:
        return False
    q.three.tables = q.tables
    for h in range(3):
        limited += is_limited(q, h)
    for h in range(6):                      # those with limits on points come first
        if is_limited(q, h % 3) == (h < 3):
            q.order[k] = h % 3
            k += 1
    for k in range(3):
        h = q.order[k]
        said[k], places[k] = &q.said[h], q.deck.places[h]
        known[k], may[k] = q.deck.known[h], q.deck.may[h]
    q.planned = three_plan(q.three, said, q.deck.hidden, places, known, may, min(limited, 2))
    return q.planned


cdef inline bint count_three(Sampler* q) noexcept nogil:
    """Count three hands, planned; False without memory."""
    q.counted = q.counted or three_count(q.three)
    return q.counted


cdef inline uint64_t other_layouts(const Sampler* q) noexcept nogil:
    """In how many ways two of three hands are dealt when the first one is counted."""
    cdef const Deck* d = &q.deck
    return q.tables.choose[d.cards - d.places[q.first]][d.places[1 if q.first == 0 else 0]]


cdef inline double estimate(Sampler* q) noexcept nogil:
    """The mass of three hands by trial, always with the same random numbers."""
    cdef Rng rng
    cdef uint64_t hand[3]
    cdef double total = 0
    if q.two.cells:
        rng_seed(&rng, 0)
        for _i in range(TRIALS):
            total += trial_deal(&q.deck, q.two, q.first, &rng, hand)
    return total / TRIALS * q.two.mass * <double>other_layouts(q)


cdef inline bint draw_two(Sampler* q, Rng* rng, Output* o) noexcept nogil:
    """Fill the output; False without memory."""
    if o.size > GUIDED and not two_guide(q.two):
        return False
    two_some(q.two, q.deck.hidden, rng, o)
    return True


cdef inline bint is_sooner(const Sampler* q, double worlds, double trials) noexcept nogil:
    """Whether a count, planned, and draws after it take less time than so many trials."""
    return trials * TRIAL > (<double>q.three.work + worlds * DRAW
                             + <double>q.three.combinations * WALK)


cdef inline bint try_three(Sampler* q, Rng* rng, bint small, Output* o) noexcept nogil:
    """Draw by trial as long as that is expected to be sooner done than a count.

    What trials found is kept: it does not depend on how long they took. `small`: the caller wants
    to know whether there are fewer layouts than worlds, and trials cannot tell where they are few.
    False without memory.
    """
    cdef uint64_t tried = 0, limit = PILOT
    cdef double left, trials
    cdef double kinds = <double>q.said[0].size * q.said[1].size * q.said[2].size
    cdef uint64_t most = FOREVER
    if small and <double>q.two.support * <double>other_layouts(q) < ROOM:
        if not plan_three(q):
            return False
        if is_bounded(q.three):
            return True
    if o.size > most:
        most = <uint64_t>o.size * 64
    while o.made < o.size and tried < most:
        tried += trial_some(&q.deck, q.two, q.first, limit - tried, rng, o)
        limit *= 2
        left = <double>(o.size - o.made)
        trials = left * <double>tried / max(<double>o.made, 0.5)
        if trials * TRIAL > PLAN + kinds * COMBINE:
            if not plan_three(q):
                return False
            if is_bounded(q.three) and is_sooner(q, left, trials):
                break
    return True


cdef inline bint draw_three(Sampler* q, Rng* rng, Output* o) noexcept nogil:
    """Fill the rest of the output from a count, if there is a layout; False without memory."""
    if not count_three(q):
        return False
    return q.three.mass <= 0 or three_some(q.three, q.order, rng, o)
