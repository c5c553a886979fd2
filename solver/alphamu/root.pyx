"""The root of an alpha-mu search: iterative deepening over Max's cards, and the play expected.

The value of a card at a smaller depth is an upper bound of its value at a greater one. A card whose
bound cannot beat the best card of this iteration is therefore passed over ("root cut"), but not one
that was as good as the best of the last iteration: equal results at one depth may differ at
the next (alpha-mu resolves the ties of a plain sample of double-dummy results). Among equal cards
the caller's order decides, before the first iteration, too, when all are equal.
"""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.fronts cimport (
    Front, front_at, front_covers, front_insert, vec_and, vec_copy, vec_empty, vec_minus, vec_or,
)
from solver.alphamu.layouts cimport MAX_SIDE, MIN_SIDE, mass
from solver.alphamu.node cimport AlphaMu, BY_ROOT, Node, play_known, play_other, settle
from solver.alphamu.search cimport descend, list_moves
from solver.alphamu.state cimport close_trick, known_moves, state_key
from solver.alphamu.table cimport Slot, fronts_find, slot_front
from solver.core.cards cimport DECK, bit_card


cdef void root_begin(
    AlphaMu* a, Root* r, uint64_t all, const int* rank, uint64_t among
) noexcept nogil:
    """List cards of the player to move, each with the weight of all bits as its bound.

    `rank` is that of each card of the deck in the caller's order, the lowest first. The cards are
    those of the set `among` (bit = card).
    """
    cdef uint8_t token[13]
    cdef RootCard* c
    cdef int i
    cdef int n = known_moves(&a.node[0].st, token)
    r.cards = 0
    for i in range(n):
        if not among >> token[i] & 1:
            continue
        c = &r.card[r.cards]
        c.card = token[i]
        c.rank = rank_of(rank, token, n, token[i])
        c.fresh = False
        c.value = all
        c.exact = False
        c.depth = 0
        c.front = Front(room_of(a, r, r.cards), 0, a.k)
        r.cards += 1
    r.best = all
    r.depth = 0
    r.partial = 0
    r.to_the_end = False
    r.front = Front(room_of(a, r, CARDS), 0, a.k)
    root_sort(r, False)


cdef uint64_t* room_of(const AlphaMu* a, const Root* r, int place) noexcept nogil:
    """Where the root keeps the front of a card, and after those of all, theirs together."""
    return r.memory + <size_t>place * a.arena.limit * a.k


cdef int root_search(AlphaMu* a, Root* r, int most) noexcept nogil:
    """Deepen until `most` cards of Max, the end, or a halt (then -1)."""
    cdef int depth
    cdef int i
    if r.to_the_end or r.depth and r.best == 0:
        return 0
    for depth in range(r.depth + 1, most + 1):
        if root_iterate(a, r, depth) < 0:
            if r.card[0].fresh:
                r.partial = depth
                # those that were not searched at this depth come last
                for i in range(r.cards):
                    r.card[i].exact = r.card[i].exact and r.card[i].fresh
                root_sort(r, True)
            return -1
        if r.to_the_end or r.best == 0:
            return 0
    return 0


cdef int root_iterate(AlphaMu* a, Root* r, int depth) noexcept nogil:
    """Search all cards to a depth; 0, or -1 when halted.

    The cards that were finished by then have their new values and are fresh.
    """
    cdef Node* x = &a.node[0]
    cdef int i, got
    cdef Front f = Front(a.arena.word, 0, a.k)
    cdef bint open = False
    cdef bint tied
    cdef uint64_t best = 0
    cdef uint64_t most = 0
    a.arena.top = a.arena.word
    vec_copy(x.possible, r.start, a.k)
    vec_copy(x.useful, r.start, a.k)
    for i in range(r.cards):
        r.card[i].fresh = False
    if not settle(a, x):
        return 0
    for i in range(r.cards):
        tied = r.card[i].value == r.best
        if a.use.root_cut and not tied and i > 0 and r.card[i].value <= best:
            r.card[i].exact = False
            continue
        got = root_card(a, r, &r.card[i], depth, a.use.root_cut and not tied, &f, &most)
        if got < 0:
            return -1
        open = open or got
        if r.card[i].value > best:
            best = r.card[i].value
    r.best = best
    r.to_the_end = not open
    r.depth = depth
    r.front.count = f.count
    vec_copy(r.front.vector, f.vector, f.count * a.k)
    root_sort(r, False)
    return 0


cdef int root_card(
    AlphaMu* a, Root* r, RootCard* c, int depth, bint cut, Front* f, uint64_t* most
) noexcept nogil:
    """Search one card and put its front into the root's, f; whether it leaves the horizon open.

    The heaviest vector that is there already weighs `most`. -1 when halted.
    """
    cdef Node* x = &a.node[0]
    cdef Node* y = &a.node[1]
    cdef Front child
    cdef uint64_t value = 0
    cdef bint within = True
    cdef int j
    play_known(a, 0, c.card)
    vec_copy(y.possible, x.possible, a.k)
    vec_copy(y.useful, x.useful, a.k)
    for j in range(a.k):
        y.dd_won[j] = 0
    a.alpha[0] = f[0]
    a.above = 1 if cut else 0
    a.floor = 0
    child = descend(a, 1, depth - 1)
    if child.count < 0:
        return -1
    for j in range(child.count):
        value = max(value, mass(&a.q, front_at(child, j)))
    if value <= c.value or not y.bound_by:
        c.value = value
        c.front.count = child.count
        vec_copy(c.front.vector, child.vector, child.count * a.k)
    # what outweighs the front so far is not among the vectors that it covers
    c.exact = y.bound_by == 0 or (y.bound_by == BY_ROOT and value > most[0])
    if value > most[0]:
        most[0] = value
    for j in range(child.count):
        if not front_covers(f[0], front_at(child, j)):
            within = False
            front_insert(f, front_at(child, j))
    a.arena.top = front_at(f[0], f.count)
    c.depth = depth
    c.fresh = True
    return not (y.to_the_end or within)


cdef void root_sort(Root* r, bint broken) noexcept nogil:
    cdef int i, j
    cdef RootCard c
    for i in range(1, r.cards):
        c = r.card[i]
        j = i
        while j > 0 and precedes(&c, &r.card[j - 1], broken):
            r.card[j] = r.card[j - 1]
            j -= 1
        r.card[j] = c


cdef bint precedes(const RootCard* c, const RootCard* other, bint broken) noexcept nogil:
    """Return whether a card goes before one that it stands behind.

    The higher value goes first, of equal values one that is exact at the present depth, then the
    caller's order decides. Cards that a broken iteration finished go before all others, which stay
    as they are.
    """
    cdef bint known = c.fresh and c.exact
    cdef bint other_known = other.fresh and other.exact
    if broken and not (c.fresh and other.fresh):
        return c.fresh and not other.fresh
    if c.value != other.value:
        return c.value > other.value
    if known != other_known:
        return known
    return c.rank < other.rank


cdef int rank_of(const int* rank, const uint8_t* token, int n, int card) noexcept nogil:
    """The best rank of the cards that a token stands for: itself and those up to the next one."""
    cdef int best = rank[card]
    cdef int c, i
    for c in range(card + 1, DECK):
        for i in range(n):
            if token[i] == c:
                return best
        if rank[c] < best:
            best = rank[c]
    return best


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
    cdef Slot* near
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
            e = fronts_find(&a.table, state_key(&y.st, &a.zobrist), y.possible, a.k, &near)
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
