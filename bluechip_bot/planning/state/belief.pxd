from bluechip_bot.planning.state.holding cimport Holding
from bluechip_bot.planning.state.layouts cimport Layouts


cdef class Beliefs:
    cdef readonly Layouts all
    cdef tuple lines    # what each defender may hold of each suit: by 4 * (0 left, 1 right) + suit
    cdef list planes    # by bit, the layouts whose weight has it set

    cdef Holding line(self, int defender, int suit, tuple gone)
    cpdef Layouts meets(self, int defender, int suit, tuple gone, int ranks)
    cpdef Layouts narrow(self, Layouts alive, Layouts where)
    cpdef Layouts exclude(self, Layouts alive, Layouts where)
    cpdef bint possible(self, Layouts alive, Layouts where) except -1
    cpdef long long weight(self, Layouts alive) except -1
