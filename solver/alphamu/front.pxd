"""Vectors of won worlds and the Pareto fronts that alpha-mu backs up.

A vector is `k` words; bit b says that world b is won (or that a threshold of tricks is reached in a
world). Inside a node with possible worlds P and useful worlds U every vector v keeps

    U & ~P <= v <= U

so that a world that is impossible here reads 1, neutral for the conjunction at a Min node, and a
world that is lost whatever happens here reads 0. Dominance is then set inclusion and nothing else
(Cazenave and Ventos, *The alpha-mu search algorithm*, 2019, section 3; the two meanings are
those of Cazenave, Legras and Ventos, *Optimizing alpha-mu*, 2021, useful worlds).

A front is a run of vectors of which none contains another. Fronts live in an arena that grows and
shrinks with the recursion: a call leaves its front where the arena's top was when it began.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memmove

from solver.core.types cimport bits_count, bits_low, flag_load


cdef struct Arena:
    uint64_t* word
    size_t top          # first free word
    size_t size
    int limit           # vectors that a front may have
    uint64_t merges     # pairs of vectors that were merged to keep to it
    const int* stop     # ends long products when it is not 0
    const int* watch    # another such flag, or NULL


cdef inline bint vec_within(const uint64_t* a, const uint64_t* b, int k) noexcept nogil:
    """Whether a has no bit that b lacks: a is dominated by b."""
    cdef int i
    for i in range(k):
        if a[i] & ~b[i]:
            return False
    return True


cdef inline bint vec_same(const uint64_t* a, const uint64_t* b, int k) noexcept nogil:
    """Whether a equals b."""
    cdef int i
    for i in range(k):
        if a[i] != b[i]:
            return False
    return True


cdef inline bint vec_empty(const uint64_t* a, int k) noexcept nogil:
    """Whether a has no bit."""
    cdef int i
    for i in range(k):
        if a[i]:
            return False
    return True


cdef inline int vec_count(const uint64_t* a, int k) noexcept nogil:
    """The number of bits."""
    cdef int i
    cdef int n = 0
    for i in range(k):
        n += bits_count(a[i])
    return n


cdef inline int vec_lowest(const uint64_t* a, int k) noexcept nogil:
    """The lowest bit; a must not be empty."""
    cdef int i = 0
    while not a[i]:
        i += 1
    return 64 * i + bits_low(a[i])


cdef inline void vec_copy(uint64_t* to, const uint64_t* a, int k) noexcept nogil:
    cdef int i
    for i in range(k):
        to[i] = a[i]


cdef inline void vec_and(uint64_t* to, const uint64_t* a, const uint64_t* b, int k) noexcept nogil:
    cdef int i
    for i in range(k):
        to[i] = a[i] & b[i]


cdef inline void vec_or(uint64_t* to, const uint64_t* a, const uint64_t* b, int k) noexcept nogil:
    cdef int i
    for i in range(k):
        to[i] = a[i] | b[i]


cdef inline void vec_minus(
    uint64_t* to, const uint64_t* a, const uint64_t* b, int k
) noexcept nogil:
    """a without b."""
    cdef int i
    for i in range(k):
        to[i] = a[i] & ~b[i]


cdef inline bint front_covers(
    const uint64_t* f, int n, const uint64_t* v, int k
) noexcept nogil:
    """Whether one of the n vectors contains v."""
    cdef int i
    if k == 1:
        for i in range(n):
            if not v[0] & ~f[i]:
                return True
        return False
    for i in range(n):
        if vec_within(v, f + i * k, k):
            return True
    return False


cdef inline int front_insert(uint64_t* f, int n, const uint64_t* v, int k) noexcept nogil:
    """Put in a vector that is not covered and drop those that it covers; the new length.

    v may lie anywhere at or above the front's end.
    """
    cdef int i = 0
    while i < n:
        if vec_within(f + i * k, v, k):
            n -= 1
            if i != n:
                vec_copy(f + i * k, f + n * k, k)
        else:
            i += 1
    vec_copy(f + n * k, v, k)
    return n + 1


cdef inline int front_reduce(uint64_t* f, int n, int k) noexcept nogil:
    """Keep the maximal ones of n vectors; how many there are."""
    cdef int i
    cdef int m = 0
    for i in range(n):
        if not front_covers(f, m, f + i * k, k):
            m = front_insert(f, m, f + i * k, k)
    return m


cdef inline void front_union(uint64_t* to, const uint64_t* f, int n, int k) noexcept nogil:
    """The worlds that at least one vector wins."""
    cdef int i, j
    for i in range(k):
        to[i] = 0
    for j in range(n):
        vec_or(to, to, f + j * k, k)


cdef inline void front_common(uint64_t* to, const uint64_t* f, int n, int k) noexcept nogil:
    """The worlds that every one of at least one vector wins."""
    cdef int j
    vec_copy(to, f, k)
    for j in range(1, n):
        vec_and(to, to, f + j * k, k)


cdef inline bint front_same(
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


cdef inline int front_merge(uint64_t* f, int n, int k) noexcept nogil:
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


cdef inline int front_add(
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


cdef inline int put_product(
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


cdef inline bint front_halted(const Arena* arena) noexcept nogil:
    """Whether a flag says that the search must end."""
    return flag_load(arena.stop) or (arena.watch != NULL and flag_load(arena.watch))


cdef inline int front_product(
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
