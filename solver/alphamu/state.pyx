"""The public state at the root, the cards that can be played from one, and the state after each."""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from solver.alphamu.layouts cimport Layouts, TOKENS
from solver.core.bits cimport bits_low
from solver.core.cards cimport DECK, bit_card, card_bit, hand_t, lane_mask
from solver.core.question cimport Deal
from solver.core.rng cimport Rng, rng_next, rng_seed


cdef void zobrist_fill(Zobrist* z) noexcept nogil:
    cdef Rng rng
    cdef int i, j, k
    rng_seed(&rng, 1)
    for i in range(TOKENS):
        z.card[i] = rng_next(&rng)
        for j in range(4):
            z.table[j][i] = rng_next(&rng)
    for i in range(4):
        z.lead[i] = rng_next(&rng)
        for j in range(DECK):
            for k in range(14):
                z.held[i][j][k] = rng_next(&rng)
    for i in range(14):
        z.won[i] = rng_next(&rng)


cdef void state_begin(State* st, const Layouts* q, const Deal* d) noexcept nogil:
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


cdef void advance(State* st, int token, const Layouts* q, const Zobrist* z) noexcept nogil:
    """Play a token. A full trick stays open: see `close_trick`."""
    cdef int seat = (st.leader + st.place) & 3
    cdef int p = st.place
    cdef int c = token - DECK
    cdef int suit
    cdef hand_t bit
    if token < DECK:
        bit = card_bit(token)
        st.hand[seat] ^= bit
        st.taken |= bit
        st.seen ^= z.card[token]
        suit = token // 13
    else:
        bit = q.cards[c]
        suit = q.suit[c]
        st.played[seat][c] += 1
        if q.size[c] == 1:
            st.taken |= bit
            st.seen ^= z.card[token]
        else:
            # all cards of a class rank alike here: the table shows one that is still live
            bit &= st.live
            for c in range(p):
                bit &= ~st.trick[c]
            bit &= ~bit + 1
            st.seen ^= (z.held[seat][token - DECK][st.played[seat][token - DECK] - 1]
                        ^ z.held[seat][token - DECK][st.played[seat][token - DECK]])
    st.trick[p] = bit
    st.suit[p] = suit
    st.token[p] = token
    if p == 0:
        st.best = 0
    elif suit == st.suit[st.best]:
        if bit > st.trick[st.best]:
            st.best = p
    elif suit == q.trump:
        st.best = p
    st.place = p + 1


cdef int known_moves(const State* st, uint8_t* token) noexcept nogil:
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
