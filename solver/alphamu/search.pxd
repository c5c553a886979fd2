"""The search below the root: see search.pyx."""
from libc.stdint cimport uint8_t

from solver.alphamu.fronts cimport Front
from solver.alphamu.node cimport AlphaMu


cdef Front descend(AlphaMu* a, int ply, int depth) noexcept nogil
cdef int list_moves(AlphaMu* a, int ply, uint8_t* token) noexcept nogil
