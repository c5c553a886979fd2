"""Min's first cards, drawn by a policy: see draws.pyx."""
from libc.stdint cimport uint64_t

from solver.alphamu.node cimport AlphaMu

cpdef enum:
    WHOLE_BITS = 12         # shares of a world's cards sum to 1 << WHOLE_BITS


cdef struct Drawn:
    uint64_t value          # in units of a weight times WHOLE to the power of the most draws
    bint to_the_end         # no greater depth changes it
    bint merged             # it rests on merged vectors: an upper bound


cdef int draws_card(AlphaMu* a, int card, int depth, Drawn* out) noexcept nogil
cdef int draws_moves(AlphaMu* a, int ply, unsigned char* token) noexcept nogil
