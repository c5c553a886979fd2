"""Double-dummy answers for the worlds of a node: see leaves.pyx."""
from libc.stdint cimport uint64_t

from solver.alphamu.node cimport AlphaMu
from solver.alphamu.state cimport State


cdef int fill_leaf(
    AlphaMu* a, const State* st, const uint64_t* p, const uint64_t* known, uint64_t* out
) noexcept nogil
