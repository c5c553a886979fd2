"""The tables of numbered subsets."""
from libc.stdint cimport uint16_t, uint64_t

from solver.core.bits cimport bits_count

cdef Tables TABLES


cdef void fill(Tables* t) noexcept nogil:
    cdef int n, k
    cdef int next_place[PLACES]
    for n in range(HIDDEN):
        t.choose[n][0] = 1
        for k in range(1, min(n, PLACES - 1) + 1):
            t.choose[n][k] = t.choose[n - 1][k - 1] + (t.choose[n - 1][k] if k < n else 0)
    for k in range(PLACES):
        next_place[k] = t.first[k]
        t.first[k + 1] = t.first[k] + <int>t.choose[13][k]
    for n in range(1 << 13):
        k = bits_count(<uint64_t>n)
        t.subset[next_place[k]] = <uint16_t>n
        next_place[k] += 1


fill(&TABLES)


cdef const Tables* tables() noexcept nogil:
    return &TABLES
