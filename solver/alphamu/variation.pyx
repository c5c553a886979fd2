"""The play that a search expects, from the fronts in its table."""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.fronts cimport front_at, vec_and, vec_copy, vec_empty, vec_minus, vec_or
from solver.alphamu.layouts cimport MAX_SIDE, MIN_SIDE, mass
from solver.alphamu.moves cimport list_moves
from solver.alphamu.node cimport AlphaMu, Node, play_known, play_other, settle
from solver.alphamu.root cimport Root
from solver.alphamu.state cimport close_trick, known_moves, state_key
from solver.alphamu.table cimport Slot, fronts_find, slot_front
from solver.core.cards cimport DECK, bit_card


cdef int variation(AlphaMu* a, const Root* r, int* line) noexcept nogil:
    """Fill `line` with the best card and the table's best moves after it; return their number.

    It ends where the table knows no move, or where nothing is left to be decided.
    """
    cdef Node* x = &a.node[0]
    cdef Node* y
    cdef int ply = 0
    cdef int i
    vec_copy(x.possible, r.start, a.k)
    vec_copy(x.useful, r.start, a.k)
    play_known(a, 0, r.card[0].card)
    vec_copy(a.node[1].possible, x.possible, a.k)
    while True:
        y = &a.node[ply + 1]
        line[ply] = bit_card(y.st.trick[y.st.place - 1])
        ply += 1
        if y.st.place == 4:
            close_trick(&y.st, y.st.best, a.q.north_south)
        vec_copy(y.useful, y.possible, a.k)
        if not y.st.left or not a.use.transposition_table or not settle(a, y):
            return ply
        i = line_move(a, ply)
        if i < 0 or not play_any(a, ply, i, a.q.kind[(y.st.leader + y.st.place) & 3] == MAX_SIDE):
            return ply


cdef int line_move(AlphaMu* a, int ply) noexcept nogil:
    """The best move after node `ply` by the table's fronts; -1 when it knows none.

    A front is worth its heaviest vector, worlds that are impossible counting as won.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[DECK]
    cdef int kind = a.q.kind[(x.st.leader + x.st.place) & 3]
    cdef bint known = kind == MAX_SIDE
    cdef int i, j, n
    cdef int best = -1
    cdef uint64_t most = 0
    cdef uint64_t value, one
    cdef Slot* e
    x.move = -1
    n = known_moves(&x.st, token) if known else list_moves(a, ply, token)
    for i in range(n):
        if not play_any(a, ply, token[i], known):
            continue
        if y.st.place == 4:
            close_trick(&y.st, y.st.best, a.q.north_south)
        vec_minus(x.scratch, x.possible, y.possible, a.k)
        vec_copy(y.useful, y.possible, a.k)
        settle(a, y)
        # what is won for certain, and what cannot be
        vec_minus(y.useful, y.useful, y.possible, a.k)
        vec_or(x.scratch, x.scratch, y.useful, a.k)
        value = mass(&a.q, x.scratch)
        if not vec_empty(y.possible, a.k):
            e = known_front(a, y)
            if e == NULL:
                continue
            one = 0
            for j in range(e.count):
                vec_and(y.useful, y.possible, front_at(slot_front(&a.table, e, a.k), j), a.k)
                if mass(&a.q, y.useful) > one:
                    one = mass(&a.q, y.useful)
            value += one
        if best < 0 or (value < most if kind == MIN_SIDE else value > most):
            best = token[i]
            most = value
    return best


cdef bint play_any(AlphaMu* a, int ply, int token, bint known) noexcept nogil:
    """Make node ply+1 the state after a move, with its worlds; False when none allows it."""
    cdef Node* y = &a.node[ply + 1]
    if known:
        play_known(a, ply, token)
        vec_copy(y.possible, a.node[ply].possible, a.k)
    elif not play_other(a, ply, token):
        return False
    return True


cdef Slot* known_front(AlphaMu* a, Node* x) noexcept nogil:
    """Return the table's front for a node, or NULL."""
    cdef uint64_t key = state_key(&x.st, &a.zobrist)
    cdef Slot* near = NULL
    return fronts_find(&a.table, key, x.possible, a.k, &near)
