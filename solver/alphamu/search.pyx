"""The alpha-mu search below the root (Cazenave and Ventos 2019; Cazenave, Legras and Ventos 2021).

`search` returns a front that is an upper bound of the front at its depth, restricted to the useful
worlds; the node's `bound_by` and `to_the_end` say what it is good for (see node.pxd). A cut returns
its bound (fail-soft): a front that lost vectors to the present path's cuts would be wrong for
another path.
"""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.fronts cimport (
    Front, arena_halted, arena_room, front_add, front_at, front_common, front_covers,
    front_product, front_reduce, front_same, front_union, no_front, vec_and, vec_copy, vec_count,
    vec_empty, vec_lowest, vec_minus, vec_same,
)
from solver.alphamu.layouts cimport HELPER, Layouts, MAX_SIDE, holding
from solver.alphamu.leaves cimport fill_leaf, workers_nodes
from solver.alphamu.node cimport (
    AlphaMu, BY_MERGING, Node, causes_t, play_known, play_other, settle,
)
from solver.alphamu.state cimport State, close_trick, known_moves, state_key
from solver.alphamu.table cimport (
    BOUND, EXACT, MERGED, NO_MOVE, Slot, TO_THE_END, fronts_find, fronts_store, slot_front,
)
from solver.core.bits cimport bits_high
from solver.core.cards cimport DECK


