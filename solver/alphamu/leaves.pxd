"""Double-dummy answers for the worlds of a node, and the threads that find them: see leaves.pyx."""
from libc.stdint cimport uint64_t

from solver.alphamu.node cimport AlphaMu
from solver.alphamu.state cimport State
from solver.dd.search cimport Search


cdef inline uint64_t workers_nodes(const AlphaMu* a) noexcept nogil:
    cdef int i
    cdef uint64_t n = 0
    for i in range(a.workers):
        n += a.worker[i].dd.nodes - a.worker[i].before
    return n


cdef bint workers_make(AlphaMu* a, int n, uint64_t memory, Search* shared) noexcept
cdef void workers_free(AlphaMu* a) noexcept
cdef void workers_begin(AlphaMu* a, int trump, uint64_t limit) noexcept nogil
cdef void workers_flag(AlphaMu* a, int value) noexcept nogil
cdef void workers_watch(AlphaMu* a, const int* flag) noexcept nogil
cdef uint64_t workers_calls(const AlphaMu* a) noexcept nogil
cdef void workers_dismiss(AlphaMu* a) noexcept nogil
cdef int fill_leaf(
    AlphaMu* a, const State* st, const uint64_t* p, const uint64_t* known, uint64_t* out
) noexcept nogil
