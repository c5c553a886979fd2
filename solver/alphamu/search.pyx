"""The alpha-mu search below the root (Cazenave and Ventos 2019; Cazenave, Legras and Ventos 2021).

`search` returns a front that is an upper bound of the front at its depth, restricted to the useful
worlds. Vectors in which it is wrong are covered by fronts of the Max nodes in `deps`: without any,
it is exact; with LOOSE among them vectors were merged and nothing covers what is wrong. `full` says
that, but for those, no greater depth changes it. A cut
returns its bound (fail-soft): a front that lost vectors to the present path's cuts would be wrong
for another path.
"""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.fronts cimport (
    front_add, front_common, front_covers, front_halted, front_product, front_reduce, front_same,
    front_union, vec_and, vec_copy, vec_count, vec_empty, vec_lowest, vec_minus, vec_same,
)
from solver.alphamu.layouts cimport HELPER, MAX_SIDE, mass
from solver.alphamu.leaves cimport fill_leaf
from solver.alphamu.moves cimport list_moves, order_max
from solver.alphamu.node cimport AlphaMu, LOOSE, Node, play_known, play_other, settle
from solver.alphamu.state cimport State, close_trick, state_hash, state_key
from solver.alphamu.table cimport (
    BOUND, EXACT, MERGED, NO_MOVE, Slot, TO_THE_END, fronts_find, fronts_store,
)
from solver.alphamu.workers cimport workers_nodes
from solver.core.bits cimport bits_high


