"""The root of a search: see root.pyx."""
from libc.stdint cimport uint64_t

from solver.alphamu.fronts cimport Front
from solver.alphamu.node cimport AlphaMu

cdef enum:
    CARDS = 13              # that the root may have


cdef struct RootCard:
    uint64_t value          # upper bound, equal to the value at `depth` when exact
    int card
    int rank                # in the caller's order
    int depth               # at which it was last searched
    bint exact
    bint fresh              # searched in the present iteration
    Front front             # when it was last searched; empty before


cdef struct Root:
    RootCard card[CARDS]
    int cards
    int depth               # of the last complete iteration
    int partial             # depth of the iteration that was broken off, or 0
    bint to_the_end         # no greater depth changes anything
    uint64_t best           # of the last iteration
    uint64_t* start         # all bits
    Front front             # of all cards together, of the last complete iteration
    uint64_t* memory        # of the fronts of the cards, and of theirs together


cdef void root_begin(
    AlphaMu* a, Root* r, uint64_t all, const int* rank, uint64_t among
) noexcept nogil
cdef int root_search(AlphaMu* a, Root* r, int most) noexcept nogil
cdef int variation(AlphaMu* a, const Root* r, int* line) noexcept nogil
