"""Pareto fronts: what is put into them, their products, and what keeps them small."""
from libc.stdint cimport uint64_t
from libc.string cimport memmove

from solver.core.bits cimport bits_count


cdef int front_reduce(uint64_t* f, int n, int k) noexcept nogil:
    """Keep the maximal ones of n vectors; how many there are."""
    cdef int i
    cdef int m = 0
    for i in range(n):
        if not front_covers(f, m, f + i * k, k):
            m = front_insert(f, m, f + i * k, k)
    return m


cdef void front_common(uint64_t* to, const uint64_t* f, int n, int k) noexcept nogil:
    """The worlds that every one of at least one vector wins."""
    cdef int j
    vec_copy(to, f, k)
    for j in range(1, n):
        vec_and(to, to, f + j * k, k)


cdef bint front_same(
    const uint64_t* f, int n, const uint64_t* g, int m, int k
) noexcept nogil:
    """Whether two reduced fronts hold the same vectors."""
    cdef int i
    if n != m:
        return False
    for i in range(n):
        if not front_covers(g, m, f + i * k, k) or not front_covers(f, n, g + i * k, k):
            return False
    return True


cdef int front_merge(uint64_t* f, int n, int k) noexcept nogil:
    """Merge the smallest of n > 1 vectors with that one with which it makes the fewest worlds.

    What is won by either is won by both then: the front stays an upper bound. Returns the length.
    """
    cdef int i, j, size
    cdef int small = 0
    cdef int best = -1
    cdef int least = 1 << 30
    for i in range(n):
        size = vec_count(f + i * k, k)
        if size < least:
            least = size
            small = i
    least = 1 << 30
    for i in range(n):
        size = 0
        for j in range(k):
            size += bits_count(f[i * k + j] | f[small * k + j])
        if size < least and i != small:
            least = size
            best = i
    vec_or(f + small * k, f + small * k, f + best * k, k)
    i = 0
    while i < n:
        if i != small and vec_within(f + i * k, f + small * k, k):
            n -= 1
            if i != n:
                vec_copy(f + i * k, f + n * k, k)
            if small == n:
                small = i
        else:
            i += 1
    return n


cdef int front_add(
    Arena* arena, uint64_t* f, int n, const uint64_t* v, int k
) noexcept nogil:
    """Put in a vector that is not covered; the new length, within the arena's limit.

    v may lie anywhere at or above the front's end.
    """
    n = front_insert(f, n, v, k)
    if n <= arena.limit:
        return n
    arena.merges += 1
    return front_merge(f, n, k)


cdef int put_product(
    Arena* arena, uint64_t* r, int n, const uint64_t* v, const uint64_t* w, bint join, int k
) noexcept nogil:
    """Add the meet (or join) of two vectors to a front, above which there is room for one."""
    if join:
        vec_or(r + n * k, v, w, k)
    else:
        vec_and(r + n * k, v, w, k)
    if front_covers(r, n, r + n * k, k):
        return n
    return front_add(arena, r, n, r + n * k, k)


cdef int front_product(
    Arena* arena, size_t base, int n, size_t other, int m, bint join, int k
) noexcept nogil:
    """Replace the front at `base` by its product with the front at `other`, above it.

    Every vector of the one meets (or joins) every vector of the other: at a Min node Max chooses a
    vector for each of Min's cards, and Min then chooses the card in each world. Returns the
    length, or -1 when the arena is too small or a flag is up. The arena's top is left above the new
    front. Beyond the arena's limit vectors are merged, and `merges` counts: the front is then an
    upper bound of the product.
    """
    cdef uint64_t* f = arena.word + base
    cdef uint64_t* g = arena.word + other
    cdef uint64_t* r
    cdef int i, j
    cdef int count = 0
    if m == 1:
        for i in range(n):
            if join:
                vec_or(f + i * k, f + i * k, g, k)
            else:
                vec_and(f + i * k, f + i * k, g, k)
        count = front_reduce(f, n, k)
        arena.top = base + count * k
        return count
    r = g + m * k
    for i in range(n):
        if front_halted(arena):
            return -1
        if not join and front_covers(g, m, f + i * k, k):
            # its best partner changes nothing, and no other one gives more
            if r + (count + 1) * k > arena.word + arena.size:
                return -1
            if not front_covers(r, count, f + i * k, k):
                vec_copy(r + count * k, f + i * k, k)
                count = front_add(arena, r, count, r + count * k, k)
            continue
        for j in range(m):
            if r + (count + 1) * k > arena.word + arena.size or (j & 15 == 15
                                                                 and front_halted(arena)):
                return -1
            count = put_product(arena, r, count, f + i * k, g + j * k, join, k)
    memmove(f, r, <size_t>count * k * sizeof(uint64_t))
    arena.top = base + count * k
    return count
