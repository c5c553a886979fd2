"""A position at the start of a trick, and the cards played to it.

A `Frame` counts in *relative* ranks: the cards of each suit that are still in play are moved
together against the ace, so that bit 12 of a suit is its highest card left, bit 11 the next one,
and so on. Cards that touch are then neighbouring bits, and the transposition table can compare two
positions by the bits above some rank (Haglund, section 7.1).

The functions are small and are called for every card that a search plays; so they are inline.
"""
from libc.stdint cimport uint64_t

from solver.core.bits cimport bits_deposit, bits_extract
from solver.core.cards cimport LANE_HIGH, LANE_LOW, hand_t, lane_mask


cdef struct Frame:
    hand_t hand[4]      # at the start of the trick, in relative ranks
    hand_t all          # the four hands together
    hand_t orig         # the same cards in the ranks of the question that was asked
    uint64_t shape      # lengths: 4 bits for each suit and seat, see `length`
    int leader
    int tricks          # left, this one included
    int need            # of these, the tricks that North-South want
    hand_t win          # result of the last search from here: cards that won by rank
    hand_t card[4]      # the trick: cards, ...
    int suit[4]         # ... their suits, ...
    int best[4]         # ... and after each card, the place of the one that wins so far


cdef inline int length(const Frame* f, int suit, int seat) noexcept nogil:
    """Return how many cards of a suit a seat holds at the start of the trick."""
    return <int>(f.shape >> (16 * suit + 4 * seat)) & 15


cdef inline hand_t heads(hand_t cards) noexcept nogil:
    """Return the highest card of every group of touching cards."""
    return cards & ~(cards >> 1)


cdef inline hand_t ranks_from(hand_t all, hand_t win) noexcept nogil:
    """Return in every suit the cards of `all` that are not below the lowest of `win`, if any."""
    cdef hand_t x = win | LANE_HIGH
    return all & ~(~x & (x - LANE_LOW))


cdef inline hand_t legal(const Frame* f, int seat, int played) noexcept nogil:
    """Return the cards that a seat may play after `played` cards of the trick."""
    cdef hand_t own
    if played:
        own = f.hand[seat] & lane_mask(f.suit[0])
        if own:
            return own
    return f.hand[seat]


cdef inline void play(Frame* f, int k, hand_t card, int suit, int trump) noexcept nogil:
    """Play the k-th card (from 0) of the trick; the next card played there overwrites it."""
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


cdef inline hand_t to_frame(hand_t card, const Frame* f) noexcept nogil:
    """Return a card in the question's ranks as a card of the frame, or 0 when it is gone."""
    return bits_deposit(bits_extract(card, f.orig), f.all) if card & f.orig else 0


cdef inline hand_t to_orig(hand_t cards, const Frame* f) noexcept nogil:
    """Return cards of the frame in the question's ranks."""
    return bits_deposit(bits_extract(cards, f.all), f.orig)
