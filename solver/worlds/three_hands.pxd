"""Three hidden hands: all layouts counted, random ones drawn. See three_hands.pyx."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from solver.core.rng cimport Rng
from solver.worlds.output cimport Output
from solver.worlds.subsets cimport PLACES, Tables
from solver.worlds.two_hands cimport SUIT_POINTS
from solver.worlds.unions cimport Union

cdef enum:
    GIVEN = 81              # ways to give four honours to three hands
    ROWS = PLACES * PLACES


cdef struct Share:
    # Cards and points of a suit that the first two hands take, and how many ways there are.
    uint32_t count
    uint8_t cards[2]
    uint8_t points[2]


cdef struct ThreeSuit:
    # The hidden cards of a suit.
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
    int kinds                               # how the honours can be shared, as far as points show
    uint8_t kind[GIVEN][2]                  # the points of the first two hands
    Share* share                            # by cards of the first hand, then of the second
    int row[ROWS + 1]                       # where the shares of so many cards begin
    uint32_t* grid                          # the same counts by cards and points
    int stride[3]                           # of cards and points in the grid


cdef struct Limits:
    # The least and most hidden cards of two suits in three hands.
    uint8_t cards[2][3][2]


cdef struct Joint:
    # Two suits together.
    Limits limits
    int side                                # 0 for spades and hearts, 1 for diamonds and clubs
    int low[2]                              # the least cards of the first two hands
    int size[4]                             # how many numbers of their cards and points there are
    uint64_t* count                         # side 1: summed over the points of the second hand


cdef struct Combination:
    int box[3]
    double weight
    int joint[2]
    int low[3]                              # the hidden points of each hand
    int high[3]
    uint64_t count
    int keys                                # the entries of side 0, when something was drawn
    uint32_t* key
    uint64_t* upto


cdef struct ThreeHands:
    const Tables* tables
    ThreeSuit suit[4]
    int order[3]                            # the callers' numbers of the hands
    const Union* said[3]
    int places[3]
    uint64_t known[3]                       # the cards that a hand holds or has played besides
    int points                              # all that are hidden
    int counted                             # hands whose points are counted, and one by difference
    Joint* joint
    int joints
    Combination* combination
    double* upto                            # the mass up to and including each combination
    int combinations
    uint64_t work                           # products of shares that counting takes
    uint64_t memory                         # bytes of the joints
    double mass
    uint64_t most                           # layouts of the largest combination
    double layouts                          # layouts of all combinations together


cdef ThreeHands* three_plan(
    const Union* const* u, uint64_t hidden, const int* places, const uint64_t* known,
    const uint64_t* may, const bint* limited,
) noexcept nogil
cdef bint is_bounded(const ThreeHands* t) noexcept nogil
cdef bint three_count(ThreeHands* t) noexcept nogil
cdef bint three_some(ThreeHands* t, Rng* rng, Output* o) noexcept nogil
cdef bint three_every(ThreeHands* t, bint* enough, Output* o) noexcept nogil
cdef void three_free(ThreeHands* t) noexcept nogil
