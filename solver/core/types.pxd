"""Cards and hands as bits, in two layouts.

Outside (arrays, Python): a card is 13*suit+rank, suits S H D C = 0..3, ranks 2..A = 0..12, and a
hand is a 52-bit set with bit = card (`cards_t`).

Inside a search: suit s lies in bits 16*s .. 16*s+12 of 64 (`hand_t`), three empty bits above it, so
that a suit is one shift away and arithmetic on all four suits at once does not carry from one into
the next.

Seats N E S W = 0..3, strains S H D C NT = 0..4.
"""
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

cdef extern from "bits.h" nogil:
    int bits_count(uint64_t x)
    int bits_low(uint64_t x)
    int bits_high(uint64_t x)
    uint64_t bits_extract(uint64_t x, uint64_t mask)
    uint64_t bits_deposit(uint64_t x, uint64_t mask)
    bint bits_likely(bint x)
    bint bits_unlikely(bint x)
    void bits_prefetch(const void* p)
    int flag_load(const int* flag)
    void flag_store(int* flag, int value)
    int flag_next(int* counter)
    # what several threads use: get and set promise no order, take sees what came before a give
    uint64_t get_64(const uint64_t* p)
    uint64_t take_64(const uint64_t* p)
    void set_64(uint64_t* p, uint64_t x)
    void give_64(uint64_t* p, uint64_t x)
    uint32_t get_32(const uint32_t* p)
    uint32_t take_32(const uint32_t* p)
    void set_32(uint32_t* p, uint32_t x)
    void give_32(uint32_t* p, uint32_t x)
    uint8_t get_8(const uint8_t* p)
    void set_8(uint8_t* p, uint8_t x)
    int8_t get_int8(const int8_t* p)
    void set_int8(int8_t* p, int8_t x)
    int take_int(const int* p)
    void give_int(int* p, int x)
    void fence_loads()
    void fence_stores()
    void spin_lock(uint8_t* lock)
    void spin_unlock(uint8_t* lock)

ctypedef uint64_t cards_t
ctypedef uint64_t hand_t

cdef enum:
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
    const uint64_t ALL_CARDS    # the 52 cards, outside layout
    const uint64_t LANE_LOW     # bit 0 of every suit, inside layout
    const uint64_t LANE_HIGH    # bit 15 (never a card) of every suit
    const uint64_t LANE_ACES    # bit 12 of every suit
    const uint64_t LANE_FIFTEEN  # a number below 16 in every suit


cdef struct Deal:
    # A question as asked: hands without the cards of the current trick, which `leader` began.
    cards_t hand[4]
    int trump
    int leader
    int played
    int card[3]


cdef inline hand_t spread(cards_t cards) noexcept nogil:
    """Outside layout to inside layout."""
    return ((cards & SUIT) | (cards >> 13 & SUIT) << 16
            | (cards >> 26 & SUIT) << 32 | (cards >> 39 & SUIT) << 48)


cdef inline cards_t pack(hand_t hand) noexcept nogil:
    """Inside layout to outside layout."""
    return ((hand & SUIT) | (hand >> 16 & SUIT) << 13
            | (hand >> 32 & SUIT) << 26 | (hand >> 48 & SUIT) << 39)


cdef inline hand_t card_bit(int card) noexcept nogil:
    """The card 13*suit+rank as a set of one, inside layout."""
    return <hand_t>1 << (card + 3 * (card // 13))


cdef inline int bit_card(hand_t bit) noexcept nogil:
    """The only card of a set of one, as 13*suit+rank."""
    cdef int i = bits_low(bit)
    return i - 3 * (i >> 4)


cdef inline hand_t lane_mask(int suit) noexcept nogil:
    """All cards of a suit."""
    return <hand_t>SUIT << (16 * suit)


cdef inline unsigned lane(hand_t hand, int suit) noexcept nogil:
    """The ranks that a hand holds in a suit, as 13 bits."""
    return <unsigned>(hand >> (16 * suit)) & SUIT


cdef inline int suit_of(hand_t bit) noexcept nogil:
    """The suit of a set of one card."""
    return bits_low(bit) >> 4


cdef inline const char* fault(const Deal* d) noexcept nogil:
    """What is wrong with a question, or NULL."""
    cdef cards_t seen = 0
    cdef cards_t bit, led
    cdef int k, seat
    cdef int size = 0
    if not 0 <= d.trump <= NOTRUMP:
        return b"trump must be 0..4 (S H D C NT)"
    if not 0 <= d.leader <= 3:
        return b"leader must be 0..3 (N E S W)"
    for k in range(4):
        if d.hand[k] & ~ALL_CARDS:
            return b"a hand has bits above 51"
        if seen & d.hand[k]:
            return b"a card is in two hands"
        seen |= d.hand[k]
    for k in range(d.played):
        if not 0 <= d.card[k] <= 51:
            return b"a card of the trick is not 0..51"
        bit = <cards_t>1 << d.card[k]
        if seen & bit:
            return b"a card of the trick is also in a hand or twice in the trick"
        seen |= bit
    for k in range(4):
        seat = (d.leader + k) & 3
        if k == 0:
            size = bits_count(d.hand[seat]) + (d.played > 0)
        elif bits_count(d.hand[seat]) + (k < d.played) != size:
            return b"the hands and the trick do not have equal numbers of cards"
    if not 1 <= size <= 13:
        return b"a hand must have 1 to 13 cards at the start of the trick"
    for k in range(1, d.played):
        led = <cards_t>SUIT << (13 * (d.card[0] // 13))
        if not led >> d.card[k] & 1 and d.hand[(d.leader + k) & 3] & led:
            return b"a card of the trick does not follow suit though its player could"
    return NULL
