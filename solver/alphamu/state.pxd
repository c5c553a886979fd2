"""Positions of an alpha-mu search, and the memory that it works in.

A position is what everybody has seen: Max's hands, who played which card, the trick, who leads. The
hidden hands are in the worlds. A token is a card of a known hand (0..51) or a class (52 + c).
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from solver.alphamu.table cimport FrontTable
from solver.alphamu.front cimport Arena, vec_minus
from solver.alphamu.layouts cimport Layouts, MOST_BITS, TOKENS, holding
from solver.core.rng cimport Rng, rng_next, rng_seed
from solver.dd.search cimport Search
from solver.dd.table cimport LINE, Table
from solver.core.types cimport Deal, bit_card, bits_low, card_bit, hand_t, lane_mask

cdef extern from "pythread.h" nogil:
    ctypedef void* PyThread_type_lock
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock lock)
    int PyThread_acquire_lock(PyThread_type_lock lock, int wait)
    void PyThread_release_lock(PyThread_type_lock lock)
    unsigned long PyThread_start_new_thread(void (*f)(void*) noexcept nogil, void* subject)
    unsigned long PYTHREAD_INVALID_THREAD_ID

cdef enum:
    PLIES = 54
    MASKS = 10              # of a node
    LOOSE = 63              # bit of `deps`: vectors were merged, so that nothing covers the fault


cdef struct State:
    hand_t hand[4]          # of the known seats
    hand_t taken            # cards played since the root, but for those of larger classes
    hand_t live             # cards in a hand or on the table, of a class its lowest are taken first
    hand_t trick[4]
    int suit[4]             # of the trick
    int token[4]
    int best                # the place that wins the trick so far
    int leader
    int place               # cards in the trick; 4 before it is closed
    int won                 # tricks of Max since the root
    int left                # tricks left, the current one included
    uint64_t seen           # hash of the cards played
    uint8_t played[4][52]   # by hidden seat and class


cdef struct Node:
    State st
    uint64_t deps           # Max nodes above whose fronts cover what is wrong with it; LOOSE
    bint full               # but for that, the front is that of every greater depth
    int move                # token that was best, for the table
    uint64_t* P             # possible worlds, all of them useful
    uint64_t* U             # useful worlds
    uint64_t* K             # possible worlds known to be won double dummy
    uint64_t* D             # scratch: double-dummy vector
    uint64_t* W             # the worlds that the node's front will answer for
    uint64_t* V             # worlds where the player is void in the suit led
    uint64_t* S             # scratch
    uint64_t* P2            # P, U and K of a fork
    uint64_t* U2
    uint64_t* K2


cdef struct Alpha:
    size_t base             # front so far of a Max node above
    int count


cdef struct Uses:
    # one for each enhancement; none changes a value
    bint early_cut
    bint root_cut
    bint useful_worlds
    bint world_cuts
    bint empty_entry
    bint cut_on_win
    bint alpha_cut
    bint deep_alpha_cut
    bint table
    bint capped             # vector minimaxing: this one does


cdef struct AlphaMu


cdef struct Worker:
    # double-dummy search of one thread; the first one is that of the search's own thread
    AlphaMu* owner
    Search own
    Search* dd                  # its own, or that of a solver whose table is used
    uint64_t before             # its positions before this question
    uint64_t calls
    PyThread_type_lock go       # released when there is work, or when it is time to end
    PyThread_type_lock done     # released when nothing is left to take, and at the end
    uint8_t apart[LINE]         # what two threads write lies in different cache lines


cdef struct Batch:
    # worlds of one position to be solved
    const State* st
    const uint64_t* asked       # bits
    int count
    int taken
    int first[MOST_BITS]        # bit of each world
    int reached[MOST_BITS]      # highest need that was reached there, 0 without any, -1 halted


cdef struct AlphaMu:
    Layouts q
    Worker* worker
    int workers
    int started             # of the workers, the first one included
    int working             # on the batch, the first one included
    bint ending
    Batch batch
    Search* dd              # of the first worker; all use its table
    Table memory            # the double-dummy table, unless a solver's is used
    FrontTable table
    Arena arena
    Uses use
    int k                   # words of a vector
    Node node[PLIES]
    State fork[PLIES]
    Alpha alpha[PLIES]
    int above               # Max nodes on the path with a front in `alpha`
    int floor               # the first of them whose front is a bound here
    bint certify            # note what keeps the classes from being exact
    int flagged[52]         # classes in which who won a trick was seen to matter
    uint64_t card_hash[TOKENS]
    uint64_t class_hash[4][52][14]
    uint64_t table_hash[4][TOKENS]
    uint64_t lead_hash[4]
    uint64_t won_hash[14]
    uint64_t limit          # of positions, those of the double-dummy searches included
    uint64_t nodes
    uint64_t hits
    uint64_t early_cuts
    uint64_t alpha_cuts
    uint64_t world_cuts
    uint64_t win_cuts


cdef inline void hashes_fill(AlphaMu* a) noexcept nogil:
    """Draw the random words of which a position's hash is made."""
    cdef Rng rng
    cdef int i, j, k
    rng_seed(&rng, 1)
    for i in range(TOKENS):
        a.card_hash[i] = rng_next(&rng)
        for j in range(4):
            a.table_hash[j][i] = rng_next(&rng)
    for i in range(4):
        a.lead_hash[i] = rng_next(&rng)
        for j in range(52):
            for k in range(14):
                a.class_hash[i][j][k] = rng_next(&rng)
    for i in range(14):
        a.won_hash[i] = rng_next(&rng)


