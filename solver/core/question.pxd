"""Questions as searches take them: what all worlds share, and each world checked."""
from libc.stdint cimport uint64_t

from solver.core.types cimport Deal, fault


cdef inline int take_frame(Deal* d, tuple frame) except -1:
    """Fill in the strain, the leader and the trick, as `deals.read_frame` gives them."""
    cdef list cards = frame[2]
    cdef int k
    d.trump = frame[0]
    d.leader = frame[1]
    d.played = len(cards)
    for k in range(d.played):
        d.card[k] = cards[k]
    return 0


cdef inline int check_worlds(Deal* d, const uint64_t[:, ::1] worlds, error) except -1:
    """Raise an error that names the first world that is no position with this frame."""
    cdef const char* what
    cdef Py_ssize_t i
    cdef int k
    for i in range(worlds.shape[0]):
        for k in range(4):
            d.hand[k] = worlds[i, k]
        what = fault(d)
        if what != NULL:
            raise error(f"world {i}: {what.decode('ascii')}")
    return 0
