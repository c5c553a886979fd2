"""Double-dummy questions as C structs."""
from solver.core.cards cimport cards_t


cdef struct Deal:
    cards_t hand[4]     # without the cards of the current trick
    int trump
    int leader          # who began the current trick
    int played          # cards of the current trick, 0..3
    int card[3]


cdef const char* fault(const Deal* d) noexcept nogil
cdef int take_frame(Deal* d, trump, leader, trick) except -1
cdef int check_worlds(Deal* d, const cards_t* hands, Py_ssize_t n) except -1