cdef Front search(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The front of node `ply` with `depth` of Max's cards to be searched; no front when halted.

    Here and below it lies where the arena's top was, which is left above it.
    """
    cdef Node* x = &a.node[ply]
    cdef Slot* e = NULL
    cdef Slot* near = NULL
    cdef uint64_t key
    cdef int kind
    cdef Front f
    a.nodes += 1
    if halted(a):
        return no_front()
    if not settle(a, x):
        return decided_front(a, x, x.useful)
    if x.st.left == 1 and x.st.place == 0 or (a.use.world_cuts and one_world(a, x.possible)):
        if x.st.left > 1:
            a.world_cuts += 1
        return leaf_front(a, x, True)
    key = state_key(&x.st, &a.zobrist)
    if a.use.transposition_table:
        e = fronts_find(&a.table, key, x.possible, a.k, &near)
        if e != NULL and e.exact and e.depth >= depth:
            f = recall(a, x, e)
            x.bound_by = 0 if e.exact == EXACT else BY_MERGING
            x.to_the_end = e.depth == TO_THE_END
            return f
    if depth == 0:
        f = leaf_front(a, x, False)
        if a.use.transposition_table and f.count > 0:
            fronts_store(&a.table, key, 0, EXACT, NO_MOVE, x.possible, Front(x.leaf, 1, a.k))
        return f
    vec_copy(x.answered, x.possible, a.k)
    x.move = NO_MOVE
    f = bound(a, x, e)
    if f.count > 0 and x.bound_by:
        return f
    if f.count == 0:
        if near != NULL:
            x.move = near.move
        kind = a.q.kind[(x.st.leader + x.st.place) & 3]
        if kind == MAX_SIDE:
            f = max_node(a, ply, depth)
        elif kind == HELPER:
            f = help_node(a, ply, depth)
        else:
            f = min_node(a, ply, depth)
    if a.use.transposition_table and f.count >= 0:
        kind = EXACT if not x.bound_by else MERGED if x.bound_by == BY_MERGING else BOUND
        fronts_store(&a.table, key, TO_THE_END if kind and x.to_the_end else depth, kind, x.move,
                     x.answered, f)
    return f


cdef Front descend(AlphaMu* a, int ply, int depth) noexcept nogil:
    """Search node `ply`, whose state has its last card played but a full trick not yet closed.

    When both defenders put a card of one class in the trick and it wins, Min names the winner: both
    continuations are searched and meet.
    """
    cdef Node* x = &a.node[ply]
    cdef State* st = &x.st
    cdef Front f, g
    cdef int other
    cdef causes_t bound_by
    cdef bint to_the_end
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
    f = search(a, ply, depth)
    if f.count < 0:
        return f
    bound_by = x.bound_by
    to_the_end = x.to_the_end
    st[0] = x.fork.st
    close_trick(st, other, a.q.north_south)
    vec_copy(x.possible, x.fork.possible, a.k)
    vec_copy(x.useful, x.fork.useful, a.k)
    vec_copy(x.dd_won, x.fork.dd_won, a.k)
    g = search(a, ply, depth)
    if g.count < 0:
        return g
    if bound_by or x.bound_by or not front_same(f, g):
        if not (dominated(a, f, True) and dominated(a, g, True)):
            a.flagged[x.fork.st.token[other] - DECK] = True
    x.bound_by |= bound_by
    x.to_the_end = x.to_the_end and to_the_end
    if front_product(&a.arena, &f, g, False):
        x.bound_by |= BY_MERGING
    return f


cdef Front max_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The union of the fronts after each card of Max (2019, section 3.3)."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[13]
    cdef int n = order_max(a, ply, depth, token)
    cdef int level = a.above
    cdef int i, j
    cdef Front f = Front(a.arena.top, 0, a.k)
    cdef Front child
    cdef causes_t own = <causes_t>1 << level
    cdef causes_t bound_by = 0
    cdef causes_t merged
    cdef bint to_the_end = True
    cdef bint within
    if n < 0:
        return no_front()
    x.move = token[0]
    for i in range(n):
        play_known(a, ply, token[i])
        vec_copy(y.possible, x.possible, a.k)
        vec_copy(y.useful, x.useful, a.k)
        for j in range(a.k):
            y.dd_won[j] = 0
        a.alpha[level] = f
        a.above = level + 1
        child = descend(a, ply + 1, depth - 1)
        a.above = level
        if child.count < 0:
            return child
        within = True
        merged = 0
        for j in range(child.count):
            if not front_covers(f, front_at(child, j)):
                within = False
                if front_add(&a.arena, &f, front_at(child, j)):
                    merged = BY_MERGING
        a.arena.top = front_at(f, f.count)
        if within:
            continue
        if f.count == 1:
            x.move = token[i]
        # what is too much in the child's front because of this node's own is not in f
        bound_by |= y.bound_by & ~own | merged
        to_the_end = to_the_end and y.to_the_end
        if a.use.cut_on_win and vec_same(f.vector, x.useful, a.k):
            a.win_cuts += i < n - 1
            bound_by = y.bound_by & ~own | merged
            to_the_end = y.to_the_end
            x.move = token[i]
            break
    x.bound_by = bound_by
    x.to_the_end = to_the_end
    return f


cdef Front min_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The product of the fronts after each card of Min, who sees all cards (2019, section 3.3)."""
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[DECK]
    cdef int n = list_moves(a, ply, token)
    cdef Front f = decided_front(a, x, x.useful)
    cdef Front child
    cdef causes_t bound_by = 0
    cdef causes_t who
    cdef bint to_the_end = True
    cdef int i, before, after
    if f.count < 0:
        return f
    x.move = NO_MOVE
    before = vec_count(x.possible, a.k)
    for i in range(n):
        if not play_other(a, ply, token[i]):
            continue
        vec_copy(y.useful, x.useful, a.k)
        vec_and(y.dd_won, x.dd_won, y.possible, a.k)
        child = descend(a, ply + 1, depth)
        if child.count < 0:
            return child
        bound_by |= y.bound_by
        to_the_end = to_the_end and y.to_the_end
        if child.count == 1 and vec_same(child.vector, x.useful, a.k):
            a.arena.top = child.vector
            continue
        if front_product(&a.arena, &f, child, False):
            bound_by |= BY_MERGING
        if f.count < 0:
            return f
        if a.use.useful_worlds:
            front_union(x.leaf, f)
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
            who = dominated(a, f, a.use.deep_alpha_cut)
            if who:
                a.alpha_cuts += i < n - 1
                x.move = token[i]
                bound_by = who
                to_the_end = True
                break
    x.bound_by = bound_by
    x.to_the_end = to_the_end
    return f


cdef Front help_node(AlphaMu* a, int ply, int depth) noexcept nogil:
    """The join of the fronts after each card of a helper who sees all cards.

    Bounds of the Max nodes above do not hold inside: a helper's card that is no better than they
    are may be so in another world.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[DECK]
    cdef int n = list_moves(a, ply, token)
    cdef Front f, child
    cdef int floor = a.floor
    cdef int i, j
    cdef causes_t bound_by = 0
    cdef bint to_the_end = True
    vec_minus(x.scratch, x.useful, x.possible, a.k)
    f = decided_front(a, x, x.scratch)
    if f.count < 0:
        return f
    x.move = NO_MOVE
    for i in range(n):
        if not play_other(a, ply, token[i]):
            continue
        front_common(x.leaf, f)
        # worlds that are won already whatever is chosen need no other card
        vec_minus(y.possible, y.possible, x.leaf, a.k)
        if vec_empty(y.possible, a.k):
            continue
        vec_copy(y.useful, y.possible, a.k)
        for j in range(a.k):
            y.dd_won[j] = 0
        a.floor = a.above
        child = descend(a, ply + 1, depth)
        a.floor = floor
        if child.count < 0:
            return child
        bound_by |= y.bound_by
        to_the_end = to_the_end and y.to_the_end
        if front_product(&a.arena, &f, child, True):
            bound_by |= BY_MERGING
        if f.count < 0:
            return f
        if x.move == NO_MOVE:
            x.move = token[i]
        if vec_same(f.vector, x.useful, a.k):
            break
    x.bound_by = bound_by
    x.to_the_end = to_the_end
    return f


cdef bint halted(AlphaMu* a) noexcept nogil:
    return arena_halted(&a.arena) or a.nodes + workers_nodes(a) > a.limit


cdef bint one_world(const AlphaMu* a, const uint64_t* p) noexcept nogil:
    """Whether all bits of a non-empty set belong to one world."""
    cdef int b = vec_lowest(p, a.k)
    cdef int w = a.q.world[b]
    cdef int i
    for i in range(b >> 6, a.k):
        if p[i] and a.q.world[64 * i + bits_high(p[i])] != w:
            return False
    return True


cdef causes_t dominated(AlphaMu* a, Front f, bint deep) noexcept nogil:
    """The Max nodes above whose fronts so far cover all vectors together, or none."""
    cdef int i, j
    cdef int low = a.floor
    cdef causes_t who = 0
    if a.above == low:
        return 0
    if not deep:
        low = a.above - 1
    for i in range(f.count):
        j = a.above - 1
        while j >= low and not front_covers(a.alpha[j], front_at(f, i)):
            j -= 1
        if j < low:
            return 0
        who |= <causes_t>1 << j
    return who


cdef Front bound(AlphaMu* a, Node* x, const Slot* e) noexcept nogil:
    """Apply an upper bound: the front that ends the node, or an empty one; no front when halted.

    The bound is a front from the table or the double-dummy vector ("empty entry").
    """
    cdef Front none = Front(a.arena.top, 0, a.k)
    cdef Front f
    if e != NULL:
        f = recall(a, x, e)
    elif a.use.empty_entry:
        f = leaf_front(a, x, False)
    else:
        return none
    if f.count < 0:
        return f
    if a.use.early_cut:
        x.bound_by = dominated(a, f, a.use.deep_alpha_cut)
        if x.bound_by:
            a.early_cuts += 1
            x.to_the_end = True
            return f
    a.arena.top = f.vector
    if a.use.useful_worlds:
        front_union(x.leaf, f)
        vec_and(x.useful, x.useful, x.leaf, a.k)
        vec_and(x.possible, x.possible, x.useful, a.k)
        if a.use.empty_entry:
            vec_copy(x.dd_won, x.possible, a.k)
        if vec_empty(x.possible, a.k):
            # what an upper bound reads as lost in all worlds is exact at every depth
            a.world_cuts += 1
            return decided_front(a, x, x.useful)
        if a.use.world_cuts and one_world(a, x.possible):
            a.world_cuts += 1
            return leaf_front(a, x, True)
    return none


cdef Front recall(AlphaMu* a, const Node* x, const Slot* e) noexcept nogil:
    """A stored front, for the worlds and useful worlds of a node."""
    cdef Front f = slot_front(&a.table, e, a.k)
    cdef const uint64_t* v
    cdef uint64_t* to = a.arena.top
    cdef int i, j
    if not arena_room(&a.arena, to, f.count, a.k):
        return no_front()
    for j in range(f.count):
        v = front_at(f, j)
        for i in range(a.k):
            to[j * a.k + i] = (v[i] & x.possible[i]) | (x.useful[i] & ~x.possible[i])
    f.vector = to
    front_reduce(&f)
    a.arena.top = front_at(f, f.count)
    return f


cdef Front decided_front(AlphaMu* a, Node* x, const uint64_t* v) noexcept nogil:
    """A front of one vector that no depth changes."""
    cdef Front f = Front(a.arena.top, 1, a.k)
    if not arena_room(&a.arena, f.vector, 1, a.k):
        return no_front()
    vec_copy(f.vector, v, a.k)
    a.arena.top += a.k
    x.bound_by = 0
    x.to_the_end = True
    return f


cdef Front leaf_front(AlphaMu* a, Node* x, bint to_the_end) noexcept nogil:
    """The double-dummy vector: what is won, and what is not possible reads 1."""
    cdef Front f = Front(a.arena.top, 1, a.k)
    cdef int i
    if (fill_leaf(a, &x.st, x.possible, x.dd_won, x.leaf) < 0
            or not arena_room(&a.arena, f.vector, 1, a.k)):
        return no_front()
    for i in range(a.k):
        f.vector[i] = x.leaf[i] | (x.useful[i] & ~x.possible[i])
    a.arena.top += a.k
    x.bound_by = 0
    x.to_the_end = to_the_end
    return f


cdef int ambiguous(const State* st, const AlphaMu* a) noexcept nogil:
    """The other place of a full trick that holds a card of the winning class, or -1."""
    cdef int token = st.token[st.best]
    cdef int i
    if token >= DECK and a.q.size[token - DECK] > 1:
        for i in range(4):
            if i != st.best and st.token[i] == token:
                return i
    return -1


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
