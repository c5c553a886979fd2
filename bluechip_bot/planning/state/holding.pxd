from libc.stdint cimport uint16_t

from bluechip_bot.planning.state.layouts cimport Layouts


cdef class Holding:
    cdef readonly tuple gone
    cdef int ranks              # the ranks that he may hold
    cdef Py_ssize_t size        # words of a set of layouts
    cdef Py_ssize_t count
    cdef uint16_t* held         # what he may hold, and ...
    cdef list where             # ... where he does
    cdef Layouts none
    cdef Layouts some           # where he has a card; None until it is asked for
    cdef list by_rank           # where he has a rank
    cdef dict by_ranks          # where he has one of several ranks
    cdef list by_length         # where he has at least so many cards; None until it is asked for
    cdef dict later             # what he has left when he has played of one more class

    cdef Layouts meets(self, int ranks)
    cdef Layouts at_least(self, int cards)
    cdef Holding after(self, int ranks)


cdef Holding holding(dict rows, tuple gone, Py_ssize_t size)
