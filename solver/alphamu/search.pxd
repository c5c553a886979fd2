"""The search below the root: see search.pyx."""
from solver.alphamu.fronts cimport Front
from solver.alphamu.node cimport AlphaMu, causes_t


cdef Front descend(AlphaMu* a, int ply, int depth) noexcept nogil
cdef causes_t dominated(AlphaMu* a, Front f, bint deep) noexcept nogil