cdef inline void node_share(Node* x, uint64_t* at, int k) noexcept nogil:
    """Give a node its masks of k words, MASKS in a row."""
    x.P = at
    x.U = at + k
    x.K = at + 2 * k
    x.D = at + 3 * k
    x.W = at + 4 * k
    x.V = at + 5 * k
    x.S = at + 6 * k
    x.P2 = at + 7 * k
    x.U2 = at + 8 * k
    x.K2 = at + 9 * k


cdef inline void state_begin(State* st, const Layouts* q, const Deal* d) noexcept nogil:
    """The position at the root."""
    cdef int i
    memset(st, 0, sizeof(State))
    st.leader = d.leader
    st.left = q.total
    st.place = d.played
    for i in range(4):
        st.live |= q.hand[i]
        if q.known[i]:
            st.hand[i] = q.hand[i]
    for i in range(d.played):
        st.trick[i] = card_bit(d.card[i])
        st.live |= st.trick[i]
        st.suit[i] = d.card[i] // 13
        st.token[i] = d.card[i]
        if i and (st.suit[i] == d.trump if st.suit[i] != st.suit[st.best]
                  else st.trick[i] > st.trick[st.best]):
            st.best = i


cdef inline uint64_t state_key(const State* st, const AlphaMu* a) noexcept nogil:
    """A hash of the position."""
    cdef uint64_t key = st.seen ^ a.lead_hash[st.leader] ^ a.won_hash[st.won]
    cdef int i
    for i in range(st.place):
        key ^= a.table_hash[i][st.token[i]]
    return key


cdef inline uint64_t state_hash(uint64_t key) noexcept nogil:
    """Where the table keeps a key."""
    key *= 0xD6E8FEB86659FD93ULL
    return key ^ key >> 32


cdef inline uint64_t mass(const AlphaMu* a, const uint64_t* v) noexcept nogil:
    """The weight of a vector's bits."""
    cdef int i
    cdef uint64_t x
    cdef uint64_t sum = 0
    for i in range(a.k):
        x = v[i]
        while x:
            sum += a.q.weight[64 * i + bits_low(x)]
            x &= x - 1
    return sum


cdef inline void advance(State* st, int token, const AlphaMu* a) noexcept nogil:
    """Play a token. A full trick stays open: see `close_trick`."""
    cdef int seat = (st.leader + st.place) & 3
    cdef int p = st.place
    cdef int c = token - 52
    cdef int suit
    cdef hand_t bit
    if token < 52:
        bit = card_bit(token)
        st.hand[seat] ^= bit
        st.taken |= bit
        st.seen ^= a.card_hash[token]
        suit = token // 13
    else:
        bit = a.q.cards[c]
        suit = a.q.suit[c]
        st.played[seat][c] += 1
        if a.q.size[c] == 1:
            st.taken |= bit
            st.seen ^= a.card_hash[token]
        else:
            # all cards of a class rank alike here: the table shows one that is still live
            bit &= st.live
            for c in range(p):
                bit &= ~st.trick[c]
            bit &= ~bit + 1
            st.seen ^= (a.class_hash[seat][token - 52][st.played[seat][token - 52] - 1]
                        ^ a.class_hash[seat][token - 52][st.played[seat][token - 52]])
    st.trick[p] = bit
    st.suit[p] = suit
    st.token[p] = token
    if p == 0:
        st.best = 0
    elif suit == st.suit[st.best]:
        if bit > st.trick[st.best]:
            st.best = p
    elif suit == a.q.trump:
        st.best = p
    st.place = p + 1


cdef inline int ambiguous(const State* st, const AlphaMu* a) noexcept nogil:
    """The other place of a full trick that holds a card of the winning class, or -1."""
    cdef int token = st.token[st.best]
    cdef int i
    if token >= 52 and a.q.size[token - 52] > 1:
        for i in range(4):
            if i != st.best and st.token[i] == token:
                return i
    return -1


cdef inline void close_trick(State* st, int winner, const AlphaMu* a) noexcept nogil:
    """Give a full trick to the player of a place, who leads to the next one."""
    st.live &= ~(st.trick[0] | st.trick[1] | st.trick[2] | st.trick[3])
    st.leader = (st.leader + winner) & 3
    st.won += ((st.leader & 1) == 0) == a.q.north_south
    st.left -= 1
    st.place = 0


cdef inline int known_moves(const State* st, const AlphaMu* a, uint8_t* token) noexcept nogil:
    """The legal cards of a known hand, low to high, the lowest of each group of touching ones.

    Cards touch when no card that is in another hand or on the table lies between.
    """
    cdef int seat = (st.leader + st.place) & 3
    cdef hand_t own = st.hand[seat]
    cdef hand_t others = st.live & ~own
    cdef hand_t bit
    cdef hand_t last = 0
    cdef int n = 0
    if st.place and own & lane_mask(st.suit[0]):
        own &= lane_mask(st.suit[0])
    while own:
        bit = own & (~own + 1)
        own ^= bit
        if not last or others & (bit - last) or bits_low(bit) >> 4 != bits_low(last) >> 4:
            token[n] = <uint8_t>bit_card(bit)
            n += 1
        last = bit
    return n


cdef inline void void_worlds(
    const AlphaMu* a, const State* st, int seat, int suit, uint64_t* to
) noexcept nogil:
    """The bits where a hidden seat has no card of a suit left."""
    cdef int c, i
    for i in range(a.k):
        to[i] = ~<uint64_t>0
    for c in range(a.q.first[suit], a.q.first[suit + 1]):
        if st.played[seat][c] < a.q.size[c]:
            vec_minus(to, to, holding(&a.q, seat, c, st.played[seat][c] + 1), a.k)