cdef int search(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The front of node `ply` with `depth` of Max's cards to be searched; its length, -1 halted."""
    cdef Node* x = &a.node[ply]
    cdef size_t base = a.arena.top
    cdef uint64_t key, hash
    cdef Slot* e
    cdef Slot* near = NULL
    cdef int n = 0
    cdef int got, kind
    a.nodes += 1
    if halted(a):
        return -1
    if not settle(a, x):
        return give(a, x, x.U)
    if x.st.left == 1 and x.st.place == 0 or (a.use.world_cuts and one_world(a, x.P)):
        if x.st.left > 1:
            a.world_cuts += 1
        if fill_leaf(a, &x.st, x.P, x.K, x.D) < 0:
            return -1
        return give_leaf(a, x, True)
    key = state_key(&x.st, &a.zobrist)
    hash = state_hash(key)
    e = NULL
    if a.use.table:
        e = fronts_find(&a.table, key, hash, x.P, a.k, &near)
        if e != NULL and a.use.capped and not vec_same(a.table.pool + e.at, x.P, a.k):
            e = NULL
        if e != NULL and e.exact and e.depth >= depth:
            n = recall(a, x, e)
            x.deps = 0 if e.exact == EXACT else <uint64_t>1 << LOOSE
            x.full = e.depth == TO_THE_END
            a.hits += 1
            return n
    if depth == 0:
        if fill_leaf(a, &x.st, x.P, x.K, x.D) < 0:
            return -1
        if a.use.table:
            fronts_store(&a.table, key, hash, 0, EXACT, NO_MOVE, x.P, x.D, 1, a.k)
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
    elif x.deps:
        return n
    if a.use.table:
        kind = EXACT if not x.deps else MERGED if x.deps == <uint64_t>1 << LOOSE else BOUND
        fronts_store(&a.table, key, hash, TO_THE_END if kind and x.full else depth, kind,
                     x.move if got == 0 else NO_MOVE, x.W, a.arena.word + base, n, a.k)
    return n


cdef int descend(AlphaMu* a, int ply, int depth) noexcept nogil:
    """Search node `ply`, whose state has its last card played but a full trick not yet closed.

    When both defenders put a card of one class in the trick and it wins, Min names the winner: both
    continuations are searched and meet.
    """
    cdef Node* x = &a.node[ply]
    cdef State* st = &x.st
    cdef size_t base = a.arena.top
    cdef size_t second
    cdef int other, n, m
    cdef uint64_t deps
    cdef uint64_t merges
    cdef bint full, same
    if st.place < 4:
        return search(a, ply, depth)
    other = ambiguous(st, a)
    if other < 0:
        close_trick(st, st.best, a.q.north_south)
        return search(a, ply, depth)
    a.fork[ply] = st[0]
    vec_copy(x.P2, x.P, a.k)
    vec_copy(x.U2, x.U, a.k)
    vec_copy(x.K2, x.K, a.k)
    close_trick(st, st.best, a.q.north_south)
    n = search(a, ply, depth)
    if n < 0:
        return -1
    deps = x.deps
    full = x.full
    st[0] = a.fork[ply]
    close_trick(st, other, a.q.north_south)
    vec_copy(x.P, x.P2, a.k)
    vec_copy(x.U, x.U2, a.k)
    vec_copy(x.K, x.K2, a.k)
    second = a.arena.top
    m = search(a, ply, depth)
    if m < 0:
        return -1
    same = front_same(a.arena.word + base, n, a.arena.word + second, m, a.k)
    if deps or x.deps or not same:
        if not (dominated(a, a.arena.word + base, n, True)
                and dominated(a, a.arena.word + second, m, True)):
            a.flagged[a.fork[ply].token[other] - 52] = True
    x.deps |= deps
    x.full = x.full and full
    merges = a.arena.merges
    n = front_product(&a.arena, base, n, second, m, False, a.k)
    if a.arena.merges != merges:
        x.deps |= <uint64_t>1 << LOOSE
    return n


cdef int max_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The union of the fronts after each card of Max (2019, section 3.3)."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[13]
    cdef int n = order_max(a, ply, depth, token)
    cdef size_t base = a.arena.top
    cdef int count = 0
    cdef int level = a.above
    cdef int i, j, m
    cdef uint64_t deps = 0
    cdef uint64_t others = ~(<uint64_t>1 << level)
    cdef uint64_t merges
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
        merges = a.arena.merges
        v = f + count * a.k
        for j in range(m):
            if not front_covers(f, count, v + j * a.k, a.k):
                within = False
                count = front_add(&a.arena, f, count, v + j * a.k, a.k)
        if a.arena.merges != merges:
            deps |= <uint64_t>1 << LOOSE
        if a.use.capped:
            cap(a, base, &count)
        a.arena.top = base + <size_t>count * a.k
        if not within:
            if count == 1:
                x.move = token[i]
            deps |= y.deps & others
            full = full and y.full
            if a.use.cut_on_win and vec_same(f, x.U, a.k):
                a.win_cuts += i < n - 1
                deps = y.deps & others
                if a.arena.merges != merges:
                    deps |= <uint64_t>1 << LOOSE
                full = y.full
                x.move = token[i]
                break
    x.deps = deps
    x.full = full
    return count


cdef int min_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The product of the fronts after each card of Min, who sees all cards (2019, section 3.3)."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[52]
    cdef int n = list_moves(a, ply, token)
    cdef size_t base = a.arena.top
    cdef size_t child
    cdef int i, m
    cdef uint64_t deps = 0
    cdef uint64_t merges
    cdef uint64_t who
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
        deps |= y.deps
        full = full and y.full
        if m == 1 and vec_same(a.arena.word + child, x.U, a.k):
            a.arena.top = child
            continue
        merges = a.arena.merges
        count = front_product(&a.arena, base, count, child, m, False, a.k)
        if count < 0:
            return -1
        if a.arena.merges != merges:
            deps |= <uint64_t>1 << LOOSE
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
                deps = 0
                full = True
                break
        if a.use.alpha_cut:
            who = dominated(a, a.arena.word + base, count, a.use.deep_alpha_cut)
            if who:
                a.alpha_cuts += i < n - 1
                x.move = token[i]
                deps = who
                full = True
                break
    x.deps = deps
    x.full = full
    return count


cdef int help_node(AlphaMu* a, int ply, int depth) noexcept nogil:
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
    cdef uint64_t deps = 0
    cdef uint64_t merges
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
        deps |= y.deps
        full = full and y.full
        merges = a.arena.merges
        count = front_product(&a.arena, base, count, child, m, True, a.k)
        if count < 0:
            return -1
        if a.arena.merges != merges:
            deps |= <uint64_t>1 << LOOSE
        if x.move == NO_MOVE:
            x.move = token[i]
        if vec_same(a.arena.word + base, x.U, a.k):
            break
    x.deps = deps
    x.full = full
    return count


cdef bint halted(AlphaMu* a) noexcept nogil:
    """Whether the search must end."""
    return front_halted(&a.arena) or a.nodes + workers_nodes(a) > a.limit


cdef bint one_world(const AlphaMu* a, const uint64_t* p) noexcept nogil:
    """Whether all bits of a non-empty set belong to one world."""
    cdef int b = vec_lowest(p, a.k)
    cdef int w = a.q.world[b]
    cdef int i
    for i in range(b >> 6, a.k):
        if p[i] and a.q.world[64 * i + bits_high(p[i])] != w:
            return False
    return True


cdef uint64_t dominated(AlphaMu* a, const uint64_t* f, int n, bint deep) noexcept nogil:
    """The Max nodes above (as bits) whose fronts so far cover all n vectors together, or 0."""
    cdef int i, j
    cdef int low = a.floor
    cdef uint64_t who = 0
    if a.above == low:
        return 0
    if not deep:
        low = a.above - 1
    for i in range(n):
        j = a.above - 1
        while j >= low and not front_covers(
                a.arena.word + a.alpha[j].base, a.alpha[j].count, f + i * a.k, a.k):
            j -= 1
        if j < low:
            return 0
        who |= <uint64_t>1 << j
    return who


cdef int bound(AlphaMu* a, Node* x, const Slot* e, int* cut) noexcept nogil:
    """Apply an upper bound; return 1 if it ends the node with *cut vectors, else 0; -1 when halted.

    The bound is a front from the table or the double-dummy vector ("empty entry").
    """
    cdef size_t base = a.arena.top
    cdef int n
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
    if a.use.early_cut:
        x.deps = dominated(a, a.arena.word + base, n, a.use.deep_alpha_cut)
        if x.deps:
            a.early_cuts += 1
            x.full = True
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
            cut[0] = give(a, x, x.U)
            return 1 if cut[0] > 0 else -1
        if a.use.world_cuts and one_world(a, x.P):
            a.world_cuts += 1
            if fill_leaf(a, &x.st, x.P, x.K, x.D) < 0:
                return -1
            cut[0] = give_leaf(a, x, True)
            return 1 if cut[0] > 0 else -1
    a.arena.top = base
    return 0


cdef int recall(AlphaMu* a, Node* x, const Slot* e) noexcept nogil:
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


cdef bint room(AlphaMu* a, int n) noexcept nogil:
    """Whether the arena has room for n vectors."""
    return a.arena.top + <size_t>n * a.k <= a.arena.size


cdef int give(AlphaMu* a, Node* x, const uint64_t* v) noexcept nogil:
    """Return a front of one vector that no depth changes."""
    if not room(a, 1):
        return -1
    vec_copy(a.arena.word + a.arena.top, v, a.k)
    a.arena.top += a.k
    x.deps = 0
    x.full = True
    return 1


cdef int give_leaf(AlphaMu* a, Node* x, bint full) noexcept nogil:
    """Return the double-dummy vector: x.D is won where possible, and what is impossible reads 1."""
    cdef int i
    if not room(a, 1):
        return -1
    for i in range(a.k):
        a.arena.word[a.arena.top + i] = x.D[i] | (x.U[i] & ~x.P[i])
    a.arena.top += a.k
    x.deps = 0
    x.full = full
    return 1


cdef int ambiguous(const State* st, const AlphaMu* a) noexcept nogil:
    """The other place of a full trick that holds a card of the winning class, or -1."""
    cdef int token = st.token[st.best]
    cdef int i
    if token >= 52 and a.q.size[token - 52] > 1:
        for i in range(4):
            if i != st.best and st.token[i] == token:
                return i
    return -1


cdef void cap(AlphaMu* a, size_t base, int* n) noexcept nogil:
    """Keep the heaviest vector only, of equal ones the last.

    Frank and Basin, *Search in games with incomplete information* (1998): vector minimaxing.
    """
    cdef uint64_t* f = a.arena.word + base
    cdef uint64_t sum, most = 0
    cdef int i, best = 0
    for i in range(n[0]):
        sum = mass(&a.q, f + i * a.k)
        if sum >= most:
            most = sum
            best = i
    if n[0] > 1:
        vec_copy(f, f + best * a.k, a.k)
        n[0] = 1
