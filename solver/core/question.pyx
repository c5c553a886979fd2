"""Double-dummy questions as C structs, filled from what callers write and checked.

Nothing here is visible from Python.
"""
from solver.core.deals import read_frame
from solver.core.errors import SolverError

from solver.core.bits cimport bits_count
from solver.core.cards cimport ALL_CARDS, NOTRUMP, SUIT, cards_t


cdef int take_frame(Deal* d, trump, leader, trick) except -1:
    """Fill in strain, leader and trick, which all worlds of a question share."""
    cdef list cards
    cdef int k
    d.trump, d.leader, cards = read_frame(trump, leader, trick)
    d.played = len(cards)
    for k in range(d.played):
        d.card[k] = cards[k]
    return 0


cdef int check_worlds(Deal* d, const cards_t* hands, Py_ssize_t n) except -1:
    """Raise a `SolverError` naming the first of n worlds that is no bridge position.

    `hands` are four for each world, N E S W. The hands of `d` are overwritten.
    """
    cdef const char* what
    cdef Py_ssize_t i
    cdef int k
    for i in range(n):
        for k in range(4):
            d.hand[k] = hands[4 * i + k]
        what = fault(d)
        if what != NULL:
            raise SolverError(f"world {i}: {what.decode('ascii')}")
    return 0


cdef const char* fault(const Deal* d) noexcept nogil:
    """Return what is wrong with a question, or NULL."""
    cdef cards_t seen = 0
    cdef cards_t bit, led
    cdef int k, seat
    cdef int size = 0
    if not 0 <= d.trump <= NOTRUMP:
        return b"trump must be 0..4 (S H D C NT)"
    if not 0 <= d.leader <= 3:
        return b"leader must be 0..3 (N E S W)"
    for k in range(4):
        if d.hand[k] & ~ALL_CARDS:
            return b"a hand has bits above 51"
        if seen & d.hand[k]:
            return b"a card is in two hands"
        seen |= d.hand[k]
    for k in range(d.played):
        if not 0 <= d.card[k] <= 51:
            return b"a card of the trick is not 0..51"
        bit = <cards_t>1 << d.card[k]
        if seen & bit:
            return b"a card of the trick is also in a hand or twice in the trick"
        seen |= bit
    for k in range(4):
        seat = (d.leader + k) & 3
        if k == 0:
            size = bits_count(d.hand[seat]) + (d.played > 0)
        elif bits_count(d.hand[seat]) + (k < d.played) != size:
            return b"the hands and the trick do not have equal numbers of cards"
    if not 1 <= size <= 13:
        return b"a hand must have 1 to 13 cards at the start of the trick"
    for k in range(1, d.played):
        led = <cards_t>SUIT << (13 * (d.card[0] // 13))
        if not led >> d.card[k] & 1 and d.hand[(d.leader + k) & 3] & led:
            return b"a card of the trick does not follow suit though its player could"
    return NULL
