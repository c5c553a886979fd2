"""Two hidden hands: all layouts counted, random ones drawn. See two_hands.pyx."""
from libc.stdint cimport uint8_t, uint64_t

from solver.core.rng cimport Rng
from solver.worlds.output cimport Output
from solver.worlds.subsets cimport PLACES, Tables
from solver.worlds.unions cimport POINTS, Union

cdef enum:
    SUIT_POINTS = 11        # 0..10 points of a suit
    HONOURS = 16            # sets of honours of a suit


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
    Profile* profile[2]
    int profiles[2]
    int profile_room[2]
    uint64_t support                        # layouts that have a weight
    double mass


cdef TwoHands* two_count(
    const Union* first, const Union* second, uint64_t hidden, int places, uint64_t known,
    uint64_t other, bint counted,
) noexcept nogil
cdef uint64_t two_draw(const TwoHands* t, Rng* rng) noexcept nogil
cdef void two_some(const TwoHands* t, uint64_t hidden, Rng* rng, Output* o) noexcept nogil
cdef void two_every(const TwoHands* t, uint64_t hidden, Output* o) noexcept nogil
cdef void two_free(TwoHands* t) noexcept nogil
