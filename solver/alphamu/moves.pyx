"""The moves of an alpha-mu node, the most promising first."""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.fronts cimport (
    Front, front_union, vec_and, vec_copy, vec_count, vec_minus, vec_same,
)
from solver.alphamu.layouts cimport Layouts, holding
from solver.alphamu.leaves cimport fill_leaf
from solver.alphamu.node cimport AlphaMu, Node, play_known, settle
from solver.alphamu.state cimport State, close_trick, known_moves, state_key
from solver.alphamu.table cimport EXACT, NO_MOVE, Slot, fronts_find, fronts_store, slot_front
from solver.core.cards cimport DECK


cdef int order_max(AlphaMu* a, int ply, int depth, uint8_t* token) noexcept nogil:
    """List a known seat's cards, the most promising first; how many, or -1 when halted."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef int n = known_moves(&x.st, token)
    cdef int weight[13]
    cdef int i, j, w
    cdef uint8_t t
    cdef uint64_t key
    cdef Slot* e
    cdef Slot* near = NULL
    i = 0
    for j in range(n):
        if token[j] == x.move:
            token[j] = token[0]
            token[0] = x.move
            i = 1
            break
    if depth < 2 or n - i < 2:
        return n
    for j in range(i, n):
        # by the double-dummy result after the card; the child asks for it anyway
        play_known(a, ply, token[j])
        weight[j] = 0
        if y.st.place == 4:
            close_trick(&y.st, y.st.best, a.q.north_south)
        vec_copy(y.possible, x.possible, a.k)
        vec_copy(y.useful, x.useful, a.k)
        if not settle(a, y):
            weight[j] = vec_count(y.useful, a.k)
            continue
        key = state_key(&y.st, &a.zobrist)
        e = NULL
        if a.use.transposition_table:
            e = fronts_find(&a.table, key, y.possible, a.k, &near)
        if e == NULL:
            for w in range(a.k):
                y.dd_won[w] = 0
            if fill_leaf(a, &y.st, y.possible, y.dd_won, y.leaf) < 0:
                return -1
            if a.use.transposition_table:
                fronts_store(&a.table, key, 0, EXACT, NO_MOVE, y.possible,
                             Front(y.leaf, 1, a.k))
        else:
            front_union(y.leaf, slot_front(&a.table, e, a.k))
            vec_and(y.leaf, y.leaf, y.possible, a.k)
        weight[j] = vec_count(y.leaf, a.k) + vec_count(y.useful, a.k) - vec_count(y.possible, a.k)
    for j in range(i + 1, n):
        t = token[j]
        w = weight[j]
        ply = j
        while ply > i and weight[ply - 1] < w:
            token[ply] = token[ply - 1]
            weight[ply] = weight[ply - 1]
            ply -= 1
        token[ply] = t
        weight[ply] = w
    return n


cdef void void_worlds(
    const AlphaMu* a, const State* st, int seat, int suit, uint64_t* to
) noexcept nogil:
    """The bits where a hidden seat has no card of a suit left."""
    cdef int c, i
    for i in range(a.k):
        to[i] = ~<uint64_t>0
    for c in range(a.q.first[suit], a.q.first[suit + 1]):
        if st.played[seat][c] < a.q.size[c]:
            vec_minus(to, to, holding(&a.q, seat, c, st.played[seat][c] + 1), a.k)


cdef int order_hidden(AlphaMu* a, int ply, uint8_t* token) noexcept nogil:
    """List the classes that a hidden seat can play in some possible world, best first.

    First the move of the table, then those that are legal in the most worlds. A card that touches a
    higher one of the same seat in all these worlds is left out: swapping the two changes nothing.
    """
    cdef Node* x = &a.node[ply]
    cdef const Layouts* q = &a.q
    cdef int seat = (x.st.leader + x.st.place) & 3
    cdef int led = x.st.suit[0] if x.st.place else -1
    cdef int s, c, w, j
    cdef int n = 0
    cdef int last
    cdef int weight[DECK]
    cdef uint64_t* now = x.leaf
    cdef uint64_t* before = x.scratch
    cdef uint64_t* swap
    if led >= 0:
        void_worlds(a, &x.st, seat, led, x.voids)
    for s in range(4):
        last = -1
        for c in range(q.first[s], q.first[s + 1]):
            if x.st.played[seat][c] >= q.size[c]:
                continue
            vec_and(now, x.possible, holding(q, seat, c, x.st.played[seat][c] + 1), a.k)
            if led >= 0 and s != led:
                vec_and(now, now, x.voids, a.k)
            w = vec_count(now, a.k)
            if not w:
                continue
            if last >= 0 and vec_same(now, before, a.k) and q.size[c] == 1 and q.size[last] == 1:
                if not (x.st.live & ~(q.cards[c] | q.cards[last]) & (q.cards[c] - q.cards[last])):
                    # touching: the lower one stands for both
                    last = c
                    continue
            last = c
            swap = before
            before = now
            now = swap
            if c + DECK == x.move:
                w = 1 << 20
            j = n
            while j > 0 and weight[j - 1] < w:
                weight[j] = weight[j - 1]
                token[j] = token[j - 1]
                j -= 1
            weight[j] = w
            token[j] = <uint8_t>(c + DECK)
            n += 1
    return n


cdef int list_moves(AlphaMu* a, int ply, uint8_t* token) noexcept nogil:
    """The moves of a seat that is not Max."""
    cdef Node* x = &a.node[ply]
    cdef int i, n
    cdef int seat = (x.st.leader + x.st.place) & 3
    if not a.q.known[seat]:
        return order_hidden(a, ply, token)
    n = known_moves(&x.st, token)
    for i in range(n):
        if token[i] == x.move:
            token[i] = token[0]
            token[0] = <uint8_t>x.move
            break
    return n
