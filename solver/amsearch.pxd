"""The alpha-mu search below the root (Cazenave and Ventos 2019; Cazenave, Legras and Ventos 2021).

`search` returns a front that is an upper bound of the front at its depth, restricted to the useful
worlds; `exact` says that they are equal, and `full` that no greater depth changes it. A cut
returns its bound (fail-soft): a front that lost vectors to the present path's cuts would be wrong
for another path.
"""
from libc.stdint cimport uint8_t, uint64_t

from solver.amstate cimport (
    AlphaMu, Node, State, advance, ambiguous, close_trick, known_moves, mass, state_key,
    void_worlds,
)
from solver.amleaf cimport fill_leaf
from solver.amtable cimport (
    NO_MOVE, Slot, TO_THE_END, fronts_find, fronts_store,
)
from solver.front cimport (
    front_common, front_covers, front_insert, front_product, front_reduce, front_same, front_union,
    vec_and, vec_copy, vec_count, vec_empty, vec_lowest, vec_minus, vec_same,
)
from solver.layouts cimport HELPER, Layouts, MAX_SIDE, holding
from solver.types cimport bits_high, flag_load


cdef inline bint am_halted(AlphaMu* a) noexcept nogil:
    """Whether the search must end."""
    if flag_load(&a.dd.stop) or (a.dd.watch != NULL and flag_load(a.dd.watch)):
        return True
    return a.nodes + a.dd.nodes > a.dd.limit


cdef inline bint dominated(AlphaMu* a, const uint64_t* f, int n, bint deep) noexcept nogil:
    """Whether every vector is covered by the front so far of a Max node above."""
    cdef int i, j
    cdef int low = a.floor
    cdef bint covered
    if a.above == low:
        return False
    if not deep:
        low = a.above - 1
    for i in range(n):
        covered = False
        for j in range(a.above - 1, low - 1, -1):
            if front_covers(a.arena.word + a.alpha[j].base, a.alpha[j].count, f + i * a.k, a.k):
                covered = True
                break
        if not covered:
            return False
    return True


cdef inline bint one_world(const AlphaMu* a, const uint64_t* p) noexcept nogil:
    """Whether all bits of a non-empty set belong to one world."""
    cdef int b = vec_lowest(p, a.k)
    cdef int w = a.q.world[b]
    cdef int i
    for i in range(b >> 6, a.k):
        if p[i] and a.q.world[64 * i + bits_high(p[i])] != w:
            return False
    return True


cdef inline bint room(AlphaMu* a, int n) noexcept nogil:
    """Whether the arena has room for n vectors."""
    if a.arena.top + <size_t>n * a.k <= a.arena.size:
        return True
    a.crowded = True
    return False


cdef inline int give(AlphaMu* a, Node* x, const uint64_t* v, bint exact, bint full) noexcept nogil:
    """Return a front of one vector."""
    if not room(a, 1):
        return -1
    vec_copy(a.arena.word + a.arena.top, v, a.k)
    a.arena.top += a.k
    x.exact = exact
    x.full = full
    return 1


cdef inline int give_leaf(AlphaMu* a, Node* x, bint full) noexcept nogil:
    """Return the double-dummy vector: x.D is won where possible, and what is impossible reads 1."""
    cdef int i
    if not room(a, 1):
        return -1
    for i in range(a.k):
        a.arena.word[a.arena.top + i] = x.D[i] | (x.U[i] & ~x.P[i])
    a.arena.top += a.k
    x.exact = True
    x.full = full
    return 1


cdef inline int settle(AlphaMu* a, Node* x) noexcept nogil:
    """Take out the bits that the tricks taken, and those left, decide."""
    cdef const uint64_t* sure = a.q.reached[x.st.won]
    cdef const uint64_t* still = a.q.reached[x.st.won + x.st.left]
    cdef int i
    cdef uint64_t left = 0
    cdef uint64_t lost
    for i in range(a.k):
        lost = x.P[i] & ~still[i]
        x.U[i] &= ~lost
        x.P[i] &= ~(lost | sure[i])
        left |= x.P[i]
    return left != 0


