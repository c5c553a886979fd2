"""Pareto fronts: what is put into them, their products, and what keeps them small."""
from libc.stdint cimport uint64_t
from libc.string cimport memmove

from solver.core.bits cimport bits_count


cdef void front_reduce(Front* f) noexcept nogil:
    """Keep the maximal ones of any vectors."""
    cdef Front kept = Front(f.vector, 0, f.k)
    cdef int i
    for i in range(f.count):
        if not front_covers(kept, front_at(f[0], i)):
            front_insert(&kept, front_at(f[0], i))
    f[0] = kept


cdef void front_common(uint64_t* to, Front f) noexcept nogil:
    """The worlds that every one of at least one vector wins."""
    cdef int j
    vec_copy(to, f.vector, f.k)
    for j in range(1, f.count):
        vec_and(to, to, front_at(f, j), f.k)


cdef bint front_same(Front f, Front g) noexcept nogil:
    cdef int i
    if f.count != g.count:
        return False
    for i in range(f.count):
        if not front_covers(g, front_at(f, i)) or not front_covers(f, front_at(g, i)):
            return False
    return True


cdef void front_merge(Front* f) noexcept nogil:
    """Merge the smallest of two or more vectors with the one with which it makes the fewest worlds.

    What is won by either is won by both then: the front stays an upper bound.
    """
    cdef int i, j, size
    cdef int small = 0
    cdef int best = -1
    cdef int least = 1 << 30
    cdef int n = f.count
    cdef int k = f.k
    cdef uint64_t* merged
    for i in range(n):
        size = vec_count(front_at(f[0], i), k)
        if size < least:
            least = size
            small = i
    least = 1 << 30
    merged = front_at(f[0], small)
    for i in range(n):
        size = 0
        for j in range(k):
            size += bits_count(f.vector[i * k + j] | merged[j])
        if size < least and i != small:
            least = size
            best = i
    vec_or(merged, merged, front_at(f[0], best), k)
    i = 0
    while i < n:
        if i != small and vec_within(front_at(f[0], i), front_at(f[0], small), k):
            n -= 1
            if i != n:
                vec_copy(front_at(f[0], i), front_at(f[0], n), k)
            if small == n:
                small = i
        else:
            i += 1
    f.count = n


cdef bint front_add(Arena* arena, Front* f, const uint64_t* v) noexcept nogil:
    """Put in a vector that is not covered; whether vectors had to be merged to keep to the limit.

    v may lie anywhere but among the vectors.
    """
    front_insert(f, v)
    if f.count <= arena.limit:
        return False
    arena.merges += 1
    front_merge(f)
    return True


cdef bint put_product(
    Arena* arena, Front* f, const uint64_t* v, const uint64_t* w, bint join
) noexcept nogil:
    """Add the meet (or join) of two vectors to a front, above which there is room for one.

    Returns whether vectors had to be merged.
    """
    cdef uint64_t* end = front_at(f[0], f.count)
    if join:
        vec_or(end, v, w, f.k)
    else:
        vec_and(end, v, w, f.k)
    return not front_covers(f[0], end) and front_add(arena, f, end)


cdef bint front_product(Arena* arena, Front* f, Front g, bint join) noexcept nogil:
    """Replace a front f by its product with a front g that lies above it, on top of the arena.

    Every vector of the one meets (or joins) every vector of the other: at a Min node Max chooses a
    vector for each of Min's cards, and Min then chooses the card in each world. Returns whether
    vectors had to be merged to keep to the arena's limit: f is then an upper bound of the product.
    It is no front when the arena is too small or a flag is up. The arena's top is left above it.
    """
    cdef Front r
    cdef uint64_t* v
    cdef int i, j
    cdef int k = f.k
    cdef bint merged = False
    if g.count == 1:
        for i in range(f.count):
            v = front_at(f[0], i)
            if join:
                vec_or(v, v, g.vector, k)
            else:
                vec_and(v, v, g.vector, k)
        front_reduce(f)
        arena.top = front_at(f[0], f.count)
        return False
    r = Front(front_at(g, g.count), 0, k)
    for i in range(f.count):
        v = front_at(f[0], i)
        if arena_halted(arena):
            f[0] = no_front()
            return False
        if not join and front_covers(g, v):
            # its best partner changes nothing, and no other one gives more
            if not arena_room(arena, front_at(r, r.count), 1, k):
                f[0] = no_front()
                return False
            if not front_covers(r, v):
                merged = front_add(arena, &r, v) or merged
            continue
        for j in range(g.count):
            if (not arena_room(arena, front_at(r, r.count), 1, k)
                    or (j & 15 == 15 and arena_halted(arena))):
                f[0] = no_front()
                return False
            merged = put_product(arena, &r, v, front_at(g, j), join) or merged
    memmove(f.vector, r.vector, <size_t>r.count * k * sizeof(uint64_t))
    f.count = r.count
    arena.top = front_at(f[0], f.count)
    return merged
