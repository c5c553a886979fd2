"""Fronts by public state: see table.pyx."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from solver.alphamu.fronts cimport Front

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


cdef inline uint64_t* slot_worlds(const FrontTable* t, const Slot* s) noexcept nogil:
    """The worlds for which a slot's front answers."""
    return t.pool + s.at


cdef inline Front slot_front(const FrontTable* t, const Slot* s, int k) noexcept nogil:
    return Front(t.pool + s.at + k, s.count, k)


cdef int fronts_make(FrontTable* t, uint64_t memory) noexcept nogil
cdef void fronts_free(FrontTable* t) noexcept nogil
cdef void fronts_forget(FrontTable* t) noexcept nogil
cdef Slot* fronts_find(
    const FrontTable* t, uint64_t key, const uint64_t* worlds, int k, Slot** near
) noexcept nogil
cdef void fronts_store(
    FrontTable* t, uint64_t key, int depth, int exact, int move, const uint64_t* worlds, Front f
) noexcept nogil
