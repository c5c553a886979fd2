"""The arrays that worlds and their weights are written to."""
from libc.stdint cimport int64_t, uint64_t


cdef struct Output:
    uint64_t* world                         # four hands each
    double* weight                          # NULL: not wanted
    int64_t size                            # worlds that there is room for
    int64_t made                            # and those written
    int hands                               # hidden ones
    int seat[3]                             # of the hidden hands
    uint64_t own[4]                         # what the seats hold besides hidden cards


cdef inline void put(Output* o, const uint64_t* hand, double weight) noexcept nogil:
    """Write the world in which the hidden hands take these cards; there is room."""
    cdef uint64_t* world = o.world + 4 * o.made
    cdef int i
    for i in range(4):
        world[i] = o.own[i]
    for i in range(o.hands):
        world[o.seat[i]] |= hand[i]
    if o.weight != NULL:
        o.weight[o.made] = weight
    o.made += 1
