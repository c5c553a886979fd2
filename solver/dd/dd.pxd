"""The double-dummy solver, for searches that use its table."""
from libc.stdint cimport uint64_t

from solver.core.question cimport Deal
from solver.dd.search cimport Search
from solver.dd.table cimport Table


cdef class DoubleDummySolver:
    cdef Search* s
    cdef Table memory       # the table of s
    cdef bint busy
    cdef uint64_t allowed   # nodes of one call; 0 is no limit

    cdef int begin(self) except -1
    cdef int end(self, int got) except -1
    cdef int question(self, Deal* d, hands, trump, leader, trick) except -1
    cdef object world_cards(self, worlds, trump, leader, trick, cards, bint targeted, int need)
