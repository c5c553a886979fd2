"""Double-dummy answers for the worlds of an alpha-mu node.

A class of hidden cards stands for all its layouts. A leaf asks for two of them, all of East's cards
above West's and the other way round, and believes the worse: whatever is played from such a layout,
what is left is one again, so that results never improve down the tree.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver.amstate cimport AlphaMu, State
from solver.layouts cimport Layouts
from solver.search cimport reaches
from solver.trick cimport Frame, play, ranks_from, root_frame, to_frame, to_orig
from solver.types cimport bits_low, hand_t


cdef inline void lay_out(
    const Layouts* q, const State* st, const hand_t* dealt, hand_t* hands, hand_t* trick
) noexcept nogil:
    """The hands that are left of a world, the cards of the trick back in them, and the trick."""
    cdef int c, i, j, seat
    cdef hand_t own, low
    for i in range(4):
        hands[i] = dealt[i] & ~st.taken
    for i in range(st.place):
        trick[i] = st.trick[i]
    if q.classes and q.twin != NULL:
        for seat in range(4):
            if q.known[seat]:
                continue
            for c in range(q.classes):
                if q.size[c] == 1 or not st.played[seat][c]:
                    continue
                own = hands[seat] & q.cards[c]
                low = 0
                for j in range(st.played[seat][c]):
                    low = own & (~own + 1)
                    own ^= low
                    hands[seat] ^= low
                for i in range(st.place):
                    if (st.leader + i) & 3 == seat and st.token[i] == c + 52:
                        trick[i] = low
    for i in range(st.place):
        hands[(st.leader + i) & 3] |= trick[i]


cdef inline void ask_root(AlphaMu* a, const State* st, const hand_t* dealt) noexcept nogil:
    """Make a world the root of the double-dummy search."""
    cdef hand_t hands[4]
    cdef hand_t trick[4]
    cdef hand_t bit
    cdef Frame* f = &a.dd.frame[0]
    cdef int i
    lay_out(&a.q, st, dealt, hands, trick)
    root_frame(f, hands, st.leader)
    for i in range(st.place):
        bit = to_frame(trick[i], f)
        play(f, i, bit, bits_low(bit) >> 4, a.q.trump)
    # what cut off in one world would mislead in the next
    memset(a.dd.cut, 0, sizeof(a.dd.cut))


cdef inline int ask(AlphaMu* a, const State* st, int need) noexcept nogil:
    """Whether Max takes `need` of the tricks left in the root's world; -1 when halted."""
    cdef int got
    a.dd_calls += 1
    if a.q.north_south:
        return reaches(a.dd, st.place, need)
    got = reaches(a.dd, st.place, st.left - need + 1)
    return got if got < 0 else 1 - got


cdef inline uint64_t mixed_classes(AlphaMu* a, const State* st) noexcept nogil:
    """The classes (as bits) held by both defenders whose ranks the last answer rests on."""
    cdef const Layouts* q = &a.q
    cdef Frame* f = &a.dd.frame[0]
    cdef hand_t mask = to_orig(ranks_from(f.all, f.win), f)
    cdef uint64_t found = 0
    cdef int c, seat, holders
    for c in range(q.classes):
        if q.size[c] == 1 or not q.cards[c] & mask:
            continue
        holders = 0
        for seat in range(4):
            if not q.known[seat] and f.orig & q.cards[c] & to_orig(f.hand[seat], f):
                holders += 1
        if holders > 1:
            found |= <uint64_t>1 << c
    return found


cdef inline void flag_classes(AlphaMu* a, uint64_t classes) noexcept nogil:
    """Note that who wins a trick with these classes may matter."""
    while classes:
        a.flagged[bits_low(classes)] = True
        classes &= classes - 1


cdef inline int ask_class(AlphaMu* a, const State* st, int w, int need) noexcept nogil:
    """The worse of the answers for a world's two layouts; -1 when halted.

    When it is to be certified, an answer holds for all layouts of the world if it rests on no rank
    of a class that both defenders hold (Ginsberg, partition search); else such classes are flagged.
    """
    cdef const Layouts* q = &a.q
    cdef const hand_t* one = q.hand + 4 * w
    cdef const hand_t* two = q.twin + 4 * w
    cdef uint64_t rests = 0
    cdef uint64_t rest
    cdef int got, other, i
    cdef bint same = True
    for i in range(4):
        same = same and one[i] == two[i]
    ask_root(a, st, one)
    got = ask(a, st, need)
    if got < 0 or same or (got == 0 and not a.certify):
        return got
    if a.certify:
        rests = mixed_classes(a, st)
        if not rests:
            return got
    ask_root(a, st, two)
    other = ask(a, st, need)
    if other < 0:
        return other
    if a.certify:
        rest = mixed_classes(a, st)
        if got != other or rest:
            flag_classes(a, rests | rest)
    return got and other


cdef inline int fill_leaf(
    AlphaMu* a, const State* st, const uint64_t* p, const uint64_t* known, uint64_t* out
) noexcept nogil:
    """Fill out with the bits of p that are won double dummy; -1 when halted.

    Those of `known` are won and not asked for. Within a world a threshold that is missed settles
    all higher ones.
    """
    cdef const Layouts* q = &a.q
    cdef uint64_t x
    cdef int i, b, w, got
    cdef int ready = -1     # the world that is the root
    cdef int missed = -1    # the world that missed its last threshold
    for i in range(a.k):
        out[i] = p[i] & known[i]
        x = p[i] & ~known[i]
        while x:
            b = 64 * i + bits_low(x)
            x &= x - 1
            w = q.world[b]
            if w == missed:
                continue
            if q.twin != NULL:
                got = ask_class(a, st, w, q.need[b] - st.won)
            else:
                if w != ready:
                    ask_root(a, st, q.hand + 4 * w)
                    ready = w
                got = ask(a, st, q.need[b] - st.won)
            if got < 0:
                return -1
            if got:
                out[i] |= <uint64_t>1 << (b & 63)
            else:
                missed = w
    return 0
