from libc.stdint cimport uint16_t, uint64_t


cdef class Layouts:
    cdef Py_ssize_t size        # words
    cdef uint64_t* words        # bit i of word w is layout 64 * w + i
    cdef Py_hash_t known_hash   # 0 until it is asked for
    cdef long long weight       # for the model that made it; -1 until it is asked for

    cdef Layouts both(self, Layouts other)
    cdef Layouts without(self, Layouts other)
    cdef bint shares(self, Layouts other) noexcept
    cdef void add(self, Layouts other) noexcept
    cdef void put(self, Py_ssize_t layout) noexcept
    cdef long long count_in(self, const uint64_t* other) noexcept


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


cdef class Beliefs:
    cdef readonly Layouts all
    cdef tuple lines    # what each defender may hold of each suit: by 4 * (0 left, 1 right) + suit
    cdef list planes    # by bit, the layouts whose weight has it set

    cpdef Layouts narrow(self, Layouts alive, Layouts where)
    cpdef Layouts exclude(self, Layouts alive, Layouts where)
    cpdef bint possible(self, Layouts alive, Layouts where) except -1
    cpdef long long weight(self, Layouts alive) except -1
