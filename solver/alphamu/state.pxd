"""The public state: what everybody has seen of a position.

That is Max's hands, who played which card, the trick, and who leads. The hidden hands are in the
worlds. A token is a card of a known hand (0..51) or a class (DECK + c, DECK = 52).
"""
from libc.stdint cimport uint8_t, uint64_t

from solver.alphamu.layouts cimport Layouts, TOKENS
from solver.core.cards cimport DECK, hand_t
from solver.core.question cimport Deal


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
    uint8_t played[4][DECK]   # by hidden seat and class


cdef struct Zobrist:
    # random words that make up the hash of a state
    uint64_t card[TOKENS]
    uint64_t held[4][DECK][14]  # by hidden seat, class and how many of it were played
    uint64_t table[4][TOKENS]   # by place in the trick
    uint64_t lead[4]
    uint64_t won[14]


cdef inline uint64_t state_key(const State* st, const Zobrist* z) noexcept nogil:
    cdef uint64_t key = st.seen ^ z.lead[st.leader] ^ z.won[st.won]
    cdef int i
    for i in range(st.place):
        key ^= z.table[i][st.token[i]]
    return key


cdef inline void close_trick(State* st, int winner, bint north_south) noexcept nogil:
    """Give a full trick to the player of a place, who leads to the next one."""
    st.live &= ~(st.trick[0] | st.trick[1] | st.trick[2] | st.trick[3])
    st.leader = (st.leader + winner) & 3
    st.won += ((st.leader & 1) == 0) == north_south
    st.left -= 1
    st.place = 0


cdef void zobrist_fill(Zobrist* z) noexcept nogil
cdef void state_begin(State* st, const Layouts* q, const Deal* d) noexcept nogil
cdef void advance(State* st, int token, const Layouts* q, const Zobrist* z) noexcept nogil
cdef int known_moves(const State* st, uint8_t* token) noexcept nogil
