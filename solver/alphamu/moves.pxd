"""The moves of a node: see moves.pyx."""
from libc.stdint cimport uint8_t

from solver.alphamu.node cimport AlphaMu


cdef int order_max(AlphaMu* a, int ply, int depth, uint8_t* token) noexcept nogil
cdef int list_moves(AlphaMu* a, int ply, uint8_t* token) noexcept nogil
