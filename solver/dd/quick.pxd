"""Tricks that can be counted instead of searched."""
from solver.dd.trick cimport Frame

cdef bint leader_tricks(Frame* f, int trump, int need) noexcept nogil
cdef int later_tricks(Frame* f, int trump, int mine, int theirs) noexcept nogil
cdef bint second_hand_trick(Frame* f, int trump) noexcept nogil
