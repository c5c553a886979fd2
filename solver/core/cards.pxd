"""Cards and sets of cards in two layouts.

Outside a search (arrays, Python), a card is 13*suit+rank with suits S H D C = 0..3 and ranks
2..A = 0..12, and a hand is a 52-bit set whose bits are cards (`cards_t`).

Inside a search, suit s occupies bits 16*s .. 16*s+12 of 64 (`hand_t`). The three empty bits above
each suit make a suit one shift away and keep arithmetic on all four suits at once from carrying
into the next one.

Seats N E S W are 0..3, strains S H D C NT are 0..4.
"""
from libc.stdint cimport uint64_t

from solver.core.bits cimport bits_low

ctypedef uint64_t cards_t
ctypedef uint64_t hand_t

cdef enum:
    DECK = 52
    NOTRUMP = 4
    SUIT = 0x1FFF           # all ranks of one suit
    ACE = 0x1000            # the highest rank of one suit

cdef extern from *:
    """
    #define ALL_CARDS 0xFFFFFFFFFFFFFULL
    #define LANE_LOW  0x0001000100010001ULL
    #define LANE_HIGH 0x8000800080008000ULL
    #define LANE_ACES 0x1000100010001000ULL
    #define LANE_FIFTEEN 0x000F000F000F000FULL
    """
    const uint64_t ALL_CARDS      # the 52 cards, outside layout
    const uint64_t LANE_LOW       # bit 0 of every suit, inside layout
    const uint64_t LANE_HIGH      # bit 15 of every suit, never a card
    const uint64_t LANE_ACES      # bit 12 of every suit
    const uint64_t LANE_FIFTEEN   # bits 0..3 of every suit


cdef inline hand_t spread(cards_t cards) noexcept nogil:
    """Return a set of cards in the inside layout."""
    return ((cards & SUIT) | (cards >> 13 & SUIT) << 16
            | (cards >> 26 & SUIT) << 32 | (cards >> 39 & SUIT) << 48)


cdef inline cards_t pack(hand_t hand) noexcept nogil:
    """Return a set of cards in the outside layout."""
    return ((hand & SUIT) | (hand >> 16 & SUIT) << 13
            | (hand >> 32 & SUIT) << 26 | (hand >> 48 & SUIT) << 39)


cdef inline hand_t card_bit(int card) noexcept nogil:
    """Return the card 13*suit+rank as a set of one, in the inside layout."""
    return <hand_t>1 << (card + 3 * (card // 13))


cdef inline int bit_card(hand_t bit) noexcept nogil:
    """Return the only card of a set of one as 13*suit+rank."""
    cdef int i = bits_low(bit)
    return i - 3 * (i >> 4)


cdef inline hand_t lane_mask(int suit) noexcept nogil:
    return <hand_t>SUIT << (16 * suit)


cdef inline unsigned lane(hand_t hand, int suit) noexcept nogil:
    """Return the ranks that a hand holds in a suit as 13 bits."""
    return <unsigned>(hand >> (16 * suit)) & SUIT


cdef inline int suit_of(hand_t bit) noexcept nogil:
    return bits_low(bit) >> 4
