from bluechip_bot.planning.state.holding cimport Holding
from bluechip_bot.planning.state.layouts cimport Layouts


cdef class Beliefs:
    cdef tuple lines    # what each defender may hold of each suit: by 4 * (0 left, 1 right) + suit

    cdef Holding line(self, int defender, int suit, tuple gone)
    cpdef object begin(self)
    cpdef Layouts meets(self, int defender, int suit, tuple gone, int ranks)
    cpdef object narrow(self, object alive, int suit, Layouts where)
    cpdef object exclude(self, object alive, int suit, Layouts where)
    cpdef bint possible(self, object alive, int suit, Layouts where) except -1
    cpdef long long weight(self, object alive) except -1
    cdef long long weight_in(self, object alive, int suit, Layouts where) except -1


cdef class WorldBeliefs(Beliefs):
    cdef Layouts everything
    cdef list planes    # by bit, the layouts whose weight has it set
    cdef long long weigh(self, Layouts alive) noexcept


cdef class HalfBeliefs(Beliefs):
    cdef tuple everything
    cdef int held           # cards of the left defender
    cdef list by_length     # by suit, the divisions that give the left defender so many cards
    cdef dict weights
    cdef long long ways(self, tuple alive) except -1


cdef class ExactBeliefs(HalfBeliefs):
    pass
