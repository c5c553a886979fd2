"""The double-dummy solver, for searches that use its table."""
from solver.core.question cimport Deal
from solver.dd.search cimport Search
from solver.dd.table cimport Table

cdef enum Asked:
    WHOLE       # whether North-South reach their need in a world
    TARGETED    # whether they reach it after each card
    COUNTED     # the tricks of the mover's side after each card


cdef class DoubleDummySolver:
    cdef Search* s
    cdef Table memory       # the table of s
    cdef bint busy

    cdef int begin(self) except -1
    cdef int end(self, int got) except -1
    cdef int question(self, Deal* d, hands, trump, leader, trick) except -1
    cdef object each_world(self, worlds, trump, leader, trick, cards, Asked asked, int need)
