cdef class Holding:
    cdef readonly tuple gone
    cdef tuple by_rank          # where he has a rank
    cdef dict by_ranks          # where he has one of several ranks
    cdef list by_length         # where he has at least so many cards; None until it is asked for
    cdef dict later             # what he has left when he has played of one more class

    cdef object meets(self, int ranks)
    cdef object at_least(self, int cards)
    cdef Holding after(self, int ranks)


cdef class Beliefs:
    cdef readonly object all
    cdef tuple lines    # what each defender may hold of each suit: by 4 * (0 left, 1 right) + suit
    cdef list planes    # by bit, the layouts whose weight has it set

    cpdef long long weight(self, object alive) except -1
