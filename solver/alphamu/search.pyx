"""The alpha-mu search below the root (Cazenave and Ventos 2019; Cazenave, Legras and Ventos 2021).

`search` returns a front that is an upper bound of the front at its depth, restricted to the useful
worlds; the node's `bound_by` and `to_the_end` say what it is good for (see node.pxd). A cut returns
its bound (fail-soft): a front that lost vectors to the present path's cuts would be wrong for
another path.
"""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.fronts cimport (
    front_add, front_common, front_covers, front_halted, front_product, front_reduce, front_same,
    front_union, vec_and, vec_copy, vec_count, vec_empty, vec_lowest, vec_minus, vec_same,
)
from solver.alphamu.layouts cimport HELPER, MAX_SIDE, mass
from solver.alphamu.leaves cimport fill_leaf
from solver.alphamu.moves cimport list_moves, order_max
from solver.alphamu.node cimport (
    AlphaMu, BY_MERGING, Node, causes_t, play_known, play_other, settle,
)
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
        return give(a, x, x.useful)
    if x.st.left == 1 and x.st.place == 0 or (a.use.world_cuts and one_world(a, x.possible)):
        if x.st.left > 1:
            a.world_cuts += 1
        if fill_leaf(a, &x.st, x.possible, x.dd_won, x.leaf) < 0:
            return -1
        return give_leaf(a, x, True)
    key = state_key(&x.st, &a.zobrist)
    hash = state_hash(key)
    e = NULL
    if a.use.table:
        e = fronts_find(&a.table, key, hash, x.possible, a.k, &near)
        if e != NULL and a.use.capped and not vec_same(a.table.pool + e.at, x.possible, a.k):
            e = NULL
        if e != NULL and e.exact and e.depth >= depth:
            n = recall(a, x, e)
            x.bound_by = 0 if e.exact == EXACT else BY_MERGING
            x.to_the_end = e.depth == TO_THE_END
            a.hits += 1
            return n
    if depth == 0:
        if fill_leaf(a, &x.st, x.possible, x.dd_won, x.leaf) < 0:
            return -1
        if a.use.table:
            fronts_store(&a.table, key, hash, 0, EXACT, NO_MOVE, x.possible, x.leaf, 1, a.k)
        return give_leaf(a, x, False)
    vec_copy(x.answered, x.possible, a.k)
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
    elif x.bound_by:
        return n
    if a.use.table:
        kind = EXACT if not x.bound_by else MERGED if x.bound_by == BY_MERGING else BOUND
        fronts_store(&a.table, key, hash, TO_THE_END if kind and x.to_the_end else depth, kind,
                     x.move if got == 0 else NO_MOVE, x.answered, a.arena.word + base, n, a.k)
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
    cdef causes_t bound_by
    cdef uint64_t merges
    cdef bint to_the_end, same
    if st.place < 4:
        return search(a, ply, depth)
    other = ambiguous(st, a)
    if other < 0:
        close_trick(st, st.best, a.q.north_south)
        return search(a, ply, depth)
    x.fork.st = st[0]
    vec_copy(x.fork.possible, x.possible, a.k)
    vec_copy(x.fork.useful, x.useful, a.k)
    vec_copy(x.fork.dd_won, x.dd_won, a.k)
    close_trick(st, st.best, a.q.north_south)
    n = search(a, ply, depth)
    if n < 0:
        return -1
    bound_by = x.bound_by
    to_the_end = x.to_the_end
    st[0] = x.fork.st
    close_trick(st, other, a.q.north_south)
    vec_copy(x.possible, x.fork.possible, a.k)
    vec_copy(x.useful, x.fork.useful, a.k)
    vec_copy(x.dd_won, x.fork.dd_won, a.k)
    second = a.arena.top
    m = search(a, ply, depth)
    if m < 0:
        return -1
    same = front_same(a.arena.word + base, n, a.arena.word + second, m, a.k)
    if bound_by or x.bound_by or not same:
        if not (dominated(a, a.arena.word + base, n, True)
                and dominated(a, a.arena.word + second, m, True)):
            a.flagged[x.fork.st.token[other] - 52] = True
    x.bound_by |= bound_by
    x.to_the_end = x.to_the_end and to_the_end
    merges = a.arena.merges
    n = front_product(&a.arena, base, n, second, m, False, a.k)
    if a.arena.merges != merges:
        x.bound_by |= BY_MERGING
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
    cdef causes_t bound_by = 0
    cdef causes_t own = <causes_t>1 << level
    cdef uint64_t merges
    cdef bint to_the_end = True
    cdef bint within
    cdef uint64_t* f = a.arena.word + base
    cdef const uint64_t* v
    if n < 0:
        return -1
    x.move = token[0]
    for i in range(n):
        play_known(a, ply, token[i])
        vec_copy(y.possible, x.possible, a.k)
        vec_copy(y.useful, x.useful, a.k)
        for j in range(a.k):
            y.dd_won[j] = 0
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
            bound_by |= BY_MERGING
        if a.use.capped:
            cap(a, base, &count)
        a.arena.top = base + <size_t>count * a.k
        if not within:
            if count == 1:
                x.move = token[i]
            bound_by |= y.bound_by & ~own
            to_the_end = to_the_end and y.to_the_end
            if a.use.cut_on_win and vec_same(f, x.useful, a.k):
                a.win_cuts += i < n - 1
                bound_by = y.bound_by & ~own
                if a.arena.merges != merges:
                    bound_by |= BY_MERGING
                to_the_end = y.to_the_end
                x.move = token[i]
                break
    x.bound_by = bound_by
    x.to_the_end = to_the_end
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
    cdef causes_t bound_by = 0
    cdef uint64_t merges
    cdef causes_t who
    cdef bint to_the_end = True
    cdef int count = 1
    cdef int before, after
    if not room(a, 1):
        return -1
    x.move = NO_MOVE
    vec_copy(a.arena.word + base, x.useful, a.k)
    a.arena.top = base + a.k
    before = vec_count(x.possible, a.k)
    for i in range(n):
        if not play_other(a, ply, token[i]):
            continue
        vec_copy(y.useful, x.useful, a.k)
        vec_and(y.dd_won, x.dd_won, y.possible, a.k)
        child = a.arena.top
        m = descend(a, ply + 1, depth)
        if m < 0:
            return -1
        bound_by |= y.bound_by
        to_the_end = to_the_end and y.to_the_end
        if m == 1 and vec_same(a.arena.word + child, x.useful, a.k):
            a.arena.top = child
            continue
        merges = a.arena.merges
        count = front_product(&a.arena, base, count, child, m, False, a.k)
        if count < 0:
            return -1
        if a.arena.merges != merges:
            bound_by |= BY_MERGING
        if a.use.capped:
            cap(a, base, &count)
            a.arena.top = base + a.k
        if a.use.useful_worlds:
            front_union(x.leaf, a.arena.word + base, count, a.k)
            vec_and(x.useful, x.useful, x.leaf, a.k)
            vec_and(x.possible, x.possible, x.useful, a.k)
            vec_and(x.dd_won, x.dd_won, x.possible, a.k)
            after = vec_count(x.possible, a.k)
            if after < before:
                x.move = token[i]
                before = after
            if after == 0:
                # lost in all worlds, by an upper bound
                bound_by = 0
                to_the_end = True
                break
        if a.use.alpha_cut:
            who = dominated(a, a.arena.word + base, count, a.use.deep_alpha_cut)
            if who:
                a.alpha_cuts += i < n - 1
                x.move = token[i]
                bound_by = who
                to_the_end = True
                break
    x.bound_by = bound_by
    x.to_the_end = to_the_end
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
    cdef causes_t bound_by = 0
    cdef uint64_t merges
    cdef bint to_the_end = True
    cdef int count = 1
    if not room(a, 1):
        return -1
    vec_minus(a.arena.word + base, x.useful, x.possible, a.k)
    a.arena.top = base + a.k
    x.move = NO_MOVE
    for i in range(n):
        if not play_other(a, ply, token[i]):
            continue
        front_common(x.leaf, a.arena.word + base, count, a.k)
        # worlds that are won already whatever is chosen need no other card
        vec_minus(y.possible, y.possible, x.leaf, a.k)
        if vec_empty(y.possible, a.k):
            continue
        vec_copy(y.useful, y.possible, a.k)
        for j in range(a.k):
            y.dd_won[j] = 0
        child = a.arena.top
        a.floor = a.above
        m = descend(a, ply + 1, depth)
        a.floor = floor
        if m < 0:
            return -1
        bound_by |= y.bound_by
        to_the_end = to_the_end and y.to_the_end
        merges = a.arena.merges
        count = front_product(&a.arena, base, count, child, m, True, a.k)
        if count < 0:
            return -1
        if a.arena.merges != merges:
            bound_by |= BY_MERGING
        if x.move == NO_MOVE:
            x.move = token[i]
        if vec_same(a.arena.word + base, x.useful, a.k):
            break
    x.bound_by = bound_by
    x.to_the_end = to_the_end
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


