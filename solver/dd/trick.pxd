"""One trick of a search: what is legal, who wins, and the position after it.

A `Frame` describes a position at the start of a trick in *relative* ranks: the cards still in play
of each suit are moved together against the ace, so that bit 12 of a suit is its highest card
left, bit 11 the next, and so on. Cards that touch are then neighbouring bits, and two frames are
alike for the transposition table when the bits above some rank are (Haglund, section 7.1).
"""
from libc.stdint cimport uint64_t

from solver.core.bits cimport bits_count, bits_deposit, bits_extract, bits_high, bits_low
from solver.core.cards cimport ACE, LANE_HIGH, LANE_LOW, NOTRUMP, SUIT, hand_t, lane, lane_mask


cdef struct Frame:
    hand_t hand[4]      # at the start of the trick, in relative ranks
    hand_t all          # the four hands together
    hand_t orig         # the same cards in the ranks of the question that was asked
    uint64_t shape      # lengths: 4 bits for each suit and seat, see `length`
    int leader
    int tricks          # left, this one included
    int need            # North-South want that many of them
    hand_t win          # result of the last search from here: cards that won by rank
    hand_t card[4]      # the trick: cards, ...
    int suit[4]         # ... their suits, ...
    int best[4]         # ... and after each card, which of them wins so far


cdef inline int length(const Frame* f, int suit, int seat) noexcept nogil:
    """How many cards of a suit a seat holds at the start of the trick."""
    return <int>(f.shape >> (16 * suit + 4 * seat)) & 15


cdef inline hand_t heads(hand_t cards) noexcept nogil:
    """The highest card of every group of touching cards."""
    return cards & ~(cards >> 1)


cdef inline hand_t group_low(hand_t cards, hand_t card) noexcept nogil:
    """The lowest card that touches `card` in the same hand."""
    while cards & card >> 1:
        card >>= 1
    return card


cdef inline hand_t ranks_from(hand_t all, hand_t win) noexcept nogil:
    """In every suit, the cards of `all` from the highest down to the lowest of `win`."""
    cdef hand_t x = win | LANE_HIGH
    return all & ~(~x & (x - LANE_LOW))


cdef inline int power(hand_t cards, int led, int trump) noexcept nogil:
    """What the best card of a hand is worth: 0 cannot win, 1..13 suit led, 17..29 trump."""
    cdef unsigned x = lane(cards, led)
    if x:
        return bits_high(x) + (17 if led == trump else 1)
    if trump != NOTRUMP:
        x = lane(cards, trump)
        if x:
            return bits_high(x) + 17
    return 0


cdef inline int rank_power(int rank, int suit, int led, int trump) noexcept nogil:
    """The same scale for one rank, 0..12, of a suit."""
    if suit == trump:
        return rank + 17
    return rank + 1 if suit == led else 0


cdef inline int card_power(hand_t card, int suit, int led, int trump) noexcept nogil:
    """The same scale for one card."""
    return rank_power(bits_low(card) & 15, suit, led, trump)


cdef inline hand_t legal(const Frame* f, int seat, int played) noexcept nogil:
    """The cards that a seat may play as the next card of the trick."""
    cdef hand_t own
    if played:
        own = f.hand[seat] & lane_mask(f.suit[0])
        if own:
            return own
    return f.hand[seat]


cdef inline void play(Frame* f, int k, hand_t card, int suit, int trump) noexcept nogil:
    """Put the k-th card (from 0) into the trick. Nothing to undo: the next card overwrites it."""
    cdef int b
    f.card[k] = card
    f.suit[k] = suit
    if k == 0:
        f.best[0] = 0
        return
    b = f.best[k - 1]
    if suit == f.suit[b]:
        if card > f.card[b]:
            b = k
    elif suit == trump:
        b = k
    f.best[k] = b


cdef inline hand_t rank_winner(const Frame* f) noexcept nogil:
    """The card that won a full trick by its rank, lowered over the cards that touch it, or 0.

    A winner whose suit nobody else played wins whatever its rank (Haglund, section 2, Evaluate).
    """
    cdef int b = f.best[3]
    cdef int s = f.suit[b]
    if ((f.suit[0] == s) + (f.suit[1] == s) + (f.suit[2] == s) + (f.suit[3] == s)) < 2:
        return 0
    return group_low(f.hand[(f.leader + b) & 3], f.card[b])


cdef inline hand_t to_parent(hand_t win, const Frame* parent, const Frame* child) noexcept nogil:
    """Cards of the next trick's frame as cards of this trick's frame."""
    cdef hand_t gone = parent.card[0] | parent.card[1] | parent.card[2] | parent.card[3]
    return bits_deposit(bits_extract(win, child.all), parent.all & ~gone)


cdef inline hand_t to_frame(hand_t card, const Frame* f) noexcept nogil:
    """A card in the question's ranks as a card of the frame, or 0 when it is gone."""
    return bits_deposit(bits_extract(card, f.orig), f.all) if card & f.orig else 0


cdef inline hand_t to_orig(hand_t card, const Frame* f) noexcept nogil:
    """A card of the frame in the question's ranks."""
    return bits_deposit(bits_extract(card, f.all), f.orig)


cdef inline int next_frame(const Frame* f, Frame* g) noexcept nogil:
    """Fill g with the position after the full trick in f; return the winner's place in it."""
    cdef hand_t gone = f.card[0] | f.card[1] | f.card[2] | f.card[3]
    cdef hand_t left = f.all & ~gone
    cdef hand_t top = f.all
    cdef hand_t low
    cdef uint64_t shape = f.shape
    cdef int i, h
    for i in range(4):
        # a suit without its lowest relative rank has one card less
        low = top & lane_mask(f.suit[i])
        top &= ~(low & (~low + 1))
        shape -= <uint64_t>1 << (16 * f.suit[i] + 4 * ((f.leader + i) & 3))
    for h in range(4):
        g.hand[h] = bits_deposit(bits_extract(f.hand[h], left), top)
    g.all = top
    g.orig = f.orig & ~bits_deposit(bits_extract(gone, f.all), f.orig)
    g.shape = shape
    g.leader = (f.leader + f.best[3]) & 3
    g.tricks = f.tricks - 1
    g.need = f.need - ((g.leader & 1) == 0)
    return f.best[3]


cdef inline void root_frame(Frame* f, const hand_t* hands, int leader) noexcept nogil:
    """Fill f from four hands of equal size at the start of a trick, in any ranks."""
    cdef int s, h, n
    cdef hand_t cards = hands[0] | hands[1] | hands[2] | hands[3]
    f.orig = cards
    f.all = 0
    f.shape = 0
    for s in range(4):
        n = bits_count(lane(cards, s))
        f.all |= <hand_t>(SUIT & ~(SUIT >> n)) << (16 * s)
        for h in range(4):
            f.shape |= <uint64_t>bits_count(lane(hands[h], s)) << (16 * s + 4 * h)
    for h in range(4):
        f.hand[h] = bits_deposit(bits_extract(hands[h], cards), f.all)
    f.leader = leader
    f.tricks = bits_count(hands[0])
    f.win = 0
