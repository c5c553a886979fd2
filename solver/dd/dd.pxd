"""The double-dummy solver, for searches that share its table."""
from libc.stdint cimport uint64_t

from solver.dd.search cimport Search
from solver.dd.table cimport Table
from solver.core.question cimport Deal


cdef class DoubleDummySolver:
    cdef Search* s
    cdef Table memory       # the table of s
    cdef bint busy
    cdef uint64_t allowed   # nodes of one call; 0 is no limit

    cdef int begin(self) except -1
    cdef int question(self, Deal* d, hands, trump, leader, trick) except -1
    cdef int check(self, const Deal* d) except -1
