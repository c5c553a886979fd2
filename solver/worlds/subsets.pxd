"""Numbered subsets: the k-subsets of up to 13 cards, and binomial coefficients.

The 13-bit sets are sorted by size, then by value. Those of size k within n bits are then the first
C(n, k) of their size, for every n: one table serves all. The tables are filled on import and never
change.
"""
from libc.stdint cimport uint16_t, uint64_t

from solver.core.bits cimport bits_count, bits_deposit

cdef enum:
    PLACES = 14             # 0..13 cards of a hand or a suit
    HIDDEN = 40             # 0..39 hidden cards


cdef struct Tables:
    uint64_t choose[HIDDEN][PLACES]         # binomial coefficients
    uint16_t subset[1 << 13]
    int first[PLACES + 1]                   # where the subsets of a size begin


cdef const Tables* tables() noexcept nogil


cdef inline uint64_t subset(const Tables* t, uint64_t cards, int k, uint64_t number) noexcept nogil:
    """Return the k-subset with this number, below C(n, k), of a set of n <= 13 cards."""
    return bits_deposit(t.subset[t.first[k] + <int>number], cards)