cdef inline int recall(AlphaMu* a, Node* x, const Slot* e) noexcept nogil:
    """Put a stored front on the arena, for the worlds and useful worlds of a node."""
    cdef const uint64_t* v
    cdef uint64_t* to
    cdef int i, j
    if not room(a, e.count):
        return -1
    to = a.arena.word + a.arena.top
    for j in range(e.count):
        v = a.table.pool + e.at + <size_t>(j + 1) * a.k
        for i in range(a.k):
            to[j * a.k + i] = (v[i] & x.P[i]) | (x.U[i] & ~x.P[i])
    j = front_reduce(to, e.count, a.k)
    a.arena.top += <size_t>j * a.k
    return j


cdef inline int bound(AlphaMu* a, Node* x, const Slot* e, int* cut) noexcept nogil:
    """Bring an upper bound to bear: 1 when it ends the node (then *cut vectors), 0, -1 halted.

    The bound is a front from the table or the double-dummy vector ("empty entry").
    """
    cdef size_t base = a.arena.top
    cdef int n
    cdef int i
    if e != NULL:
        n = recall(a, x, e)
        if n < 0:
            return -1
    elif a.use.empty_entry:
        if fill_leaf(a, &x.st, x.P, x.K, x.D) < 0:
            return -1
        n = give_leaf(a, x, False)
        if n < 0:
            return -1
    else:
        return 0
    if a.use.early_cut and dominated(a, a.arena.word + base, n, a.use.deep_alpha_cut):
        a.early_cuts += 1
        x.exact = x.full = False
        cut[0] = n
        return 1
    if a.use.useful_worlds:
        front_union(x.D, a.arena.word + base, n, a.k)
        vec_and(x.U, x.U, x.D, a.k)
        vec_and(x.P, x.P, x.U, a.k)
        if a.use.empty_entry:
            vec_copy(x.K, x.P, a.k)
        a.arena.top = base
        if vec_empty(x.P, a.k):
            # what an upper bound reads as lost in all worlds is exact at every depth
            a.world_cuts += 1
            cut[0] = give(a, x, x.U, True, True)
            return 1 if cut[0] > 0 else -1
        if a.use.world_cuts and one_world(a, x.P):
            a.world_cuts += 1
            if fill_leaf(a, &x.st, x.P, x.K, x.D) < 0:
                return -1
            cut[0] = give_leaf(a, x, True)
            return 1 if cut[0] > 0 else -1
    a.arena.top = base
    return 0


