"""The worlds of an alpha-mu search: read from arrays, indexed and weighed."""
from libc.stdint cimport int8_t, uint16_t, uint64_t
from libc.string cimport memset

from solver.core.bits cimport bits_count, bits_low
from solver.core.cards cimport hand_t, spread


cdef int layouts_read(
    Layouts* q, layouts, kinds, known, hand_t* room
) except -1:
    """Read `solver.alphamu.question.SearchWorlds`; the hands are written to `room`."""
    cdef const uint64_t[:, ::1] hands = layouts.hands
    cdef const uint64_t[:, ::1] twins
    cdef const uint64_t[::1] classes = layouts.classes
    cdef const uint16_t[::1] world = layouts.world
    cdef const int8_t[::1] need = layouts.need
    cdef const uint64_t[::1] weight = layouts.weight
    cdef int i, j
    q.bits = <int>world.shape[0]
    q.words = (q.bits + 63) // 64
    q.worlds = <int>hands.shape[0]
    for i in range(4):
        q.kind[i] = kinds[i]
        q.known[i] = known[i]
        if kinds[i] == MAX_SIDE:
            q.north_south = i % 2 == 0
    for i in range(q.bits):
        q.world[i] = world[i]
        q.need[i] = need[i]
        q.weight[i] = weight[i]
    q.hand = room
    for i in range(q.worlds):
        for j in range(4):
            q.hand[4 * i + j] = spread(hands[i, j])
    q.twin = NULL
    if layouts.twins is not None:
        twins = layouts.twins
        q.twin = room + 4 * MOST_BITS
        for i in range(q.worlds):
            for j in range(4):
                q.twin[4 * i + j] = spread(twins[i, j])
    q.classes = <int>classes.shape[0]
    for i in range(q.classes):
        q.cards[i] = spread(classes[i])
    return 0


cdef void layouts_fill(Layouts* q, uint64_t* room) noexcept nogil:
    """Fill in what follows from the worlds and the classes; `holds` is written to `room`."""
    cdef int c, s, i, j, seat
    cdef int n = 0
    cdef uint64_t* row
    for s in range(5):
        q.first[s] = q.classes
    for c in range(q.classes - 1, -1, -1):
        q.size[c] = bits_count(q.cards[c])
        q.suit[c] = bits_low(q.cards[c]) >> 4
        for s in range(q.suit[c] + 1):
            q.first[s] = c
    for c in range(q.classes):
        q.row[c] = n
        n += q.size[c] + 1
    for seat in range(4):
        q.holds[seat] = room + <size_t>seat * ROWS * q.words
        if q.known[seat]:
            continue
        memset(q.holds[seat], 0, <size_t>n * q.words * sizeof(uint64_t))
        for i in range(q.bits):
            for c in range(q.classes):
                for j in range(bits_count(q.hand[4 * q.world[i] + seat] & q.cards[c])):
                    row = q.holds[seat] + <size_t>(q.row[c] + j) * q.words
                    row[i >> 6] |= <uint64_t>1 << (i & 63)


cdef uint64_t mass(const Layouts* q, const uint64_t* v) noexcept nogil:
    """The weight of a vector's bits."""
    cdef int i
    cdef uint64_t x
    cdef uint64_t sum = 0
    for i in range(q.words):
        x = v[i]
        while x:
            sum += q.weight[64 * i + bits_low(x)]
            x &= x - 1
    return sum
