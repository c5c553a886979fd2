# cython: language_level=3, boundscheck=False, wraparound=False
"""The operations on fronts of `solver`, for tests: vectors are whole numbers, below 2**128."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from solver.alphamu.search cimport dominated
from solver.alphamu.node cimport AlphaMu
from solver.alphamu.fronts cimport Arena, Front, front_add, front_at, front_covers, front_product

cdef enum:
    K = 2
    SIZE = 1 << 16


cdef void put(uint64_t* to, object vector):
    cdef int i
    for i in range(K):
        to[i] = vector >> 64 * i & 0xFFFFFFFFFFFFFFFF


cdef list got(Front f):
    cdef int i, j
    return [sum([int(front_at(f, i)[j]) << 64 * j for j in range(K)]) for i in range(f.count)]


cdef Front push(Arena* arena, object vectors):
    cdef Front f = Front(arena.top, 0, K)
    for vector in vectors:
        put(arena.top, vector)
        arena.top += K
        f.count += 1
    return f


cdef int begin(Arena* arena, int limit) except -1:
    arena.word = <uint64_t*>calloc(SIZE, sizeof(uint64_t))
    if arena.word == NULL:
        raise MemoryError
    arena.end = arena.word + SIZE
    arena.top = arena.word
    arena.limit = limit
    arena.merges = 0
    arena.watch = NULL
    return 0


def union(front, vectors, int limit=100):
    """The front with vectors put in, and how many were merged."""
    cdef Arena arena
    cdef uint64_t v[K]
    cdef Front f
    begin(&arena, limit)
    f = Front(arena.word, 0, K)
    for vector in [*front, *vectors]:
        put(v, vector)
        if not front_covers(f, v):
            front_add(&arena, &f, v)
    result = got(f), arena.merges
    free(arena.word)
    return result


def product(one, two, bint join=False, int limit=100):
    """The product of two fronts, and how many vectors were merged."""
    cdef Arena arena
    cdef int stop = 0
    cdef Front f, g
    begin(&arena, limit)
    arena.stop = &stop
    f = push(&arena, one)
    g = push(&arena, two)
    merged = front_product(&arena, &f, g, join)
    result = got(f), arena.merges
    assert arena.top == front_at(f, f.count)
    assert merged == (arena.merges > 0)
    free(arena.word)
    return result


def covering(fronts, front, bint deep, int floor=0):
    """The fronts of Max nodes above, the root's first, that cover a front together; 0 if none."""
    cdef AlphaMu* a = <AlphaMu*>calloc(1, sizeof(AlphaMu))
    if a == NULL:
        raise MemoryError
    begin(&a.arena, 100)
    a.k = K
    for vectors in fronts:
        a.alpha[a.above] = push(&a.arena, vectors)
        a.above += 1
    a.floor = floor
    result = dominated(a, push(&a.arena, front), deep)
    free(a.arena.word)
    free(a)
    return result