cdef inline int search(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The front of node `ply` with `depth` of Max's cards to be searched; its length, -1 halted."""
    cdef Node* x = &a.node[ply]
    cdef size_t base = a.arena.top
    cdef uint64_t key, hash
    cdef Slot* e
    cdef Slot* near = NULL
    cdef int n = 0
    cdef int got, kind
    a.nodes += 1
    if am_halted(a):
        return -1
    if not settle(a, x):
        return give(a, x, x.U, True, True)
    if x.st.left == 1 and x.st.place == 0 or (a.use.world_cuts and one_world(a, x.P)):
        if x.st.left > 1:
            a.world_cuts += 1
        if fill_leaf(a, &x.st, x.P, x.K, x.D) < 0:
            return -1
        return give_leaf(a, x, True)
    key = state_key(&x.st, a)
    hash = key * 0xD6E8FEB86659FD93ULL
    hash ^= hash >> 32
    e = NULL
    if a.use.table:
        e = fronts_find(&a.table, key, hash, x.P, a.k, &near)
        if e != NULL and a.use.capped and not vec_same(a.table.pool + e.at, x.P, a.k):
            e = NULL
        if e != NULL and e.exact and e.depth >= depth:
            n = recall(a, x, e)
            x.exact = True
            x.full = e.depth == TO_THE_END
            a.hits += 1
            return n
    if depth == 0:
        if fill_leaf(a, &x.st, x.P, x.K, x.D) < 0:
            return -1
        if a.use.table:
            fronts_store(&a.table, key, hash, 0, True, NO_MOVE, x.P, x.D, 1, a.k)
        return give_leaf(a, x, False)
    vec_copy(x.W, x.P, a.k)
    got = bound(a, x, e, &n)
    if got < 0:
        return -1
    if got == 0:
        x.move = near.move if near != NULL else NO_MOVE
        kind = a.q.kind[(x.st.leader + x.st.place) & 3]
        if kind == MAX_SIDE:
            n = max_node(a, ply, depth)
        elif kind == HELPER:
            n = help_node(a, ply, depth)
        else:
            n = min_node(a, ply, depth)
        if n < 0:
            return -1
    elif not x.full:
        return n
    if a.use.table:
        fronts_store(&a.table, key, hash, TO_THE_END if x.exact and x.full else depth, x.exact,
                     x.move if got == 0 else NO_MOVE, x.W, a.arena.word + base, n, a.k)
    return n


cdef inline int descend(AlphaMu* a, int ply, int depth) noexcept nogil:
    """Search node `ply`, whose state has its last card played but a full trick not yet closed.

    When both defenders put a card of one class in the trick and it wins, Min names the winner: both
    continuations are searched and meet.
    """
    cdef Node* x = &a.node[ply]
    cdef State* st = &x.st
    cdef size_t base = a.arena.top
    cdef size_t second
    cdef int other, n, m
    cdef bint exact, full, same
    if st.place < 4:
        return search(a, ply, depth)
    other = ambiguous(st, a)
    if other < 0:
        close_trick(st, st.best, a)
        return search(a, ply, depth)
    a.fork[ply] = st[0]
    vec_copy(x.P2, x.P, a.k)
    vec_copy(x.U2, x.U, a.k)
    vec_copy(x.K2, x.K, a.k)
    close_trick(st, st.best, a)
    n = search(a, ply, depth)
    if n < 0:
        return -1
    exact = x.exact
    full = x.full
    st[0] = a.fork[ply]
    close_trick(st, other, a)
    vec_copy(x.P, x.P2, a.k)
    vec_copy(x.U, x.U2, a.k)
    vec_copy(x.K, x.K2, a.k)
    second = a.arena.top
    m = search(a, ply, depth)
    if m < 0:
        return -1
    same = front_same(a.arena.word + base, n, a.arena.word + second, m, a.k)
    if not (exact and x.exact and same):
        if not (dominated(a, a.arena.word + base, n, True)
                and dominated(a, a.arena.word + second, m, True)):
            a.flagged[a.fork[ply].token[other] - 52] = True
    x.exact = x.exact and exact
    x.full = x.full and full
    n = front_product(&a.arena, base, n, second, m, False, a.k)
    if n < 0:
        a.crowded = True
    return n


cdef inline void play_known(AlphaMu* a, int ply, int card) noexcept nogil:
    """Make node ply+1 the state after a card of a known hand; its worlds are still to be set."""
    cdef Node* y = &a.node[ply + 1]
    y.st = a.node[ply].st
    advance(&y.st, card, a)


cdef inline void cap(AlphaMu* a, size_t base, int* n) noexcept nogil:
    """Keep the heaviest vector only (vector minimaxing, Frank and Basin 1998)."""
    cdef uint64_t* f = a.arena.word + base
    cdef uint64_t sum, most = 0
    cdef int i, best = 0
    for i in range(n[0]):
        sum = mass(a, f + i * a.k)
        if i == 0 or sum > most:
            most = sum
            best = i
    if n[0] > 1:
        vec_copy(f, f + best * a.k, a.k)
        n[0] = 1


cdef inline int order_max(AlphaMu* a, int ply, int depth, uint8_t* token) noexcept nogil:
    """List a known seat's cards, the most promising first; how many, or -1 when halted."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef int n = known_moves(&x.st, a, token)
    cdef int weight[13]
    cdef int i, j, w
    cdef uint8_t t
    cdef uint64_t key, hash
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
            close_trick(&y.st, y.st.best, a)
        vec_copy(y.P, x.P, a.k)
        vec_copy(y.U, x.U, a.k)
        if not settle(a, y):
            weight[j] = vec_count(y.U, a.k)
            continue
        key = state_key(&y.st, a)
        hash = key * 0xD6E8FEB86659FD93ULL
        hash ^= hash >> 32
        e = NULL
        if a.use.table:
            e = fronts_find(&a.table, key, hash, y.P, a.k, &near)
        if e == NULL:
            for w in range(a.k):
                y.K[w] = 0
            if fill_leaf(a, &y.st, y.P, y.K, y.D) < 0:
                return -1
            if a.use.table:
                fronts_store(&a.table, key, hash, 0, True, NO_MOVE, y.P, y.D, 1, a.k)
        else:
            front_union(y.D, a.table.pool + e.at + a.k, e.count, a.k)
            vec_and(y.D, y.D, y.P, a.k)
        weight[j] = vec_count(y.D, a.k) + vec_count(y.U, a.k) - vec_count(y.P, a.k)
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


cdef inline int max_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The union of the fronts after each card of Max (2019, section 3.3)."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[13]
    cdef int n = order_max(a, ply, depth, token)
    cdef size_t base = a.arena.top
    cdef int count = 0
    cdef int level = a.above
    cdef int i, j, m
    cdef bint exact = True
    cdef bint full = True
    cdef bint within
    cdef uint64_t* f = a.arena.word + base
    cdef const uint64_t* v
    if n < 0:
        return -1
    x.move = token[0]
    for i in range(n):
        play_known(a, ply, token[i])
        vec_copy(y.P, x.P, a.k)
        vec_copy(y.U, x.U, a.k)
        for j in range(a.k):
            y.K[j] = 0
        a.alpha[level].base = base
        a.alpha[level].count = count
        a.above = level + 1
        m = descend(a, ply + 1, depth - 1)
        a.above = level
        if m < 0:
            return -1
        within = True
        v = f + count * a.k
        for j in range(m):
            if not front_covers(f, count, v + j * a.k, a.k):
                within = False
                count = front_insert(f, count, v + j * a.k, a.k)
        if a.use.capped:
            cap(a, base, &count)
        a.arena.top = base + <size_t>count * a.k
        if not within:
            if count == 1:
                x.move = token[i]
            exact = exact and y.exact
            full = full and y.full
            if a.use.cut_on_win and vec_same(f, x.U, a.k):
                a.win_cuts += i < n - 1
                exact = y.exact
                full = y.full
                x.move = token[i]
                break
    x.exact = exact
    x.full = full and exact
    return count


cdef inline int order_hidden(AlphaMu* a, int ply, uint8_t* token) noexcept nogil:
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
    cdef int weight[52]
    cdef uint64_t* now = x.D
    cdef uint64_t* before = x.S
    cdef uint64_t* swap
    if led >= 0:
        void_worlds(a, &x.st, seat, led, x.V)
    for s in range(4):
        last = -1
        for c in range(q.first[s], q.first[s + 1]):
            if x.st.played[seat][c] >= q.size[c]:
                continue
            vec_and(now, x.P, holding(q, seat, c, x.st.played[seat][c] + 1), a.k)
            if led >= 0 and s != led:
                vec_and(now, now, x.V, a.k)
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
            if c + 52 == x.move:
                w = 1 << 20
            j = n
            while j > 0 and weight[j - 1] < w:
                weight[j] = weight[j - 1]
                token[j] = token[j - 1]
                j -= 1
            weight[j] = w
            token[j] = <uint8_t>(c + 52)
            n += 1
    return n


cdef inline int list_moves(AlphaMu* a, int ply, uint8_t* token) noexcept nogil:
    """The moves of a seat that is not Max."""
    cdef Node* x = &a.node[ply]
    cdef int i, n
    cdef int seat = (x.st.leader + x.st.place) & 3
    if not a.q.known[seat]:
        return order_hidden(a, ply, token)
    n = known_moves(&x.st, a, token)
    for i in range(n):
        if token[i] == x.move:
            token[i] = token[0]
            token[0] = <uint8_t>x.move
            break
    return n


cdef inline bint play_other(AlphaMu* a, int ply, int token) noexcept nogil:
    """Make node ply+1 the state after a move of a seat that is not Max, with its worlds in P.

    False when no possible world is left that allows it.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef int seat = (x.st.leader + x.st.place) & 3
    cdef int c = token - 52
    if token < 52:
        vec_copy(y.P, x.P, a.k)
    else:
        vec_and(y.P, x.P, holding(&a.q, seat, c, x.st.played[seat][c] + 1), a.k)
        if x.st.place and a.q.suit[c] != x.st.suit[0]:
            vec_and(y.P, y.P, x.V, a.k)
        if vec_empty(y.P, a.k):
            return False
    y.st = x.st
    advance(&y.st, token, a)
    return True


cdef inline int min_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The product of the fronts after each card of Min, who sees all cards (2019, section 3.3)."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[52]
    cdef int n = list_moves(a, ply, token)
    cdef size_t base = a.arena.top
    cdef size_t child
    cdef int i, m
    cdef bint exact = True
    cdef bint full = True
    cdef int count = 1
    cdef int before, after
    if not room(a, 1):
        return -1
    x.move = NO_MOVE
    vec_copy(a.arena.word + base, x.U, a.k)
    a.arena.top = base + a.k
    before = vec_count(x.P, a.k)
    for i in range(n):
        if not play_other(a, ply, token[i]):
            continue
        vec_copy(y.U, x.U, a.k)
        vec_and(y.K, x.K, y.P, a.k)
        child = a.arena.top
        m = descend(a, ply + 1, depth)
        if m < 0:
            return -1
        exact = exact and y.exact
        full = full and y.full
        if m == 1 and vec_same(a.arena.word + child, x.U, a.k):
            a.arena.top = child
            continue
        count = front_product(&a.arena, base, count, child, m, False, a.k)
        if count < 0:
            a.crowded = True
            return -1
        if a.use.capped:
            cap(a, base, &count)
            a.arena.top = base + a.k
        if a.use.useful_worlds:
            front_union(x.D, a.arena.word + base, count, a.k)
            vec_and(x.U, x.U, x.D, a.k)
            vec_and(x.P, x.P, x.U, a.k)
            vec_and(x.K, x.K, x.P, a.k)
            after = vec_count(x.P, a.k)
            if after < before:
                x.move = token[i]
                before = after
            if after == 0:
                # lost in all worlds, by an upper bound
                exact = full = True
                break
        if a.use.alpha_cut and dominated(a, a.arena.word + base, count, a.use.deep_alpha_cut):
            a.alpha_cuts += i < n - 1
            x.move = token[i]
            exact = full = False
            break
    x.exact = exact
    x.full = full and exact
    return count


cdef inline int help_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The join of the fronts after each card of a helper who sees all cards.

    Bounds of the Max nodes above do not hold inside: a helper's card that is no better than they
    are may be so in another world.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[52]
    cdef int n = list_moves(a, ply, token)
    cdef size_t base = a.arena.top
    cdef size_t child
    cdef int floor = a.floor
    cdef int i, j, m
    cdef bint exact = True
    cdef bint full = True
    cdef int count = 1
    if not room(a, 1):
        return -1
    vec_minus(a.arena.word + base, x.U, x.P, a.k)
    a.arena.top = base + a.k
    x.move = NO_MOVE
    for i in range(n):
        if not play_other(a, ply, token[i]):
            continue
        front_common(x.D, a.arena.word + base, count, a.k)
        # worlds that are won already whatever is chosen need no other card
        vec_minus(y.P, y.P, x.D, a.k)
        if vec_empty(y.P, a.k):
            continue
        vec_copy(y.U, y.P, a.k)
        for j in range(a.k):
            y.K[j] = 0
        child = a.arena.top
        a.floor = a.above
        m = descend(a, ply + 1, depth)
        a.floor = floor
        if m < 0:
            return -1
        exact = exact and y.exact
        full = full and y.full
        count = front_product(&a.arena, base, count, child, m, True, a.k)
        if count < 0:
            a.crowded = True
            return -1
        if x.move == NO_MOVE:
            x.move = token[i]
        if vec_same(a.arena.word + base, x.U, a.k):
            break
    x.exact = exact
    x.full = full and exact
    return count
