"""The transposition table of alpha-mu: fronts by public state, each for the worlds it was made for.

The value of a world in a front does not depend on which other worlds are possible. A front made for
the worlds W therefore answers every question about a subset of W at the same public state (cards
gone, current trick, player on lead, tricks won), restricted to it. Fronts are upper bounds of the
front at their depth, and equal to it when EXACT; a deeper front is never better for Max, so that
each is also a bound for every greater depth (Cazenave, Legras, Ventos 2021, early cut).

Slots are found by the public state's hash, four of them in a bucket, and hold it. Vectors are cut
from one pool; when it is used up, everything is forgotten.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from solver.alphamu.fronts cimport (
    Front, MOST_VECTORS, front_at, vec_and, vec_copy, vec_within,
)

cdef enum:
    WAYS = 4            # slots of a bucket


cdef int fronts_make(FrontTable* t, uint64_t memory) noexcept nogil:
    """Allocate about `memory` bytes; 0 when there is no such memory."""
    t.buckets = 64
    while t.buckets * 2 * WAYS * sizeof(Slot) <= memory // 3:
        t.buckets *= 2
    t.size = (memory - t.buckets * WAYS * sizeof(Slot)) // sizeof(uint64_t)
    if t.size > 0xFFFFFFF0ULL:
        t.size = 0xFFFFFFF0ULL
    t.slot = <Slot*>calloc(t.buckets * WAYS, sizeof(Slot))
    t.pool = <uint64_t*>malloc(t.size * sizeof(uint64_t))
    t.generation = 0
    fronts_forget(t)
    return t.slot != NULL and t.pool != NULL


cdef void fronts_free(FrontTable* t) noexcept nogil:
    free(t.slot)
    free(t.pool)
    t.slot = NULL
    t.pool = NULL


cdef void fronts_forget(FrontTable* t) noexcept nogil:
    """Forget everything without touching the memory."""
    t.generation += 1
    t.used = 0
    if t.generation == 0:
        # 2**32 times later the oldest stamps would look fresh
        memset(t.slot, 0, t.buckets * WAYS * sizeof(Slot))
        t.generation = 1


cdef Slot* fronts_bucket(const FrontTable* t, uint64_t key) noexcept nogil:
    key *= 0xD6E8FEB86659FD93ULL
    return &t.slot[WAYS * ((key ^ key >> 32) & (t.buckets - 1))]


cdef Slot* fronts_find(
    const FrontTable* t, uint64_t key, const uint64_t* worlds, int k, Slot** near
) noexcept nogil:
    """The deepest front that answers for all these worlds, or NULL.

    `near` is then any front of the same public state, or NULL.
    """
    cdef Slot* s = fronts_bucket(t, key)
    cdef Slot* found = NULL
    cdef int i
    near[0] = NULL
    for i in range(WAYS):
        if s[i].key == key and s[i].generation == t.generation:
            if near[0] == NULL or s[i].depth > near[0].depth:
                near[0] = &s[i]
            if vec_within(worlds, slot_worlds(t, &s[i]), k):
                if found == NULL or 4 * s[i].depth + s[i].exact > 4 * found.depth + found.exact:
                    found = &s[i]
    return found


cdef Slot* fronts_victim(
    const FrontTable* t, uint64_t key, int depth, int exact, const uint64_t* worlds, int k
) noexcept nogil:
    """The slot to write to, or NULL when what is there is better."""
    cdef Slot* s = fronts_bucket(t, key)
    cdef Slot* worst = s
    cdef int i, price
    cdef int least = 1 << 30
    cdef const uint64_t* old
    for i in range(WAYS):
        if s[i].generation != t.generation:
            if least > -2:
                least = -2
                worst = &s[i]
            continue
        if s[i].key == key:
            old = slot_worlds(t, &s[i])
            if vec_within(worlds, old, k):
                if s[i].exact and s[i].exact >= exact and s[i].depth >= depth:
                    return NULL
            if vec_within(old, worlds, k) and (depth > s[i].depth or (
                    depth == s[i].depth and exact >= s[i].exact)):
                return &s[i]
        price = 4 * s[i].depth + s[i].exact
        if price < least:
            least = price
            worst = &s[i]
    return worst


cdef void fronts_store(
    FrontTable* t, uint64_t key, int depth, int exact, int move, const uint64_t* worlds, Front f
) noexcept nogil:
    """Store a front for these worlds, unless what is there is better."""
    cdef Slot* s = fronts_victim(t, key, depth, exact, worlds, f.k)
    cdef size_t words = <size_t>(f.count + 1) * f.k
    cdef int i
    if s == NULL or f.count > MOST_VECTORS:
        return
    if s.generation != t.generation or s.room < words:
        if t.size - t.used < words:
            if t.size < words:
                return
            fronts_forget(t)
        s.at = <uint32_t>t.used
        s.room = <uint32_t>words
        t.used += words
    s.key = key
    s.generation = t.generation
    s.count = <uint16_t>f.count
    s.depth = <int8_t>depth
    s.exact = <uint8_t>exact
    s.move = <uint8_t>move
    vec_copy(slot_worlds(t, s), worlds, f.k)
    for i in range(f.count):
        vec_and(front_at(slot_front(t, s, f.k), i), front_at(f, i), worlds, f.k)
