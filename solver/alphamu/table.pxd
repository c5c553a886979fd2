"""Fronts by public state: see table.pyx."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    TO_THE_END = 127    # depth of a front that no horizon limits
    NO_MOVE = 255


cdef enum:
    BOUND = 0           # an upper bound that a search may improve
    MERGED = 1          # one that it would not: vectors were merged
    EXACT = 2


cdef struct Slot:
    uint64_t key
    uint32_t at         # in the pool: worlds, then vectors
    uint32_t room       # words there
    uint32_t generation
    uint16_t count      # vectors
    int8_t depth        # Max's cards that were searched
    uint8_t exact       # BOUND, MERGED or EXACT
    uint8_t move        # token of the best move, or NO_MOVE
    uint8_t pad[7]


cdef struct FrontTable:
    Slot* slot
    uint64_t* pool
    uint64_t buckets    # a power of two
    size_t size         # of the pool, in words
    size_t used
    uint32_t generation
    uint64_t resets


cdef int fronts_make(FrontTable* t, uint64_t memory) noexcept nogil
cdef void fronts_free(FrontTable* t) noexcept nogil
cdef void fronts_forget(FrontTable* t) noexcept nogil
cdef Slot* fronts_find(
    const FrontTable* t, uint64_t key, uint64_t hash, const uint64_t* worlds, int k, Slot** near
) noexcept nogil
cdef void fronts_store(
    FrontTable* t, uint64_t key, uint64_t hash, int depth, int exact, int move,
    const uint64_t* worlds, const uint64_t* front, int n, int k,
) noexcept nogil
