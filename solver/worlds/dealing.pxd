"""Layouts dealt at random and kept with a chance in proportion to their weight. See dealing.pyx."""
from libc.stdint cimport uint8_t, uint64_t

from solver.core.rng cimport Rng
from solver.worlds.output cimport Output
from solver.worlds.subsets cimport Tables
from solver.worlds.two_hands cimport TwoHands
from solver.worlds.unions cimport Union


cdef struct Deck:
    # The hidden hands as a dealer sees them.
    int hands
    int cards
    uint64_t hidden
    uint8_t card[52]                        # the hidden cards
    int places[3]
    uint64_t may[3]                         # the hidden cards that a hand may take
    uint64_t known[3]                       # what it holds or has played besides
    const Union* said[3]


cdef uint64_t subset_of_26(
    const Tables* t, uint64_t cards, int k, uint64_t number
) noexcept nogil
cdef uint64_t all_layouts(const Deck* d) noexcept nogil
cdef double weigh_world(
    const Deck* d, const int* seat, const uint64_t* own, const uint64_t* world
) noexcept nogil
cdef uint64_t trial_some(
    const Deck* d, const TwoHands* t, int first, uint64_t tries, Rng* rng, Output* o
) noexcept nogil
cdef double mean_weight(
    const Deck* d, const TwoHands* t, int first, uint64_t tries, uint64_t seed
) noexcept nogil
