"""The nodes above the last card of Min that a policy draws (README, "Min does not see all").

They have a value, not a front: above them nobody chooses but Max, by the measure of the worlds, and
so of each front below only the vector of the greatest measure counts. All sums are whole numbers:
a measure is a weight times the shares drawn so far.
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from solver.alphamu.fronts cimport Front, front_at, vec_copy, vec_empty
from solver.alphamu.leaves cimport fill_leaf
from solver.alphamu.node cimport AlphaMu, Node, play_known, settle
from solver.alphamu.search cimport descend
from solver.alphamu.state cimport advance, close_trick
from solver.core.bits cimport bits_low
from solver.core.cards cimport DECK, bit_card, hand_t, lane_mask


cdef int draws_card(AlphaMu* a, int card, int depth, Drawn* out) noexcept nogil:
    """Fill in what a card of the root is worth at a depth; 0, or -1 when halted."""
    play_known(a, 0, card)
    vec_copy(a.node[1].possible, a.node[0].possible, a.k)
    out.to_the_end = True
    out.merged = False
    return value(a, 1, a.draws.child[card], depth - 1, 0, out)


cdef int draws_moves(AlphaMu* a, int ply, uint8_t* token) noexcept nogil:
    """List the legal cards of a known hand, touching ones too, low to high; how many."""
    cdef Node* x = &a.node[ply]
    cdef hand_t own = x.st.hand[(x.st.leader + x.st.place) & 3]
    cdef int n = 0
    if x.st.place and own & lane_mask(x.st.suit[0]):
        own &= lane_mask(x.st.suit[0])
    while own:
        token[n] = <uint8_t>bit_card(own & (~own + 1))
        own &= own - 1
        n += 1
    return n


cdef int value(
    AlphaMu* a, int ply, int at, int depth, int level, Drawn* out
) noexcept nogil:
    """Fill in the value of node `ply`, `at` in the policy's tree, `level` cards drawn before.

    Its possible worlds are set, their measures are those of the level; a full trick is not yet
    closed. Returns -1 when halted.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint8_t token[13]
    cdef uint64_t sum, best
    cdef int i, n
    if at < 0:
        return front_value(a, ply, depth, level, out)
    a.nodes += 1
    out.value = open_node(a, ply, level) << WHOLE_BITS * (a.draws.most - level)
    if vec_empty(x.possible, a.k):
        return 0
    if depth == 0:
        if clear(a, ply, at, level) < 0:
            return -1
        out.value += product(a, x.possible, level, a.draws.clear + <size_t>ply * a.q.bits)
        out.to_the_end = False
        return 0
    sum = out.value
    if a.draws.first[at] == a.draws.first[at + 1]:
        n = draws_moves(a, ply, token)
        best = 0
        for i in range(n):
            play_known(a, ply, token[i])
            vec_copy(y.possible, x.possible, a.k)
            if value(a, ply + 1, a.draws.child[DECK * at + token[i]], depth - 1, level, out) < 0:
                return -1
            best = max(best, out.value)
        out.value = sum + best
        return 0
    for i in range(a.draws.first[at], a.draws.first[at + 1]):
        if not draw(a, ply, i, level):
            continue
        if value(a, ply + 1, a.draws.child[DECK * at + a.draws.card[i]], depth, level + 1,
                 out) < 0:
            return -1
        sum += out.value
    out.value = sum
    return 0


cdef int front_value(AlphaMu* a, int ply, int depth, int level, Drawn* out) noexcept nogil:
    """Fill in the value of a node below the last draw; -1 when halted."""
    cdef Node* x = &a.node[ply]
    cdef Front f
    cdef uint64_t one
    cdef uint64_t most = 0
    cdef int i
    vec_copy(x.useful, x.possible, a.k)
    memset(x.dd_won, 0, a.k * sizeof(uint64_t))
    a.above = a.floor = 0
    f = descend(a, ply, depth)
    if f.count < 0:
        return -1
    for i in range(f.count):
        one = measured(a, front_at(f, i), level)
        most = max(most, one)
    a.arena.top = f.vector
    out.value = most << WHOLE_BITS * (a.draws.most - level)
    out.to_the_end = out.to_the_end and x.to_the_end
    out.merged = out.merged or x.bound_by != 0
    return 0


cdef uint64_t open_node(AlphaMu* a, int ply, int level) noexcept nogil:
    """Close a full trick and take what it decides out of the node; the measure of what is won."""
    cdef Node* x = &a.node[ply]
    cdef int i
    if x.st.place == 4:
        close_trick(&x.st, x.st.best, a.q.north_south)
    vec_copy(x.useful, x.possible, a.k)
    settle(a, x)
    for i in range(a.k):
        x.useful[i] &= ~x.possible[i]
    return measured(a, x.useful, level)


