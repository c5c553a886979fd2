"""Moves, and the weights by which the search orders them."""
from libc.stdint cimport int32_t

from solver.core.cards cimport hand_t
from solver.dd.trick cimport Frame

# A card that may be played, 16*suit+rank in relative ranks, plus 256 times its weight. As single
# numbers, moves are exchanged in registers, and a list of them fits one cache line.
ctypedef int32_t move_t


cdef inline int move_index(move_t m) noexcept nogil:
    """Return the card of a move, 16*suit+rank."""
    return m & 63


cdef inline int move_suit(move_t m) noexcept nogil:
    return (m & 63) >> 4


cdef inline hand_t move_card(move_t m) noexcept nogil:
    return <hand_t>1 << (m & 63)


cdef void order_lead(const Frame* f, int trump, move_t* m, int n, hand_t named) noexcept nogil
cdef void order_follow(const Frame* f, int k, int trump, move_t* m, int n) noexcept nogil
