"""Vectors of won worlds and the Pareto fronts that alpha-mu backs up.

A vector is `k` words; bit b says that world b is won (or that a threshold of tricks is reached in a
world). Inside a node every vector v keeps

    useful & ~possible <= v <= useful

so that a world that is impossible here reads 1, neutral for the conjunction at a Min node, and a
world that is lost whatever happens here reads 0. Dominance is then set inclusion and nothing else
(Cazenave and Ventos, *The alpha-mu search algorithm*, 2019, section 3; the two meanings are
those of Cazenave, Legras and Ventos, *Optimizing alpha-mu*, 2021, useful worlds).

A front is a run of vectors that do not contain one another. Fronts live in an arena that grows and
shrinks with the recursion: a call leaves its front where the arena's top was when it began.
"""
from libc.stdint cimport uint64_t

from solver.core.atomics cimport flag_load
from solver.core.bits cimport bits_count, bits_low


cdef enum:
    MOST_VECTORS = 4096     # of a front


cdef struct Front:
    uint64_t* vector    # the first one; the others follow
    int count           # of vectors; -1 in place of a front when the search must end
    int k               # words of a vector


cdef struct Arena:
    uint64_t* word      # the first one
    uint64_t* top       # the first that is free
    uint64_t* end       # beyond the last
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
    cdef int i
    for i in range(k):
        if a[i] != b[i]:
            return False
    return True


cdef inline bint vec_empty(const uint64_t* a, int k) noexcept nogil:
    cdef int i
    for i in range(k):
        if a[i]:
            return False
    return True


cdef inline int vec_count(const uint64_t* a, int k) noexcept nogil:
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
    cdef int i
    for i in range(k):
        to[i] = a[i] & ~b[i]


cdef inline Front no_front() noexcept nogil:
    """The value in place of a front when the search must end."""
    return Front(NULL, -1, 0)


cdef inline uint64_t* front_at(Front f, int i) noexcept nogil:
    """Vector i; or, for i = count, the place of the next one."""
    return f.vector + <size_t>i * f.k


cdef inline bint front_covers(Front f, const uint64_t* v) noexcept nogil:
    """Whether one of the vectors contains v."""
    cdef int i
    if f.k == 1:
        for i in range(f.count):
            if not v[0] & ~f.vector[i]:
                return True
        return False
    for i in range(f.count):
        if vec_within(v, f.vector + i * f.k, f.k):
            return True
    return False


cdef inline bint arena_halted(const Arena* arena) noexcept nogil:
    """Whether a flag says that the search must end."""
    return flag_load(arena.stop) or (arena.watch != NULL and flag_load(arena.watch))


cdef inline bint arena_room(const Arena* arena, const uint64_t* at, int n, int k) noexcept nogil:
    """Whether there is room for n vectors from `at` on."""
    return at + <size_t>n * k <= arena.end


cdef inline void front_union(uint64_t* to, Front f) noexcept nogil:
    """The worlds that at least one vector wins."""
    cdef int i, j
    for i in range(f.k):
        to[i] = 0
    for j in range(f.count):
        vec_or(to, to, f.vector + j * f.k, f.k)


cdef inline void front_insert(Front* f, const uint64_t* v) noexcept nogil:
    """Put in a vector that is not covered and drop those that it covers.

    v may lie anywhere but among the vectors.
    """
    cdef int i = 0
    cdef int n = f.count
    cdef int k = f.k
    while i < n:
        if vec_within(f.vector + i * k, v, k):
            n -= 1
            if i != n:
                vec_copy(f.vector + i * k, f.vector + n * k, k)
        else:
            i += 1
    vec_copy(f.vector + n * k, v, k)
    f.count = n + 1


cdef void front_reduce(Front* f) noexcept nogil
cdef void front_common(uint64_t* to, Front f) noexcept nogil
cdef bint front_same(Front f, Front g) noexcept nogil
cdef bint front_add(Arena* arena, Front* f, const uint64_t* v) noexcept nogil
cdef bint front_product(Arena* arena, Front* f, Front g, bint join) noexcept nogil
