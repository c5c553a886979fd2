"""The search below the root: see search.pyx."""
from libc.stdint cimport uint64_t

from solver.alphamu.node cimport AlphaMu


cdef int descend(AlphaMu* a, int ply, int depth) noexcept nogil
cdef uint64_t dominated(AlphaMu* a, const uint64_t* f, int n, bint deep) noexcept nogil
