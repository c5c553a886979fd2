# cython: language_level=3, boundscheck=False, wraparound=False
"""The operations on fronts of `solver`, for tests: vectors are whole numbers, below 2**128."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from solver.alphamu.search cimport dominated
from solver.alphamu.node cimport AlphaMu
from solver.alphamu.fronts cimport Arena, front_add, front_covers, front_product

cdef enum:
    K = 2
    SIZE = 1 << 16


cdef void put(uint64_t* to, object vector):
    cdef int i
    for i in range(K):
        to[i] = vector >> 64 * i & 0xFFFFFFFFFFFFFFFF


cdef list got(const uint64_t* f, int n):
    cdef int i, j
    return [sum([int(f[i * K + j]) << 64 * j for j in range(K)]) for i in range(n)]


cdef int begin(Arena* arena, int limit) except -1:
    arena.word = <uint64_t*>calloc(SIZE, sizeof(uint64_t))
    if arena.word == NULL:
        raise MemoryError
    arena.size = SIZE
    arena.top = 0
    arena.limit = limit
    arena.merges = 0
    arena.watch = NULL
    return 0


def union(front, vectors, int limit=100):
    """The front with vectors put in, and how many were merged."""
    cdef Arena arena
    cdef uint64_t v[K]
    cdef int n = 0
    begin(&arena, limit)
    for vector in [*front, *vectors]:
        put(v, vector)
        if not front_covers(arena.word, n, v, K):
            n = front_add(&arena, arena.word, n, v, K)
    result = got(arena.word, n), arena.merges
    free(arena.word)
    return result


def product(one, two, bint join=False, int limit=100):
    """The product of two fronts, and how many vectors were merged."""
    cdef Arena arena
    cdef int stop = 0
    cdef int n
    begin(&arena, limit)
    arena.stop = &stop
    for vector in [*one, *two]:
        put(arena.word + arena.top, vector)
        arena.top += K
    n = front_product(&arena, 0, len(one), len(one) * K, len(two), join, K)
    result = got(arena.word, n), arena.merges
    assert arena.top == <size_t>n * K
    free(arena.word)
    return result


def covering(fronts, front, bint deep, int floor=0):
    """The fronts of Max nodes above, the root's first, that cover a front together; 0 if none."""
    cdef AlphaMu* a = <AlphaMu*>calloc(1, sizeof(AlphaMu))
    cdef size_t base
    if a == NULL:
        raise MemoryError
    begin(&a.arena, 100)
    a.k = K
    for vectors in fronts:
        a.alpha[a.above].base = a.arena.top
        a.alpha[a.above].count = len(vectors)
        for vector in vectors:
            put(a.arena.word + a.arena.top, vector)
            a.arena.top += K
        a.above += 1
    a.floor = floor
    base = a.arena.top
    for vector in front:
        put(a.arena.word + a.arena.top, vector)
        a.arena.top += K
    result = dominated(a, a.arena.word + base, len(front), deep)
    free(a.arena.word)
    free(a)
    return result
