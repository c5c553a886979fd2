"""The expected play: see variation.pyx."""
from solver.alphamu.node cimport AlphaMu
from solver.alphamu.root cimport Root


cdef int variation(AlphaMu* a, const Root* r, int* line) noexcept nogil