cdef bint draw(AlphaMu* a, int ply, int row, int level) noexcept nogil:
    """Make node ply+1 the state after the card of a row, with its possible worlds and measures.

    False when no possible world has it.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef const uint16_t* share = a.draws.share + <size_t>row * a.draws.worlds
    cdef const uint64_t* before = a.draws.measure + <size_t>level * a.q.bits
    cdef uint64_t* after = a.draws.measure + <size_t>(level + 1) * a.q.bits
    cdef uint64_t left
    cdef int i, b
    for i in range(a.k):
        y.possible[i] = 0
        left = x.possible[i]
        while left:
            b = 64 * i + bits_low(left)
            left &= left - 1
            if share[a.q.world[b]]:
                y.possible[i] |= <uint64_t>1 << (b & 63)
                after[b] = before[b] * share[a.q.world[b]]
    if vec_empty(y.possible, a.k):
        return False
    y.st = x.st
    advance(&y.st, a.draws.token[a.draws.card[row]], &a.q, &a.zobrist)
    return True


cdef uint64_t measured(const AlphaMu* a, const uint64_t* v, int level) noexcept nogil:
    """The measure of a vector's bits."""
    cdef const uint64_t* measure = a.draws.measure + <size_t>level * a.q.bits
    cdef uint64_t left
    cdef uint64_t sum = 0
    cdef int i
    for i in range(a.k):
        left = v[i]
        while left:
            sum += measure[64 * i + bits_low(left)]
            left &= left - 1
    return sum


cdef uint64_t product(
    const AlphaMu* a, const uint64_t* v, int level, const uint64_t* clear_values
) noexcept nogil:
    """The sum of the measures of a vector's bits, each times its clear value."""
    cdef const uint64_t* measure = a.draws.measure + <size_t>level * a.q.bits
    cdef uint64_t left
    cdef uint64_t sum = 0
    cdef int i, b
    for i in range(a.k):
        left = v[i]
        while left:
            b = 64 * i + bits_low(left)
            left &= left - 1
            sum += measure[b] * clear_values[b]
    return sum


cdef int clear(AlphaMu* a, int ply, int at, int level) noexcept nogil:
    """Fill the ply's row of clear values, how often each possible bit is won; -1 when halted.

    Max sees all cards, Min draws where the policy says so, and below that play is double dummy. The
    values are in units of one over WHOLE to the power of the draws left. What the tricks decide is
    taken out of the possible worlds.
    """
    cdef Node* x = &a.node[ply]
    cdef Node* y = &a.node[ply + 1]
    cdef uint64_t* out = a.draws.clear + <size_t>ply * a.q.bits
    cdef const uint64_t* child = out + a.q.bits
    cdef const uint16_t* share
    cdef uint64_t scale = <uint64_t>1 << WHOLE_BITS * (a.draws.most - level)
    cdef uint64_t left
    cdef uint8_t token[13]
    cdef int i, j, b, n
    memset(out, 0, a.q.bits * sizeof(uint64_t))
    open_node(a, ply, 0)
    put(a, x.useful, scale, out)
    if vec_empty(x.possible, a.k):
        return 0
    if at < 0:
        memset(x.dd_won, 0, a.k * sizeof(uint64_t))
        if fill_leaf(a, &x.st, x.possible, x.dd_won, x.leaf) < 0:
            return -1
        put(a, x.leaf, scale, out)
        return 0
    if a.draws.first[at] == a.draws.first[at + 1]:
        n = draws_moves(a, ply, token)
        for i in range(n):
            play_known(a, ply, token[i])
            vec_copy(y.possible, x.possible, a.k)
            if clear(a, ply + 1, a.draws.child[DECK * at + token[i]], level) < 0:
                return -1
            for b in range(a.q.bits):
                out[b] = max(out[b], child[b])
        return 0
    for i in range(a.draws.first[at], a.draws.first[at + 1]):
        if not draw(a, ply, i, level):
            continue
        share = a.draws.share + <size_t>i * a.draws.worlds
        for j in range(a.k):
            # the child takes worlds out of its own set
            x.scratch[j] = y.possible[j]
        if clear(a, ply + 1, a.draws.child[DECK * at + a.draws.card[i]], level + 1) < 0:
            return -1
        for j in range(a.k):
            left = x.scratch[j]
            while left:
                b = 64 * j + bits_low(left)
                left &= left - 1
                out[b] += share[a.q.world[b]] * child[b]
    return 0


cdef void put(const AlphaMu* a, const uint64_t* v, uint64_t number, uint64_t* out) noexcept nogil:
    """Write a number for each of a vector's bits."""
    cdef uint64_t left
    cdef int i
    for i in range(a.k):
        left = v[i]
        while left:
            out[64 * i + bits_low(left)] = number
            left &= left - 1
