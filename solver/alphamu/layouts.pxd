"""The worlds of an alpha-mu search as bits, and which of them allow a card.

A bit is a world, or a world with one of several thresholds of tricks (thermometer code: a world's
bits are then neighbours, by rising threshold). Hidden cards are *classes*, runs of cards that count
as one; a class of size one is a card. A card of class c is legal for a seat in the worlds where it
holds more of c than it has played, if it is of the suit led, or else in those of them where it has
nothing left of the suit led: a few operations on bit sets, no loop over worlds.
"""
from libc.stdint cimport int8_t, uint16_t, uint64_t

from solver.core.cards cimport DECK, hand_t


cdef enum:
    MOST_WORDS = 64         # of a vector
    TOKENS = 2 * DECK       # cards, then classes
    ROWS = 2 * DECK         # of `holds`: a class of m cards has m + 1
    COUNTS = 15             # of tricks that Max may have taken, 0 to 14


cpdef enum:
    MOST_BITS = 4096        # 64 * MOST_WORDS: worlds, or worlds times results


cpdef enum:
    # what a seat does
    MAX_SIDE = 0            # chooses one card for all worlds that he cannot tell apart
    MIN_SIDE = 1            # sees all cards and plays against Max
    HELPER = 2              # sees all cards and plays for Max


cdef struct Layouts:
    int bits
    int words               # of a vector
    int worlds
    int trump
    int kind[4]             # by seat
    bint known[4]           # seats whose cards are the same in all worlds
    bint north_south        # Max's side
    int total               # tricks from the root on, the current one included
    uint16_t world[MOST_BITS]       # of a bit
    int8_t need[MOST_BITS]          # tricks that Max must take from the root on
    uint64_t weight[MOST_BITS]
    uint64_t* reached[COUNTS]  # by tricks taken: the bits that need no more
    hand_t* hand            # [worlds][4], without the cards of the trick; of a class East high
    hand_t* twin            # the same with West high; NULL when all classes are of size one
    int classes
    int first[5]            # classes of a suit are first[s] .. first[s+1]-1, low to high
    hand_t cards[DECK]      # of a class
    int size[DECK]
    int suit[DECK]
    int row[53]             # first row of a class in `holds`
    uint64_t* holds[4]      # by hidden seat: row[c]+j-1 are the bits where it has j or more of c


cdef inline const uint64_t* holding(const Layouts* q, int seat, int c, int n) noexcept nogil:
    """The bits where a hidden seat was dealt at least n (1..size+1) cards of class c."""
    return q.holds[seat] + <size_t>(q.row[c] + n - 1) * q.words


cdef int layouts_read(
    Layouts* q, layouts, kinds, known, hand_t* room
) except -1
cdef void layouts_fill(Layouts* q, uint64_t* room) noexcept nogil
cdef uint64_t mass(const Layouts* q, const uint64_t* v) noexcept nogil
