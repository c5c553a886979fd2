"""What ends an alpha-mu node, or makes it smaller, before its cards are searched.

The tests are those of Cazenave, Legras and Ventos, *Optimizing alpha-mu* (2021): useful worlds,
world cuts, early cut, empty entry, alpha cut and deep alpha cut.
"""
from libc.stdint cimport uint64_t

from solver.alphamu.leaf cimport fill_leaf
from solver.alphamu.state cimport AlphaMu, Node
from solver.alphamu.table cimport Slot
from solver.alphamu.workers cimport workers_nodes
from solver.alphamu.front cimport (
    front_covers, front_reduce, front_union, vec_and, vec_copy, vec_empty, vec_lowest,
)
from solver.core.types cimport bits_high, flag_load


cdef inline bint am_halted(AlphaMu* a) noexcept nogil:
    """Whether the search must end."""
    if flag_load(&a.dd.stop) or (a.dd.watch != NULL and flag_load(a.dd.watch)):
        return True
    return a.nodes + workers_nodes(a) > a.limit


cdef inline uint64_t dominated(AlphaMu* a, const uint64_t* f, int n, bint deep) noexcept nogil:
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
    return a.arena.top + <size_t>n * a.k <= a.arena.size


cdef inline int give(AlphaMu* a, Node* x, const uint64_t* v) noexcept nogil:
    """Return a front of one vector that no depth changes."""
    if not room(a, 1):
        return -1
    vec_copy(a.arena.word + a.arena.top, v, a.k)
    a.arena.top += a.k
    x.deps = 0
    x.full = True
    return 1


cdef inline int give_leaf(AlphaMu* a, Node* x, bint full) noexcept nogil:
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
