"""The search below the root: see search.pyx."""
from libc.stdint cimport uint64_t

from solver.alphamu.node cimport AlphaMu, causes_t


cdef int descend(AlphaMu* a, int ply, int depth) noexcept nogil
cdef causes_t dominated(AlphaMu* a, const uint64_t* f, int n, bint deep) noexcept nogil