cdef causes_t dominated(AlphaMu* a, const uint64_t* f, int n, bint deep) noexcept nogil:
    """The Max nodes above (as bits) whose fronts so far cover all n vectors together, or 0."""
    cdef int i, j
    cdef int low = a.floor
    cdef causes_t who = 0
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
        if fill_leaf(a, &x.st, x.possible, x.dd_won, x.leaf) < 0:
            return -1
        n = give_leaf(a, x, False)
        if n < 0:
            return -1
    else:
        return 0
    if a.use.early_cut:
        x.bound_by = dominated(a, a.arena.word + base, n, a.use.deep_alpha_cut)
        if x.bound_by:
            a.early_cuts += 1
            x.to_the_end = True
            cut[0] = n
            return 1
    if a.use.useful_worlds:
        front_union(x.leaf, a.arena.word + base, n, a.k)
        vec_and(x.useful, x.useful, x.leaf, a.k)
        vec_and(x.possible, x.possible, x.useful, a.k)
        if a.use.empty_entry:
            vec_copy(x.dd_won, x.possible, a.k)
        a.arena.top = base
        if vec_empty(x.possible, a.k):
            # what an upper bound reads as lost in all worlds is exact at every depth
            a.world_cuts += 1
            cut[0] = give(a, x, x.useful)
            return 1 if cut[0] > 0 else -1
        if a.use.world_cuts and one_world(a, x.possible):
            a.world_cuts += 1
            if fill_leaf(a, &x.st, x.possible, x.dd_won, x.leaf) < 0:
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
            to[j * a.k + i] = (v[i] & x.possible[i]) | (x.useful[i] & ~x.possible[i])
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
    x.bound_by = 0
    x.to_the_end = True
    return 1


cdef int give_leaf(AlphaMu* a, Node* x, bint to_the_end) noexcept nogil:
    """Return the double-dummy vector: x.leaf is won where possible, and what is impossible reads 1."""
    cdef int i
    if not room(a, 1):
        return -1
    for i in range(a.k):
        a.arena.word[a.arena.top + i] = x.leaf[i] | (x.useful[i] & ~x.possible[i])
    a.arena.top += a.k
    x.bound_by = 0
    x.to_the_end = to_the_end
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
